import { and, eq, gte, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../sql/database'
import { searchSegments } from '../sql/search-tables'
import { ofAsset } from '../sql/states'
import { assets, placements } from '../sql/tables'
import { searchDataReads } from './data'
import { lowerBound } from './format'
import { allIdsOf } from './search'
import { type BuiltSegment, buildSegment, type IndexedRow } from './segment'

/** The statements that build a segment of the search index (decision 0018). */

/** Assets of a segment that a newer segment contains. */
export interface Outdated {
  readonly segmentId: number
  readonly positions: readonly number[]
}

export interface Built {
  /** Undefined when none of the assets exists. */
  readonly segment: BuiltSegment | undefined
  /** The number of ids that were indexed; the others would make the segment too large. */
  readonly taken: number
  readonly outdated: readonly Outdated[]
}

/** Maximum number of UTF-16 code units in the texts of a segment, unless a single asset has more. */
export const textMax = 8_000_000

export function segmentReads(db: Db) {
  const data = searchDataReads(db)
  const around = db
    .select({ id: searchSegments.id, size: searchSegments.size, first: searchSegments.firstAssetId })
    .from(searchSegments)
    .where(
      and(
        eq(searchSegments.organizationId, arg('organizationId')),
        eq(searchSegments.status, 'ready'),
        sql`${searchSegments.firstAssetId} <= ${arg('last')}`,
        gte(searchSegments.lastAssetId, arg('first')),
      ),
    )
    .prepare()
  const rows = db
    .select({
      id: assets.id,
      searchKey: assets.searchKey,
      searchTags: assets.searchTags,
      searchDescription: assets.searchDescription,
      external_key: assets.externalKey,
      name: assets.name,
      created_at: sql<string>`${assets.createdAt}`,
      updated_at: sql<string>`${assets.updatedAt}`,
      state: sql<number>`${ofAsset.state}`,
      startsAt: sql<IndexedRow['startsAt']>`${ofAsset.startsAt}`,
      endsAt: assets.validTo,
      isPlaced: sql<number>`exists (select 1 from ${placements} where ${placements.assetId} = ${assets.id})`,
    })
    .from(assets)
    .where(inJsonList(assets.id, 'ids'))
    .orderBy(assets.id)
    .prepare()

  async function locate(organizationId: number, ids: readonly number[]): Promise<Outdated[]> {
    const found: Outdated[] = []
    const segments = await around.execute({ organizationId, first: ids[0], last: ids.at(-1) })
    for (const { id, size, first } of segments) {
      const stored = await allIdsOf(data, { id, size })
      const positions = ids.flatMap((wanted) => {
        const position = lowerBound(stored, wanted - first)
        return stored[position] === wanted - first ? [position] : []
      })
      if (positions.length > 0) found.push({ segmentId: id, positions })
    }
    return found
  }

  return {
    /**
     * Builds a segment of assets.
     *
     * @param ids in order
     */
    async build(organizationId: number, ids: readonly number[], locates: boolean): Promise<Built> {
      const found = await rows.execute({ ids: JSON.stringify(ids) })
      let taken = found.length
      let length = 0
      for (const [index, { searchKey, searchTags, searchDescription }] of found.entries()) {
        length += searchKey.length + searchTags.length + searchDescription.length
        if (length > textMax && index > 0) {
          taken = index
          break
        }
      }
      const within = found.slice(0, taken)
      const takenIds = taken === found.length ? ids : ids.slice(0, ids.indexOf(found[taken]!.id))
      return {
        segment: within.length > 0 ? buildSegment(within) : undefined,
        taken: takenIds.length,
        outdated: locates ? await locate(organizationId, takenIds) : [],
      }
    },
  }
}
