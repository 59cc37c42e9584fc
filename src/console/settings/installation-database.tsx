import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client'
import { installationQuery } from '../api/installation'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { Pairs } from '../ui/values/pairs'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'

type Database = Schemas['Installation']['database']

const states: Readonly<Record<Database['state'], string>> = {
  unchecked: t('Not checked yet'),
  checking: t('Check in progress'),
  sound: t('No damage found'),
  damaged: t('Damaged'),
}

/** Shows the state and the result of the checks of the database. */
export function InstallationDatabase() {
  const { data, error, refetch } = useQuery({ ...installationQuery, staleTime: 0, refetchInterval: 10_000 })
  return (
    <Section id="database" title={t('Database')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'The service checks the database for damage once a day, and at a start when it was not stopped cleanly.',
        )}
      </Text>
      {data ? <State database={data.database} /> : <QueryState error={error} onRetry={refetch} />}
    </Section>
  )
}

const State = ({ database }: { readonly database: Database }) => (
  <Pairs
    pairs={[
      [t('State'), states[database.state]],
      ...(database.tables ? [[t('Checked tables'), progressOf(database)] as const] : []),
      ...(database.damage === null ? [] : [[t('Damage'), database.damage] as const]),
      [t('Last complete check'), <Time key="time" at={database.checked_at} empty={t('None')} />],
    ]}
  />
)

const progressOf = ({ checked_tables: checked, tables }: Database): string =>
  t('{checked} of {tables}', { checked: counted(checked ?? 0), tables: counted(tables ?? 0) })
