import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../sql/database'
import { searchData } from '../sql/search-tables'

/** The data of a segment is no longer stored, because a newer segment has replaced it. */
export class SegmentGone extends Error {}

/** A row of data: the segment, the kind and the position. */
type DataKey = readonly [segmentId: number, kind: number, position: number]

/**
 * Reads the data of segments. All functions throw SegmentGone when a row is missing. The rows of a kind are deleted in
 * their order: while a row exists, so do all later ones.
 */
export function searchDataReads(db: Db) {
  // Drizzle would copy the bytes into a Buffer.
  const bytes = sql<Uint8Array>`${searchData.data}`
  const ofKind = and(eq(searchData.segmentId, arg('segmentId')), eq(searchData.kind, arg('kind')))
  const exactly = db
    .select({ data: bytes })
    .from(searchData)
    .where(and(ofKind, eq(searchData.position, arg('position'))))
    .prepare()
  const between = db
    .select({ data: bytes })
    .from(searchData)
    .where(and(ofKind, gt(searchData.position, arg('after')), lt(searchData.position, arg('before'))))
    .orderBy(searchData.position)
    .prepare()
  const among = db
    .select({ data: bytes })
    .from(searchData)
    .where(and(ofKind, inJsonList(searchData.position, 'positions')))
    .orderBy(searchData.position)
    .prepare()
  const wanted = sql`json_each(${arg('keys')}) as wanted`
  const atMost = db
    .select({
      data: sql<Uint8Array | null>`(
        select data from search_data
        where segment_id = wanted.value ->> 0 and kind = wanted.value ->> 1 and position <= wanted.value ->> 2
        order by position desc limit 1)`,
    })
    .from(wanted)
    .prepare()

  /** Returns the last row at or before each position. */
  async function at(keys: readonly DataKey[]): Promise<Uint8Array[]> {
    const rows = await atMost.execute({ keys: JSON.stringify(keys) })
    return rows.map(({ data }) => data ?? gone())
  }

  return {
    at,

    async one(segmentId: number, kind: number, position = 0): Promise<Uint8Array> {
      const [row] = await exactly.execute({ segmentId, kind, position })
      return row?.data ?? gone()
    },

    /** Returns rows in the order of their positions. */
    async some(segmentId: number, kind: number, positions: readonly number[]): Promise<Uint8Array[]> {
      const rows = await among.execute({ segmentId, kind, positions: JSON.stringify(positions) })
      if (rows.length < positions.length) gone()
      return rows.map(({ data }) => data)
    },

    /** Returns the rows that contain positions from `first` (inclusive) to `end` (exclusive). */
    async range(segmentId: number, kind: number, first: number, end: number): Promise<Uint8Array[]> {
      const rows = await between.execute({ segmentId, kind, after: first, before: end })
      // Read last: it exists, so none of the others was missing.
      const [before] = await at([[segmentId, kind, first]])
      return [before as Uint8Array, ...rows.map(({ data }) => data)]
    },
  }
}

function gone(): never {
  throw new SegmentGone('The segment has been replaced.')
}
