import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { createReads, createWrites } from '../../src/storage/core/areas'
import type { Value } from '../../src/storage/sql/connection'
import { openDrizzle } from '../../src/storage/sql/drizzle'

/** A statement whose rows an argument lists. */
const listsRows = /"(?:id|asset_id|location_id|subject_id|external_key)" in \(select value from json_each/

/**
 * Statements that go through an organization on purpose: through its locations, each with its moves of a time, and through the
 * few assets that are waiting to be indexed.
 */
const onPurpose = [/cross join "scan_events"/, /from search_backlogs/]

// Rule: internal-api.md, Asset list
test('a statement with a list of rows reads these, and not all rows of the organization', () => {
  using db = new Database(':memory:', { strict: true })
  for (const { sql } of migrations) db.run(sql)
  const statements = new Set<string>()
  const drizzle = openDrizzle({
    prepare(sql: string) {
      statements.add(sql)
      const prepared = db.prepare<unknown, Value[]>(sql)
      return {
        values: (...values) => prepared.values(...values) as unknown[][],
        run: (...values) => prepared.run(...values),
      }
    },
  })
  // The statements of an area are prepared when it is used for the first time.
  for (const areas of [createReads(drizzle), createWrites(drizzle)]) Object.values(areas)

  const listing = [...statements].filter(
    (sql) => listsRows.test(sql) && !onPurpose.some((purpose) => purpose.test(sql)),
  )
  expect(listing.length).toBeGreaterThan(40)
  const plans = listing.map((sql) => ({
    sql,
    steps: db
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail),
  }))
  const tables = new Set(
    db
      .query<{ name: string }, []>(`select name from sqlite_master where type = 'table'`)
      .all()
      .map(({ name }) => name),
  )
  const isWide = (step: string) =>
    /^SEARCH .*\(organization_id=\?\)$/.test(step) || tables.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '')
  const wide = plans.filter(({ steps }) => steps.some(isWide))
  expect(wide).toEqual([])
})
