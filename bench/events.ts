import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenOf } from './client'
import { temporaryFolder } from './data'
import { milliseconds, quantile, report } from './rows'
import { cpuSeconds, startService } from './service'

/**
 * Measures pages of a large event log over HTTP, and as EPCIS events, and what writing the log costs ingest
 * (`bun run bench ingest --compare-event-log`).
 *
 *   bun run bench events [--events 5000000] [--requests 500] [--without-ingest]
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '5000000' },
    requests: { type: 'string', default: '500' },
    'without-ingest': { type: 'boolean', default: false },
  },
})
const [events, requests] = [Number(values.events), Number(values.requests)]
const assets = 100_000
const days = 20
const origin = 'https://track.example.com'

/** Ids of a tree: a site, five halls, ten zones in each, twenty racks in each. No row of a location is needed. */
const site = 1
const hall = (zone: string) => `2 + ${zone} / 10`
const zone = (rack: string) => `7 + ${rack} / 20`
const rack = (index: string) => `57 + ${index}`

/** The numbers of the types in src/base/event-types.ts, and the share of the events in percent. */
const types = { moved: 1, corrected: 2, updated: 5, silent: 14 }

/**
 * Fills the log of organization 1: 90 % moves between racks, 5 % corrections, 5 % changes of assets, and a silent reader in each
 * 100,000 events. They are distributed over the last 20 days.
 */
function fillLog(dataDir: string): void {
  using db = new Database(join(dataDir, 'whereabouts.db'), { strict: true })
  // Without a write-ahead log, each page is written once. The service turns it on again.
  db.run('pragma journal_mode = memory')
  db.run('pragma synchronous = off')
  db.run('pragma cache_size = -1000000')
  const begin = (Date.now() - days * 86_400_000) * 1000
  const step = Math.floor((days * 86_400_000_000) / events)
  db.transaction(() => {
    db.run(`create temp table source as
      with recursive series (i) as (select 1 union all select i + 1 from series where i < ${events})
      select i, case when i % 100000 = 0 then ${types.silent} when i % 20 = 0 then ${types.updated}
          when i % 20 = 1 then ${types.corrected} else ${types.moved} end as type,
        i * 31 % 1000 as rack_to, (i * 17 + 5) % 1000 as rack_from, ${begin} + i * ${step} as at, 1 + i * 7919 % ${assets} as asset
      from series`)
    db.run(`insert into event_log (organization_id, sequence, type, occurred_at, recorded_at, asset_id, scan_event_id, places, data, epc, read_point, biz_location)
      select 1, i, type, at, at, iif(type = ${types.silent}, null, asset), iif(type <= ${types.corrected}, i, null),
        printf('[%d,%d,%d,%d,%d,%d,%d]', ${site}, ${hall('(rack_to / 20)')}, ${hall('(rack_from / 20)')}, ${zone('rack_to')},
          ${zone('rack_from')}, ${rack('rack_to')}, ${rack('rack_from')}),
        printf('{"asset_id":%d,"asset_external_key":"ASSET-%07d","location_id":%d,"location_external_key":"RACK-%05d","reader_id":7,"reader_external_key":"GATE-7","tag":null,"record":null,"move":{"event_id":%d,"is_removed":false,"cause":"stronger","event_observed_at":"2026-11-22T10:00:00.000Z","event_observed_micros":%d,"event_last_read_at":"2026-11-22T10:00:00.000Z","previous_location_id":%d,"previous_location_external_key":"RACK-%05d","current_location_id":%d,"current_location_external_key":"RACK-%05d","current_event_observed_at":"2026-11-22T10:00:00.000Z"},"trim":null,"replaces":[]}',
          asset, asset, ${rack('rack_to')}, rack_to, i, at, ${rack('rack_from')}, rack_from, ${rack('rack_to')}, rack_to),
        iif(type <= ${types.corrected}, printf('urn:epc:id:giai:0614141.%d', asset), null),
        iif(type <= ${types.corrected}, printf('%d:%d', 1 + rack_to % 50, 1 + rack_to / 50 % 4), null),
        iif(type <= ${types.corrected}, printf('urn:epc:id:sgln:0614141.%05d.0', rack_to), null)
      from source`)
    for (const place of [
      String(site),
      hall('(rack_to / 20)'),
      hall('(rack_from / 20)'),
      zone('rack_to'),
      zone('rack_from'),
      rack('rack_to'),
      rack('rack_from'),
    ])
      db.run(`insert or ignore into event_log_places (organization_id, location_id, type, sequence)
        select 1, ${place}, type, i from source where type <= ${types.corrected}`)
    db.run(`insert or replace into event_log_ends (organization_id, newest, oldest) values (1, ${events}, 1)`)
    db.run('drop table source')
  })()
}

/** Sends requests one after another, and returns their times in milliseconds. */
async function timesOf(http: string, token: string, path: () => string): Promise<number[]> {
  const times: number[] = []
  const headers = { authorization: `Bearer ${token}` }
  for (let request = 0; request < requests; request++) {
    const begun = performance.now()
    const response = await fetch(http + path(), { headers })
    await response.bytes()
    times.push(performance.now() - begun)
    if (!response.ok) throw new Error(`The request returned ${response.status}.`)
  }
  return times
}

const oneOf = (count: number): number => Math.floor(Math.random() * count)
const oneRack = () => `location_id=${57 + oneOf(1000)}`
const filters: [name: string, query: () => string][] = [
  ['no filter', () => ''],
  ['the most frequent type', () => 'type=asset.moved'],
  ['a rare type', () => 'type=reader.silent'],
  ['three types', () => 'type=asset.moved&type=asset.updated&type=reader.silent'],
  ['an asset', () => `asset_id=${1 + oneOf(assets)}`],
  ['a rack', oneRack],
  ['a site with everything below', () => `location_id=${site}`],
  ['an asset and a rack', () => `asset_id=${1 + oneOf(assets)}&${oneRack()}`],
]

const epcOf = () => `MATCH_epc=urn:epc:id:giai:0614141.${1 + oneOf(assets)}`
const bizLocationOf = () => `EQ_bizLocation=urn:epc:id:sgln:0614141.${String(oneOf(1000)).padStart(5, '0')}.0`
const readPointOf = () =>
  `EQ_readPoint=${encodeURIComponent(`${origin}/console/readers/${1 + oneOf(50)}?antenna=${1 + oneOf(4)}`)}`
const timeOf = (name: string) => `${name}=${new Date(Date.now() - oneOf(days * 86_400_000)).toISOString()}`
const tenEpcs = () =>
  `MATCH_epc=${Array.from({ length: 10 }, () => `urn:epc:id:giai:0614141.${1 + oneOf(assets)}`).join('%7C')}`
const epcisQueries: [name: string, query: () => string][] = [
  ['from a time', () => timeOf('GE_eventTime')],
  ['until a time', () => timeOf('LT_eventTime')],
  ['an asset', epcOf],
  ['an asset as a Digital Link', () => `MATCH_epc=https://id.gs1.org/8004/0614141${1 + oneOf(assets)}`],
  ['ten assets', tenEpcs],
  ['a place', () => `${bizLocationOf()}&${timeOf('GE_eventTime')}`],
  ['a read point', () => `${readPointOf()}&${timeOf('GE_eventTime')}`],
  ['an asset and a place', () => `${epcOf()}&${bizLocationOf()}`],
  ['a read point and a place', () => `${readPointOf()}&${bizLocationOf()}&${timeOf('GE_eventTime')}`],
]

async function measurePages(): Promise<void> {
  using folder = temporaryFolder('events')
  await using first = await startService({ dataDir: join(folder.path, 'data') })
  await first.stop()
  const begun = performance.now()
  fillLog(first.dataDir)
  console.log(`${events} events filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  await using service = await startService({
    dataDir: first.dataDir,
    environment: { WHEREABOUTS_PUBLIC_URL: origin },
  })
  const token = await tokenOf(service.http)

  /** The processor time shows what a page costs when other work keeps the processors busy. */
  async function measure(work: string, path: () => string): Promise<void> {
    await timesOf(service.http, token, path)
    const before = cpuSeconds(service.pid)
    const times = await timesOf(service.http, token, path)
    const cpu = ((cpuSeconds(service.pid) - before) * 1000) / requests
    report({
      work,
      measure: 'time over HTTP, p50; p99; processor time of the service',
      result: [quantile(times, 0.5), quantile(times, 0.99), cpu].map(milliseconds).join('; '),
      goal: '5 ms',
    })
  }

  await measure('GET /api/v1/orgs/me, for comparison', () => '/api/v1/orgs/me')
  for (const limit of [50, 200])
    for (const [name, query] of filters)
      await measure(
        `a page of ${limit} events of ${events.toLocaleString('en')}, ${name}`,
        () => `/api/v1/events?after=${oneOf(events)}&limit=${limit}&${query()}`,
      )
  for (const perPage of [30, 200])
    for (const [name, query] of epcisQueries)
      await measure(
        `a page of ${perPage} EPCIS events of ${events.toLocaleString('en')}, ${name}`,
        () => `/api/v1/epcis/events?perPage=${perPage}&${query()}`,
      )
}

/** With 60 % of the tags moving each minute, far more reads begin a scan event than in a warehouse. */
async function measureIngest(): Promise<void> {
  const flags = ['--compare-event-log', '--moving', '60%', '--reads', '100000']
  const command = [process.execPath, join(import.meta.dir, 'ingest.ts'), ...flags]
  const program = Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] })
  if ((await program.exited) !== 0) throw new Error('The benchmark of ingest failed.')
}

await measurePages()
if (!values['without-ingest']) await measureIngest()
