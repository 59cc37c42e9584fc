import { api, dataOf, type Schemas } from '../api/client'
import { EditLayout } from '../ui/edit-layout'
import { NotFound } from '../ui/query-states'
import { useEditForm } from '../ui/use-edit-form'
import { AssetFields, changesOf, inputsOf } from './asset-fields'
import { assetChanged, useAsset } from './use-asset'

export function EditAssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (asset) return <EditAsset asset={asset} />
  return <NotFound error={error} onRetry={refetch} back={{ href: '/assets', label: 'Assets' }} />
}

const labels = {
  name: 'Name',
  external_key: 'Key',
  description: 'Description',
  is_active: 'Active',
  valid_from: 'Valid from',
  valid_to: 'Valid to',
  metadata: 'Metadata',
}

function EditAsset({ asset }: { readonly asset: Schemas['AssetView'] }) {
  const href = `/assets/${asset.id}`
  const params = { path: { asset_id: asset.id } }
  const edit = useEditForm({
    row: asset,
    inputsOf,
    labels,
    save: (inputs, row) => {
      const body = { ...changesOf(inputs, inputsOf(row)), updated_at: row.updated_at }
      return dataOf(api.PATCH('/api/v1/assets/{asset_id}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/api/v1/assets/{asset_id}', { params }))).data,
    changed: () => assetChanged(asset.id),
    href,
  })
  return (
    <EditLayout name={asset.name} href={href} edit={edit}>
      <AssetFields form={edit.form} />
    </EditLayout>
  )
}
