import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { rowCounts } from '../../sql/count-tables'
import { arg, type Db } from '../../sql/database'
import { isEffective, ofPlacement } from '../../sql/states'

/** When assets were seen last: their numbers by location. */

/** The assets at a location that were not seen for some time. */
export interface UnseenCount {
  readonly locationId: number
  /** Number of those not seen since `day`. */
  readonly day: number
  /** Number of those not seen since `week`. */
  readonly week: number
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
      day: counted(sql`last_seen_at < ${arg('day')}`).mapWith(Number),
      week: counted(sql`last_seen_at < ${arg('week')}`).mapWith(Number),
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
    /** Counts the assets of the report that were not seen, at each location that has assets. */
    counts: async (
      organizationId: number,
      now: Instant,
      { day, week }: { readonly day: Micros; readonly week: Micros },
    ): Promise<UnseenCount[]> => counts.execute({ organizationId, now, day, week }),
  }
}
