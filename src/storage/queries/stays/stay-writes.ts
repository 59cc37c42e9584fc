import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, changesOf, type Db, inJsonList } from '../../sql/database'
import { statement } from '../../sql/statement'
import { flowCounts, locationCounts, stayChanges, stays } from '../../sql/count-tables'
import { scanEvents } from '../../sql/tables'

export type StayRow = typeof stays.$inferSelect

/** A change of a history whose stays are not stored yet. */
export type StayChange = typeof stayChanges.$inferSelect

/** A scan event, as far as stays need it. */
export interface StayEvent {
  readonly id: number
  readonly locationId: number
  readonly firstAt: Micros
  readonly readerId: number | null
}

/** Arrivals and departures to add to those of a location in a span. */
export interface CountChange {
  readonly locationId: number
  readonly span: number
  readonly number: number
  readonly arrivals: number
  readonly departures: number
}

/** Moves to add to those between two locations in a span. */
export interface FlowChange {
  readonly fromId: number
  readonly toId: number
  readonly span: number
  readonly number: number
  readonly moves: number
}

/** The queries that keep the stays and their counts up to date (docs/decisions/0043-stays.md). */
export const stayWrites = (db: Db) => ({ ...changeWrites(db), ...rowWrites(db), ...countWrites(db) })

function changeWrites(db: Db) {
  const oldest = db
    .select()
    .from(stayChanges)
    .where(eq(stayChanges.organizationId, arg('organizationId')))
    .orderBy(asc(stayChanges.id))
    .limit(arg('limit'))
    .prepare()
  const ofAsset = db
    .select()
    .from(stayChanges)
    .where(eq(stayChanges.assetId, arg('assetId')))
    .prepare()
  const remove = db.delete(stayChanges).where(inJsonList(stayChanges.id, 'ids')).prepare()
  const insert = db
    .insert(stayChanges)
    .values({ organizationId: arg('organizationId'), assetId: arg('assetId'), fromAt: arg('fromAt') })
    .prepare()

  return {
    /** Returns the oldest changes of an organization. */
    oldestChanges: async (organizationId: number, limit: number): Promise<StayChange[]> =>
      oldest.execute({ organizationId, limit }),
    changesOf: async (assetId: number): Promise<StayChange[]> => ofAsset.execute({ assetId }),
    async deleteChanges(ids: readonly number[]): Promise<void> {
      await remove.execute({ ids: JSON.stringify(ids) })
    },
    /** Notes that the stays of an asset must be computed again from a time on. */
    async noteChange(organizationId: number, assetId: number, fromAt: Micros): Promise<void> {
      await insert.execute({ organizationId, assetId, fromAt })
    },
  }
}

function rowWrites(db: Db) {
  const before = db
    .select()
    .from(stays)
    .where(and(eq(stays.assetId, arg('assetId')), lt(stays.begunAt, arg('at'))))
    .orderBy(desc(stays.begunAt))
    .limit(1)
    .prepare()
  const between = db
    .select()
    .from(stays)
    .where(
      and(eq(stays.assetId, arg('assetId')), gte(stays.begunAt, arg('from')), lt(stays.begunAt, arg('to'))),
    )
    .orderBy(asc(stays.begunAt), asc(stays.id))
    .prepare()
  const events = db
    .select({
      id: scanEvents.id,
      locationId: scanEvents.locationId,
      firstAt: scanEvents.firstAt,
      readerId: scanEvents.readerId,
    })
    .from(scanEvents)
    .where(and(eq(scanEvents.assetId, arg('assetId')), gte(scanEvents.firstAt, arg('from'))))
    .orderBy(asc(scanEvents.firstAt), asc(scanEvents.locationId), asc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const insert = statement(
    db,
    db.insert(stays).values({
      organizationId: arg('organizationId'),
      assetId: arg('assetId'),
      locationId: arg('locationId'),
      begunAt: arg('begunAt'),
      endedAt: arg('endedAt'),
      previousLocationId: arg('previousLocationId'),
      previousBegunAt: arg('previousBegunAt'),
      scanEventId: arg('scanEventId'),
      readerId: arg('readerId'),
    }),
  )
  const end = statement(
    db,
    db
      .update(stays)
      .set({ endedAt: sql`${arg('endedAt')}` })
      .where(eq(stays.id, arg('id'))),
  )
  const remove = db.delete(stays).where(inJsonList(stays.id, 'ids')).prepare()
  const forget = db
    .update(stays)
    .set({ assetId: null })
    .where(and(eq(stays.assetId, arg('assetId')), lte(stays.endedAt, arg('before'))))
    .prepare()
  const nameless = db
    .select({ id: stays.id })
    .from(stays)
    .where(
      and(
        eq(stays.organizationId, arg('organizationId')),
        sql`${stays.assetId} is null`,
        lt(stays.endedAt, arg('before')),
      ),
    )
    .limit(arg('limit'))
  const removeNameless = db.delete(stays).where(inArray(stays.id, nameless)).prepare()

  return {
    /** Returns the newest stay of an asset that began before a time. */
    stayBefore: async (assetId: number, at: Micros): Promise<StayRow | undefined> =>
      (await before.execute({ assetId, at }))[0],
    /** Returns the stays of an asset that began in [from, to), oldest first. */
    staysBetween: async (assetId: number, from: Micros, to: Micros): Promise<StayRow[]> =>
      between.execute({ assetId, from, to }),
    /** Returns the scan events of an asset that begin at a time or later, oldest first. */
    eventsFrom: async (assetId: number, from: Micros, limit: number): Promise<StayEvent[]> =>
      events.execute({ assetId, from, limit }),
    insertStay: (stay: Omit<StayRow, 'id'>): void => insert(stay),
    endStay: (id: number, endedAt: Micros | null): void => end({ id, endedAt }),
    async deleteStays(ids: readonly number[]): Promise<void> {
      await remove.execute({ ids: JSON.stringify(ids) })
    },
    /** Takes the asset from its stays that ended at a time or before it. They stay counted. */
    async forgetAsset(assetId: number, upTo: Micros): Promise<void> {
      await forget.execute({ assetId, before: upTo })
    },
    /** Deletes stays without an asset that ended before a time. Returns their number. */
    deleteNameless: async (organizationId: number, before: Micros, limit: number): Promise<number> =>
      changesOf(await removeNameless.execute({ organizationId, before, limit })),
  }
}

function countWrites(db: Db) {
  const addCount = statement(
    db,
    db
      .insert(locationCounts)
      .values({
        organizationId: arg('organizationId'),
        locationId: arg('locationId'),
        span: arg('span'),
        number: arg('number'),
        arrivals: arg('arrivals'),
        departures: arg('departures'),
      })
      .onConflictDoUpdate({
        target: [
          locationCounts.organizationId,
          locationCounts.locationId,
          locationCounts.span,
          locationCounts.number,
        ],
        set: {
          arrivals: sql`location_counts.arrivals + excluded.arrivals`,
          departures: sql`location_counts.departures + excluded.departures`,
        },
      }),
  )
  const addFlow = statement(
    db,
    db
      .insert(flowCounts)
      .values({
        organizationId: arg('organizationId'),
        span: arg('span'),
        number: arg('number'),
        fromLocationId: arg('fromId'),
        toLocationId: arg('toId'),
        moves: arg('moves'),
      })
      .onConflictDoUpdate({
        target: [
          flowCounts.organizationId,
          flowCounts.span,
          flowCounts.number,
          flowCounts.fromLocationId,
          flowCounts.toLocationId,
        ],
        set: { moves: sql`flow_counts.moves + excluded.moves` },
      }),
  )
  return {
    addCount: (organizationId: number, change: CountChange): void => addCount({ organizationId, ...change }),
    addFlow: (organizationId: number, change: FlowChange): void => addFlow({ organizationId, ...change }),
  }
}
