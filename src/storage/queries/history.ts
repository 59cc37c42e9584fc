import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../time'
import { arg, type Db, inJsonList, setTo } from '../sql/database'
import type { placements, recentReads, scanEvents } from '../sql/tables'

/** One report of an asset by an antenna, or by a scan of a user or a handheld. */
export interface Read {
  readonly at: Micros
  readonly locationId: number
  readonly rssi: number | null
  /** Null for a submission of a user, which has no reader. */
  readonly readerId: number | null
  readonly antenna: number | null
  readonly tagId: number
  readonly presenceTimeoutSeconds: number
  /** True for a deliberate scan with a handheld, which begins a new event at once. */
  readonly isScan: boolean
  /** Number of reads that this one represents; 1 when undefined. */
  readonly count?: number
  /** Set on the first and the last read of a closed presence, during which the tag was read without a gap. */
  readonly span?: { readonly from: Micros; readonly to: Micros }
}

/**
 * The reason why an event began (docs/history.md, Causes): `first` event of the asset, location `settled`, `unheard` at
 * the current location, `returned` after a gap, `scanned` by hand, `resumed` after a scan that split it, or a `late`
 * read.
 */
export type Cause = 'first' | 'settled' | 'unheard' | 'returned' | 'scanned' | 'resumed' | 'late'

/** The presence of the asset at one location, from its first read to its last. */
export interface Presence {
  /** The id of the row; absent until it is stored. */
  readonly id?: number
  readonly locationId: number
  readonly firstAt: Micros
  readonly lastAt: Micros
  readonly readCount: number
  readonly readerId: number | null
  readonly antenna: number | null
  readonly strongestRssi: number | null
  readonly cause: Cause
  /** The presence timeout of the reader of the last read. */
  readonly presenceTimeoutSeconds: number
  /** Set on a presence that a late scan has split: it begins with its last read up to this time, not with its first. */
  readonly resumesUntil?: Micros
}

type EventRow = typeof scanEvents.$inferSelect

/** The current location of an asset, with the state of the rules before and after the reads of the tail. */
export interface Placement {
  readonly assetId: number
  readonly organizationId: number
  readonly lastSeenAt: Micros
  /** The latest read of a fixed reader. Events that ended more than its timeout earlier are closed. */
  readonly lastRead: { readonly at: Micros; readonly presenceTimeoutSeconds: number } | null
  /**
   * The state of the rules at the horizon `at`. `reads` counts the stored reads of the settle window and of the tail.
   */
  readonly base: { readonly at: Micros; readonly current: Presence | null; readonly reads: number }
  readonly head: Presence
}

/** The tables of histories. Unknown tags have tables of the same shape. */
export interface HistoryTables {
  readonly scanEvents: typeof scanEvents
  readonly placements: typeof placements
  readonly recentReads: typeof recentReads
}

/** The queries of writing the history of an asset. */
export function historyWrites(db: Db, { scanEvents, placements, recentReads }: HistoryTables) {
  const placementOf = db
    .select()
    .from(placements)
    .where(eq(placements.assetId, arg('assetId')))
    .prepare()
  const savePlacement = db
    .insert(placements)
    .values({
      assetId: arg('assetId'),
      organizationId: arg('organizationId'),
      locationId: arg('locationId'),
      lastSeenAt: arg('lastSeenAt'),
      lastRead: arg('lastRead'),
      base: arg('base'),
      head: arg('head'),
    })
    .onConflictDoUpdate({
      target: placements.assetId,
      set: {
        locationId: sql`excluded.location_id`,
        lastSeenAt: sql`excluded.last_seen_at`,
        lastRead: sql`excluded.heard`,
        base: sql`excluded.base`,
        head: sql`excluded.head`,
      },
    })
    .prepare()

  const readsAfter = db
    .select()
    .from(recentReads)
    .where(
      and(
        eq(recentReads.assetId, arg('assetId')),
        gt(recentReads.observedAt, arg('after')),
        lte(recentReads.observedAt, arg('upTo')),
      ),
    )
    .orderBy(recentReads.observedAt)
    .limit(arg('limit'))
    .prepare()
  const insertRead = db
    .insert(recentReads)
    .values({
      assetId: arg('assetId'),
      observedAt: arg('observedAt'),
      locationId: arg('locationId'),
      readerId: arg('readerId'),
      antenna: arg('antenna'),
      tagId: arg('tagId'),
      rssi: arg('rssi'),
      presenceTimeoutSeconds: arg('presenceTimeoutSeconds'),
      scan: arg('scan'),
    })
    .onConflictDoNothing()
    .prepare()
  const deleteReads = db
    .delete(recentReads)
    .where(and(eq(recentReads.assetId, arg('assetId')), lte(recentReads.observedAt, arg('upTo'))))
    .prepare()

  const deleteReadsAfter = db
    .delete(recentReads)
    .where(and(eq(recentReads.assetId, arg('assetId')), gt(recentReads.observedAt, arg('after'))))
    .prepare()

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
    })
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const extendEvent = db
    .update(scanEvents)
    .set({ lastAt: setTo('lastAt'), readCount: setTo('readCount'), strongestRssi: setTo('strongestRssi') })
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const deleteEvent = db
    .delete(scanEvents)
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const deleteEvents = db.delete(scanEvents).where(inJsonList(scanEvents.id, 'ids')).prepare()

  return {
    async placement(assetId: number): Promise<Placement | undefined> {
      const [row] = await placementOf.execute({ assetId })
      if (!row) return undefined
      const [lastRead, base, head] = [row.lastRead, row.base, row.head].map((text) => JSON.parse(text))
      return { ...row, lastRead, base, head }
    },

    async savePlacement({ lastRead, base, head, ...placement }: Placement): Promise<void> {
      await savePlacement.execute({
        ...placement,
        locationId: head.locationId,
        lastRead: JSON.stringify(lastRead),
        base: JSON.stringify(base),
        head: JSON.stringify(head),
      })
    },

    /** Returns the stored reads in (after, upTo], in order of time. With a limit, it returns the oldest. */
    async recentReads(
      assetId: number,
      after: Micros,
      { upTo = Number.MAX_SAFE_INTEGER, limit = -1 }: { upTo?: Micros; limit?: number } = {},
    ): Promise<Read[]> {
      return (await readsAfter.execute({ assetId, after, upTo, limit })).map(toRead)
    },

    async insertRecentRead(assetId: number, read: Read): Promise<void> {
      await insertRead.execute({
        ...read,
        assetId,
        observedAt: read.at,
        readerId: read.readerId ?? 0,
        antenna: read.antenna ?? 0,
        scan: read.isScan ? 1 : null,
      })
    },

    async deleteRecentReads(assetId: number, upTo: Micros): Promise<void> {
      await deleteReads.execute({ assetId, upTo })
    },

    async deleteRecentReadsAfter(assetId: number, after: Micros): Promise<void> {
      await deleteReadsAfter.execute({ assetId, after })
    },

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
        await updateEvent.execute({ ...event })
        return event
      }
      const [row] = await insertEvent.execute({ ...event, organizationId, assetId })
      return { ...event, id: (row as { id: number }).id }
    },

    /** Updates the columns of a stored event that later reads change. */
    async extendEvent(event: Presence): Promise<Presence> {
      await extendEvent.execute({ ...event })
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

const toRead = (row: typeof recentReads.$inferSelect): Read => ({
  at: row.observedAt,
  locationId: row.locationId,
  rssi: row.rssi,
  readerId: row.readerId || null,
  antenna: row.antenna || null,
  tagId: row.tagId,
  presenceTimeoutSeconds: row.presenceTimeoutSeconds,
  isScan: row.scan !== null,
})

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
  cause: row.cause as Presence['cause'],
  presenceTimeoutSeconds: 0,
})
