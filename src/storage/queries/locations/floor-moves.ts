import { setImmediate as turn } from 'node:timers/promises'
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex } from '../../sql/database'
import { stays } from '../../sql/count-tables'
import { assets, scanEvents } from '../../sql/tables'

export interface FloorMove {
  readonly id: number
  readonly firstAt: Micros
  readonly assetId: number
  readonly assetExternalKey: string
  readonly assetName: string
  readonly locationId: number
  readonly previousLocationId: number | null
}

/** Moves between the same two locations in one bucket of time. */
export interface MoveCount {
  readonly bucket: number
  readonly locationId: number
  readonly previousLocationId: number | null
  readonly count: number
}

/** Number of the newest events among which moves are looked for. The others are returns to the same location. */
const considered = 100

/** Number of buckets that one step reads, so that other reads are served between two steps. */
const bucketsAtOnce = 21

/** The moves that a floor plan shows. */
export function floorMoveReads(db: Db) {
  const previousLocationId = sql<number | null>`(
    select previous.location_id from scan_events as previous
    where previous.asset_id = ${scanEvents.assetId}
      and (previous.first_at, previous.location_id, previous.id)
        < (${scanEvents.firstAt}, ${scanEvents.locationId}, ${scanEvents.id})
    order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`
  // A cross join keeps the order of the tables: one range of the index by location and time for each location.
  const latestEvents = (places: SQL, isWanted: SQL) => sql`(
    select event.id from ${places} as place cross join scan_events as event
    where ${isWanted} and event.first_at >= ${arg('from')}
    order by event.first_at desc limit ${arg('considered')})`
  const latestMoves = (events: SQL) =>
    db
      .select({
        id: scanEvents.id,
        firstAt: scanEvents.firstAt,
        assetId: scanEvents.assetId,
        assetExternalKey: assets.externalKey,
        assetName: assets.name,
        locationId: scanEvents.locationId,
        previousLocationId,
      })
      .from(scanEvents)
      .crossJoin(assets)
      .where(
        and(
          sql`${scanEvents.id} in ${events}`,
          eq(assets.id, scanEvents.assetId),
          eqWithoutIndex(assets.organizationId, 'organizationId'),
          isNull(assets.deletedAt),
          // A return to the same location is a new event, and not a move.
          sql`${previousLocationId} is distinct from ${scanEvents.locationId}`,
        ),
      )
      .orderBy(desc(scanEvents.firstAt), desc(scanEvents.id))
      .limit(arg('limit'))
      .prepare()
  const allMoves = latestMoves(
    latestEvents(
      sql`locations`,
      sql`place.organization_id = ${arg('organizationId')} and event.location_id = place.id`,
    ),
  )
  const movesTo = latestMoves(
    latestEvents(sql`json_each(${arg('locationIds')}, '$')`, sql`event.location_id = place.value`),
  )

  // A move is the beginning of a stay, which knows the location before it (docs/decisions/0043-stays.md).
  const moveCounts = db
    .select({
      bucket: sql<number>`cast((${stays.begunAt} - ${arg('origin')}) / ${arg('size')} as bigint)`.as(
        'bucket',
      ),
      locationId: stays.locationId,
      previousLocationId: stays.previousLocationId,
      count: sql<number>`count(*)`,
    })
    .from(stays)
    .innerJoin(assets, eq(assets.id, stays.assetId))
    .where(
      and(
        eq(stays.organizationId, arg('organizationId')),
        isNotNull(stays.assetId),
        gte(stays.begunAt, arg('from')),
        lt(stays.begunAt, arg('to')),
        isNull(assets.deletedAt),
      ),
    )
    .groupBy(sql`bucket`, stays.locationId, stays.previousLocationId)
    .prepare()

  return {
    /** Returns the newest arrivals since `from` at these locations, or at all when undefined, newest first. */
    async moves(
      organizationId: number,
      locationIds: readonly number[] | undefined,
      from: Micros,
      limit: number,
    ): Promise<FloorMove[]> {
      const values = { organizationId, from, limit, considered }
      return locationIds
        ? movesTo.execute({ ...values, locationIds: JSON.stringify(locationIds) })
        : allMoves.execute(values)
    },

    /** Counts the moves in [from, to) in buckets of `size`, by the locations that they leave and enter, from the stays. */
    async moveCounts(
      organizationId: number,
      { from, to, size }: { readonly from: Micros; readonly to: Micros; readonly size: Micros },
    ): Promise<MoveCount[]> {
      const moves: MoveCount[] = []
      for (let at = from; at < to; at += size * bucketsAtOnce) {
        const end = Math.min(to, at + size * bucketsAtOnce)
        moves.push(...(await moveCounts.execute({ organizationId, origin: from, size, from: at, to: end })))
        await turn()
      }
      return moves
    },
  }
}
