import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { call, sessionOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { milliseconds } from './rows'
import { executable, startService } from './service'

/**
 * Measures a stocktake of all assets: its opening, submissions of 10,000 tags, the close until the result is fixed, what follows it, and
 * the longest GET by id beside each.
 *
 *   bun run bench stocktake [--data <directory>] [--assets 50000] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    assets: { type: 'string', default: '50000' },
    program: { type: 'string', default: executable },
  },
})

using folder = temporaryFolder('bench-stocktake')
const dataDir = values.data ?? join(folder.path, 'data')
if (!existsSync(join(dataDir, 'whereabouts.db')))
  await createData(dataDir, values.program, Number(values.assets))

/** A location with all others below it, the values of the RFID tags, and where their assets are. */
const { top, tags } = (() => {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const [root] = db
    .query<{ id: number }, []>("select id from locations where external_key = 'RACK-00001'")
    .all()
  const rows = db
    .query<{ value: string; place: number }, []>(
      `select value, placements.location_id as place from tags join placements using (asset_id)
        where tag_type = 'rfid' and deleted_at is null order by placements.location_id limit 10000`,
    )
    .all()
  return { top: root?.id ?? 1, tags: rows }
})()

await using service = await startService({ program: values.program, dataDir, keepsData: true })
await waitForSearchIndex(dataDir)
const token = await sessionOf(service.http)
const headers = { authorization: `Bearer ${token}` }

/** Measures work, with GETs by id beside it, 100 a second. */
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const gets: number[] = []
  const inProgress: Promise<unknown>[] = []
  let isOver = false
  const beside = (async () => {
    for (let next = performance.now(); !isOver; next += 10) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      const at = next
      inProgress.push(
        fetch(`${service.http}/api/v1/assets/500`, { headers })
          .then((response) => response.text())
          .then(() => gets.push(performance.now() - at)),
      )
    }
  })()
  await Bun.sleep(200)
  gets.length = 0
  const begun = performance.now()
  const result = await work()
  const took = performance.now() - begun
  isOver = true
  await beside
  await Promise.all(inProgress)
  console.log(
    `${name.padEnd(52)} ${milliseconds(took).padStart(10)}   longest GET ${milliseconds(Math.max(0, ...gets))}`,
  )
  return result
}

const path = `${service.http}/internal/v1/stocktakes`
const opened = await measure('opened', () => call(path, token, { name: 'Bench', location_id: top }))
const one = `${path}/${String(opened.data['id'])}`
console.log(`${String(opened.data['expected_count'])} assets are expected`)

const first = tags[0]?.place ?? top
const submission = (observedAt: string) => ({
  location_id: first,
  reads: tags.map(({ value }) => ({ value, tag_type: 'rfid', observed_at: observedAt })),
})
const now = new Date().toISOString().slice(0, 19)
await measure('10,000 tags in a submission', () => call(`${one}/scans`, token, submission(`${now}Z`)))
await measure('the same once more', () => call(`${one}/scans`, token, submission(`${now}Z`)))
const unknown = {
  location_id: first,
  reads: Array.from({ length: 10_000 }, (_, index) => ({ value: `NONE-${index}`, observed_at: `${now}Z` })),
}
await measure('10,000 unknown tags in a submission', () => call(`${one}/scans`, token, unknown))

interface State {
  readonly state: unknown
  readonly work: unknown
}

async function until(isReached: (state: State) => boolean): Promise<void> {
  for (;;) {
    const { data } = await call(one, token)
    if (isReached({ state: data['state'], work: data['work'] })) return
    await Bun.sleep(20)
  }
}

await measure('closed, until the result is fixed', async () => {
  await call(`${one}/close`, token, { write_places: true })
  await until(({ state }) => state === 'closed')
})
await measure('places written', () => until(({ work }) => work === null))
