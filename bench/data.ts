import { Database } from 'bun:sqlite'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillDatabase, type Sizes } from './large-data'
import { startService, untilIdle } from './service'

/** The service leaves fewer pending rows than this (src/storage/core/search-indexer.ts). */
const pendingMax = 256
/** Time without a change of the segments, in milliseconds, after which no more of them are merged. */
const settledMillis = 5_000

/** Waits until the service has indexed the rows for searches, because the indexing takes time from the requests. */
export async function waitForSearchIndex(dataDir: string): Promise<void> {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const pending = db.query<{ count: number }, []>('select count(*) as count from search_pending')
  const segments = db.query<{ ids: string }, []>('select json_group_array(id) as ids from search_segments')
  let known: string | undefined
  for (let since = performance.now(); performance.now() - since < settledMillis; await sleep(100)) {
    const now = segments.get()?.ids
    if (now === known && (pending.get()?.count ?? 0) < pendingMax) continue
    known = now
    since = performance.now()
  }
}

/** Waits until the service has stored the values of the fields of all assets. */
export async function waitForFieldValues(dataDir: string): Promise<void> {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const unfinished = db.query('select 1 from asset_fields where indexed_to is not null')
  while (unfinished.get() !== null) await sleep(100)
}

/** A folder in which data is kept for the next benchmark, because making it takes minutes. */
const keptFolder = process.env['BENCH_DATA']

/** Creates a data directory with the administrator, the assets, locations (10,000) and events of each asset (10). */
export async function createData(
  dataDir: string,
  program: string,
  assets: number,
  { locations = 10_000, events = 10 }: Partial<Sizes> = {},
): Promise<void> {
  const sizes = { assets, locations, events }
  if (keptFolder === undefined) return makeData(dataDir, program, sizes)
  const kept = join(keptFolder, Object.values(sizes).join('-'))
  if (!existsSync(kept)) {
    await makeData(kept, program, sizes)
    await using service = await startService({ program, dataDir: kept, keepsData: true })
    await waitForSearchIndex(kept)
    await untilIdle(service.pid)
    await service.end()
  }
  cpSync(kept, dataDir, { recursive: true })
}

async function makeData(dataDir: string, program: string, sizes: Sizes): Promise<void> {
  await using first = await startService({ program })
  await first.stop()
  cpSync(first.dataDir, dataDir, { recursive: true })
  const begun = performance.now()
  fillDatabase(dataDir, sizes)
  console.log(`${sizes.assets} assets filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

interface Folder {
  readonly path: string
  [Symbol.dispose](): void
}

/** A temporary folder, which is removed in the end. */
export function temporaryFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `whereabouts-${name}-`))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
