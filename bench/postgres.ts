import { parseArgs } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { type PostgresServer, startPostgres } from '../scripts/postgres-server'
import { tokenOf, sessionOf } from './client'
import { fillPostgres } from './postgres-data'
import { cases } from './request-cases'
import { median, milliseconds, quantile, report } from './rows'
import { startService } from './service'

/**
 * Measures requests to the service on PostgreSQL with two numbers of assets, one request after another, and reports the ratio of
 * their medians. It also reports the largest number of rows that a request reads, and each table that it reads without an index.
 *
 *   bun bench/postgres.ts [--small 100000] [--large 1000000] [--requests 60] [--only <expression>] [--analyze]
 */

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '60' },
    /** A regular expression of the names of the cases. */
    only: { type: 'string', default: '' },
    /** Updates the statistics after the rows are added. By default, the service does that itself. */
    analyze: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests)
const wanted = new RegExp(values.only)
/** Requests before the measurement of a case. */
const warmUp = 5
/** A scan of a table with fewer rows costs as much as an index. */
const fewRows = 1_000

/** What the statements of a request have read, by table. */
interface Reading {
  readonly table: string
  readonly rows: number
  readonly scans: number
  readonly live: number
}

interface Measured {
  readonly name: string
  readonly times: readonly number[]
  readonly rows: number
  readonly scanned: readonly string[]
}

async function readings(sql: Sql): Promise<Reading[]> {
  return sql<
    Reading[]
  >`select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows, seq_scan::float8 as scans,
    n_live_tup::float8 as live from pg_stat_user_tables`
}

/** The server adds the numbers of a session to the statistics within this time after its last statement, in milliseconds. */
const statisticsDelay = 1_500

async function measureCases(http: string, sql: Sql, assets: number): Promise<Measured[]> {
  const [token, session] = [await tokenOf(http), await sessionOf(http)]
  const results: Measured[] = []
  for (const { name, path, script, isPrivate } of cases) {
    if (script !== undefined || !wanted.test(name)) continue
    const url = http + path(assets)
    const request = async (): Promise<number> => {
      const begun = performance.now()
      const headers = { authorization: `Bearer ${isPrivate ? session : token}` }
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      return performance.now() - begun
    }
    for (let i = 0; i < warmUp; i++) await request()
    await Bun.sleep(statisticsDelay)
    const before = new Map((await readings(sql)).map((each) => [each.table, each]))
    const times: number[] = []
    // A case that takes long has fewer requests.
    const until = performance.now() + 5_000
    while (times.length < requests && (times.length < 5 || performance.now() < until))
      times.push(await request())
    await Bun.sleep(statisticsDelay)
    const after = await readings(sql)
    const added = after.map(({ table, rows, scans, live }) => {
      const old = before.get(table)
      return { table, live, rows: (rows - (old?.rows ?? 0)) / times.length, scans: scans - (old?.scans ?? 0) }
    })
    results.push({
      name,
      times,
      rows: Math.round(added.reduce((sum, { rows }) => sum + rows, 0)),
      scanned: added.filter(({ scans, live }) => scans > 0 && live > fewRows).map(({ table }) => table),
    })
  }
  return results
}

async function measure(server: PostgresServer, assets: number): Promise<Measured[]> {
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  const name = `bench_${assets}`
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = new URL(`/${name}`, server.url).href
  const environment = { WHEREABOUTS_DATABASE_URL: url, WHEREABOUTS_SECRET_KEY: 'the key of the benchmark' }
  {
    await using first = await startService({ environment })
    process.kill(first.pid, 'SIGTERM')
    while (await isRunning(first.http)) await Bun.sleep(50)
  }
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const begun = performance.now()
    await fillPostgres(sql, { assets, locations: 10_000, events: 10 })
    if (values.analyze) await sql`analyze`
    console.log(`${assets} assets filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    await using service = await startService({ environment })
    return await measureCases(service.http, sql, assets)
  } finally {
    await sql.end()
  }
}

const isRunning = (http: string): Promise<boolean> =>
  fetch(`${http}/healthz`).then(
    () => true,
    () => false,
  )

const server = await startPostgres()
if (!server) throw new Error('PostgreSQL is not installed.')
try {
  const [small, large] = [Number(values.small), Number(values.large)]
  const few = await measure(server, small)
  const many = await measure(server, large)
  for (const [index, { name, times, rows, scanned }] of many.entries()) {
    const base = few[index] as Measured
    report({
      work: `${name}, PostgreSQL`,
      measure: `median with ${large} assets, 99th percentile, ratio to the median with ${small}, rows read`,
      result: [
        milliseconds(median(times)),
        milliseconds(quantile(times, 0.99)),
        (median(times) / median(base.times)).toFixed(2),
        String(rows),
        ...(scanned.length > 0 ? [`without an index: ${scanned.join(' ')}`] : []),
      ].join(', '),
    })
  }
} finally {
  server.stop()
}
