import { and, asc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { assets, tags } from '../../sql/tables'
import type { AssetRow } from './assets'
import type { AttachedTag } from './tags'

/** A tag that was deleted with its asset. */
export type DeletedTag = AttachedTag

export function deletedAssetReads(db: Db) {
  const byId = db
    .select()
    .from(assets)
    .where(
      and(
        eq(assets.id, arg('id')),
        eq(assets.organizationId, arg('organizationId')),
        isNotNull(assets.deletedAt),
      ),
    )
    .prepare()
  const withAsset = db
    .select({ id: tags.id, tagType: tags.tagType, value: tags.value })
    .from(tags)
    // The time of the asset is earlier when it has been set back after a wrong clock (decision 0012).
    .where(and(eq(tags.assetId, arg('id')), gte(tags.deletedAt, arg('deletedAt'))))
    .orderBy(asc(tags.id))
    .prepare()

  return {
    async find(organizationId: number, id: number): Promise<AssetRow | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row
    },

    /** Returns the tags that were deleted with an asset of the caller's organization, in order of creation. */
    tagsOf: async (id: number, deletedAt: Instant): Promise<DeletedTag[]> =>
      withAsset.execute({ id, deletedAt }),
  }
}
