import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { locationNameIn, locationNames } from '../api/record-names'
import { t } from '../languages/messages'
import { exactly, lengthOf } from '../ui/values/format'
import { PlacePath } from '../ui/pages/place-path'
import { Empty, QueryState } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import type { TagDialogProps } from './tag-dialog'

/** Shows where and when an unknown tag was read, which helps to find out what carries it. */
export const UnknownTagHistory = ({ tag, opened, onClose }: TagDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={<span className="tag-value">{tag && t('History of {value}', { value: tag.value })}</span>}
    centered
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {tag && <Stays id={tag.id} />}
  </Modal>
)

async function fetchStays(id: number) {
  const params = { path: { unknown_tag: id } }
  const { data } = await dataOf(api.GET('/internal/v1/unknown-tags/{unknown_tag}', { params }))
  const names = await locationNames(data.presences.map((presence) => presence.location_external_key))
  return data.presences.map((presence) => ({
    ...presence,
    locationName: locationNameIn(names, presence.location_external_key),
  }))
}

/** Returns the number of reads, with the time between the first and the last when it is at least a second. */
function readsOf(stay: { read_count: number; first_seen_at: string; last_seen_at: string }): string {
  const reads = t('{count, plural, one {# read} other {# reads}}', { count: stay.read_count })
  const seconds = (Date.parse(stay.last_seen_at) - Date.parse(stay.first_seen_at)) / 1000
  return seconds >= 1 ? t('{reads} in {length}', { reads, length: lengthOf(seconds) }) : reads
}

function Stays({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['unknown-tags', 'presences', id],
    queryFn: () => fetchStays(id),
  })
  if (!data) return <QueryState error={error} onRetry={refetch} />
  if (data.length === 0) return <Empty>{t('No history is stored for this tag.')}</Empty>
  return (
    <ol className="timeline" aria-label={t('History')}>
      {data.map((stay) => (
        <li key={`${stay.first_seen_at} ${stay.location_id}`}>
          <PlacePath id={stay.location_id} name={stay.locationName} />
          <Text size="sm" component="div">
            <Time at={stay.first_seen_at} />, {exactly(stay.first_seen_at)}
          </Text>
          <Text size="sm" c="dimmed">
            {readsOf(stay)}
          </Text>
        </li>
      ))}
    </ol>
  )
}
