import { setImmediate as turn } from 'node:timers/promises'
import { aliasedTable, and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { type Instant, type Micros, second } from '../../../base/time'
import { arg, type Db, inJsonList, inNumbers } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { assets, locations, scanEvents } from '../../sql/tables'

/** A scan event with which an asset entered or left a group of locations. */
export interface LocationMove {
  readonly id: number
  readonly isArrival: boolean
  readonly firstAt: Micros
  readonly assetId: number
  readonly assetExternalKey: string
  readonly assetName: string
  readonly assetDeletedAt: Instant | null
  readonly locationId: number
  readonly locationName: string
  readonly previousLocationId: number | null
  readonly previousLocationName: string | null
}

export interface LocationMoveFilter {
  /** Both ends are inclusive. */
  readonly from: Micros
  readonly to: Micros
  /** True: only arrivals. False: only departures. Undefined: both. */
  readonly isArrival: boolean | undefined
}

/**
 * The time span that one step reads. A busy organization has a million events in a day, and other requests are served
 * between two steps.
 */
const atOnce: Micros = 1800 * second
/** A part of a file has at least this many moves, so that a file needs few calls. */
const partMin = 200

/**
 * Finds the arrivals at a group of locations and the departures from it. A move within the group is neither. An asset
 * departs when it is read elsewhere, so its departure is the event there. One scan of the events in the window finds
 * both.
 */
export function locationMoveReads(db: Db) {
  // Deleted sub-locations are included, because assets moved there before. `union` ends a walk in a cycle.
  const below = sql<number>`(
    with recursive walk (id) as (
      select cast(${arg('id')} as bigint) union select child.id from walk join locations as child on child.parent_id = walk.id
    ) select id from walk) as walk`
  const subtree = db
    .select({ id: sql<number>`walk.id` })
    .from(below)
    .prepare()

  const previousLocationId = sql<number | null>`(
    select previous.location_id from scan_events as previous
    where previous.asset_id = ${scanEvents.assetId}
      and (previous.first_at, previous.location_id, previous.id)
        < (${scanEvents.firstAt}, ${scanEvents.locationId}, ${scanEvents.id})
    order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`
  const isInGroup = inJsonList(scanEvents.locationId, 'locationIds')
  const wasInGroup = sql`coalesce(${inNumbers(previousLocationId, 'locationIds')}, false)`
  // A cross join keeps the order of the tables: one range of the index by location and time for each location.
  const moves = db
    .select({ id: scanEvents.id, isArrival: sql`${isInGroup}`.mapWith(Boolean) })
    .from(locations)
    .crossJoin(scanEvents)
    .where(
      and(
        eq(locations.organizationId, arg('organizationId')),
        eq(scanEvents.locationId, locations.id),
        gte(scanEvents.firstAt, arg('from')),
        lte(scanEvents.firstAt, arg('to')),
        sql`(${isInGroup}) <> ${wasInGroup}`,
      ),
    )
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.id))
    .prepare()
  const previous = aliasedTable(locations, 'previous')
  const rows = db
    .select({
      id: scanEvents.id,
      isArrival: sql`${isInGroup}`.mapWith(Boolean),
      firstAt: scanEvents.firstAt,
      assetId: scanEvents.assetId,
      assetExternalKey: assets.externalKey,
      assetName: assets.name,
      assetDeletedAt: assets.deletedAt,
      locationId: scanEvents.locationId,
      locationName: locations.name,
      previousLocationId: sql<number | null>`${previous.id}`,
      previousLocationName: previous.name,
    })
    .from(scanEvents)
    .innerJoin(assets, eq(assets.id, scanEvents.assetId))
    .innerJoin(locations, eq(locations.id, scanEvents.locationId))
    .leftJoin(previous, eq(previous.id, previousLocationId))
    .where(inJsonList(scanEvents.id, 'ids'))
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.id))
    .prepare()

  /** Finds the moves in [from, to], newest first. It reads the window step by step, from its end. */
  async function* found(
    values: Readonly<Record<'organizationId' | 'locationIds', unknown>>,
    { from, to }: Pick<LocationMoveFilter, 'from' | 'to'>,
  ) {
    for (let end = to; end >= from; end -= atOnce) {
      const begin = Math.max(from, end - atOnce + 1)
      yield { begin, moves: await moves.execute({ ...values, from: begin, to: end }) }
      await turn()
    }
  }

  const rowsOf = async (ids: readonly number[], locationIds: string): Promise<LocationMove[]> =>
    rows.execute({ locationIds, ids: JSON.stringify(ids) })

  return {
    /**
     * Returns the ids of a location and all its sub-locations. The location must belong to the caller's organization.
     */
    subtree: async (id: number): Promise<number[]> => (await subtree.execute({ id })).map((row) => row.id),

    /** Returns a page of the moves, newest first, with the total number of arrivals and departures. */
    async of(
      organizationId: number,
      locationsOfGroup: readonly number[],
      { isArrival, ...window }: LocationMoveFilter,
      { limit, offset }: Slice,
    ): Promise<{ rows: LocationMove[]; arrivals: number; departures: number }> {
      const locationIds = JSON.stringify(locationsOfGroup)
      const steps = await Array.fromAsync(found({ organizationId, locationIds }, window))
      const all = steps.flatMap((step) => step.moves)
      const arrivals = all.filter((move) => move.isArrival).length
      const wanted = isArrival === undefined ? all : all.filter((move) => move.isArrival === isArrival)
      const ids = wanted.slice(offset, offset + limit).map(({ id }) => id)
      return {
        rows: await rowsOf(ids, locationIds),
        arrivals,
        departures: all.length - arrivals,
      }
    },

    /**
     * Returns the newest moves, in whole steps until there are some hundred, and the end of the moves before them; no end
     * when there are none before.
     */
    async part(
      organizationId: number,
      locationsOfGroup: readonly number[],
      { isArrival, ...window }: LocationMoveFilter,
    ): Promise<{ rows: LocationMove[]; nextTo: Micros | undefined }> {
      const locationIds = JSON.stringify(locationsOfGroup)
      const ids: number[] = []
      for await (const { begin, moves: some } of found({ organizationId, locationIds }, window)) {
        for (const move of some)
          if (isArrival === undefined || move.isArrival === isArrival) ids.push(move.id)
        if (ids.length >= partMin && begin > window.from)
          return { rows: await rowsOf(ids, locationIds), nextTo: begin - 1 }
      }
      return { rows: await rowsOf(ids, locationIds), nextTo: undefined }
    },
  }
}
