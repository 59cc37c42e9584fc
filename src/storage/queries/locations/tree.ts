import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, isPostgres, numbersOf } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import type { Slice } from '../../sql/list'
import { inStates, isEffective, isLive, ofLocation, statesOf } from '../../sql/states'
import { locations } from '../../sql/tables'

/** A page of the tree, in its order. */
interface TreePage {
  readonly ids: number[]
  readonly total: number
}

/** A live location, effective or not, with the number of assets that the report shows there. */
interface TreeRow {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly parentId: number | null
  readonly isActive: boolean
  readonly isEffective: boolean
  readonly assetCount: number
}

// A walk visits deleted rows, too. A tree has at most 1000 levels, so a walk up that finds more has entered a cycle. A walk down enters
// a cycle only if its first row is in that cycle, because the parent of each row in a cycle is in it, too. So a walk up from the first
// row finds out whether the walk down would end.
const levelsMax = sql`1000`

/** The subtree, depth first: the deepest waiting row comes next; among equals, the one with the lowest id. */
const below = sql`(
  with recursive walk (id, level) as (
    select id, 1 from locations where parent_id = ${arg('id')}
    union all
    select child.id, walk.level + 1 from walk join locations as child on child.parent_id = walk.id
    where walk.level <= ${levelsMax}
    order by 2 desc, 1
  ) select id, level from walk) as walk`

/** The same in PostgreSQL, whose walks have no order. */
const belowByPath = sql`(
  with recursive walk (id, level, path) as (
    select id, 1, array[id] from locations where parent_id = ${arg('id')}
    union all
    select child.id, walk.level + 1, walk.path || child.id from walk join locations as child on child.parent_id = walk.id
    where walk.level <= ${levelsMax}
  ) select id, level, path from walk) as walk`

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

/** The path from the row itself to its root. */
const above = sql`(
  with recursive walk (id, parent_id, level) as (
    select id, parent_id, 0 from locations where id = ${arg('id')}
    union all
    select parent.id, parent.parent_id, walk.level + 1 from walk join locations as parent on parent.id = walk.parent_id
    where walk.level < ${levelsMax}
  ) select id, level from walk) as walk`

/** The paths of several rows, each from the row itself to its root. */
const paths = sql`(
  with recursive walk (id, parent_id, name, start, level) as (
    select id, parent_id, name, id, 0 from locations where id in (${numbersOf('ids')})
    union all
    select parent.id, parent.parent_id, parent.name, walk.start, walk.level + 1
    from walk join locations as parent on parent.id = walk.parent_id where walk.level < ${levelsMax}
  ) select start, name, level from walk) as walk`

export function treeReads(db: Db) {
  const visible = and(isNull(locations.deletedAt), isEffective(ofLocation))
  // A cross join makes SQLite keep the order of the walk.
  const joined = (walk: SQL) => sql`${walk} cross join ${locations} on ${locations.id} = walk.id`

  const measureAbove = db
    .select({
      visible: sql<number>`count(*) filter (where ${visible} and walk.level > 0)`,
      depth: sql<number>`coalesce(max(walk.level), 0)`,
      isCyclic: sql<number>`count(*) > ${levelsMax}`,
    })
    .from(joined(above))
    .prepare()
  const page = (walk: SQL, order: SQL[]) =>
    db
      .select({ id: sql<number>`walk.id` })
      .from(joined(walk))
      .where(and(visible, sql`walk.level > 0`))
      .orderBy(...order)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()

  const isInCycle = db
    .select({ id: sql<number>`walk.id` })
    .from(above)
    .where(sql`walk.id = ${arg('id')} and walk.level > 0`)
    .limit(1)
    .prepare()
  const subtree = isPostgres(db) ? belowByPath : below
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
  const pageBelow = page(subtree, isPostgres(db) ? [sql`walk.path`] : [])
  const pageAbove = page(above, [sql`walk.level desc`])
  const isAbove = db
    .select({ id: sql<number>`walk.id` })
    .from(above)
    .where(sql`walk.id = ${arg('other')}`)
    .limit(1)
    .prepare()

  const names = db
    .select({ start: sql<number>`walk.start`, name: sql<string>`walk.name` })
    .from(paths)
    .orderBy(sql`walk.level desc`)
    .prepare()

  const children = and(
    eq(locations.parentId, arg('id')),
    eq(locations.organizationId, arg('organizationId')),
    visible,
  )
  const childPage = db
    .select({ id: locations.id })
    .from(locations)
    .where(children)
    .orderBy(locations.name, locations.id)
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const childCount = db
    .select({ count: sql<number>`count(*)` })
    .from(locations)
    .where(children)
    .prepare()

  const whole = db
    .select({
      id: locations.id,
      externalKey: locations.externalKey,
      name: locations.name,
      parentId: locations.parentId,
      isActive: locations.isActive,
      isEffective: sql`${isEffective(ofLocation)}`.mapWith(Boolean),
    })
    .from(locations)
    .where(and(eq(locations.organizationId, arg('organizationId')), isNull(locations.deletedAt)))
    .orderBy(locations.name, locations.id)
    .prepare()

  const placed = keptCounts(db, 'placements')
  const descendantCounts = keptCounts(db, 'descendants')

  /** A value for the argument `now` of queries whose result does not depend on it. */
  const anyTime = '0001-01-01T00:00:00.000000Z' as Instant

  async function measuredAbove(id: number, now: Instant) {
    const [result] = await measureAbove.execute({ id, now })
    if (!result || result.isCyclic) throw cycleAt(id)
    return result
  }

  async function requireNoCycle(id: number): Promise<void> {
    if ((await isInCycle.execute({ id })).length > 0) throw cycleAt(id)
  }

  const cycleAt = (id: number) => new Error(`The tree at location ${id} has a cycle.`)

  return {
    /** Returns the visible ancestors, the root first. */
    async ancestors(organizationId: number, id: number, now: Instant, slice: Slice): Promise<TreePage> {
      const { visible: total } = await measuredAbove(id, now)
      const rows = await pageAbove.execute({ organizationId, id, now, ...slice })
      return { ids: rows.map((row) => row.id), total }
    },

    /** Returns the visible direct sub-locations, by name, then id. */
    async children(organizationId: number, id: number, now: Instant, slice: Slice): Promise<TreePage> {
      const [counted] = await childCount.execute({ organizationId, id, now })
      const rows = await childPage.execute({ organizationId, id, now, ...slice })
      return { ids: rows.map((row) => row.id), total: counted?.count ?? 0 }
    },

    /** Returns the visible subtree in preorder, siblings by id. */
    async descendants(organizationId: number, id: number, now: Instant, slice: Slice): Promise<TreePage> {
      await requireNoCycle(id)
      const counts = await descendantCounts.at(organizationId, now, [id])
      const total = counts.reduce((sum, { state, count }) => sum + (isLive(state) ? count : 0), 0)
      const rows = await pageBelow.execute({ id, now, ...slice })
      return { ids: rows.map((row) => row.id), total }
    },

    /** Returns all live locations, by name, then id. */
    async whole(organizationId: number, now: Instant): Promise<TreeRow[]> {
      const assetCounts = new Map<number, number>()
      for (const { locationId, state, count } of await placed.everywhere(organizationId, now))
        if (isLive(state)) assetCounts.set(locationId, (assetCounts.get(locationId) ?? 0) + count)
      const rows = await whole.execute({ organizationId, now })
      return rows.map((row) => ({ ...row, assetCount: assetCounts.get(row.id) ?? 0 }))
    },

    /**
     * Returns the names from the root down to each location, by its id. The locations must belong to the caller's
     * organization.
     */
    async paths(ids: readonly (number | null)[]): Promise<Map<number, string[]>> {
      const rows = await names.execute({ ids: JSON.stringify([...new Set(ids)]) })
      const byStart = Map.groupBy(rows, ({ start }) => start)
      return new Map([...byStart].map(([start, path]) => [start, path.map(({ name }) => name)]))
    },

    /** Counts the live rows of the subtree, effective or not, without the row itself. */
    async countLiveBelow(organizationId: number, id: number): Promise<number> {
      await requireNoCycle(id)
      return (await liveCount.execute({ organizationId, id }))[0]?.count ?? 0
    },

    /** Returns whether a live row is directly below the row. Unlike the number, it is found without the kept counts. */
    async hasLiveChild(id: number): Promise<boolean> {
      return (await liveChild.execute({ id })).length > 0
    },

    /** Returns the number of ancestors; 0 for a root. */
    async levelsAbove(id: number): Promise<number> {
      return (await measuredAbove(id, anyTime)).depth
    },

    /** Returns the depth of the subtree; 0 for a leaf. */
    async levelsBelow(id: number): Promise<number> {
      await requireNoCycle(id)
      return (await depthBelow.execute({ id }))[0]?.depth ?? 0
    },

    /** Returns whether `other` is the row itself or one of its ancestors. */
    async isSelfOrAbove(organizationId: number, id: number, other: number): Promise<boolean> {
      return (await isAbove.execute({ organizationId, id, other })).length > 0
    },
  }
}
