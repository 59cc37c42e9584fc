import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { inStates, ofLocation, statesOf } from '../../sql/states'
import { locations } from '../../sql/tables'
import { above, levelsMax, walkChecks } from './tree-walks'

/** What a change of the tree depends on: its levels, and what is above and below a location. */

/** The levels of the subtree, in no order. */
const levelsBelow = sql`(
  with recursive walk (id, level) as (
    select id, 1 from locations where parent_id = ${arg('id')}
    union all
    select child.id, walk.level + 1 from walk join locations as child on child.parent_id = walk.id
    where walk.level <= ${levelsMax}
  ) select level from walk) as walk`

const isLiveBelow = sql`organization_id = ${arg('organizationId')} and counted = 'descendants'
  and location_id = ${arg('id')} and state in (${sql.raw(statesOf(false, undefined).join(', '))})`
/**
 * The numbers of live rows below a location. In PostgreSQL, the changes of this transaction are separate until it is committed;
 * in SQLite, there are no separate ones.
 */
const liveBelow = sql`(
  select count from row_counts where ${isLiveBelow}
  union all select change from count_changes where ${isLiveBelow}) as kept`

/** A value for the argument `now` of queries whose result does not depend on it. */
const anyTime = '0001-01-01T00:00:00.000000Z' as Instant

export function treeLevelReads(db: Db) {
  const checks = walkChecks(db)
  const depthBelow = db
    .select({ depth: sql<number>`coalesce(max(walk.level), 0)` })
    .from(levelsBelow)
    .prepare()
  const liveCount = db
    .select({ count: sql<number>`cast(coalesce(sum(kept.count), 0) as bigint)` })
    .from(liveBelow)
    .prepare()
  const liveChild = db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.parentId, arg('id')), inStates(ofLocation, statesOf(false, undefined))))
    .limit(1)
    .prepare()
  const isAbove = db
    .select({ id: sql<number>`walk.id` })
    .from(above)
    .where(sql`walk.id = ${arg('other')}`)
    .limit(1)
    .prepare()

  return {
    /** Counts the live rows of the subtree, effective or not, without the row itself. */
    async countLiveBelow(organizationId: number, id: number): Promise<number> {
      await checks.requireNoCycle(id)
      return (await liveCount.execute({ organizationId, id }))[0]?.count ?? 0
    },

    /** Returns whether a live row is directly below the row. Unlike the number, it is found without the kept counts. */
    async hasLiveChild(id: number): Promise<boolean> {
      return (await liveChild.execute({ id })).length > 0
    },

    /** Returns the number of ancestors; 0 for a root. */
    async levelsAbove(id: number): Promise<number> {
      return (await checks.measuredAbove(id, anyTime)).depth
    },

    /** Returns the depth of the subtree; 0 for a leaf. */
    async levelsBelow(id: number): Promise<number> {
      await checks.requireNoCycle(id)
      return (await depthBelow.execute({ id }))[0]?.depth ?? 0
    },

    /** Returns whether `other` is the row itself or one of its ancestors. */
    async isSelfOrAbove(organizationId: number, id: number, other: number): Promise<boolean> {
      return (await isAbove.execute({ organizationId, id, other })).length > 0
    },
  }
}
