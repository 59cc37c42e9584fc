import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { isEffective, ofLocation } from '../../sql/states'
import { locations } from '../../sql/tables'

/** Walks over the tree of locations, and the checks that they end. */

// A walk visits deleted rows, too. A tree has at most 1000 levels, so a walk up that finds more has entered a cycle. A walk down enters
// a cycle only if its first row is in that cycle, because the parent of each row in a cycle is in it, too. So a walk up from the first
// row finds out whether the walk down would end.
export const levelsMax = sql`1000`

/** The path from the row itself to its root. */
export const above = sql`(
  with recursive walk (id, parent_id, level) as (
    select id, parent_id, 0 from locations where id = ${arg('id')}
    union all
    select parent.id, parent.parent_id, walk.level + 1 from walk join locations as parent on parent.id = walk.parent_id
    where walk.level < ${levelsMax}
  ) select id, level from walk) as walk`

/** Shown to users. */
export const visible = and(isNull(locations.deletedAt), isEffective(ofLocation))
/** A cross join makes SQLite keep the order of the walk. */
export const joined = (walk: SQL) => sql`${walk} cross join ${locations} on ${locations.id} = walk.id`

export function walkChecks(db: Db) {
  const measureAbove = db
    .select({
      visible: sql<number>`count(*) filter (where ${visible} and walk.level > 0)`,
      depth: sql<number>`coalesce(max(walk.level), 0)`,
      isCyclic: sql<number>`count(*) > ${levelsMax}`,
    })
    .from(joined(above))
    .prepare()
  const isInCycle = db
    .select({ id: sql<number>`walk.id` })
    .from(above)
    .where(sql`walk.id = ${arg('id')} and walk.level > 0`)
    .limit(1)
    .prepare()

  const cycleAt = (id: number) => new Error(`The tree at location ${id} has a cycle.`)

  return {
    /** Returns the number of visible ancestors, and that of all. */
    async measuredAbove(id: number, now: Instant) {
      const [result] = await measureAbove.execute({ id, now })
      if (!result || result.isCyclic) throw cycleAt(id)
      return result
    },

    async requireNoCycle(id: number): Promise<void> {
      if ((await isInCycle.execute({ id })).length > 0) throw cycleAt(id)
    },
  }
}
