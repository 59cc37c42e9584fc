import { api, dataOf, type Schemas } from '../api/client'
import { TagsCard } from '../records/tags-card'
import { assetChanged } from './use-asset'

/** By what the asset is known to readers. */
export function AssetTags({ asset: { id, tags } }: { readonly asset: Schemas['AssetView'] }) {
  const path = { asset_id: id }
  return (
    <TagsCard
      tags={tags}
      none="None. Without a tag no reader sees it."
      removing="Readers that hear it will no longer move this asset."
      firstType="rfid"
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
