import { Badge, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { locationNameIn, locationNames } from '../api/record-names'
import { useSignedIn } from '../api/session'
import { type Column, DataTable } from '../ui/data-table'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Time } from '../ui/time'
import { type List, useList } from '../ui/use-list'
import { ExportAssets } from './export-assets'

/** Where assets are, by their ids; those that were never seen are absent. */
type PlaceNames = ReadonlyMap<number, string>

type Asset = Schemas['AssetView'] & { readonly place: string | undefined }

const pollMs = 10_000

/** Apart from the list, which need not wait for it. */
function usePlaceNames(ids: readonly number[]): PlaceNames {
  const { data } = useQuery({
    queryKey: ['report', 'places of assets', ids],
    queryFn: async () => {
      const params = { query: { asset_id: [...ids], limit: ids.length } }
      const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
      const names = await locationNames(report.data.map((row) => row.location_external_key))
      return new Map(
        report.data.map(({ asset_id: id, location_external_key: key }) => [id, locationNameIn(names, key)]),
      )
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  return data ?? unplaced
}

const unplaced: PlaceNames = new Map()

const columns: [Column<Asset>, ...Column<Asset>[]] = [
  { key: 'name', label: 'Name', cell: (asset) => asset.name, sort: 'name' },
  { key: 'key', label: 'Key', cell: (asset) => asset.external_key, sort: 'external_key' },
  { key: 'place', label: 'Where', cell: ({ place }) => place ?? '–' },
  { key: 'tags', label: 'Tags', cell: ({ tags }) => tags.map(({ value }) => value).join(', ') || '–' },
  {
    key: 'state',
    label: 'State',
    cell: ({ is_active: isActive }) => (isActive ? 'Active' : <Badge color="gray">Inactive</Badge>),
  },
  {
    key: 'updated',
    label: 'Changed',
    cell: (asset) => <Time at={asset.updated_at} />,
    sort: 'updated_at',
  },
  {
    key: 'created',
    label: 'Created',
    cell: (asset) => <Time at={asset.created_at} />,
    sort: 'created_at',
    isExtra: true,
  },
  { key: 'description', label: 'Description', cell: (asset) => asset.description ?? '–', isExtra: true },
  { key: 'until', label: 'Valid to', cell: (asset) => <Time at={asset.valid_to} />, isExtra: true },
]

const states = [
  { value: '', label: 'Active or not' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

export function AssetsPage() {
  const { may } = useSignedIn()
  const list = useList({
    key: ['assets'],
    load: (query, filter) => {
      const state = filter('active')
      const params = { query: { ...query, ...(state !== undefined && { is_active: state === 'true' }) } }
      return dataOf(api.GET('/api/v1/assets', { params }))
    },
    filters: ['active'],
    defaultSort: 'external_key',
  })
  const places = usePlaceNames(list.rows.map(({ id }) => id))
  const rows = list.rows.map((asset) => ({ ...asset, place: places.get(asset.id) }))
  const active = list.filter('active')
  const exported = {
    ...(list.q !== '' && { q: list.q }),
    sort: list.sort,
    ...(active !== undefined && { is_active: active === 'true' }),
  }
  return (
    <>
      <PageHeader title="Assets">
        {may('manager') && <LinkButton href="/assets/new">New asset</LinkButton>}
        {may('manager') && (
          <LinkButton href="/assets/import" variant="default">
            Import
          </LinkButton>
        )}
        <ExportAssets query={exported} total={list.total} />
        <LabelsButton list={list} />
      </PageHeader>
      <DataTable
        name="Assets"
        list={{ ...list, rows }}
        columns={columns}
        keyOf={(asset) => asset.id}
        hrefOf={(asset) => `/assets/${asset.id}`}
        search="Search name, key, description and tags"
        filters={
          <NativeSelect
            aria-label="State"
            data={states}
            value={active ?? ''}
            onChange={(event) => list.narrow('active', event.currentTarget.value)}
          />
        }
        empty={may('manager') ? beginning : 'There are no assets yet.'}
      />
    </>
  )
}

const beginning = 'There are no assets yet. Add one, or import a list of them from a CSV file.'

/** Whoever has narrowed the list down means what is left of it. */
function LabelsButton({ list: { rows, isNarrowed } }: { readonly list: List<Schemas['AssetView']> }) {
  const isOfRows = isNarrowed && rows.length > 0
  const keys = rows.map(({ external_key: key }) => key).join(',')
  return (
    <LinkButton href={isOfRows ? `/labels?assets=${keys}` : '/labels'} variant="default">
      {isOfRows ? `Print ${rows.length === 1 ? '1 label' : `${rows.length} labels`}` : 'Print labels'}
    </LinkButton>
  )
}
