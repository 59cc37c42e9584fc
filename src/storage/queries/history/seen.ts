import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { rowCounts } from '../../sql/count-tables'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { inStates, isEffective, ofAsset, ofPlacement, statesOf } from '../../sql/states'
import { assets, locations, placements } from '../../sql/tables'
import { assetMatchesSearch } from '../assets/assets'

/** When assets were seen last: their numbers by location, and their lists. */

/** The assets at a location by the time of their last read. */
interface SeenCount {
  readonly locationId: number
  /** Number of those seen at `day` or later. */
  readonly recent: number
  /** Number of those seen before `week`. */
  readonly old: number
}

interface SeenFilter {
  /** The last read, as [from, before). Undefined has no limit. */
  readonly from: Micros | undefined
  readonly before: Micros | undefined
  readonly locationIds: readonly number[]
  /** Case-folded. */
  readonly search: string | undefined
}

export interface SeenAsset {
  readonly assetId: number
  readonly externalKey: string
  readonly name: string
  /** Null when the location was deleted, and when the asset was never seen. */
  readonly locationId: number | null
  readonly locationKey: string | null
  readonly locationName: string | null
  readonly lastSeenAt: Micros | null
}

const live = statesOf(false, undefined)

export function seenReads(db: Db) {
  // Ranges of the index by location, state and time. It contains the limits of the rows, too.
  const counted = (isWanted: SQL) => sql<number>`sum((
    select count(*) from placements
    where placements.location_id = row_counts.location_id and placements.asset_state = row_counts.state
      and ${isWanted} and ${isEffective(ofPlacement)}))`
  const counts = db
    .select({
      locationId: rowCounts.locationId,
      recent: counted(sql`last_seen_at >= ${arg('day')}`).mapWith(Number),
      old: counted(sql`last_seen_at < ${arg('week')}`).mapWith(Number),
    })
    .from(rowCounts)
    .where(
      and(
        eq(rowCounts.organizationId, arg('organizationId')),
        sql`${rowCounts.counted} = 'placements'`,
        sql`${rowCounts.locationId} > 0`,
        sql`${rowCounts.count} > 0`,
        sql`${rowCounts.state} & 2 = 0`,
      ),
    )
    .groupBy(rowCounts.locationId)
    .prepare()

  const liveLocation = and(eq(locations.id, placements.locationId), sql`${locations.deletedAt} is null`)
  const columns = {
    assetId: assets.id,
    externalKey: assets.externalKey,
    name: assets.name,
    locationId: locations.id,
    locationKey: locations.externalKey,
    locationName: locations.name,
    lastSeenAt: placements.lastSeenAt,
  }
  const seen = createList({
    rows: (where, order) =>
      db
        .select(columns)
        .from(placements)
        .innerJoin(assets, eq(assets.id, placements.assetId))
        .leftJoin(locations, liveLocation)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) =>
      db
        .select(selection)
        .from(placements)
        .innerJoin(assets, eq(assets.id, placements.assetId))
        .where(where)
        .prepare(),
    where: (given) =>
      and(
        given.has('locationIds')
          ? and(
              eqWithoutIndex(placements.organizationId, 'organizationId'),
              inJsonList(placements.locationId, 'locationIds'),
            )
          : eq(placements.organizationId, arg('organizationId')),
        inStates(ofPlacement, live),
        isEffective(ofPlacement),
        given.has('from') ? gte(placements.lastSeenAt, arg('from')) : undefined,
        given.has('before') ? lt(placements.lastSeenAt, arg('before')) : undefined,
        given.has('search') ? assetMatchesSearch : undefined,
      ),
    order: { asset_last_seen: by(placements.lastSeenAt) },
    tieBreak: placements.assetId,
  })

  const nowhere = {
    ...columns,
    locationId: sql<number | null>`null`,
    locationKey: sql<string | null>`null`,
    locationName: sql<string | null>`null`,
    lastSeenAt: sql<number | null>`null`,
  }
  const never = createList({
    rows: (where, order) =>
      db
        .select(nowhere)
        .from(assets)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(assets).where(where).prepare(),
    where: (given) =>
      and(
        eq(assets.organizationId, arg('organizationId')),
        inStates(ofAsset, live),
        isEffective(ofAsset),
        sql`not exists (select 1 from placements where placements.asset_id = ${assets.id})`,
        given.has('search') ? or(assetMatchesSearch) : undefined,
      ),
    order: { external_key: by(assets.externalKey) },
    tieBreak: assets.id,
  })

  return {
    /** Counts the assets of the report at each location that has some, by their last read. */
    counts: async (
      organizationId: number,
      now: Instant,
      { day, week }: { readonly day: Micros; readonly week: Micros },
    ): Promise<SeenCount[]> => counts.execute({ organizationId, now, day, week }),

    /** Lists the assets that were seen last in a span of time, newest first. */
    list: async (
      organizationId: number,
      now: Instant,
      { from, before, locationIds, search }: SeenFilter,
      slice: Slice,
    ): Promise<{ rows: SeenAsset[]; total: number }> =>
      seen(
        {
          organizationId,
          now,
          from,
          before,
          locationIds: locationIds.length > 0 ? JSON.stringify(locationIds) : undefined,
          search,
        },
        [{ field: 'asset_last_seen', descending: true }],
        slice,
      ),

    /** Lists the assets that were never seen, by key. */
    never: async (
      organizationId: number,
      now: Instant,
      search: string | undefined,
      slice: Slice,
    ): Promise<{ rows: SeenAsset[]; total: number }> =>
      never({ organizationId, now, search }, [{ field: 'external_key', descending: false }], slice),
  }
}
