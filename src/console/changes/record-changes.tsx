import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { ChangeList } from './change-list'

interface RecordChangesProps {
  readonly kind: 'asset' | 'location' | 'reader'
  readonly id: number
}

const shown = 5
const pollMs = 10_000

/** Shows the latest changes of a record to admins, and nothing to other users. */
export function RecordChanges(props: RecordChangesProps) {
  const { may } = useSignedIn()
  return may('admin') ? <LatestChanges {...props} /> : null
}

function LatestChanges({ kind, id }: RecordChangesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', kind, id],
    queryFn: () => {
      const query = { subject_kind: kind, subject_id: String(id), limit: shown }
      return dataOf(api.GET('/internal/v1/audit', { params: { query } }))
    },
    refetchInterval: pollMs,
  })
  return (
    <Section
      id="changes"
      title={t('Change log')}
      aside={
        data &&
        data.total_count > shown && (
          <PageLink href={`/audit?kind=${kind}&subject=${id}`} size="sm">
            {t('View all {count} changes', { count: counted(data.total_count) })}
          </PageLink>
        )
      }
    >
      {!data && <QueryState error={error} onRetry={refetch} lines={2} />}
      {data?.data.length === 0 && <Text c="dimmed">{t('No recorded changes.')}</Text>}
      {data && <ChangeList changes={data.data} />}
    </Section>
  )
}
