import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { rowCounts } from '../../sql/count-tables'
import { arg, type Db } from '../../sql/database'
import { isEffective, ofPlacement } from '../../sql/states'

/** When assets were seen last: their numbers by location. */

/** Numbers of assets that were not seen for some time. */
export interface Unseen {
  /** Number of those not seen since `day`. */
  readonly day: number
  /** Number of those not seen since `week`, which is before `day`. */
  readonly week: number
}

export interface UnseenCount extends Unseen {
  readonly locationId: number
}

type Limits = { readonly [L in keyof Unseen]: Micros }

export function seenReads(db: Db) {
  // Ranges of the index by location, state and time, which do not overlap. It contains the limits of the rows, too.
  const counted = (isWanted: SQL) =>
    sql<number>`coalesce(sum((
    select count(*) from placements
    where placements.location_id = row_counts.location_id and placements.asset_state = row_counts.state
      and ${isWanted} and ${isEffective(ofPlacement)})), 0)`.mapWith(Number)
  const ages = {
    sinceWeek: counted(sql`last_seen_at >= ${arg('week')} and last_seen_at < ${arg('day')}`),
    week: counted(sql`last_seen_at < ${arg('week')}`),
  }
  const withAssets = and(
    eq(rowCounts.organizationId, arg('organizationId')),
    sql`${rowCounts.counted} = 'placements'`,
    sql`${rowCounts.locationId} > 0`,
    sql`${rowCounts.count} > 0`,
    sql`${rowCounts.state} & 2 = 0`,
  )
  const byLocation = db
    .select({ locationId: rowCounts.locationId, ...ages })
    .from(rowCounts)
    .where(withAssets)
    .groupBy(rowCounts.locationId)
    .prepare()
  const together = db.select(ages).from(rowCounts).where(withAssets).prepare()
  const toUnseen = ({ sinceWeek, week }: { readonly sinceWeek: number; readonly week: number }): Unseen => ({
    day: sinceWeek + week,
    week,
  })

  return {
    /** Counts the assets of the report that were not seen, at each location that has assets. */
    async counts(organizationId: number, now: Instant, limits: Limits): Promise<UnseenCount[]> {
      const rows = await byLocation.execute({ organizationId, now, ...limits })
      return rows.map((row) => ({ locationId: row.locationId, ...toUnseen(row) }))
    },

    /** Counts the assets of the report that were not seen. */
    async total(organizationId: number, now: Instant, limits: Limits): Promise<Unseen> {
      const [row] = await together.execute({ organizationId, now, ...limits })
      return toUnseen(row ?? { sinceWeek: 0, week: 0 })
    },
  }
}
