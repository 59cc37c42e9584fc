import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList, setTo } from '../../sql/database'
import { statement } from '../../sql/statement'
import type * as tables from '../../sql/tables'
import { causeOf } from './event-values'
import type { HistoryTables } from './history-tables'
import { placementWrites } from './placements'
import type { Presence, Why } from './presence'
import { recentReadWrites } from './recent-reads'

type EventRow = typeof tables.scanEvents.$inferSelect

/** The queries of writing the history of an asset. */
export function historyWrites(db: Db, tables: HistoryTables) {
  const [reads, placements] = [recentReadWrites(db, tables), placementWrites(db, tables)]
  return {
    ...reads,
    ...placements,
    ...eventWrites(db, tables),

    /** Must be called after a rollback. */
    clearCaches(): void {
      placements.clearPlacementCache()
      reads.newestReads?.restart()
    },
  }
}

function eventWrites(db: Db, { scanEvents }: HistoryTables) {
  const ofAsset = eq(scanEvents.assetId, arg('assetId'))
  const eventsAfter = db
    .select()
    .from(scanEvents)
    .where(and(ofAsset, gt(scanEvents.firstAt, arg('after')), lte(scanEvents.firstAt, arg('upTo'))))
    .orderBy(asc(scanEvents.firstAt), asc(scanEvents.locationId), asc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const eventsBefore = db
    .select()
    .from(scanEvents)
    .where(and(ofAsset, lte(scanEvents.firstAt, arg('upTo'))))
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const insertEvent = db
    .insert(scanEvents)
    .values({
      organizationId: arg('organizationId'),
      assetId: arg('assetId'),
      locationId: arg('locationId'),
      firstAt: arg('firstAt'),
      lastAt: arg('lastAt'),
      readCount: arg('readCount'),
      readerId: arg('readerId'),
      antenna: arg('antenna'),
      strongestRssi: arg('strongestRssi'),
      cause: arg('cause'),
      why: arg('why'),
    })
    .returning({ id: scanEvents.id })
    .prepare()
  const updateEvent = db
    .update(scanEvents)
    .set({
      locationId: setTo('locationId'),
      firstAt: setTo('firstAt'),
      lastAt: setTo('lastAt'),
      readCount: setTo('readCount'),
      readerId: setTo('readerId'),
      antenna: setTo('antenna'),
      strongestRssi: setTo('strongestRssi'),
      cause: setTo('cause'),
      why: setTo('why'),
    })
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const extendEvent = statement(
    db,
    db
      .update(scanEvents)
      .set({ lastAt: setTo('lastAt'), readCount: setTo('readCount'), strongestRssi: setTo('strongestRssi') })
      // The beginning names the partition.
      .where(and(eq(scanEvents.id, arg('id')), eq(scanEvents.firstAt, arg('firstAt')))),
  )
  const deleteEvent = db
    .delete(scanEvents)
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const deleteEvents = db.delete(scanEvents).where(inJsonList(scanEvents.id, 'ids')).prepare()

  return {
    /** Returns the events that begin in (after, upTo], oldest first. */
    async eventsBetween(assetId: number, after: Micros, upTo: Micros, limit: number): Promise<Presence[]> {
      return (await eventsAfter.execute({ assetId, after, upTo, limit })).map(toPresence)
    },

    /** Returns the events that begin at or before `upTo`, newest first. */
    async eventsUpTo(assetId: number, upTo: Micros, limit: number): Promise<Presence[]> {
      return (await eventsBefore.execute({ assetId, upTo, limit })).map(toPresence)
    },

    /** Inserts an event, or updates it when it has an id. Returns the event with its id. */
    async saveEvent(organizationId: number, assetId: number, event: Presence): Promise<Presence> {
      if (event.id !== undefined) {
        await updateEvent.execute({ ...event, why: whyText(event) })
        return event
      }
      const [row] = await insertEvent.execute({ ...event, organizationId, assetId, why: whyText(event) })
      return { ...event, id: (row as { id: number }).id }
    },

    /** Updates the columns of a stored event that later reads change. Its beginning is the stored one. */
    extendEvent(event: Presence): Presence {
      const { id = null, firstAt, lastAt, readCount, strongestRssi } = event
      extendEvent({ id, firstAt, lastAt, readCount, strongestRssi })
      return event
    },

    async deleteEvent(id: number): Promise<void> {
      await deleteEvent.execute({ id })
    },

    async deleteEvents(ids: readonly number[]): Promise<void> {
      await deleteEvents.execute({ ids: JSON.stringify(ids) })
    },
  }
}

/** Converts a stored event, which does not contain the timeout of its last reader. */
const toPresence = (row: EventRow): Presence => ({
  id: row.id,
  locationId: row.locationId,
  firstAt: row.firstAt,
  lastAt: row.lastAt,
  readCount: row.readCount,
  readerId: row.readerId,
  antenna: row.antenna,
  strongestRssi: row.strongestRssi,
  cause: causeOf(row),
  ...(row.why !== null && { why: JSON.parse(row.why) as Why }),
  presenceTimeoutSeconds: 0,
})

const whyText = ({ why }: Presence): string | null => (why ? JSON.stringify(why) : null)
