import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../../sql/database'
import { placedFacet } from '../../sql/facets'
import { keptCounts } from '../../sql/kept-counts'
import { memoize, type Slice } from '../../sql/list'
import { type CountedPart, createPages } from '../../sql/pages'
import { inStates, isEffective, ofAsset, ofPlacement } from '../../sql/states'
import { assets, placements } from '../../sql/tables'
import { createdReads } from './asset-list-created'
import { rangeReads } from './asset-list-range'
import { argumentsOf, type AssetListFilter, type ListScope, needsPlace, statesIn } from './asset-list-filter'

type SortField = 'external_key' | 'name' | 'last_seen' | 'created_at' | 'updated_at'

export interface AssetListOrder {
  readonly field: SortField
  readonly descending: boolean
}

/** The orders of lists of assets. An asset that was never seen comes before all others in the order of the last read. */
export function assetListOrders(db: Db) {
  const counts = { assets: keptCounts(db, 'assets'), placements: keptCounts(db, 'placements') }
  const ofAssets = createPages(db, {
    table: assets,
    id: assets.id,
    columns: ofAsset,
    within: assets.organizationId,
    order: {
      external_key: assets.externalKey,
      name: assets.name,
      created_at: assets.createdAt,
      updated_at: assets.updatedAt,
    },
    unique: 'external_key',
  })
  const bySeen = createPages(db, {
    table: placements,
    id: placements.assetId,
    columns: ofPlacement,
    within: placements.organizationId,
    order: { last_seen: placements.lastSeenAt, external_key: placements.assetKey },
    unique: 'external_key',
  })

  const partsOf = async (
    table: keyof typeof counts,
    { organizationId, now }: ListScope,
    filter: AssetListFilter,
  ): Promise<CountedPart[]> => {
    const states: readonly number[] = statesIn(filter)
    return (await counts[table].at(organizationId, now))
      .filter(({ state }) => states.includes(state))
      .map(({ state, count }) => ({ within: organizationId, state, count }))
  }

  /** Counts the assets of the list without its other conditions. */
  const count = async (scope: ListScope, filter: AssetListFilter): Promise<number> =>
    (await partsOf('assets', scope, filter)).reduce((sum, { count: ofPart }) => sum + ofPart, 0)

  const ranged = rangeReads(db)

  const neverSeen = memoize((shape) =>
    db
      .select({ id: assets.id })
      .from(assets)
      .where(
        and(
          eq(assets.organizationId, arg('organizationId')),
          inStates(ofAsset, statesIn(JSON.parse(shape) as AssetListFilter)),
          sql`${assets.facets} < ${sql.raw(String(placedFacet))}`,
          isEffective(ofAsset),
        ),
      )
      .orderBy(asc(assets.id))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare(),
  )

  const sorted = memoize((shape) => {
    const { field, descending } = JSON.parse(shape) as AssetListOrder
    const columns: Record<SortField, SQL> = {
      external_key: sql`${assets.externalKey}`,
      name: sql`${assets.name}`,
      created_at: sql`${assets.createdAt}`,
      updated_at: sql`${assets.updatedAt}`,
      last_seen: sql`coalesce(${placements.lastSeenAt}, ${sql.raw(String(Number.MIN_SAFE_INTEGER))})`,
    }
    return db
      .select({ id: assets.id })
      .from(assets)
      .leftJoin(placements, eq(placements.assetId, assets.id))
      .where(inJsonList(assets.id, 'ids'))
      .orderBy(descending ? desc(columns[field]) : asc(columns[field]), asc(assets.id))
      .prepare()
  })

  /** Reads a part of the list without its other conditions. */
  async function part(
    scope: ListScope,
    filter: AssetListFilter,
    { field, descending }: AssetListOrder,
    slice: Slice,
  ): Promise<number[]> {
    const { organizationId, now } = scope
    if (field !== 'last_seen')
      return (
        await ofAssets.page(await partsOf('assets', scope, filter), now, [{ field, descending }], slice)
      ).ids
    if (filter.seen) return ranged(scope, filter, descending, slice)
    const never = async ({ limit, offset }: Slice): Promise<number[]> => {
      const shape = JSON.stringify({ isActive: filter.isActive })
      const rows = await neverSeen(shape).execute({ organizationId, now, limit, offset })
      return rows.map(({ id }) => id)
    }
    if (filter.isNeverSeen) return never(slice)
    const parts = await partsOf('placements', scope, filter)
    const seenCount = parts.reduce((sum, { count: ofPart }) => sum + ofPart, 0)
    const seen = async ({ limit, offset }: Slice): Promise<number[]> =>
      (await bySeen.page(parts, now, [{ field, descending }], { limit, offset })).ids
    if (needsPlace(filter)) return seen(slice)
    const { limit, offset } = slice
    if (descending) {
      const ids = await seen(slice)
      const after = Math.max(offset - seenCount, 0)
      return ids.length < limit
        ? [...ids, ...(await never({ limit: limit - ids.length, offset: after }))]
        : ids
    }
    const neverCount = (await count(scope, filter)) - seenCount
    const ids = offset < neverCount ? await never(slice) : []
    return ids.length < limit
      ? [...ids, ...(await seen({ limit: limit - ids.length, offset: Math.max(offset - neverCount, 0) }))]
      : ids
  }

  return {
    part,
    count,
    createdFirst: createdReads(db),

    async sort(ids: readonly number[], order: AssetListOrder): Promise<number[]> {
      const rows = await sorted(JSON.stringify(order)).execute({ ids: JSON.stringify(ids) })
      return rows.map(({ id }) => id)
    },

    /** Returns all ids of the list without its other conditions. */
    async all(scope: ListScope, filter: AssetListFilter, order: AssetListOrder): Promise<number[]> {
      const { field, descending } = order
      if (field !== 'last_seen')
        return ofAssets.all(await partsOf('assets', scope, filter), scope.now, [{ field, descending }])
      const seen = await bySeen.all(await partsOf('placements', scope, filter), scope.now, [
        { field, descending },
      ])
      const shape = JSON.stringify({ isActive: filter.isActive })
      const rows = await neverSeen(shape).execute({
        ...argumentsOf(scope, filter),
        limit: Number.MAX_SAFE_INTEGER,
        offset: 0,
      })
      const never = rows.map(({ id }) => id)
      return descending ? [...seen, ...never] : [...never, ...seen]
    },
  }
}
