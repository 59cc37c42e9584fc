import { Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client'
import type { LiveMove } from '../api/live-events'
import { useMoves } from '../api/use-moves'
import { t } from '../languages/messages'
import { ScopeNote } from '../locations/location-scope'
import { LocationSelect } from '../locations/location-select'
import { useView, ViewSwitch } from '../plans/view-switch'
import { type Column, DataTable } from '../ui/lists/data-table'
import { LastSeen } from '../ui/values/freshness'
import { FreshnessHelp } from '../ui/values/freshness-help'
import { PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { PlacePath, usePathText } from '../ui/pages/place-path'
import { type ListQuery, useList } from '../ui/lists/use-list'
import { type Age, ageIn, AgeSelect, seenReportOf } from './last-seen'
import { reportOf } from './report-rows'
import { type WhereRow, withUnseen } from './unseen-assets'
import { LazyFirstSteps } from '../first-steps/lazy-first-steps'
import { Liveness } from './liveness'
import { NothingSeen } from './nothing-seen'
import { PastLink } from './past-link'

/** The stream reports moves, but not reads of assets that stay, so the page polls as well. */
const livePollMs = 10_000
const pollMs = 3000

async function fetchReport(query: ListQuery, location: string | undefined, age: Age | undefined) {
  if (age !== undefined) return seenReportOf(age, location, query)
  const report = await reportOf(location, query, (location_id) => {
    const params = { query: { ...query, location_id } }
    return dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  })
  // An asset that was never seen is at no location.
  return location === undefined ? withUnseen(report, query) : report
}

type Row = WhereRow & { readonly move: LiveMove | undefined }

const columns: [Column<Row>, ...Column<Row>[]] = [
  { key: 'asset', label: t('Asset'), cell: (row) => row.assetName },
  { key: 'place', label: t('Location'), cell: (row) => <LocationCell {...row} /> },
  {
    key: 'seen',
    label: t('Last seen'),
    cell: ({ asset_last_seen: at }) => (at === null ? '–' : <LastSeen at={at} />),
    sort: 'asset_last_seen',
  },
  {
    key: 'key',
    label: t('Asset key'),
    cell: (row) => row.asset_external_key,
    sort: 'asset_external_key',
    isWhole: true,
  },
  {
    key: 'place-key',
    label: t('Location key'),
    cell: (row) => row.location_external_key ?? '–',
    sort: 'location_external_key',
    isExtra: true,
  },
]

/** The assets of an age have one order. */
const unsorted = columns.map((column): Column<Row> => {
  const { sort, ...others } = column
  return sort === undefined ? column : others
}) as [Column<Row>, ...Column<Row>[]]

function LocationCell({ location_id: id, locationName, asset_last_seen: seenAt, move }: Row) {
  const pathOf = usePathText()
  if (seenAt === null) return <Text c="dimmed">{t('Not seen yet')}</Text>
  const place = <PlacePath id={id} name={locationName} />
  if (!move) return place
  const { previous_location_id: fromId, previous_location_name: from } = move
  return (
    <Group gap="xs">
      {place}
      <span className="just-moved">
        <span className="state-dot" data-state="moved" aria-hidden />
        <span>
          {from === null ? t('Just seen') : t('Just moved from {path}', { path: pathOf(fromId, from) })}
        </span>
      </span>
    </Group>
  )
}

/** An asset on a phone: its name and the time, and below them its location. */
const WhereCard = ({ row }: { readonly row: Row }) => (
  <div className="where-card">
    <PageLink href={`/assets/${row.asset_id}`} fw={600}>
      {row.assetName}
    </PageLink>
    {row.asset_last_seen !== null && <LastSeen at={row.asset_last_seen} />}
    <div className="where-card-place">
      <LocationCell {...row} />
    </div>
  </div>
)

/** Lists the assets, and marks moves as they happen. */
export function WhereList() {
  const { choose } = useView()
  const { recent, isLive } = useMoves('report')
  const list = useList({
    key: ['report'],
    load: (query, filter) => fetchReport(query, filter('location'), ageIn(filter('seen'))),
    filters: ['location', 'seen'],
    defaultSort: '-asset_last_seen',
    pollMs: isLive ? livePollMs : pollMs,
  })
  const narrowed = new URLSearchParams(
    Object.entries({ q: list.q, location: list.filter('location') ?? '' }).filter(
      ([, value]) => value !== '',
    ),
  )
  const age = ageIn(list.filter('seen'))
  const moveOf = new Map(recent.map((move) => [move.asset_id, move]))
  const rows = list.rows.map((row) => ({ ...row, move: moveOf.get(row.asset_id) }))
  return (
    <>
      <PageHeader title={t('Where everything is')} secondary={<PastLink params={narrowed} />}>
        <ViewSwitch view="list" onChange={choose} />
        <Group gap={4} wrap="nowrap">
          <Liveness isLive={isLive} />
          <FreshnessHelp />
        </Group>
      </PageHeader>
      <Announcement rows={rows} />
      {list.isEmpty && <LazyFirstSteps otherwise={null} />}
      <ScopeNote scope={list.page?.scope} />
      <DataTable
        name={t('Where everything is')}
        storedAs="Where is everything"
        list={{ ...list, rows }}
        columns={age === undefined ? columns : unsorted}
        keyOf={(row) => row.asset_id}
        card={(row) => <WhereCard row={row} />}
        hrefOf={(row) => `/assets/${row.asset_id}`}
        search={t('Search assets and tags')}
        filters={
          <>
            <LocationSelect
              label={t('Any location')}
              value={list.filter('location') ?? null}
              onChange={(key) => list.narrow('location', key)}
            />
            <AgeSelect value={age} onChange={(age) => list.narrow('seen', age ?? null)} />
          </>
        }
        empty={<NothingSeen />}
      />
    </>
  )
}

const announcementMs = 4000

/** Announces moves to screen readers, at intervals, so that other announcements are not interrupted. */
function Announcement({ rows }: { readonly rows: readonly Row[] }) {
  const [announced, setAnnounced] = useState('')
  const moved = rows.filter(({ move }) => move !== undefined)
  const [first] = moved
  const pathOf = usePathText()
  const text =
    moved.length > 1
      ? t('{count} assets have moved', { count: moved.length })
      : first &&
        t('{name} is now at {path}', {
          name: first.assetName,
          path: pathOf(first.location_id, first.locationName),
        })
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text ?? ''), announced === '' ? 0 : announcementMs)
    return () => clearTimeout(timer)
  }, [text, announced])
  return (
    <span role="status" className="visually-hidden" data-moved>
      {announced}
    </span>
  )
}
