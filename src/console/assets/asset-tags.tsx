import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { TagsCard } from '../records/tags-card'
import { assetChanged } from './use-asset'

/** Lists the tags of an asset, to add and remove them. */
export function AssetTags({ asset: { id, tags } }: { readonly asset: Schemas['AssetView'] }) {
  const path = { asset_id: id }
  return (
    <TagsCard
      tags={tags}
      none={t("No tags yet. Readers can't see this asset until you add one.")}
      removing={t('Reads of this tag will no longer update the location of the asset.')}
      firstType="rfid"
      owner={path}
      attach={async (body) => {
        await dataOf(api.POST('/api/v1/assets/{asset_id}/tags', { params: { path }, body }))
        await assetChanged(id)
      }}
      detach={async (tagId) => {
        const params = { path: { ...path, tag_id: tagId } }
        await dataOf(api.DELETE('/api/v1/assets/{asset_id}/tags/{tag_id}', { params }))
        await assetChanged(id)
      }}
    />
  )
}
