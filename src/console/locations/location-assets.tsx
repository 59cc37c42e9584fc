import { Switch, Text } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { type Place, subtreeOf } from '../api/location-tree'
import { assetNames } from '../api/record-names'
import { type Column, DataTable } from '../ui/data-table'
import { LastSeen } from '../ui/freshness'
import { Section } from '../ui/section'
import { type ListPage, type ListQuery, useList } from '../ui/use-list'
import { locationsMax } from './location-scope'

type Row = Schemas['AssetLocationItem'] & { readonly assetName: string; readonly placeName: string }

const pollMs = 3000

async function fetchPresent(query: ListQuery, among: readonly Place[]): Promise<ListPage<Row>> {
  const names = new Map(among.map(({ id, name }) => [id, name]))
  const params = { query: { ...query, location_id: [...names.keys()] } }
  const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  const assets = await assetNames(report.data.map((row) => row.asset_external_key))
  const data = report.data.map((row) => ({
    ...row,
    assetName: assets.get(row.asset_external_key) ?? row.asset_external_key,
    placeName: names.get(row.location_id ?? 0) ?? '–',
  }))
  return { ...report, data }
}

const asset: Column<Row> = { key: 'asset', label: 'Asset', cell: (row) => row.assetName }
const where: Column<Row> = { key: 'place', label: 'Location', cell: (row) => row.placeName }
const others: Column<Row>[] = [
  {
    key: 'seen',
    label: 'Last seen',
    cell: (row) => <LastSeen at={row.asset_last_seen} />,
    sort: 'asset_last_seen',
  },
  { key: 'key', label: 'Asset key', cell: (row) => row.asset_external_key, sort: 'asset_external_key' },
]

const assetsIn = (count: number): string => (count === 1 ? '1 asset' : `${count} assets`)

/** The report of one place, with what is at the places in it unless that is switched off. */
export function LocationAssets({ place }: { readonly place: Place }) {
  const subtree = subtreeOf(place)
  const isDeep = subtree.length > 1 && subtree.length <= locationsMax
  const list = useList({
    key: ['report', 'location', place.id, isDeep ? subtree.map(({ id }) => id) : []],
    load: (query, filter) => {
      const isWithBelow = isDeep && filter('only') === undefined
      return fetchPresent(query, isWithBelow ? subtree : [place])
    },
    filters: ['only'],
    defaultSort: '-asset_last_seen',
    pollMs,
  })
  const isAlone = !isDeep || list.filter('only') !== undefined
  return (
    <Section id="here" title="What is here">
      {place.children.length > 0 && (
        <Text size="sm" mb="xs" data-counts>
          {assetsIn(place.assets)} right here, {assetsIn(place.assetsInAll)} with the places in it
          {subtree.length > locationsMax ? '; these are too many places to list together.' : '.'}
        </Text>
      )}
      <DataTable
        name="What is here"
        list={list}
        columns={isAlone ? [asset, ...others] : [asset, where, ...others]}
        keyOf={(row) => row.asset_id}
        hrefOf={(row) => `/assets/${row.asset_id}`}
        search="Search assets and tags"
        filters={
          isDeep && (
            <Switch
              label="With the places in it"
              checked={!isAlone}
              onChange={({ currentTarget: { checked } }) => list.narrow('only', checked ? null : 'here')}
            />
          )
        }
        empty="Nothing is here now. As soon as a reader at this place reports an asset, it shows here."
      />
    </Section>
  )
}
