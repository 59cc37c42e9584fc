import { appendFileSync } from 'node:fs'
import { createLog } from '../../src/base/log'
import { openSqlite } from '../../src/storage/sqlite/open'
import type { Instant } from '../../src/base/time'
import { insertAsset, openOrganization } from '../storage/engines'

/**
 * Writes assets from several callers at once, through the store of the service, and appends the key of each to a file
 * when it is acknowledged: bun test/support/commit-writer.ts <directory> <file> <writes of each caller>
 */

const [directory, acknowledged, count] = process.argv.slice(2) as [string, string, string]
const callers = 6
const now = () => '2026-01-31T08:05:00.123456Z' as Instant
const store = openSqlite({
  directory,
  now,
  log: createLog({ level: 'silent', format: 'json' }),
  onFatal: (error) => {
    throw error
  },
  framesMax: 30,
})
const organization = await openOrganization(store, 'north')

async function write(caller: number): Promise<void> {
  for (let index = 0; index < Number(count); index++) {
    const key = `K-${caller}-${index}`
    await store.write((tx) => insertAsset(tx, organization, key))
    // What a read shows must not be lost either.
    const isRead = (await store.read.assets.findByKey(organization, key)) !== undefined
    if (!isRead) throw new Error(`${key} was acknowledged and cannot be read.`)
    appendFileSync(acknowledged, `${Date.now() + 1} ${key}\n`)
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => write(caller)))
await store.close()
process.exit(0)
