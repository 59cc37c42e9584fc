import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client'
import { installationQuery } from '../api/installation'
import { counted } from '../ui/format'
import { Pairs } from '../ui/pairs'
import { QueryState } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'

type Database = Schemas['Installation']['database']

const states: Readonly<Record<Database['state'], string>> = {
  unchecked: 'Not checked yet',
  checking: 'Check in progress',
  sound: 'No damage found',
  damaged: 'Damaged',
}

/** Shows the state and the result of the checks of the database. */
export function InstallationDatabase() {
  const { data, error, refetch } = useQuery({ ...installationQuery, staleTime: 0, refetchInterval: 10_000 })
  return (
    <Section id="database" title="Database">
      <Text size="sm" c="dimmed" mb="xs">
        The service checks the database for damage once a day, and at a start when it was not stopped cleanly.
      </Text>
      {data ? <State database={data.database} /> : <QueryState error={error} onRetry={refetch} />}
    </Section>
  )
}

const State = ({ database }: { readonly database: Database }) => (
  <Pairs
    pairs={[
      ['State', states[database.state]],
      ...(database.tables ? [['Checked tables', progressOf(database)] as const] : []),
      ...(database.damage === null ? [] : [['Damage', database.damage] as const]),
      ['Last complete check', <Time key="time" at={database.checked_at} empty="None" />],
    ]}
  />
)

const progressOf = ({ checked_tables: checked, tables }: Database): string =>
  `${counted(checked ?? 0)} of ${counted(tables ?? 0)}`
