import { Badge, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client'
import type { LiveMove } from '../api/live-events'
import { deletedLocation } from '../api/record-names'
import { useMoves } from '../api/use-moves'
import { FirstSteps } from '../first-steps/first-steps'
import { ScopeNote } from '../locations/location-scope'
import { LocationSelect } from '../locations/location-select'
import { type Column, DataTable } from '../ui/data-table'
import { LastSeen } from '../ui/freshness'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { type ListQuery, useList } from '../ui/use-list'
import { reportOf, type ReportRow } from './report-rows'

/** A move is told at once, that something is still where it was is not. */
const livePollMs = 10_000
const pollMs = 3000

const fetchReport = (query: ListQuery, place: string | undefined) =>
  reportOf(place, query, (location_id) => {
    const params = { query: { ...query, location_id } }
    return dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  })

type Row = ReportRow & { readonly move: LiveMove | undefined }

const columns: [Column<Row>, ...Column<Row>[]] = [
  { key: 'asset', label: 'Asset', cell: (row) => row.assetName },
  { key: 'place', label: 'Location', cell: (row) => <Place {...row} /> },
  {
    key: 'seen',
    label: 'Last seen',
    cell: (row) => <LastSeen at={row.asset_last_seen} />,
    sort: 'asset_last_seen',
  },
  { key: 'key', label: 'Asset key', cell: (row) => row.asset_external_key, sort: 'asset_external_key' },
  {
    key: 'place-key',
    label: 'Location key',
    cell: (row) => row.location_external_key ?? '–',
    sort: 'location_external_key',
    isExtra: true,
  },
]

function Place({ locationName, move }: Row) {
  if (locationName === null) return <Text c="dimmed">{deletedLocation}</Text>
  if (!move) return locationName
  const { previous_location_name: from } = move
  return (
    <Group gap="xs">
      {locationName}
      <Badge variant="light" tt="none" className="just-moved">
        {from === null ? 'Just seen' : `Just moved from ${from}`}
      </Badge>
    </Group>
  )
}

/** The public report, alive. */
export function WherePage() {
  const { recent, isLive } = useMoves('report')
  const list = useList({
    key: ['report'],
    load: (query, filter) => fetchReport(query, filter('location')),
    filters: ['location'],
    defaultSort: '-asset_last_seen',
    pollMs: isLive ? livePollMs : pollMs,
  })
  const narrowed = new URLSearchParams(
    Object.entries({ q: list.q, location: list.filter('location') ?? '' }).filter(
      ([, value]) => value !== '',
    ),
  )
  const moveOf = new Map(recent.map((move) => [move.asset_id, move]))
  const rows = list.rows.map((row) => ({ ...row, move: moveOf.get(row.asset_id) }))
  return (
    <>
      <PageHeader
        title="Where is everything"
        subtitle={isLive ? 'Live: moves show as they happen.' : 'Brought up to date every few seconds.'}
      >
        <LinkButton
          href={narrowed.size === 0 ? '/then' : `/then?${narrowed.toString()}`}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          At another time
        </LinkButton>
      </PageHeader>
      <Announcement rows={rows} />
      {list.page?.total_count === 0 && !list.isNarrowed && <FirstSteps />}
      <ScopeNote scope={list.page?.scope} />
      <DataTable
        name="Where is everything"
        list={{ ...list, rows }}
        columns={columns}
        keyOf={(row) => row.asset_id}
        hrefOf={(row) => `/assets/${row.asset_id}`}
        search="Search assets and tags"
        filters={
          <LocationSelect
            label="Any location"
            value={list.filter('location') ?? null}
            onChange={(key) => list.narrow('location', key)}
          />
        }
        empty="No asset has been seen yet. As soon as a reader reports a tag of an asset, it shows here."
      />
    </>
  )
}

const spokenMs = 4000

/** Tells those who hear the page which of its rows have moved: now and then, or nothing else would be heard. */
function Announcement({ rows }: { readonly rows: readonly Row[] }) {
  const [said, setSaid] = useState('')
  const moved = rows.filter(({ move }) => move !== undefined)
  const [first] = moved
  const words =
    moved.length > 1
      ? `${moved.length} assets have moved`
      : first && `${first.assetName} is now at ${first.locationName}`
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words ?? ''), said === '' ? 0 : spokenMs)
    return () => clearTimeout(timer)
  }, [words, said])
  return (
    <span role="status" className="unseen" data-moved>
      {said}
    </span>
  )
}
