import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { milliseconds, quantile, report } from './rows'
import { cpuSeconds, executable, startService } from './service'

/**
 * Starts the service on assets without a search index, as after a copy, and measures how long the index takes, and how long searches and
 * GETs by id take meanwhile and afterwards.
 *
 *   bun run bench search-index [--assets 1000000] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '1000000' },
    program: { type: 'string', default: executable },
  },
})
const assets = Number(values.assets)

using folder = temporaryFolder('bench-search-index')
await createData(folder.path, values.program, assets)
const file = join(folder.path, 'whereabouts.db')
{
  using db = new Database(file)
  for (const table of ['search_data', 'search_segments', 'search_pending', 'search_backlogs'])
    db.run(`delete from ${table}`)
  db.run(
    'insert into search_backlogs select organization_id, 0, max(id) from assets group by organization_id',
  )
  db.run('pragma wal_checkpoint(truncate)')
}

await using service = await startService({ program: values.program, dataDir: folder.path, keepsData: true })
const begun = performance.now()
const { pid } = service
const before = cpuSeconds(pid)
const token = await tokenOf(service.http)

/** Sends searches of each kind and GETs in turn until `isOver`, and returns the milliseconds of each. */
async function requests(isOver: () => boolean): Promise<Map<string, number[]>> {
  const paths = new Map([
    ['search for one asset', '/api/v1/assets?q=bulk-0000123'],
    ['search for 25 % of the assets', '/api/v1/assets?q=dock'],
    ['search for two letters', '/api/v1/assets?q=ro'],
    ['GET asset by id', '/api/v1/assets/1000'],
  ])
  const took = new Map<string, number[]>()
  while (!isOver())
    for (const [what, path] of paths) {
      const sent = performance.now()
      const response = await fetch(`${service.http}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      took.set(what, [...(took.get(what) ?? []), performance.now() - sent])
    }
  return took
}

let isBuilt = false
const building = requests(() => isBuilt)
{
  using db = new Database(file, { readonly: true })
  const backlog = db.query<{ count: number }, []>('select count(*) as count from search_backlogs')
  while ((backlog.get()?.count ?? 0) > 0) await Bun.sleep(100)
}
isBuilt = true
const work = `search index of ${assets.toLocaleString('en')} assets`
report({
  work,
  measure: 'time until it is complete; CPU of the service',
  result: `${((performance.now() - begun) / 1000).toFixed(1)} s; ${(cpuSeconds(pid) - before).toFixed(1)} s`,
  goal: '60 s',
})
const goals: Readonly<Record<string, string>> = { 'GET asset by id': '50 ms' }
for (const [what, took] of await building)
  report({
    work: `${what}, while it is built`,
    measure: 'median / longest',
    result: `${milliseconds(quantile(took, 0.5))} / ${milliseconds(Math.max(...took))}`,
    goal: goals[what] ?? '200 ms',
  })
await waitForSearchIndex(folder.path)
const end = performance.now() + 5_000
for (const [what, took] of await requests(() => performance.now() > end))
  report({
    work: `${what}, afterwards`,
    measure: 'median / longest',
    result: `${milliseconds(quantile(took, 0.5))} / ${milliseconds(Math.max(...took))}`,
  })
