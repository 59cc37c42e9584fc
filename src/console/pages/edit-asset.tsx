import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form } from '../parts/use-api-form'
import { useEditForm } from '../parts/use-edit-form'
import { AssetFields, changesOf, inputsOf } from './asset-fields'
import { assetChanged, useAsset } from './use-asset'

export function EditAssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (asset) return <EditAsset asset={asset} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
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
  const [, navigate] = useLocation()
  const href = `/assets/${asset.id}`
  const params = { path: { asset_id: asset.id } }
  const { form, meanwhile } = useEditForm({
    row: asset,
    inputsOf,
    labels,
    save: (inputs, row) => {
      const body = { ...changesOf(inputs, inputsOf(row)), updated_at: row.updated_at }
      return dataOf(api.PATCH('/api/v1/assets/{asset_id}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/api/v1/assets/{asset_id}', { params }))).data,
    done: () => {
      void assetChanged(asset.id)
      toastDone('Saved')
      navigate(href, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={`Edit ${asset.name}`} back={{ href, label: asset.name }} />
      <Form
        form={form}
        label="Save"
        aside={
          <LinkButton href={href} variant="default">
            Cancel
          </LinkButton>
        }
      >
        {meanwhile}
        <AssetFields form={form} />
      </Form>
    </div>
  )
}
