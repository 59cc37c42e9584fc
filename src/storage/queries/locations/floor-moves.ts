import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex } from '../../sql/database'
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

/** Number of the newest events among which moves are looked for. The others are returns to the same location. */
const considered = 100

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
  }
}
