import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import fc from 'fast-check'
import { migrations } from '../../migrations'
import { auditReads, auditWrites } from '../../src/storage/queries/people/audit'
import { setBackWrites } from '../../src/storage/queries/history/set-back'
import { fromMicros, type Instant } from '../../src/base/time'

/** Totals and pages of the audit log come from kept counts (decision 0016). This test compares them with all entries. */

const start = 1_790_000_000_000_000
const instants = Array.from({ length: 12 }, (_, index): Instant => fromMicros(start + index * 1e6))
const limit = instants[8] as Instant
const organizations = [1, 2] as const

const kinds = {
  subjectKind: ['asset', 'location'],
  subjectId: ['1', '2'],
  action: ['created', 'changed'],
  actorKind: ['api_key', 'user', 'system'],
  actorId: ['A', 'B', null],
  importId: ['I', 'J', null],
} as const
const entry = fc.record({
  organizationId: fc.constantFrom(...organizations),
  changedAt: fc.constantFrom(...instants),
  subjectKind: fc.constantFrom(...kinds.subjectKind),
  subjectId: fc.constantFrom(...kinds.subjectId),
  action: fc.constantFrom(...kinds.action),
  actorKind: fc.constantFrom(...kinds.actorKind),
  actorId: fc.constantFrom(...kinds.actorId),
  importId: fc.constantFrom(...kinds.importId),
})
const change = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('insert' as const), entry }) },
  // The next entry is counted in another block.
  { weight: 3, arbitrary: fc.record({ does: fc.constant('skip' as const), ids: fc.nat({ max: 30_000 }) }) },
  fc.record({
    does: fc.constant('forget' as const),
    until: fc.constantFrom(...instants),
    most: fc.nat({ max: 9 }),
  }),
  fc.record({ does: fc.constant('set back' as const), seconds: fc.nat({ max: 20 }) }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const optional = <T>(values: readonly T[]) => fc.constantFrom(undefined, ...values)
const query = fc.record({
  filter: fc.record({
    subjectKind: optional(kinds.subjectKind),
    subjectId: optional([...kinds.subjectId, '']),
    action: optional(kinds.action),
    actorKind: optional(kinds.actorKind),
    actorId: optional(['A', 'B', '']),
    importId: optional(['I', '']),
    isGrouped: optional([true] as const),
    from: optional(instants),
    to: optional(instants),
  }),
  slice: fc.record({ limit: fc.integer({ min: 1, max: 6 }), offset: fc.nat({ max: 20 }) }),
})

async function apply(db: Database, each: Change): Promise<void> {
  const writable = drizzle(db)
  const audit = auditWrites(writable)
  if (each.does === 'insert')
    await audit.insert({ ...each.entry, actorName: 'A', subjectName: null, before: null, after: null })
  if (each.does === 'skip') db.run('update sqlite_sequence set seq = seq + ?', [each.ids])
  if (each.does === 'forget') await audit.prune(1, each.until, each.most)
  if (each.does === 'set back')
    await setBackWrites(writable).audit(1, { limit, seconds: each.seconds }, instants[2], 100)
}

interface Stored {
  readonly id: number
  readonly organizationId: number
  readonly changedAt: string
  readonly importId: string | null
  readonly isFolded: number
}

const expected = (
  all: readonly Stored[],
  { filter }: typeof query extends fc.Arbitrary<infer T> ? T : never,
) =>
  all.filter((one) => {
    const { from, to, isGrouped, ...equal } = filter
    const values = one as unknown as Record<string, unknown>
    return (
      one.organizationId === 1 &&
      (!isGrouped || one.isFolded === 0) &&
      (from === undefined || one.changedAt >= from) &&
      (to === undefined || one.changedAt <= to) &&
      Object.entries(equal).every(([name, value]) => value === undefined || values[name] === value)
    )
  })

test(
  'totals and pages of the audit log equal those of all entries, with every filter, after any changes',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 8 }),
        async (changes, queries) => {
          using db = new Database(':memory:', { strict: true })
          for (const { sql } of migrations) db.run(sql)
          for (const id of organizations)
            db.run('insert into organizations (name, slug, created_at) values (?, ?, ?)', [
              `${id}`,
              `${id}`,
              limit,
            ])
          for (const each of changes) await apply(db, each)
          const all = db
            .query<Stored, []>(
              `select id, organization_id as organizationId, changed_at as changedAt, subject_kind as subjectKind,
              subject_id as subjectId, action, actor_kind as actorKind, actor_id as actorId,
              import_id as importId, is_folded as isFolded
            from audit_entries order by changed_at desc, id desc`,
            )
            .all()
          const reads = auditReads(drizzle(db))
          const imports = db
            .query('select organization_id, import_id, entries from audit_imports order by 1, 2')
            .values()
          const counted = db
            .query(
              `select organization_id, import_id, count(*) from audit_entries where import_id is not null
                group by 1, 2 order by 1, 2`,
            )
            .values()
          expect(imports).toEqual(counted)
          for (const each of queries) {
            const matches = expected(all, each)
            const { rows, total } = await reads.list(1, each.filter, each.slice)
            const { limit: most, offset } = each.slice
            expect(total).toBe(matches.length)
            expect(rows.map(({ id }) => id)).toEqual(matches.slice(offset, offset + most).map(({ id }) => id))
          }
        },
      ),
      { numRuns: 100 },
    ),
  60_000,
)
