import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../src/storage/sqlite/open'
import { at, insertAsset, openOrganization, silent } from './engines'

/** Checkpoints, which another thread writes while the store is used. */

/** Writes and reads at the same time. Returns the size of the write-ahead log, and the number of assets afterwards. */
async function use(framesMax: number): Promise<{ bytes: number; assets: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-checkpoints-'))
  const onFatal = (error: unknown): never => {
    throw error
  }
  const store = openSqlite({ directory, now: () => at, log: silent, onFatal, framesMax })
  const organization = await openOrganization(store, 'north')
  let isOver = false
  const reading = (async () => {
    while (!isOver) await store.read.tree.whole(organization, at)
  })()
  for (let index = 0; index < 300; index++) {
    await store.write((tx) => insertAsset(tx, organization, `K-${index}`))
    expect((await store.read.assets.findByKey(organization, `K-${index}`))?.name).toBe('Pump')
  }
  isOver = true
  await reading
  const { size } = statSync(join(directory, 'whereabouts.db-wal'))
  await store.close()
  const again = openSqlite({ directory, now: () => at, log: silent, onFatal })
  const keys = Array.from({ length: 300 }, (_, index) => `K-${index}`)
  const found = await Promise.all(keys.map((key) => again.read.assets.findByKey(organization, key)))
  await again.close()
  rmSync(directory, { recursive: true })
  return { bytes: size, assets: found.filter((row) => row !== undefined).length }
}

test('keep the log short during writes and reads, and lose nothing', async () => {
  const without = await use(1_000_000)
  const withThem = await use(50)
  expect([without.assets, withThem.assets]).toEqual([300, 300])
  expect(withThem.bytes).toBeLessThan(without.bytes / 2)
}, 60_000)
