import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { fromMicros } from '../../src/base/time'
import { utilizationReads } from '../../src/storage/queries/stays/utilization-reads'
import type { Value } from '../../src/storage/sql/connection'
import { openDrizzle } from '../../src/storage/sql/drizzle'
import { everyAsset } from '../support/every-asset'

/** The first reads of assets, which are no moves, however much of their history is left. */

const day = 86_400_000_000
const start = Math.floor(1_790_000_000_000_000 / day) * day

/** The beginning of the history of an asset, and its stays: the day on which each begins, and whether another one came before. */
type History = readonly [firstAt: number, ...stays: readonly (readonly [begunAt: number, isMove: boolean])[]]

const histories: Readonly<Record<string, History>> = {
  'is complete': [1.5, [1.5, false], [2.1, true], [2.2, true], [4.5, true]],
  'began before the period': [-3, [-3, false], [2.3, true]],
  'begins after the period': [12, [12, false], [13, true]],
  'has a move at the instant of its first read': [3, [3, false], [3, true]],
  'has lost the beginning of its first stay': [3.5, [0.5, false], [3.7, true]],
  'has lost the beginning of its first stay, before the period': [3.5, [-2, false], [3.7, true]],
  'has lost the beginning of its first stay, whose end is after the period': [11, [5.5, false], [12, true]],
  'has lost its first stays': [3.6, [3.2, true], [3.7, true]],
  'is not counted as stays yet': [1],
}
const moves = [3, 1, 0, 1, 1, 1, 0, 2, 0]
const usedDays = [2, 1, 0, 1, 1, 1, 0, 1, 0]

function openWorld(): Database {
  const db = new Database(':memory:', { strict: true })
  for (const { sql } of migrations) db.run(sql)
  const at = fromMicros(start)
  db.run(`insert into organizations (id, slug, name, created_at) values (1, 'a', 'A', '${at}')`)
  db.run(`insert into locations (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at,
      search_key, search_description) values (1, 1, 'A', 'A', 1, '${at}', '${at}', '${at}', '', '')`)
  for (const [index, [firstAt, ...stays]] of Object.values(histories).entries()) {
    const id = 100 + 7 * index
    db.run(`insert into assets (id, organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
        search_key, search_description, search_tags) values (${id}, 1, 'A-${id}', 'A', 1, '{}', '${at}', '${at}', '${at}', '', '', '')`)
    db.run(`insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head)
      values (${id}, 1, 1, ${start}, 'null', '{}', '{}')`)
    db.run(`update placements set first_at = ${start + firstAt * day} where asset_id = ${id}`)
    for (const [begunAt, isMove] of stays)
      db.run(`insert into stays (organization_id, asset_id, location_id, begun_at, previous_location_id, scan_event_id)
        values (1, ${id}, 1, ${start + begunAt * day}, ${isMove ? 1 : 'null'}, 0)`)
  }
  return db
}

// Rule: internal-api.md, Utilization
test('a first read is not a move, whether the stays of each asset or of all are read', async () => {
  using db = openWorld()
  const drizzle = openDrizzle({
    prepare(sql: string) {
      const prepared = db.prepare<unknown, Value[]>(sql)
      return {
        values: (...values) => prepared.values(...values) as unknown[][],
        run: (...values) => prepared.run(...values),
      }
    },
  })
  const bounds = Array.from({ length: 11 }, (_, index) => start + index * day)
  for (const few of [1000, 0]) {
    const used = await utilizationReads(drizzle, few).of(
      { organizationId: 1, now: fromMicros(start + 20 * day) },
      everyAsset,
      { bounds, isMostUsedFirst: true, max: 1000 },
      { limit: 1000, offset: 0 },
    )
    const found = new Map([...(used?.ids ?? [])].map((id, index) => [(id - 100) / 7, index]))
    const names = Object.keys(histories)
    const of = (values: Uint32Array | Uint16Array | undefined) =>
      names.map((name, index) => [name, values?.[found.get(index) ?? -1]])
    expect(of(used?.moves)).toEqual(names.map((name, index) => [name, moves[index]]))
    expect(of(used?.usedDays)).toEqual(names.map((name, index) => [name, usedDays[index]]))
    expect(used?.usedByDay.reduce((sum, count) => sum + count, 0)).toBe(7)
    expect([...(used?.moves ?? [])]).toEqual(moves.toSorted((one, other) => other - one))
  }
})
