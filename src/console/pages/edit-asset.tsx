import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { AssetFields, changesOf, inputsOf } from './asset-fields'
import { assetChanged, useAsset } from './use-asset'

export function EditAssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (asset) return <EditAsset asset={asset} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
}

/** The row that was read goes along with the change: what somebody else changed meanwhile is not overwritten. */
async function save(asset: Schemas['AssetView'], changes: ReturnType<typeof changesOf>): Promise<void> {
  const params = { path: { asset_id: asset.id } }
  const body = { ...changes, updated_at: asset.updated_at }
  try {
    await dataOf(api.PATCH('/api/v1/assets/{asset_id}', { params, body }))
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.fields.some(({ field }) => field === 'updated_at')
    throw isOutdated ? new Error('Somebody has changed this asset meanwhile. Load the page again.') : error
  }
}

function EditAsset({ asset }: { readonly asset: Schemas['AssetView'] }) {
  const [, navigate] = useLocation()
  const href = `/assets/${asset.id}`
  // As it was when the form was opened, whatever is read in the background.
  const form = useApiForm({
    initial: inputsOf(asset),
    submit: (inputs) => save(asset, changesOf(inputs, inputsOf(asset))),
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
        <AssetFields form={form} />
      </Form>
    </div>
  )
}
