import { rowMessages } from '../../contract/messages'
import { audit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { AssetRow, DeletedTag, Reads, Store, TagRow, Writes } from '../../storage/core/store'
import type { NewTag } from '../tags/schema'
import { attachUnaudited } from '../tags/service'
import type { Clock } from '../../base/time'
import { type DeletedAssetView, type RestoredAssetView, RestoreAsset } from './deleted-schema'
import type { AssetView } from './schema'
import { type AssetQuery, type AssetService, assetRecords, toView } from './service'

export type DeletedAssetService = ReturnType<typeof createDeletedAssetService>

type DeletedRow = AssetRow & { readonly deletedAt: NonNullable<AssetRow['deletedAt']> }

/** Soft-deleted assets and their restoration (docs/internal-api.md, Deleted assets). */
export function createDeletedAssetService(store: Store, assets: AssetService, now: Clock) {
  const list = (
    organizationId: number,
    query: Pick<AssetQuery, 'search' | 'sort'>,
    page: Page,
  ): Promise<{ rows: AssetView[]; total: number }> =>
    assets.list(
      organizationId,
      { ...query, externalKeys: [], isActive: undefined, includeDeleted: 'only' },
      page,
    )

  async function requireDeleted(organizationId: number, id: number): Promise<void> {
    await find(store.read, organizationId, id)
  }

  async function get(organizationId: number, id: number): Promise<DeletedAssetView> {
    const row = await find(store.read, organizationId, id)
    const tags = await store.read.deletedAssets.tagsOf(id, row.deletedAt)
    const owner = await store.read.assets.findByKey(organizationId, row.externalKey)
    return {
      ...toView(row, tags),
      tags: await Promise.all(tags.map((tag) => withOwner(store.read, organizationId, tag))),
      key_taken_by: owner ? { id: owner.id, name: owner.name } : null,
    }
  }

  /**
   * Makes an asset live again, with the tags that it had and that nothing else has now. Throws `conflict` when its key,
   * or the given one, is in use.
   */
  function restore(author: Author, id: number, body: JsonObject): Promise<RestoredAssetView> {
    const { external_key: given } = checked(RestoreAsset, body)
    const { organizationId } = author
    return store.write(
      async (tx) => {
        const deleted = await find(tx, organizationId, id)
        const tags = await tx.deletedAssets.tagsOf(id, deleted.deletedAt)
        const at = now()
        const row = await assetRecords.revive(tx, deleted, given ?? deleted.externalKey, at)
        const attached: TagRow[] = []
        const taken: DeletedTag[] = []
        for (const tag of tags)
          if (await tx.tags.findByValue(organizationId, tag.tagType, tag.value)) taken.push(tag)
          else attached.push(await attachUnaudited(tx, organizationId, { assetId: id }, toNewTag(tag)))
        const asset = toView(row, attached)
        await audit(tx, author, {
          at,
          action: 'restored',
          subject: assetRecords.subjectOf(row),
          after: asset,
        })
        return { asset, tags_taken: taken.map(toNewTag) }
      },
      [organizationId],
    )
  }

  return { list, get, requireDeleted, restore }
}

async function find(
  { deletedAssets }: Pick<Reads | Writes, 'deletedAssets'>,
  organizationId: number,
  id: number,
): Promise<DeletedRow> {
  const row = await deletedAssets.find(organizationId, id)
  if (!row) throw notFound(rowMessages('asset.deleted_not_found'))
  return row as DeletedRow
}

const toNewTag = ({ tagType, value }: DeletedTag): NewTag => ({ tag_type: tagType, value }) as NewTag

async function withOwner(
  { tags, assets, locations }: Pick<Reads, 'tags' | 'assets' | 'locations'>,
  organizationId: number,
  tag: DeletedTag,
): Promise<DeletedAssetView['tags'][number]> {
  const { tagType, value } = tag
  const live = await tags.findByValue(organizationId, tagType, value)
  const owner = !live
    ? undefined
    : live.assetId === null
      ? await locations.find(organizationId, live.locationId ?? 0)
      : await assets.find(organizationId, live.assetId)
  const kind = live?.assetId === null ? 'location' : 'asset'
  return {
    tag_type: tagType,
    value,
    taken_by: owner ? { kind, id: owner.id, name: owner.name } : null,
  }
}
