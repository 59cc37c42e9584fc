import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { openDrizzle } from '../../src/storage/sql/drizzle'
import { assetListReads } from '../../src/storage/queries/history/asset-list'
import { trackingReads } from '../../src/storage/queries/history/tracking'

// Rule: internal-api.md, Asset list
test('the rows of a page are read by their ids, not by a search through all assets of the organization', () => {
  using db = new Database(':memory:', { strict: true })
  for (const { sql } of migrations) db.run(sql)
  const statements: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    statements.push(sql)
    return prepare(sql)
  }) as typeof db.prepare
  assetListReads(openDrizzle(db))
  trackingReads(openDrizzle(db))
  const ofPages = statements.filter(
    (sql) => /from "(assets|placements)"/.test(sql) && /in \(select value from json_each/.test(sql),
  )
  expect(ofPages.length).toBeGreaterThan(2)
  for (const sql of ofPages) {
    const steps = prepare(`explain query plan ${sql}`).all() as { detail: string }[]
    const first = steps.find(({ detail }) => /^(SEARCH|SCAN) (assets|placements)/.test(detail))?.detail
    expect({ sql, first }).toEqual({ sql, first: expect.stringContaining('INTEGER PRIMARY KEY') })
  }
})
