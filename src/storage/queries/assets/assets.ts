import { and, asc, eq, getTableColumns, gt, isNull, or } from 'drizzle-orm'
import { chain, type MaybePromise } from '../../../base/turns/maybe-promise'
import { arg, contains, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { assets, tags } from '../../sql/tables'
import type { TagType } from '../../sql/facets'
import type { AttachedTag } from './tags'

export type AssetRow = Omit<typeof assets.$inferSelect, 'facets'>
const { facets: _facets, ...columns } = getTableColumns(assets)
/** An asset without the columns of searches. */
export type ListedAsset = Omit<AssetRow, 'organizationId' | `search${string}`>
/** A new asset. Its tags are inserted after it, and must not change its row again: it has their values and types already. */
export interface NewAssetRow extends Omit<AssetRow, 'id' | 'deletedAt' | 'searchTags'> {
  readonly searchTags?: string
  readonly tagTypes?: readonly TagType[]
}
/** Searches name, external_key and live tag values. The list also searches the description. */
export const assetMatchesSearch = or(
  contains(assets.searchKey, 'search'),
  contains(assets.searchTags, 'search'),
)

/** A page of a list takes half of the time without the columns of searches. */
export const listed = {
  id: assets.id,
  externalKey: assets.externalKey,
  name: assets.name,
  description: assets.description,
  isActive: assets.isActive,
  metadata: assets.metadata,
  validFrom: assets.validFrom,
  validTo: assets.validTo,
  createdAt: assets.createdAt,
  updatedAt: assets.updatedAt,
  deletedAt: assets.deletedAt,
}

export function assetReads(db: Db) {
  const live = and(eq(assets.organizationId, arg('organizationId')), isNull(assets.deletedAt))
  const byId = db
    .select(columns)
    .from(assets)
    .where(and(eq(assets.id, arg('id')), live))
    .prepare()
  const byKey = db
    .select(columns)
    .from(assets)
    .where(and(live, eq(assets.externalKey, arg('externalKey'))))
    .prepare()

  const liveAmong = db
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(
        eqWithoutIndex(assets.organizationId, 'organizationId'),
        isNull(assets.deletedAt),
        inJsonList(assets.id, 'ids'),
      ),
    )
    .prepare()
  const withTags = db
    .select({ asset: listed, tag: { id: tags.id, tagType: tags.tagType, value: tags.value } })
    .from(assets)
    .leftJoin(tags, and(eq(tags.assetId, assets.id), isNull(tags.deletedAt)))
    .where(and(eq(assets.id, arg('id')), live))
    .orderBy(tags.id)
    .prepare()

  const idsAfter = db
    .select({ id: assets.id })
    .from(assets)
    .where(and(eq(assets.organizationId, arg('organizationId')), gt(assets.id, arg('after'))))
    .orderBy(asc(assets.id))
    .limit(arg('limit'))
    .prepare()
  const withIds = db.select(listed).from(assets).where(inJsonList(assets.id, 'ids')).prepare()
  return {
    async find(organizationId: number, id: number): Promise<AssetRow | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row
    },

    /** Finds a live asset and its live tags, in order of creation, with one statement. */
    findWithTags: (
      organizationId: number,
      id: number,
    ): MaybePromise<{ readonly asset: ListedAsset; readonly tags: AttachedTag[] } | undefined> =>
      chain(withTags.execute({ organizationId, id }), (rows) => {
        const [first] = rows
        return first && { asset: first.asset, tags: rows.flatMap(({ tag }) => tag ?? []) }
      }),

    async findByKey(organizationId: number, externalKey: string): Promise<AssetRow | undefined> {
      const [row] = await byKey.execute({ organizationId, externalKey })
      return row
    },

    /** Returns those of these ids that live assets of the organization have. */
    async liveAmong(organizationId: number, ids: readonly number[]): Promise<Set<number>> {
      const rows = await liveAmong.execute({ organizationId, ids: JSON.stringify(ids) })
      return new Set(rows.map(({ id }) => id))
    },

    /** Returns ids above `after`, in order, including those of soft-deleted assets. It may pass those of other organizations. */
    async idsAfter(organizationId: number, after: number, limit: number): Promise<number[]> {
      const rows = await idsAfter.execute({ organizationId, after, limit })
      return rows.map(({ id }) => id)
    },

    /** Returns assets in no order, including soft-deleted ones. The ids must belong to the caller's organization. */
    ofIds: async (wanted: readonly number[]): Promise<ListedAsset[]> =>
      withIds.execute({ ids: JSON.stringify(wanted) }),
  }
}
