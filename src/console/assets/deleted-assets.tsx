import type { ReactNode } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, EmptyListLink } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { useList } from '../ui/lists/use-list'

type Asset = Schemas['AssetView']

const columns: [Column<Asset>, ...Column<Asset>[]] = [
  { key: 'name', label: t('Name'), cell: (asset) => asset.name, sort: 'name' },
  { key: 'key', label: t('Key'), cell: (asset) => asset.external_key, sort: 'external_key', isWhole: true },
  // A deleted asset does not change, so that the order of the changes is that of the deletions.
  {
    key: 'deleted',
    label: t('Deleted'),
    cell: (asset) => <Time at={asset.deleted_at} />,
    sort: 'updated_at',
  },
  { key: 'description', label: t('Description'), cell: (asset) => asset.description ?? '–' },
]

/** Lists the deleted assets. Each can be opened and restored. */
export function DeletedAssets({ status }: { readonly status: ReactNode }) {
  const list = useList({
    key: ['assets', 'deleted'],
    load: (query) => dataOf(api.GET('/internal/v1/deleted-assets', { params: { query } })),
    defaultSort: 'external_key',
  })
  return (
    <>
      <PageHeader title={t('Assets')} />
      <DataTable
        name={t('Deleted assets')}
        storedAs="Deleted assets"
        list={list}
        columns={columns}
        keyOf={(asset) => asset.id}
        hrefOf={(asset) => `/deleted-assets/${asset.id}`}
        search={t('Search name, key and description')}
        filters={status}
        empty={
          <EmptyList
            title={t('Deleted assets appear here')}
            action={<EmptyListLink href="/assets">{t('Show all assets')}</EmptyListLink>}
          >
            {t('No deleted assets. A deleted asset can be restored here.')}
          </EmptyList>
        }
      />
    </>
  )
}
