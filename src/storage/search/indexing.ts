import { and, eq, sql } from 'drizzle-orm'
import { arg, type Db } from '../sql/database'
import { searchBacklogs, searchPending, searchSegments } from '../sql/search-tables'
import { assets } from '../sql/tables'
import { searchDataReads } from './data'
import { uint32Of } from './format'
import { allIdsOf } from './search'

/** The statements that build the search index (decision 0018). `src/storage/core/search-indexer.ts` calls them. */

export type SegmentRow = Pick<
  typeof searchSegments.$inferSelect,
  'id' | 'organizationId' | 'size' | 'textLength' | 'outdatedCount'
>

type ListedSegment = Pick<typeof searchSegments.$inferSelect, 'id' | 'organizationId' | 'status'>

interface Waiting {
  readonly organizationId: number
  readonly count: number
}

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
  const bitsOf = db
    .select({
      size: searchSegments.size,
      first: searchSegments.firstAssetId,
      outdated: sql<Uint8Array | null>`${searchSegments.outdated}`,
    })
    .from(searchSegments)
    .where(eq(searchSegments.id, arg('id')))
    .prepare()
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
  }
}
