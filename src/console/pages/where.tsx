import { Text } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { assetNames, locationNames } from '../api/names'
import { type Column, DataTable } from '../parts/data-table'
import { LastSeen } from '../parts/freshness'
import { LocationSelect } from '../parts/location-select'
import { PageHeader } from '../parts/page-header'
import { type ListPage, type ListQuery, useList } from '../parts/use-list'

type Row = Schemas['AssetLocationItem'] & {
  readonly assetName: string
  readonly locationName: string | null
}

const pollMs = 3000

async function fetchReport(query: ListQuery, at: string | undefined): Promise<ListPage<Row>> {
  const params = { query: { ...query, ...(at !== undefined && { location_external_key: [at] }) } }
  const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  const [assets, locations] = await Promise.all([
    assetNames(report.data.map((row) => row.asset_external_key)),
    locationNames(report.data.map((row) => row.location_external_key)),
  ])
  const data = report.data.map((row) => ({
    ...row,
    assetName: assets.get(row.asset_external_key) ?? row.asset_external_key,
    locationName:
      row.location_external_key && (locations.get(row.location_external_key) ?? row.location_external_key),
  }))
  return { ...report, data }
}

const columns: [Column<Row>, ...Column<Row>[]] = [
  { key: 'asset', label: 'Asset', cell: (row) => row.assetName },
  {
    key: 'place',
    label: 'Location',
    cell: (row) => row.locationName ?? <Text c="dimmed">A location that was deleted</Text>,
  },
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

/** The public report, alive. */
export function WherePage() {
  const list = useList({
    key: ['report'],
    load: (query, filter) => fetchReport(query, filter('location')),
    filters: ['location'],
    defaultSort: '-asset_last_seen',
    pollMs,
  })
  return (
    <>
      <PageHeader title="Where is everything" subtitle="Brought up to date every few seconds." />
      <DataTable
        name="Where is everything"
        list={list}
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
