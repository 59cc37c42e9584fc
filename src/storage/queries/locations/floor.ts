import { and, eq, sql } from 'drizzle-orm'
import { type Instant, type Micros, toMicros } from '../../../base/time'
import { rowCounts } from '../../sql/count-tables'
import { arg, type Db } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import { isLive } from '../../sql/states'
import { placements } from '../../sql/tables'
import { hadBegun } from '../history/begun-assets'

/** The assets at a location itself, without its sub-locations. */
export interface LocationCount {
  readonly locationId: number
  readonly assetCount: number
  /** The latest read of an asset that is there. */
  readonly lastReadAt: Micros
}

/** The assets that a floor plan shows, from kept counts and seeks in indexes. */
export function floorReads(db: Db) {
  // One seek for each location and state that has assets.
  const latestReads = db
    .select({
      locationId: rowCounts.locationId,
      lastReadAt: sql<number | null>`max((
        select last_seen_at from placements
        where placements.location_id = row_counts.location_id and asset_state = row_counts.state
        order by last_seen_at desc limit 1))`,
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
  const placed = keptCounts(db, 'placements')
  const all = keptCounts(db, 'assets')

  // Each asset takes one seek, as in the report at an instant (places-at.ts).
  const countsAt = db
    .select({
      locationId: sql<number>`(
        select location_id from scan_events where asset_id = placements.asset_id and first_at <= ${arg('atMicros')}
        order by first_at desc, location_id desc, id desc limit 1)`.as('location_id'),
      assetCount: sql<number>`count(*)`,
    })
    .from(placements)
    .where(hadBegun)
    .groupBy(sql`1`)
    .prepare()

  return {
    /** Returns the locations that have assets of the report. */
    async counts(organizationId: number, now: Instant): Promise<LocationCount[]> {
      const assetCounts = new Map<number, number>()
      for (const { locationId, state, count } of await placed.everywhere(organizationId, now))
        if (isLive(state)) assetCounts.set(locationId, (assetCounts.get(locationId) ?? 0) + count)
      const latest = await latestReads.execute({ organizationId })
      return latest.flatMap(({ locationId, lastReadAt }) => {
        const assetCount = assetCounts.get(locationId) ?? 0
        return assetCount > 0 && lastReadAt !== null ? [{ locationId, assetCount, lastReadAt }] : []
      })
    },

    /** Returns the locations that had assets at an instant, with their number. */
    countsAt: async (organizationId: number, at: Instant): Promise<Omit<LocationCount, 'lastReadAt'>[]> =>
      countsAt.execute({ organizationId, at, atMicros: toMicros(at) }),

    /** Returns the number of assets that are in effect, seen or not. */
    async assetCount(organizationId: number, now: Instant): Promise<number> {
      const counted = await all.at(organizationId, now)
      return counted.filter(({ state }) => isLive(state)).reduce((sum, { count }) => sum + count, 0)
    },

    /** Returns the number of assets that are in effect and were seen. */
    async placedCount(organizationId: number, now: Instant): Promise<number> {
      const counted = await placed.at(organizationId, now)
      return counted.filter(({ state }) => isLive(state)).reduce((sum, { count }) => sum + count, 0)
    },
  }
}
