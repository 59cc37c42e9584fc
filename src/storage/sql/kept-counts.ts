import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../base/time'
import { arg, type Db, inJsonList } from './database'
import { type Counted, rowCounts } from './count-tables'
import { limited, type State } from './states'

/**
 * Numbers of effective rows, without counting them. Triggers keep the number of rows of each state, and the numbers of
 * beginnings and ends in buckets of time (migrations/0012_kept_counts.sql). A row with limits is effective when it has
 * begun and has not ended: their number is that of all, less those that begin later, less those that have ended.
 */

/** Lengths of the parts of an instant that name a bucket: month, day, hour, minute, second, microsecond. */
const levels = [7, 10, 13, 16, 19, 27] as const

/** Sorts after every digit and letter of an instant. */
const end = '~'

/** The buckets between two texts, both exclusive. */
interface Range {
  readonly edge: 'start' | 'end'
  readonly level: number
  readonly after: string
  readonly before: string
}

/** Returns the buckets that contain the beginnings after `now` and the ends up to `now`, each instant once. */
function rangesAt(now: Instant): Range[] {
  return levels.flatMap((level, index): Range[] => {
    const parent = now.slice(0, levels[index - 1] ?? 0)
    const bucket = now.slice(0, level)
    // The bucket of the lowest level is the instant itself: a row that ends now has ended.
    const ended = level === levels.at(-1) ? bucket + end : bucket
    return [
      { edge: 'start', level, after: bucket, before: parent + end },
      { edge: 'end', level, after: parent, before: ended },
    ]
  })
}

/** The number of effective rows that a row of `row_counts` stands for. */
const effective = sql<number>`iif(row_counts.state < ${sql.raw(String(limited))}, row_counts.count, row_counts.count - (
  select coalesce(sum(boundary.count), 0)
  from json_each(${arg('ranges')}) as range cross join row_boundaries as boundary
  where boundary.organization_id = row_counts.organization_id and boundary.counted = row_counts.counted
    and boundary.location_id = row_counts.location_id and boundary.state = row_counts.state
    and boundary.edge = range.value ->> 'edge' and boundary.level = cast(range.value ->> 'level' as bigint)
    and boundary.bucket > range.value ->> 'after' and boundary.bucket < range.value ->> 'before'))`

/** The number of effective rows of one state, at one location or (0) at all. */
export interface StateCount {
  readonly locationId: number
  readonly state: State
  readonly count: number
}

export function keptCounts(db: Db, counted: Counted) {
  const ofOrganization = and(
    eq(rowCounts.organizationId, arg('organizationId')),
    eq(rowCounts.counted, sql.raw(`'${counted}'`)),
  )
  const columns = {
    locationId: rowCounts.locationId,
    state: sql<State>`${rowCounts.state}`,
    count: effective,
  }
  const atLocations = db
    .select(columns)
    .from(rowCounts)
    .where(and(ofOrganization, inJsonList(rowCounts.locationId, 'locationIds')))
    .prepare()
  const everywhere = db.select(columns).from(rowCounts).where(ofOrganization).prepare()

  return {
    /** Counts the effective rows of each state. Placements and descendants are counted by location; 0 counts
     * all rows, except for descendants. */
    async at(
      organizationId: number,
      now: Instant,
      locationIds: readonly number[] = [0],
    ): Promise<StateCount[]> {
      const ranges = JSON.stringify(rangesAt(now))
      return atLocations.execute({ organizationId, ranges, locationIds: JSON.stringify(locationIds) })
    },

    /** Counts the effective rows of each location and state, including location 0. */
    everywhere: async (organizationId: number, now: Instant): Promise<StateCount[]> =>
      everywhere.execute({ organizationId, ranges: JSON.stringify(rangesAt(now)) }),
  }
}
