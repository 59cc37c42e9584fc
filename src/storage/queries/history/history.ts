import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { BoundedMap } from '../../../base/bounded-map'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList, setTo } from '../../sql/database'
import { statement } from '../../sql/statement'
import type { Cause, Placement, Presence, Sensitivity, Why } from './presence'
import { toPlacement } from './placement-row'
import { type RecentReadTables, recentReadWrites } from './recent-reads'
import { organizations } from '../../sql/account-tables'
import * as tables from '../../sql/tables'

type EventRow = typeof tables.scanEvents.$inferSelect

/** Maximum number of cached placements. Each takes about 2 KB. */
const cachedMax = 10_000

/** The tables of histories. Unknown tags have tables of the same shape. */
interface HistoryTables extends RecentReadTables {
  readonly scanEvents: typeof tables.scanEvents
  readonly placements: typeof tables.placements
  /** Whether the placements are cached. Then only the queries of this file may write or delete them. */
  readonly isCached: boolean
}

export const ofAssets: HistoryTables = {
  scanEvents: tables.scanEvents,
  placements: tables.placements,
  recentReads: tables.recentReads,
  newestReads: tables.newestReads,
  isCached: true,
}

export const ofUnknownTags: HistoryTables = {
  scanEvents: tables.unknownEvents,
  placements: tables.unknownPlacements,
  recentReads: tables.unknownRecentReads,
  newestReads: tables.unknownNewestReads,
  // Their rows are also deleted with the tag.
  isCached: false,
}

/** The queries of writing the history of an asset. */
export function historyWrites(db: Db, { scanEvents, placements, isCached, ...readTables }: HistoryTables) {
  const placementRows = () =>
    db
      .select({
        assetId: placements.assetId,
        organizationId: placements.organizationId,
        lastSeenAt: placements.lastSeenAt,
        lastRead: placements.lastRead,
        base: placements.base,
        head: placements.head,
        evidence: placements.evidence,
        baseAt: placements.baseAt,
        keptReads: placements.keptReads,
      })
      .from(placements)
  const placementsOf = placementRows().where(inJsonList(placements.assetId, 'assetIds')).prepare()
  const savePlacement = statement(
    db,
    db
      .insert(placements)
      .values({
        assetId: arg('assetId'),
        organizationId: arg('organizationId'),
        locationId: arg('locationId'),
        lastSeenAt: arg('lastSeenAt'),
        lastRead: arg('lastRead'),
        base: arg('base'),
        head: arg('head'),
        evidence: arg('evidence'),
        baseAt: arg('baseAt'),
        keptReads: arg('keptReads'),
      })
      .onConflictDoUpdate({
        target: placements.assetId,
        set: {
          locationId: sql`excluded.location_id`,
          lastSeenAt: sql`excluded.last_seen_at`,
          lastRead: sql`excluded.heard`,
          base: sql`excluded.base`,
          head: sql`excluded.head`,
          evidence: sql`excluded.evidence`,
          baseAt: sql`excluded.base_at`,
          keptReads: sql`excluded.kept_reads`,
        },
      }),
  )
  const advancePlacement = statement(
    db,
    db
      .update(placements)
      .set({
        lastSeenAt: setTo('lastSeenAt'),
        lastRead: setTo('lastRead'),
        head: setTo('head'),
        evidence: setTo('evidence'),
        keptReads: setTo('keptReads'),
      })
      .where(eq(placements.assetId, arg('assetId'))),
  )

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

  const sensitivityOf = db
    .select({ sensitivity: organizations.sensitivity })
    .from(organizations)
    .where(eq(organizations.id, arg('organizationId')))
    .prepare()

  const cached = new BoundedMap<number, Placement>(cachedMax)
  const cache = (placement: Placement): void => {
    if (isCached) cached.set(placement.assetId, placement)
  }

  async function load(assetIds: readonly number[]): Promise<Map<number, Placement>> {
    if (assetIds.length === 0) return new Map()
    const loaded = new Map<number, Placement>()
    for (const row of await placementsOf.execute({ assetIds: JSON.stringify(assetIds) })) {
      const placement = toPlacement(row)
      loaded.set(placement.assetId, placement)
      cache(placement)
    }
    return loaded
  }

  return {
    ...recentReadWrites(db, readTables),

    async sensitivity(organizationId: number): Promise<Sensitivity> {
      const [row] = await sensitivityOf.execute({ organizationId })
      return row?.sensitivity ?? 'normal'
    },

    async placement(assetId: number): Promise<Placement | undefined> {
      return cached.get(assetId) ?? (await load([assetId])).get(assetId)
    },

    /** Returns the placements of several assets by asset id. */
    async placements(assetIds: readonly number[]): Promise<Map<number, Placement>> {
      const found = await load(assetIds.filter((assetId) => !cached.has(assetId)))
      for (const assetId of assetIds) {
        const placement = cached.get(assetId)
        if (placement) found.set(assetId, placement)
      }
      return found
    },

    /** Must be called after a rollback. */
    clearPlacementCache(): void {
      cached.clear()
    },

    async savePlacement(placement: Placement): Promise<void> {
      const { lastRead, base, head } = placement
      savePlacement({
        assetId: placement.assetId,
        organizationId: placement.organizationId,
        lastSeenAt: placement.lastSeenAt,
        evidence: placement.evidence,
        locationId: head.locationId,
        lastRead: JSON.stringify(lastRead),
        base: base.state,
        baseAt: base.at,
        keptReads: base.reads,
        head: JSON.stringify(head),
      })
      cache(placement)
    },

    /** Updates what a read changes of an asset that stays where it is. The location and the base are those stored. */
    async advancePlacement(placement: Placement): Promise<void> {
      const { assetId, lastSeenAt, lastRead, base, head, evidence } = placement
      advancePlacement({
        assetId,
        lastSeenAt,
        lastRead: JSON.stringify(lastRead),
        head: JSON.stringify(head),
        evidence,
        keptReads: base.reads,
      })
      cache(placement)
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
        await updateEvent.execute({ ...event, why: whyText(event) })
        return event
      }
      const [row] = await insertEvent.execute({ ...event, organizationId, assetId, why: whyText(event) })
      return { ...event, id: (row as { id: number }).id }
    },

    /** Updates the columns of a stored event that later reads change. Its beginning is the stored one. */
    async extendEvent(event: Presence): Promise<Presence> {
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

/** Returns the values of the location decision of a stored event. */
export const whyOf = ({ why }: { readonly why: string | null }): Why | null =>
  why === null ? null : (JSON.parse(why) as Why)

/** Returns the cause of a stored event. Versions before 0.3 stored `settled` for `stronger`. */
export const causeOf = ({ cause }: { readonly cause: string }): Cause =>
  cause === 'settled' ? 'stronger' : (cause as Cause)
