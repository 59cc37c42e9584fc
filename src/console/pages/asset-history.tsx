import { Card, Group, Text, Title } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { exactly, lengthOf } from '../parts/format'
import { PageLink } from '../parts/link'
import { Pager } from '../parts/pager'
import { Empty, Failed, Loading } from '../parts/states'
import { Time, useNow } from '../parts/time'
import { type ListPage, type ListQuery, useList } from '../parts/use-list'

type ScanEvent = Schemas['ScanEvent']

/** A scan event, and how long the asset stayed: until the next one began; null while it is there. */
interface Stay extends ScanEvent {
  readonly seconds: number | null
}

/**
 * The history, newest first. An event tells how long it was since the event before it began: how long the asset stayed at
 * its place is told by the event after, so that a page needs the last row of the page before.
 */
async function fetchStays(id: number, { limit, offset }: ListQuery): Promise<ListPage<Stay>> {
  const extra = offset > 0 ? 1 : 0
  const params = { path: { asset_id: id }, query: { limit: limit + extra, offset: offset - extra } }
  const history = await dataOf(api.GET('/internal/v1/assets/{asset_id}/events', { params }))
  const stays = history.data.map((event, at) => ({
    ...event,
    seconds: history.data[at - 1]?.duration_seconds ?? null,
  }))
  return { ...history, offset, limit, data: stays.slice(extra) }
}

/** Why an event began, as the glossary has it. */
const causes: Readonly<Record<string, string>> = {
  first: 'Seen for the first time',
  settled: 'Heard better here than where it was',
  unheard: 'No longer heard where it was',
  returned: 'Heard here again after a pause',
  scanned: 'Scanned by hand',
  resumed: 'Still heard here after a scan elsewhere',
  late: 'Told late, by a reader that caught up',
}

const pollMs = 10_000

export function AssetHistory({ id }: { readonly id: number }) {
  const list = useList({ key: ['history', id], load: (query) => fetchStays(id, query), pollMs })
  return (
    <Card withBorder component="section" aria-labelledby="history">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="history">
          Where it has been
        </Title>
        {list.rows.length > 0 && (
          <PageLink href={`/then?asset=${id}`} size="sm">
            Where it was at another time
          </PageLink>
        )}
      </Group>
      {list.isLoading && <Loading lines={4} />}
      {list.rows.length === 0 && !list.isLoading && <Nothing error={list.error} onRetry={list.reload} />}
      <ol className="timeline" aria-label="History" aria-busy={list.isStale}>
        {list.rows.map((stay) => (
          <TimelineItem key={stay.id} stay={stay} />
        ))}
      </ol>
      <Pager list={list} />
    </Card>
  )
}

const Nothing = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) =>
  error ? <Failed error={error} onRetry={onRetry} /> : <Empty>It has not been seen yet.</Empty>

function TimelineItem({ stay }: { readonly stay: Stay }) {
  const now = useNow()
  const { first_seen_at: since, seconds } = stay
  const stayed =
    seconds === null ? `${lengthOf(Math.max(0, now - Date.parse(since)) / 1000)} so far` : lengthOf(seconds)
  const then = new URLSearchParams({ at: since, location: stay.location_external_key })
  return (
    <li data-current={seconds === null || undefined}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{stay.location_name}</Text>
        <Text size="sm" component="div">
          <span className="unseen">Stayed </span>
          <span>{stayed}</span>
        </Text>
      </Group>
      <Text size="sm" component="div">
        <Time at={since} />, {exactly(since)}
      </Text>
      <Text size="sm" c="dimmed">
        {provenanceOf(stay)}
      </Text>
      <PageLink href={`/then?${then.toString()}`} size="sm">
        What else was there
      </PageLink>
    </li>
  )
}

/** How it is known: why the event began, who heard it, and how well. */
function provenanceOf(stay: ScanEvent): string {
  const { cause, reader_name: reader, antenna, read_count: reads, strongest_rssi: rssi } = stay
  const counted = `${reads} ${reads === 1 ? 'read' : 'reads'}`
  const span = (Date.parse(stay.last_seen_at) - Date.parse(stay.first_seen_at)) / 1000
  const parts = [
    causes[cause] ?? cause,
    ...(reader === null ? [] : [antenna === null ? reader : `${reader}, antenna ${antenna}`]),
    span >= 1 ? `${counted} in ${lengthOf(span)}` : counted,
    ...(rssi === null ? [] : [`strongest ${rssi} dBm`]),
  ]
  return parts.join(' · ')
}
