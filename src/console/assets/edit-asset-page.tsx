import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { type AssetField, useFields } from '../fields/use-fields'
import { inputName } from '../fields/values'
import { t } from '../languages/messages'
import { EditLayout } from '../ui/forms/edit-layout'
import { NotFound } from '../ui/pages/query-states'
import { useEditForm } from '../ui/forms/use-edit-form'
import { AssetFields, changesOf, inputsOf, metadataChangesOf } from './asset-fields'
import { assetChanged, useAsset } from './use-asset'

export function EditAssetPage() {
  const { data: asset, error, refetch } = useAsset()
  const fields = useFields()
  if (asset && fields.data) return <EditAsset asset={asset} fields={fields.data} />
  return (
    <NotFound
      error={error ?? fields.error}
      onRetry={() => Promise.all([refetch(), fields.refetch()])}
      back={{ href: '/assets', label: t('Assets') }}
    />
  )
}

const labels = {
  name: t('Name'),
  external_key: t('Key'),
  description: t('Description'),
  is_active: t('Active'),
  valid_from: t('Valid from'),
  valid_to: t('Valid to'),
  metadata: t('Metadata'),
}

interface EditAssetProps {
  readonly asset: Schemas['AssetView']
  readonly fields: readonly AssetField[]
}

function EditAsset({ asset, fields }: EditAssetProps) {
  const [, navigate] = useLocation()
  const href = `/assets/${asset.id}`
  const params = { path: { asset_id: asset.id } }
  const edit = useEditForm({
    row: asset,
    inputsOf: (row) => inputsOf(row, fields),
    labels: { ...labels, ...Object.fromEntries(fields.map((field) => [inputName(field), field.name])) },
    save: (inputs, row) => {
      const before = inputsOf(row, fields)
      const body = {
        ...changesOf(inputs, before),
        metadata_changes: metadataChangesOf(inputs, before, fields),
        updated_at: row.updated_at,
      }
      return dataOf(api.PATCH('/internal/v1/assets/{asset_id}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/api/v1/assets/{asset_id}', { params }))).data,
    changed: () => assetChanged(asset.id),
    onSaved: () => navigate(href, { replace: true }),
  })
  return (
    <EditLayout name={asset.name} href={href} edit={edit}>
      <AssetFields form={edit.form} fields={fields} />
    </EditLayout>
  )
}
