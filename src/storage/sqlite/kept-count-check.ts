import type { Database } from 'bun:sqlite'

/**
 * Compares the kept counts (decision 0016) with the rows. Triggers keep them equal. They differ only when the database was
 * damaged, or changed without the triggers. The rows determine the correct counts, so a difference can be corrected.
 */

/** The counts of one kind of rows. */
interface Kept {
  /** What is counted, for a message. */
  readonly name: string
  /** The table of the counts. A database of an older version does not have it. */
  readonly table: string
  /** Each returns the counts that differ (`Difference`). */
  readonly differences: readonly string[]
  /** The statements that count the rows again. */
  readonly recount: readonly string[]
}

interface Difference {
  readonly organizationId: number
  readonly kept: number
  readonly counted: number
}

const columns = 'organization_id, location_id, state, starts_at, ends_at'

/** The rows of each kind, with their locations; 0 counts all rows. */
const rowsOf = {
  assets: 'select organization_id, 0 as location_id, state, starts_at, valid_to as ends_at from assets',
  locations: 'select organization_id, 0 as location_id, state, starts_at, valid_to as ends_at from locations',
  placements: `select organization_id, 0 as location_id, asset_state as state, asset_starts_at as starts_at,
      asset_ends_at as ends_at from placements
    union all select organization_id, location_id, asset_state, asset_starts_at, asset_ends_at from placements`,
  descendants: `select organization_id, above as location_id, state, starts_at, valid_to as ends_at
    from (
      with recursive pairs (id, above) as (
        select id, parent_id from locations where parent_id is not null
        union select pairs.id, locations.parent_id from pairs join locations on locations.id = pairs.above
          where locations.parent_id is not null)
      select id, above from pairs) join locations using (id)`,
}

/** Compares the groups of two selections with the columns `keys` and a count. */
const difference = (keys: string, kept: string, counted: string): string =>
  `select organization_id as organizationId, sum(kept) as kept, sum(counted) as counted from (
    select ${keys}, count as kept, 0 as counted from ${kept}
    union all select ${keys}, 0, count from (${counted}))
  group by ${keys} having sum(kept) <> sum(counted) limit 1`

/** A row that ends before it begins counts as one that begins when it ends. */
function boundariesOf(name: string, rows: string, selected = '*'): string {
  return `select ${selected} from (
    select organization_id, '${name}' as counted, location_id, state, edge, level,
      substr(iif(edge = 'start', min(starts_at, coalesce(ends_at, starts_at)), ends_at), 1, level) as bucket, count(*) as count
    from (select ${columns} from (${rows}) where state >= 4)
      join (select 'start' as edge union all select 'end') join boundary_levels
    where iif(edge = 'start', starts_at, ends_at) is not null
    group by organization_id, location_id, state, edge, level, bucket)`
}

function keptOf([name, rows]: [string, string]): Kept {
  const counts = `select organization_id, '${name}' as counted, location_id, state, count(*) as count
    from (${rows}) group by organization_id, location_id, state`
  const boundaries = boundariesOf(name, rows)
  const of = (table: string) => `(select * from ${table} where counted = '${name}')`
  return {
    name,
    table: 'row_counts',
    differences:
      name === 'descendants'
        ? descendantDifferences
        : [
            difference('organization_id, location_id, state', of('row_counts'), counts),
            difference(
              'organization_id, location_id, state, edge, level, bucket',
              of('row_boundaries'),
              boundaries,
            ),
          ],
    recount: [
      `delete from row_counts where counted = '${name}'`,
      `insert into row_counts ${counts}`,
      `delete from row_boundaries where counted = '${name}'`,
      `insert into row_boundaries ${boundaries}`,
    ],
  }
}

/**
 * The descendants of a location are its children and their descendants. Comparing the counts of each location with those
 * of its children takes less time than walking from each location to its root.
 */
const ofChildren = (table: string, keys: string, own: string): string =>
  difference(
    `organization_id, location_id, ${keys}`,
    `(select * from ${table} where counted = 'descendants')`,
    `${own} union all
      select organization_id, parent_id, ${keys}, count
      from ${table} join (select id as location_id, parent_id from locations where parent_id is not null) using (location_id)
      where counted = 'descendants'`,
  )

const descendantDifferences = [
  ofChildren(
    'row_counts',
    'state',
    `select organization_id, parent_id as location_id, state, count(*) as count from locations
      where parent_id is not null group by organization_id, parent_id, state`,
  ),
  ofChildren(
    'row_boundaries',
    'state, edge, level, bucket',
    boundariesOf(
      'descendants',
      `select organization_id, parent_id as location_id, state, starts_at, valid_to as ends_at from locations
        where parent_id is not null`,
      'organization_id, location_id, state, edge, level, bucket, count',
    ),
  ),
]

const auditKeys = 'organization_id, block, subject_kind, action, actor_kind, actor_id, is_folded'
const auditCounted = `select organization_id, id >> 14 as block, subject_kind, action, actor_kind,
    coalesce(actor_id, '') as actor_id, is_folded, count(*) as count, min(changed_at) as first_at, max(changed_at) as last_at
  from audit_entries group by 1, 2, 3, 4, 5, 6, 7`

const ofAudit: Kept = {
  name: 'audit entries',
  table: 'audit_counts',
  differences: [
    difference(auditKeys, 'audit_counts', auditCounted),
    // The times of a block may be wider than those of its entries, but not narrower.
    `select organization_id as organizationId, kept.count as kept, 0 as counted
      from (${auditCounted}) as counted join audit_counts as kept using (${auditKeys})
      where kept.first_at > counted.first_at or kept.last_at < counted.last_at limit 1`,
  ],
  recount: ['delete from audit_counts', `insert into audit_counts ${auditCounted}`],
}

const allKept: readonly Kept[] = [...Object.entries(rowsOf).map(keptOf), ofAudit]

const keptIn = (db: Database): Kept[] =>
  allKept.filter(({ table }) => db.query('select 1 from sqlite_schema where name = ?').get(table) !== null)

/** Returns the first difference between the kept counts and the rows; undefined when there is none. */
export function findMiscount(db: Database): string | undefined {
  for (const { name, differences } of keptIn(db))
    for (const sql of differences) {
      const found = db.prepare<Difference, []>(sql).get()
      if (found)
        return `the kept counts of ${name} differ from the rows (organization ${found.organizationId}: ${found.kept} kept, ${found.counted} counted)`
    }
  return undefined
}

/** Counts all rows again. */
export function recount(db: Database): void {
  db.transaction(() => {
    for (const { recount: statements } of keptIn(db)) for (const sql of statements) db.run(sql)
  }).immediate()
}
