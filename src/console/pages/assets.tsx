import { Badge, NativeSelect } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { type Column, DataTable } from '../parts/data-table'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Time } from '../parts/time'
import { useList } from '../parts/use-list'
import { ExportAssets } from './export-assets'

type Asset = Schemas['AssetView']

const columns: [Column<Asset>, ...Column<Asset>[]] = [
  { key: 'name', label: 'Name', cell: (asset) => asset.name, sort: 'name' },
  { key: 'key', label: 'Key', cell: (asset) => asset.external_key, sort: 'external_key' },
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
        <LinkButton href="/labels" variant="default">
          Print labels
        </LinkButton>
      </PageHeader>
      <DataTable
        name="Assets"
        list={list}
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
        empty="There are no assets yet."
      />
    </>
  )
}
