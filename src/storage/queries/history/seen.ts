import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { rowCounts } from '../../sql/count-tables'
import { arg, type Db } from '../../sql/database'
import { isEffective, ofPlacement } from '../../sql/states'

/** When assets were seen last: their numbers by location. */

/** The assets at a location by the time of their last read. */
interface SeenCount {
  readonly locationId: number
  /** Number of those seen at `day` or later. */
  readonly recent: number
  /** Number of those seen before `week`. */
  readonly old: number
}

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

  return {
    /** Counts the assets of the report at each location that has some, by their last read. */
    counts: async (
      organizationId: number,
      now: Instant,
      { day, week }: { readonly day: Micros; readonly week: Micros },
    ): Promise<SeenCount[]> => counts.execute({ organizationId, now, day, week }),
  }
}
