import { expect, test } from 'bun:test'
import { dependencies } from '../../package.json'

// src/storage/sql/drizzle.ts uses private parts of Drizzle: the fields of a prepared statement and `escapeParam` of the
// dialect. Before you change the version here, compare these parts of the new version, and run the tests on SQLite
// (test/storage) and on PostgreSQL (`bun run test:postgres`).
test('the version of Drizzle is the one whose private parts the queries use', () => {
  expect(dependencies['drizzle-orm']).toBe('0.45.4')
})
