import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBeside } from './beside'
import { sessionOf } from './client'
import { createData, waitForSearchIndex } from './data'
import { changeDatabase } from './large-data'
import { executable, startService } from './service'

/**
 * Measures moves and the reports that count stays, with a year of stays, and the GETs by id beside them. The data directory is made once
 * and used again.
 *
 *   bun run bench stays --data <directory> [--assets 1000000] [--stays 10] [--rounds 5] [--program dist/whereabouts] [--only <words>]
 */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    assets: { type: 'string', default: '1000000' },
    stays: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    program: { type: 'string', default: executable },
    only: { type: 'string', default: '' },
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
  changeDatabase(dataDir, (db) => {
    const indexes = db
      .query<{ name: string; sql: string }, []>(
        "select name, sql from sqlite_schema where type = 'index' and tbl_name = 'stays' and sql is not null",
      )
      .all()
    for (const { name } of indexes) db.run(`drop index ${name}`)
    for (let i = 0; i < ofEach; i++)
      db.run(`insert into stays (organization_id, asset_id, location_id, begun_at, ended_at, previous_location_id, previous_begun_at, scan_event_id)
        select 1, id, ${place(`${i}`)}, ${at(`${i}`)}, ${i + 1 === ofEach ? 'null' : at(`${i + 1}`)},
          ${i === 0 ? 'null, null' : `${place(`${i - 1}`)}, ${at(`${i - 1}`)}`}, 0
        from assets cross join (select min(id) as first from locations where external_key like 'RACK-%')`)
    for (const { sql } of indexes) db.run(sql)
    db.run(`update placements set last_seen_at = ${end} - asset_id * 7919 % 3600 * 1000000, location_id = (
      select location_id from stays where stays.asset_id = placements.asset_id and ended_at is null),
      first_at = (select min(begun_at) from stays where stays.asset_id = placements.asset_id)`)
    for (const [number, of] of numbers) {
      db.run(`insert into flow_counts select 1, ${number}, ${of('begun_at')}, previous_location_id, location_id, count(*)
        from stays where previous_location_id is not null group by 3, 4, 5`)
      db.run(`insert into location_counts select 1, location_id, ${number}, number, sum(arrived), sum(left) from (
          select location_id, ${of('begun_at')} as number, 1 as arrived, 0 as left from stays
          union all select location_id, ${of('ended_at')}, 0, 1 from stays where ended_at is not null) group by 2, 4`)
    }
  })
}

if (!existsSync(join(values.data, 'whereabouts.db'))) {
  await createData(values.data, values.program, Number(values.assets), { locations, events: 1 })
  addStays(values.data, Number(values.stays))
}

await using service = await startService({ program: values.program, dataDir: values.data, keepsData: true })
await waitForSearchIndex(values.data)
const headers = { authorization: `Bearer ${await sessionOf(service.http)}` }
const measurePath = await openBeside(service, Number(values.rounds), 130)
async function measure(path: string): Promise<void> {
  if (path.includes(values.only)) await measurePath(path)
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
const utilization = '/internal/v1/reports/utilization'
for (const period of [year, week]) await measure(`${utilization}?${period}`)
await measure(`${utilization}?${year}&offset=50`)
for (const format of ['csv', 'xlsx']) await measure(`${utilization}/export?${week}&format=${format}`)
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
