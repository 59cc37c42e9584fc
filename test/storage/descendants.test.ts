import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import fc from 'fast-check'
import { migrations } from '../../migrations'
import { findMiscount, recount } from '../../src/storage/sqlite/kept-count-check'
import { treeReads } from '../../src/storage/queries/locations/tree'
import { fromMicros, type Instant } from '../../src/base/time'

/** The numbers of locations below each location are kept (decision 0016). These tests compare them with a walk. */

const start = 1_790_000_000_000_000
const steps = [0, 1, 61e6, 90_000e6, 40_000_000e6]
const instants = steps.map((step): Instant => fromMicros(start + step))
const instant = fc.constantFrom(...instants)
const which = fc.nat({ max: 11 })

const fields = fc.record({
  isActive: fc.boolean(),
  validFrom: instant,
  validTo: fc.option(instant),
  updatedAt: instant,
  deletedAt: fc.option(instant, { freq: 4 }),
})
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('create' as const), parent: fc.option(which), fields }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('update' as const), which, fields }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('move' as const), which, parent: fc.option(which), fields }),
  },
  fc.record({ does: fc.constant('remove' as const), which }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never

interface Location extends Fields {
  readonly id: number
  readonly parent: number | null
}

/** The rows as the test expects them, oldest first. */
function apply(db: Database, rows: Location[], each: Change): void {
  const at = (index: number): Location | undefined => rows[index % Math.max(rows.length, 1)]
  const parentOf = (index: number | null): number | null => (index === null ? null : (at(index)?.id ?? null))
  if (each.does === 'create') {
    const row = { id: (rows.at(-1)?.id ?? 0) + 1, parent: parentOf(each.parent), ...each.fields }
    rows.push(row)
    db.run(
      `insert into locations (is_active, valid_from, valid_to, updated_at, deleted_at, parent_id, id, organization_id,
        external_key, name, created_at, search_key, search_description)
      values (?, ?, ?, ?, ?, ?, ?, 1, hex(randomblob(8)), 'A', '2026', '', '')`,
      valuesOf(row),
    )
    return
  }
  const row = at(each.which)
  if (!row) return
  if (each.does === 'remove') {
    if (rows.some(({ parent }) => parent === row.id)) return
    db.run('delete from locations where id = ?', [row.id])
    rows.splice(rows.indexOf(row), 1)
    return
  }
  const parent = each.does === 'move' ? parentOf(each.parent) : row.parent
  if (parent !== null && isBelow(rows, row.id, parent)) return
  const changed = { ...row, ...each.fields, parent }
  rows[rows.indexOf(row)] = changed
  db.run(
    'update locations set is_active = ?, valid_from = ?, valid_to = ?, updated_at = ?, deleted_at = ?, parent_id = ? where id = ?',
    valuesOf(changed),
  )
}

const valuesOf = ({ isActive, validFrom, validTo, updatedAt, deletedAt, parent, id }: Location) => [
  isActive,
  validFrom,
  validTo,
  updatedAt,
  deletedAt,
  parent,
  id,
]

/** Whether the row `id` is `upper` itself or below it. */
function isBelow(rows: readonly Location[], upper: number, id: number): boolean {
  for (let row = rows.find((one) => one.id === id); row; row = rows.find((one) => one.id === row?.parent))
    if (row.id === upper) return true
  return false
}

const isVisible = ({ validFrom, validTo, updatedAt, deletedAt }: Location, now: Instant): boolean =>
  deletedAt === null && (validFrom <= updatedAt || validFrom <= now) && (validTo === null || validTo > now)

/** Returns the visible rows below `id` in preorder, siblings by id. */
const expectedBelow = (rows: readonly Location[], id: number, now: Instant): number[] =>
  rows
    .filter(({ parent }) => parent === id)
    .flatMap((row) => [...(isVisible(row, now) ? [row.id] : []), ...expectedBelow(rows, row.id, now)])

function emptyDatabase(isApplied: (migration: string) => boolean): Database {
  const db = new Database(':memory:', { strict: true })
  for (const { name, sql } of migrations) if (isApplied(name)) db.run(sql)
  db.run("insert into organizations (id, name, slug, created_at) values (1, 'A', 'a', '2026')")
  return db
}

test(
  'the descendants of every location and their total equal a walk, after any changes and at any time',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        using db = emptyDatabase(() => true)
        const rows: Location[] = []
        for (const each of changes) apply(db, rows, each)
        expect(findMiscount(db)).toBeUndefined()
        const tree = treeReads(drizzle(db))
        for (const { id } of rows)
          for (const now of instants) {
            const expected = expectedBelow(rows, id, now)
            expect(await tree.descendants(1, id, now, { limit: 50, offset: 0 })).toEqual({
              ids: expected,
              total: expected.length,
            })
          }
        db.run('update row_counts set count = count + 1')
        recount(db)
        expect(findMiscount(db)).toBeUndefined()
      }),
      { numRuns: 150 },
    ),
  60_000,
)

test(
  'the migration counts the existing rows',
  () =>
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const isEarlier = (name: string): boolean => name < '0017'
        using db = emptyDatabase(isEarlier)
        const rows: Location[] = []
        for (const each of changes) apply(db, rows, each)
        db.run(
          `insert into audit_entries (organization_id, changed_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
          select 1, updated_at, 'user', iif(is_active, 'A', null), 'A', 'created', 'location', id from locations`,
        )
        for (const { name, sql } of migrations) if (!isEarlier(name)) db.run(sql)
        expect(findMiscount(db)).toBeUndefined()
      }),
      { numRuns: 50 },
    ),
  60_000,
)
