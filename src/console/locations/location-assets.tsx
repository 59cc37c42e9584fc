import { Group, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { type TreeLocation, subtreeOf } from '../api/location-tree'
import { assetNames } from '../api/record-names'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { floorOf, floorQuery, totalOf } from '../plans/floor'
import { agesOf } from '../plans/located'
import { type Column, DataTable } from '../ui/lists/data-table'
import { assetsText } from '../ui/values/format'
import { LastSeen } from '../ui/values/freshness'
import { PageLink } from '../ui/pages/link'
import { PlacePath } from '../ui/pages/place-path'
import { EmptyList, EmptyListLink } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { type ListPage, type ListQuery, useList } from '../ui/lists/use-list'

/** Maximum number of locations that a request may name. */
const locationsMax = 200

type Row = Schemas['AssetLocationItem'] & { readonly assetName: string; readonly locationName: string }

const pollMs = 3000

async function fetchPresent(query: ListQuery, among: readonly TreeLocation[]): Promise<ListPage<Row>> {
  const names = new Map(among.map(({ id, name }) => [id, name]))
  const params = { query: { ...query, location_id: [...names.keys()] } }
  const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  const assets = await assetNames(report.data.map((row) => row.asset_external_key))
  const data = report.data.map((row) => ({
    ...row,
    assetName: assets.get(row.asset_external_key) ?? row.asset_external_key,
    locationName: names.get(row.location_id ?? 0) ?? '–',
  }))
  return { ...report, data }
}

const asset: Column<Row> = { key: 'asset', label: t('Asset'), cell: (row) => row.assetName }
const where: Column<Row> = {
  key: 'place',
  label: t('Location'),
  cell: (row) => <PlacePath id={row.location_id} name={row.locationName} />,
}
const others: Column<Row>[] = [
  {
    key: 'seen',
    label: t('Last seen'),
    cell: (row) => <LastSeen at={row.asset_last_seen} />,
    sort: 'asset_last_seen',
  },
  {
    key: 'key',
    label: t('Asset key'),
    cell: (row) => row.asset_external_key,
    sort: 'asset_external_key',
    isWhole: true,
  },
]

interface LocationAssetsProps {
  readonly location: TreeLocation
}

/** Lists the assets at a location and, unless switched off, at its sub-locations. */
export function LocationAssets({ location }: LocationAssetsProps) {
  const subtree = subtreeOf(location)
  const isDeep = subtree.length > 1 && subtree.length <= locationsMax
  const list = useList({
    key: ['report', 'location', location.id, isDeep ? subtree.map(({ id }) => id) : []],
    load: (query, filter) => {
      const isWithSubLocations = isDeep && filter('only') === undefined
      return fetchPresent(query, isWithSubLocations ? subtree : [location])
    },
    filters: ['only'],
    defaultSort: '-asset_last_seen',
    pollMs,
  })
  const isDirect = !isDeep || list.filter('only') !== undefined
  return (
    <Section id="here" title={t('Assets here')}>
      {location.children.length > 0 && (
        <Text size="sm" mb="xs" data-counts>
          {t('{here} directly here, {all} including sub-locations.', {
            here: assetsText(location.assets),
            all: assetsText(location.assetsInAll),
          })}
          {subtree.length > locationsMax &&
            ` ${t('There are too many sub-locations to list their assets together.')}`}
        </Text>
      )}
      <Ages location={location} />
      <DataTable
        name={t('Assets here')}
        storedAs="What is here"
        list={list}
        columns={isDirect ? [asset, ...others] : [asset, where, ...others]}
        keyOf={(row) => row.asset_id}
        hrefOf={(row) => `/assets/${row.asset_id}`}
        search={t('Search assets and tags')}
        expected={Math.max(3, isDirect ? location.assets : location.assetsInAll)}
        filters={
          isDeep && (
            <Switch
              label={t('Include sub-locations')}
              checked={!isDirect}
              onChange={({ currentTarget: { checked } }) => list.narrow('only', checked ? null : 'here')}
            />
          )
        }
        empty={<NoAssetsHere location={location} />}
      />
    </Section>
  )
}

const agesPollMs = 30_000

/** The assets at the location and its sub-locations by the time of their last read, each with its list. */
function Ages({ location }: LocationAssetsProps) {
  const { data: locations } = useLocationTree()
  const { data, dataUpdatedAt } = useQuery({ ...floorQuery, refetchInterval: agesPollMs })
  const total = data && locations && totalOf(floorOf(data, dataUpdatedAt, locations), location)
  return (
    <Group component="p" gap="md" mih="1.5rem" mt={0} mb="xs" data-ages>
      {total !== undefined &&
        total.assets > 0 &&
        agesOf(total).map(({ age, text }) => (
          <PageLink key={age} href={`/?view=list&location=${location.key}&seen=${age}`} size="sm">
            {text}
          </PageLink>
        ))}
    </Group>
  )
}

const NoAssetsHere = ({ location }: LocationAssetsProps) => (
  <EmptyList
    title={t('Assets appear here')}
    action={
      <EmptyListLink href={`/readers/new?location=${location.id}`} minimum="admin">
        {t('New reader')}
      </EmptyListLink>
    }
  >
    {t(
      'No assets here now. Assets appear here as soon as a reader at this location reads one of their tags.',
    )}
  </EmptyList>
)
