import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillDatabase } from './large-data'
import { startService } from './service'

/** The service leaves fewer pending rows than this (src/storage/search-indexer.ts). */
const pendingMax = 256

/** Waits until the service has indexed the rows for searches, because the indexing takes time from the requests. */
export async function waitForSearchIndex(dataDir: string): Promise<void> {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const pending = db.query<{ count: number }, []>('select count(*) as count from search_pending')
  while ((pending.get()?.count ?? 0) >= pendingMax) await sleep(100)
}

/** Creates a data directory with the administrator, 10,000 locations, the assets and ten events of each. */
export async function createData(dataDir: string, program: string, assets: number): Promise<void> {
  await using first = await startService({ program })
  await first.stop()
  cpSync(first.dataDir, dataDir, { recursive: true })
  const begun = performance.now()
  fillDatabase(dataDir, { assets, locations: 10_000, events: 10 })
  console.log(`${assets} assets filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

export interface Folder {
  readonly path: string
  [Symbol.dispose](): void
}

/** A temporary folder, which is removed in the end. */
export function temporaryFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `whereabouts-${name}-`))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
