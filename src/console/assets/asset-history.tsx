import { Group, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowsLeftRight, IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { timeFormat } from '../languages/zone'
import { type Column, DataTable } from '../ui/lists/data-table'
import { counted, exactly, freshnessOf, lengthOf, pastTimeOf, signed } from '../ui/values/format'
import { ExportMenu } from '../ui/lists/export-menu'
import { PageLink } from '../ui/pages/link'
import { Pager } from '../ui/lists/pager'
import { PlacePath, usePathText } from '../ui/pages/place-path'
import { Empty, EmptyList, EmptyListLink, Failed, Loading } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { ClockTime } from '../ui/values/time'
import { useNow } from '../ui/values/use-now'
import { type List, type ListPage, type ListQuery, useList } from '../ui/lists/use-list'
import { type HistoryRow, rowsOf } from './back-and-forth'

type ScanEvent = Schemas['ExplainedEvent']

/** A scan event with the length of the stay. */
interface Stay extends ScanEvent {
  /** The time until the next scan event began, or until the asset was deleted; null while the asset is still there. */
  readonly seconds: number | null
}

/**
 * Returns a page of the history, newest first. The duration in an event is the time since the previous event began, so the
 * length of a stay is the duration in the next event. Every page but the first therefore also fetches the row before it.
 */
async function fetchStays(
  { id, deletedAt }: AssetHistoryProps,
  { limit, offset }: ListQuery,
): Promise<ListPage<Stay>> {
  const extra = offset > 0 ? 1 : 0
  const params = { path: { asset_id: id }, query: { limit: limit + extra, offset: offset - extra } }
  const path =
    deletedAt === undefined
      ? '/internal/v1/assets/{asset_id}/events'
      : '/internal/v1/deleted-assets/{asset_id}/events'
  const history = await dataOf(api.GET(path, { params }))
  const stays = history.data.map((event, at) => ({
    ...event,
    seconds: history.data[at - 1]?.duration_seconds ?? secondsUntil(deletedAt, event),
  }))
  return { ...history, offset, limit, data: stays.slice(extra) }
}

const secondsUntil = (end: string | null | undefined, { first_seen_at: since }: ScanEvent): number | null =>
  end === undefined || end === null ? null : Math.max(0, Date.parse(end) - Date.parse(since)) / 1000

const pollMs = 10_000

const views = [
  { value: 'timeline' as const, label: t('Timeline') },
  { value: 'table' as const, label: t('Table') },
]

interface AssetHistoryProps {
  readonly id: number
  readonly externalKey: string
  /** When the asset was deleted, which ends its last stay. */
  readonly deletedAt?: string | null
}

export function AssetHistory(asset: AssetHistoryProps) {
  const { id, externalKey, deletedAt } = asset
  const list = useList({
    key: ['history', id, deletedAt !== undefined],
    load: (query) => fetchStays(asset, query),
    pollMs,
  })
  const [view, setView] = useLocalStorage<'timeline' | 'table'>({
    key: 'whereabouts.history-view',
    defaultValue: 'timeline',
    getInitialValueInEffect: false,
  })
  return (
    <Section
      id="history"
      title={t('Location history')}
      aside={
        list.rows.length > 0 && (
          <Group gap="sm">
            <PageLink href={`/time-travel?q=${encodeURIComponent(externalKey)}`} size="sm">
              {t('Go back in time')}
            </PageLink>
            {deletedAt === undefined && (
              <ExportMenu
                path={`/internal/v1/assets/${id}/events/export`}
                query={{}}
                name={`history-${externalKey}`}
              />
            )}
            <SegmentedControl aria-label={t('View')} data={views} value={view} onChange={setView} />
          </Group>
        )
      }
    >
      {view === 'table' ? (
        <DataTable
          name={t('History')}
          storedAs="History"
          list={list}
          columns={columns}
          keyOf={(stay) => stay.id}
          empty={<NeverSeen />}
        />
      ) : (
        <Timeline list={list} />
      )}
    </Section>
  )
}

const NeverSeen = () => (
  <EmptyList
    title={t('Its locations appear here')}
    action={
      <EmptyListLink href="/scan" minimum="operator">
        {t('Scan an asset')}
      </EmptyListLink>
    }
  >
    {t('This asset has not been seen yet.')}
  </EmptyList>
)

const Timeline = ({ list }: { readonly list: List<Stay> }) => (
  <>
    {list.isLoading && <Loading lines={4} />}
    {list.rows.length === 0 && !list.isLoading && <NoHistory error={list.error} onRetry={list.reload} />}
    <ol className="timeline" aria-label={t('History')} aria-busy={list.isStale}>
      {rowsOf(list.rows).map((row) => (
        // The oldest event identifies a group, because the group grows at its other end.
        <TimelineRow key={row.stays.at(-1)?.id} row={row} />
      ))}
    </ol>
    <Pager name={t('History')} list={list} />
  </>
)

const NoHistory = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) =>
  error ? (
    <Failed error={error} onRetry={onRetry} />
  ) : (
    <Empty>
      <NeverSeen />
    </Empty>
  )

const TimelineRow = ({ row }: { readonly row: HistoryRow<Stay> }) =>
  row.moves > 0 ? <BackAndForth row={row} /> : <TimelineItem stay={row.stays[0]} />

/** The events of an asset that moved back and forth, as one row that opens. */
function BackAndForth({ row: { stays, moves } }: { readonly row: HistoryRow<Stay> }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const [oldest, second, newest] = [stays.at(-1), stays.at(-2), stays[0]] as [Stay, Stay, Stay]
  const pathOf = usePathText()
  const [one, other] = [oldest, second].map((stay) => pathOf(stay.location_id, stay.location_name))
  const locations = t('{one} and {other}', { one: one ?? '', other: other ?? '' })
  const from = new Date(oldest.first_seen_at)
  const to = new Date(Date.parse(newest.first_seen_at) + (newest.seconds ?? 0) * 1000)
  const length = lengthOf((to.getTime() - from.getTime()) / 1000)
  return (
    <li data-group>
      <UnstyledButton
        className="back-and-forth"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconArrowsLeftRight size={18} aria-hidden />
        <span className="back-and-forth-text">
          <Text span>
            <Text span fw={600}>
              {locations}
            </Text>
            {', '}
            {t('{moves} moves in {length}', { moves, length })}
          </Text>
          <br />
          <Text span size="sm">
            {exactRange.formatRange(from, to)}
          </Text>
        </span>
        <IconChevronDown size={18} aria-hidden className="back-and-forth-chevron" />
      </UnstyledButton>
      {isOpen && (
        <ol id={listId} className="timeline" aria-label={t('Moves between {locations}', { locations })}>
          {stays.map((stay) => (
            <TimelineItem key={stay.id} stay={stay} />
          ))}
        </ol>
      )}
    </li>
  )
}

const exactRange = timeFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Whether nobody knows if the asset is still there, because it was not read for a day. */
const isUnconfirmed = ({ last_seen_at: last, seconds }: Stay, now: number): boolean =>
  seconds === null && freshnessOf(last, now) === 'stale'

function TimelineItem({ stay }: { readonly stay: Stay }) {
  const { first_seen_at: since, seconds } = stay
  const isOld = isUnconfirmed(stay, useNow())
  const then = new URLSearchParams({ view: 'list', at: since, location: stay.location_external_key })
  return (
    <li
      className="stay"
      data-current={(seconds === null && !isOld) || undefined}
      data-unconfirmed={isOld || undefined}
    >
      <div className="stay-time">
        <PageLink href={`/?${then.toString()}`} inherit c="inherit" className="stay-link">
          <ClockTime at={since} />
          <span className="visually-hidden">, {t('Other assets here at the time')}</span>
        </PageLink>
      </div>
      <div className="stay-place">
        <PlacePath id={stay.location_id} name={stay.location_name} />
      </div>
      <div className="stay-length">
        <span className="visually-hidden">{t('Stayed')} </span>
        <Dwell stay={stay} />
        <DwellBar stay={stay} />
      </div>
      <div className="stay-more">
        <p className="stay-why">
          <span>{serverText(stay.reason, stay.text)}</span> · <span>{sourceOf(stay)}</span>
        </p>
      </div>
    </li>
  )
}

/** The time that a bar of full length stands for, in seconds. */
const longest = 30 * 86_400

/** The length of a stay on a logarithmic scale, from a second to a month. */
function DwellBar({ stay }: { readonly stay: Stay }) {
  const { first_seen_at: since, last_seen_at: last, seconds } = stay
  const now = useNow()
  const end = isUnconfirmed(stay, now) ? Date.parse(last) : now
  const length = seconds ?? Math.max(0, end - Date.parse(since)) / 1000
  const part = Math.min(1, Math.log(1 + length) / Math.log(1 + longest))
  return (
    <svg className="stay-bar" aria-hidden>
      <rect width={`${Math.max(3, part * 100)}%`} height="4" rx="2" />
    </svg>
  )
}

/** The length of a stay. It keeps growing while the asset is still there. */
function Dwell({ stay }: { readonly stay: Stay }) {
  const { first_seen_at: since, last_seen_at: last, seconds } = stay
  const now = useNow()
  if (isUnconfirmed(stay, now))
    return <span>{t('Last read {time}, not heard since', { time: pastTimeOf(Date.parse(last)) })}</span>
  return (
    <span>
      {seconds === null
        ? t('{length} so far', { length: lengthOf(Math.max(0, now - Date.parse(since)) / 1000) })
        : lengthOf(seconds)}
    </span>
  )
}

const leftOf = (stay: Stay): string =>
  stay.seconds === null
    ? isUnconfirmed(stay, serviceNow())
      ? t('Not known')
      : t('Still there')
    : exactly(new Date(Date.parse(stay.first_seen_at) + stay.seconds * 1000).toISOString())

const columns: [Column<Stay>, ...Column<Stay>[]] = [
  {
    key: 'location',
    label: t('Location'),
    cell: (stay) => <PlacePath id={stay.location_id} name={stay.location_name} />,
  },
  { key: 'arrived', label: t('Arrived'), cell: (stay) => exactly(stay.first_seen_at) },
  { key: 'left', label: t('Left'), cell: leftOf },
  { key: 'dwell', label: t('Dwell time'), cell: (stay) => <Dwell stay={stay} /> },
  { key: 'reads', label: t('Reads'), cell: (stay) => counted(stay.read_count) },
  { key: 'reason', label: t('Reason'), cell: (stay) => serverText(stay.reason, stay.text) },
  { key: 'source', label: t('Source'), cell: sourceOf, isExtra: true },
  { key: 'last', label: t('Last seen there'), cell: (stay) => exactly(stay.last_seen_at), isExtra: true },
]

/** Describes what the event is based on: the reader, the number of reads and the signal strength. */
function sourceOf(stay: ScanEvent): string {
  const { reader_id: readerId, reader_name: reader, antenna, read_count: reads, strongest_rssi: rssi } = stay
  const number = t('{count, plural, one {# read} other {# reads}}', { count: reads })
  const span = (Date.parse(stay.last_seen_at) - Date.parse(stay.first_seen_at)) / 1000
  const parts = [
    ...(reader === null
      ? stay.cause === 'scanned' && readerId === null
        ? [t('by a user')]
        : []
      : [antenna === null ? reader : t('{reader}, antenna {antenna}', { reader, antenna })]),
    span >= 1 ? t('{reads} in {length}', { reads: number, length: lengthOf(span) }) : number,
    ...(rssi === null ? [] : [t('strongest signal {rssi} dBm', { rssi: signed(rssi) })]),
  ]
  return parts.join(' · ')
}
