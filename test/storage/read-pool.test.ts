import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadPool } from '../../src/storage/sqlite/read-pool'
import { openSqlite } from '../../src/storage/sqlite/open'
import { at, openOrganization, silent } from './engines'

/** The number of descriptors of this process for files of a folder. */
const descriptorsIn = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

test('reads return their results while idle threads end, and the threads leave no descriptors behind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-pool-'))
  const onFatal = (error: unknown) => expect.unreachable(String(error))
  const store = openSqlite({ directory, now: () => at, log: silent, onFatal })
  const organization = await openOrganization(store, 'north')
  await store.close()

  // Each thread ends at once after its read.
  const pool = new ReadPool(join(directory, 'whereabouts.db'), 0)
  const counts: number[] = []
  for (let round = 0; round < 12; round++) {
    const reads = Array.from({ length: 3 }, () => pool.run('tree', 'whole', [organization, at]))
    expect((await Promise.all(reads)).map(({ value }) => value)).toEqual([[], [], []])
    counts.push(descriptorsIn(directory))
  }
  await pool.close()
  expect(counts.at(-1)).toBeLessThanOrEqual(2 * Math.max(...counts.slice(0, 3)))
  rmSync(directory, { recursive: true })
}, 30_000)
