import { and, eq, gte, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../sql/database'
import { searchBacklogs, searchPending, searchSegments } from '../sql/search-tables'
import { ofAsset } from '../sql/states'
import { assets, placements } from '../sql/tables'
import { searchDataReads } from './data'
import { lowerBound, uint32Of } from './format'
import { allIdsOf } from './search'
import { type BuiltSegment, buildSegment, type IndexedRow } from './segment'

/** The statements that build the search index (decision 0018). `src/storage/core/search-indexer.ts` calls them. */

export type SegmentRow = Pick<
  typeof searchSegments.$inferSelect,
  'id' | 'organizationId' | 'size' | 'textLength' | 'outdatedCount'
>

type ListedSegment = Pick<typeof searchSegments.$inferSelect, 'id' | 'organizationId' | 'status'>

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

interface Waiting {
  readonly organizationId: number
  readonly count: number
}

/** Maximum number of UTF-16 code units in the texts of a segment, unless a single asset has more. */
export const textMax = 8_000_000

export function searchIndexReads(db: Db) {
  const data = searchDataReads(db)
  const waiting = db
    .select({ organizationId: searchPending.organizationId, count: sql<number>`count(*)` })
    .from(searchPending)
    .groupBy(searchPending.organizationId)
    .having(sql`count(*) >= ${arg('atLeast')}`)
    .prepare()
  const backlogs = db.select().from(searchBacklogs).limit(1).prepare()
  const pending = db
    .select({ id: searchPending.assetId, stamp: searchPending.stamp })
    .from(searchPending)
    .where(eq(searchPending.organizationId, arg('organizationId')))
    .limit(arg('limit'))
    .prepare()
  const allIds = db
    .select({ ids: sql<string>`json_group_array(${assets.id})` })
    .from(assets)
    .where(eq(assets.organizationId, arg('organizationId')))
    .prepare()
  const segmentColumns = {
    id: searchSegments.id,
    organizationId: searchSegments.organizationId,
    size: searchSegments.size,
    textLength: searchSegments.textLength,
    outdatedCount: searchSegments.outdatedCount,
  }
  const ready = db
    .select(segmentColumns)
    .from(searchSegments)
    .where(and(eq(searchSegments.organizationId, arg('organizationId')), eq(searchSegments.status, 'ready')))
    .prepare()
  const all = db
    .select({
      id: searchSegments.id,
      organizationId: searchSegments.organizationId,
      status: searchSegments.status,
    })
    .from(searchSegments)
    .prepare()
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
  const bitsOf = db
    .select({
      size: searchSegments.size,
      first: searchSegments.firstAssetId,
      outdated: sql<Uint8Array | null>`${searchSegments.outdated}`,
    })
    .from(searchSegments)
    .where(eq(searchSegments.id, arg('id')))
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
    /** Returns the organizations with at least so many pending assets. */
    waiting: async (atLeast: number): Promise<Waiting[]> => waiting.execute({ atLeast }),

    async backlog(): Promise<typeof searchBacklogs.$inferSelect | undefined> {
      const [found] = await backlogs.execute()
      return found
    },

    pending: async (organizationId: number, limit: number): Promise<{ id: number; stamp: number }[]> =>
      pending.execute({ organizationId, limit }),

    /** Returns the ids of all assets of an organization, in order. */
    async allIds(organizationId: number): Promise<number[]> {
      const [found] = await allIds.execute({ organizationId })
      return (JSON.parse(found?.ids ?? '[]') as number[]).sort((one, other) => one - other)
    },

    segments: async (organizationId: number): Promise<SegmentRow[]> => ready.execute({ organizationId }),

    /** Returns the segments of all organizations, with those that are not complete or have been replaced. */
    allSegments: async (): Promise<ListedSegment[]> => all.execute(),

    /** Returns the ids of the assets of segments, in order, without those that newer segments contain. */
    async idsOf(segmentIds: readonly number[]): Promise<number[]> {
      const ids: number[] = []
      for (const id of segmentIds) {
        const [segment] = await bitsOf.execute({ id })
        if (!segment) continue
        const outdated = segment.outdated && uint32Of(segment.outdated)
        const stored = await allIdsOf(data, { id, size: segment.size })
        stored.forEach((less, position) => {
          const isOutdated = outdated && (outdated[position >>> 5]! >>> (position & 31)) & 1
          if (!isOutdated) ids.push(segment.first + less)
        })
      }
      return ids.sort((one, other) => one - other)
    },

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
