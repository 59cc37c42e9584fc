import { and, eq, inArray, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList, setTo } from '../sql/database'
import { searchBacklogs, searchData, searchPending, searchSegments } from '../sql/search-tables'
import { bytesOf, countBits, createBits, setBit, uint32Of } from './format'
import type { Outdated } from './building'
import type { BuiltSegment, DataRow } from './segment'

/** The statements that store the search index (decision 0018). */

export function searchIndexWrites(db: Db) {
  const add = db
    .insert(searchSegments)
    .values({
      organizationId: arg('organizationId'),
      status: 'building',
      size: arg('size'),
      textLength: arg('textLength'),
      firstAssetId: arg('firstAssetId'),
      lastAssetId: arg('lastAssetId'),
      outdatedCount: 0,
    })
    .returning({ id: searchSegments.id })
    .prepare()
  const addData = db
    .insert(searchData)
    .values({
      segmentId: arg('segmentId'),
      kind: arg('kind'),
      position: arg('position'),
      data: sql`${arg('data')}`,
    })
    .prepare()
  const setStatus = db
    .update(searchSegments)
    .set({ status: sql`${arg('status')}` })
    .where(inJsonList(searchSegments.id, 'ids'))
    .prepare()
  const outdatedOf = db
    .select({ size: searchSegments.size, outdated: sql<Uint8Array | null>`${searchSegments.outdated}` })
    .from(searchSegments)
    .where(eq(searchSegments.id, arg('id')))
    .prepare()
  const setOutdated = db
    .update(searchSegments)
    .set({ outdated: sql`${arg('outdated')}`, outdatedCount: setTo('count') })
    .where(eq(searchSegments.id, arg('id')))
    .prepare()
  const removePending = db
    .delete(searchPending)
    .where(
      and(
        eq(searchPending.organizationId, arg('organizationId')),
        sql`(asset_id, stamp) in (select value ->> 'id', value ->> 'stamp' from json_each(${arg('pending')}))`,
      ),
    )
    .prepare()
  const advance = db
    .update(searchBacklogs)
    .set({ afterId: setTo('afterId') })
    .where(eq(searchBacklogs.organizationId, arg('organizationId')))
    .prepare()
  const endBacklog = db
    .delete(searchBacklogs)
    .where(eq(searchBacklogs.organizationId, arg('organizationId')))
    .prepare()
  const some = db
    .select({ id: searchData.id })
    .from(searchData)
    .where(eq(searchData.segmentId, arg('segmentId')))
    .orderBy(searchData.kind, searchData.position)
    .limit(arg('limit'))
  const removeData = db
    .delete(searchData)
    .where(inArray(searchData.id, some))
    .returning({ id: searchData.id })
    .prepare()
  const remove = db
    .delete(searchSegments)
    .where(eq(searchSegments.id, arg('segmentId')))
    .prepare()

  return {
    /** Adds a segment that no search reads before `finish`. Returns its id. */
    async begin(organizationId: number, { size, textLength, ...ids }: BuiltSegment): Promise<number> {
      const { firstAssetId, lastAssetId } = ids
      const [row] = await add.execute({ organizationId, size, textLength, firstAssetId, lastAssetId })
      return (row as { id: number }).id
    },

    async addData(segmentId: number, row: DataRow): Promise<void> {
      await addData.execute({ segmentId, ...row })
    },

    /** Makes searches use a segment instead of others. */
    async replace(segmentId: number | undefined, replaced: readonly number[]): Promise<void> {
      if (replaced.length > 0) await setStatus.execute({ status: 'dropped', ids: JSON.stringify(replaced) })
      if (segmentId !== undefined)
        await setStatus.execute({ status: 'ready', ids: JSON.stringify([segmentId]) })
    },

    async markOutdated({ segmentId, positions }: Outdated): Promise<void> {
      const [segment] = await outdatedOf.execute({ id: segmentId })
      if (!segment) return
      const bits = outdatedBits(segment)
      for (const position of positions) setBit(bits, position)
      await setOutdated.execute({ id: segmentId, outdated: bytesOf(bits), count: countBits(bits) })
    },

    /** Removes assets from the pending ones if they have not changed since their stamps were read. */
    async removePending(organizationId: number, pending: readonly { id: number; stamp: number }[]) {
      await removePending.execute({ organizationId, pending: JSON.stringify(pending) })
    },

    async advance(organizationId: number, afterId: number): Promise<void> {
      await advance.execute({ organizationId, afterId })
    },

    async endBacklog(organizationId: number): Promise<void> {
      await endBacklog.execute({ organizationId })
    },

    async drop(segmentId: number): Promise<void> {
      await setStatus.execute({ status: 'dropped', ids: JSON.stringify([segmentId]) })
    },

    /**
     * Deletes data of a replaced segment, and then the segment. Returns whether there may be more. The rows of a kind are
     * deleted in their order, so that a search notices it (src/storage/search/data.ts).
     */
    async deleteData(segmentId: number, limit: number): Promise<boolean> {
      const removed = await removeData.execute({ segmentId, limit })
      if (removed.length === limit) return true
      await remove.execute({ segmentId })
      return false
    },
  }
}

function outdatedBits({ size, outdated }: { size: number; outdated: Uint8Array | null }): Uint32Array {
  return outdated ? uint32Of(outdated).slice() : createBits(size)
}
