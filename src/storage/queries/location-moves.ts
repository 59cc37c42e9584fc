import { setImmediate as turn } from 'node:timers/promises'
import { aliasedTable, and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { type Instant, type Micros, second } from '../../time'
import { arg, type Db, inJsonList } from '../sql/database'
import type { Slice } from '../sql/list'
import { assets, locations, scanEvents } from '../sql/tables'

/** A scan event by which an asset came to some places, or went from them. */
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
  /** Both inclusive, in microseconds. */
  readonly from: Micros
  readonly to: Micros
  /** Only those that came, or only those that went. */
  readonly isArrival: boolean | undefined
}

/** Of a busy organization a day is a million events: so much of it is looked at before others have their turn. */
const atOnce: Micros = 1800 * second

/**
 * What came to a group of places and what went from it; a move within the group is neither. An asset went when it was seen
 * elsewhere: its departure is the event there, so that one walk over the events of the time in question finds both.
 */
export function locationMoveReads(db: Db) {
  // Of all places below, deleted ones too: what came there has come. `union` ends a walk that goes round in a cycle.
  const below = sql<number>`(
    with recursive walk (id) as (
      select ${arg('id')} union select child.id from walk join locations as child on child.parent_id = walk.id
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
  const isHere = inJsonList(scanEvents.locationId, 'locationIds')
  const wasHere = sql`coalesce(${inJsonList(previousLocationId, 'locationIds')}, 0)`
  // A cross join keeps its order: for each place one range of the index by place and time.
  const moves = db
    .select({ id: scanEvents.id, isArrival: sql`${isHere}`.mapWith(Boolean) })
    .from(locations)
    .crossJoin(scanEvents)
    .where(
      and(
        eq(locations.organizationId, arg('organizationId')),
        eq(scanEvents.locationId, locations.id),
        gte(scanEvents.firstAt, arg('from')),
        lte(scanEvents.firstAt, arg('to')),
        sql`${isHere} <> ${wasHere}`,
      ),
    )
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.id))
    .prepare()
  const previous = aliasedTable(locations, 'previous')
  const rows = db
    .select({
      id: scanEvents.id,
      isArrival: sql`${isHere}`.mapWith(Boolean),
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

  /** Newest first; the time in question, of which both ends count, is walked back from its end. */
  async function found(
    values: Readonly<Record<'organizationId' | 'locationIds', unknown>>,
    { from, to }: Pick<LocationMoveFilter, 'from' | 'to'>,
  ) {
    const parts: Awaited<ReturnType<typeof moves.execute>>[] = []
    for (let end = to; end >= from; end -= atOnce) {
      parts.push(await moves.execute({ ...values, from: Math.max(from, end - atOnce + 1), to: end }))
      await turn()
    }
    return parts.flat()
  }

  return {
    /** The place itself and all below it, of a place that is the caller's own. */
    subtree: async (id: number): Promise<number[]> => (await subtree.execute({ id })).map((row) => row.id),

    /** Newest first, with how many came and went in all. */
    async of(
      organizationId: number,
      places: readonly number[],
      { isArrival, ...window }: LocationMoveFilter,
      { limit, offset }: Slice,
    ): Promise<{ rows: LocationMove[]; arrivals: number; departures: number }> {
      const locationIds = JSON.stringify(places)
      const all = await found({ organizationId, locationIds }, window)
      const arrivals = all.filter((move) => move.isArrival).length
      const wanted = isArrival === undefined ? all : all.filter((move) => move.isArrival === isArrival)
      const ids = wanted.slice(offset, offset + limit).map(({ id }) => id)
      return {
        rows: await rows.execute({ locationIds, ids: JSON.stringify(ids) }),
        arrivals,
        departures: all.length - arrivals,
      }
    },
  }
}
