import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, isPostgres, numbersOf } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import type { Slice } from '../../sql/list'
import { isEffective, isLive, ofLocation } from '../../sql/states'
import { locations } from '../../sql/tables'
import { levelsMax, walkChecks, joined, visible, above } from './tree-walks'

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

/** The paths of several rows, each from the row itself to its root. */
const paths = sql`(
  with recursive walk (id, parent_id, name, start, level) as (
    select id, parent_id, name, id, 0 from locations where id in (${numbersOf('ids')})
    union all
    select parent.id, parent.parent_id, parent.name, walk.start, walk.level + 1
    from walk join locations as parent on parent.id = walk.parent_id where walk.level < ${levelsMax}
  ) select start, name, level from walk) as walk`

export function treeReads(db: Db) {
  const checks = walkChecks(db)
  const page = (walk: SQL, order: SQL[]) =>
    db
      .select({ id: sql<number>`walk.id` })
      .from(joined(walk))
      .where(and(visible, sql`walk.level > 0`))
      .orderBy(...order)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()

  const subtree = isPostgres(db) ? belowByPath : below
  const pageBelow = page(subtree, isPostgres(db) ? [sql`walk.path`] : [])
  const pageAbove = page(above, [sql`walk.level desc`])
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

  return {
    /** Returns the visible ancestors, the root first. */
    async ancestors(organizationId: number, id: number, now: Instant, slice: Slice): Promise<TreePage> {
      const { visible: total } = await checks.measuredAbove(id, now)
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
      await checks.requireNoCycle(id)
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
  }
}
