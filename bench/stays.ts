import { Database } from 'bun:sqlite'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sessionOf } from './client'
import { fillDatabase } from './large-data'
import { milliseconds, quantile } from './rows'
import { executable, startService } from './service'

/**
 * Measures moves and the reports that count stays, with a year of stays, and the GETs by id beside them. The data directory is made once
 * and used again.
 *
 *   bun run bench stays --data <directory> [--assets 1000000] [--stays 10] [--rounds 5] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    assets: { type: 'string', default: '1000000' },
    stays: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    program: { type: 'string', default: executable },
  },
})
if (values.data === undefined) throw new Error('Name the data directory: --data <directory>')

const locations = 1_000
const day = 86_400_000_000
/** The end of the year of stays: the beginning of a day. */
const end = Math.floor((Date.now() * 1000) / day) * day
const begin = end - 365 * day

/** Adds stays of all assets in the past year, each asset at 20 locations, and what is counted from them. */
function addStays(dataDir: string, ofEach: number): void {
  using db = new Database(join(dataDir, 'whereabouts.db'))
  db.run('pragma synchronous = off')
  db.run('pragma cache_size = -500000')
  const indexes = db
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'index' and tbl_name = 'stays' and sql is not null",
    )
    .all()
  const span = Math.floor((end - begin) / ofEach)
  const at = (i: string) =>
    `${begin} + (${i}) * ${span} + (id * 7919 + (${i}) * 104729) % ${Math.floor(span / 1000)} * 1000`
  const place = (i: string) => `first + (id % 50 * 20 + (id / 50 + (${i}) * 7) % 20) % ${locations}`
  const month = (column: string) =>
    `(cast(strftime('%Y', ${column} / 1000000, 'unixepoch') as integer) - 1970) * 12 + strftime('%m', ${column} / 1000000, 'unixepoch') - 1`
  const numbers = [
    [0, (column: string) => `${column} / ${day}`],
    [1, month],
  ] as const
  db.transaction(() => {
    for (const { name } of indexes) db.run(`drop index ${name}`)
    for (let i = 0; i < ofEach; i++)
      db.run(`insert into stays (organization_id, asset_id, location_id, begun_at, ended_at, previous_location_id, previous_begun_at, scan_event_id)
        select 1, id, ${place(`${i}`)}, ${at(`${i}`)}, ${i + 1 === ofEach ? 'null' : at(`${i + 1}`)},
          ${i === 0 ? 'null, null' : `${place(`${i - 1}`)}, ${at(`${i - 1}`)}`}, 0
        from assets cross join (select min(id) as first from locations where external_key like 'RACK-%')`)
    for (const { sql } of indexes) db.run(sql)
    db.run(`update placements set last_seen_at = ${end} - asset_id * 7919 % 3600 * 1000000`)
    for (const [number, of] of numbers) {
      db.run(`insert into flow_counts select 1, ${number}, ${of('begun_at')}, previous_location_id, location_id, count(*)
        from stays where previous_location_id is not null group by 3, 4, 5`)
      db.run(`insert into location_counts select 1, location_id, ${number}, number, sum(arrived), sum(left) from (
          select location_id, ${of('begun_at')} as number, 1 as arrived, 0 as left from stays
          union all select location_id, ${of('ended_at')}, 0, 1 from stays where ended_at is not null) group by 2, 4`)
    }
  })()
  db.run('pragma wal_checkpoint(truncate)')
}

if (!existsSync(join(values.data, 'whereabouts.db'))) {
  await using first = await startService({ program: values.program })
  await first.stop()
  cpSync(first.dataDir, values.data, { recursive: true })
  const begun = performance.now()
  fillDatabase(values.data, { assets: Number(values.assets), locations, events: 1 })
  addStays(values.data, Number(values.stays))
  console.log(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

await using service = await startService({ program: values.program, dataDir: values.data, keepsData: true })
const headers = { authorization: `Bearer ${await sessionOf(service.http)}` }

/** GETs by id, 100 a second, beside the reports. Resolves with their latencies when `until` resolves. */
async function getsBeside(until: Promise<void>): Promise<number[]> {
  const latencies: number[] = []
  let isOver = false
  void until.finally(() => (isOver = true))
  for (let next = performance.now() + 10; !isOver; next += 10) {
    await Bun.sleep(Math.max(0, next - performance.now()))
    void fetch(`${service.http}/api/v1/assets/500`, { headers })
      .then((response) => response.text())
      .then(() => latencies.push(performance.now() - next))
  }
  return latencies
}

async function measure(path: string): Promise<void> {
  const times: number[] = []
  let answer = ''
  const requests = (async () => {
    for (let round = 0; round < Number(values.rounds); round++) {
      const begun = performance.now()
      const response = await fetch(service.http + path, { headers })
      const body = (await response.json()) as Record<string, unknown>
      times.push(performance.now() - begun)
      answer = response.ok ? String(body['total_count']) : JSON.stringify(body)
    }
  })()
  const gets = await getsBeside(requests)
  console.log(
    `${path.padEnd(130)} ${milliseconds(quantile(times, 0.5)).padStart(9)} ${milliseconds(Math.max(...times)).padStart(9)}  ${answer.padEnd(10)} longest GET ${milliseconds(Math.max(0, ...gets))}`,
  )
}

const iso = (at: number) => new Date(at / 1000).toISOString()
const [dock] = (
  (await (await fetch(`${service.http}/api/v1/locations?external_key=RACK-00010`, { headers })).json()) as {
    data: [{ id: number }]
  }
).data
const year = `from=${iso(begin)}&to=${iso(end)}`
const part = `from=${iso(begin + 3.3 * day)}&to=${iso(end - 2.7 * day)}`
const week = `from=${iso(end - 7 * day)}&to=${iso(end)}`
for (const name of ['dwell', 'flows', 'occupancy'])
  for (const period of [year, part, week]) await measure(`/api/v1/reports/${name}?${period}`)
await measure(`/api/v1/reports/dwell?${year}&location_id=${dock.id}`)
for (const query of [
  '',
  `?${week}`,
  `?location_id=${dock.id}`,
  `?location_id=${dock.id}&direction=left&from=${iso(begin)}`,
  `?location_id=${dock.id}&with_below=true`,
  '?reader_id=1',
  `?conditions=${encodeURIComponent('[{"field":"text","operator":"contains","value":"trolley"}]')}`,
  `?conditions=${encodeURIComponent('[{"field":"text","operator":"contains","value":"BULK-0004711"}]')}`,
])
  await measure(`/internal/v1/movements${query}`)
