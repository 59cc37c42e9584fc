import { Database } from 'bun:sqlite'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillDatabase } from './large-data'
import { email, executable, password, startService } from './service'

/**
 * Compares requests to the service with the same rows from bare Elysia and prepared statements (bench/bare.ts), in turn.
 * It needs wrk and taskset; the server and the load run on a core each.
 *
 *   bun bench/requests.ts [--assets 100000] [--rounds 5] [--seconds 4] [--program dist/whereabouts] [--only <words>]
 */

interface Case {
  readonly name: string
  readonly path: string
  /** Path of the same work in bench/bare.ts; undefined when there is none. */
  readonly bare: string | undefined
  readonly clients: number
  readonly body?: string
}

const cases: readonly Case[] = [
  { name: 'GET asset by id', path: '/api/v1/assets/1000', bare: '/asset/1000', clients: 32 },
  { name: 'list of 50', path: '/api/v1/assets', bare: '/assets', clients: 8 },
  { name: 'report of 50', path: '/api/v1/reports/asset-locations', bare: '/report', clients: 8 },
  { name: 'list, inactive', path: '/api/v1/assets?is_active=false', bare: undefined, clients: 8 },
  {
    name: 'list, -name, offset 90 %',
    path: '/api/v1/assets?sort=-name&offset=90%',
    bare: undefined,
    clients: 4,
  },
  { name: 'q, rare', path: '/api/v1/assets?q=bulk-0000123', bare: undefined, clients: 4 },
  { name: 'q, 25 % of the rows', path: '/api/v1/assets?q=dock', bare: undefined, clients: 4 },
  { name: 'create with tag', path: '/api/v1/assets', bare: '/assets', clients: 32, body: 'create' },
  {
    name: 'create with tag, 128 clients',
    path: '/api/v1/assets',
    bare: '/assets',
    clients: 128,
    body: 'create',
  },
]

interface Result {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU of the server for each request. */
  readonly cpu: number
}

const ticksPerSecond = 100

/** The service leaves fewer pending rows than this (src/storage/search-indexer.ts). */
const pendingMax = 256

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const milliseconds = (text: string | undefined): number => {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text ?? '') ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? Number.NaN)
}

/** Creates an asset with a tag that no other request has. */
const createScript = `
local n = 0
local run = os.time()
request = function()
  n = n + 1
  local value = string.format("%012X%012X", run, n)
  return wrk.format("POST", nil, nil, '{"name":"Pallet ' .. n .. '","tags":[{"tag_type":"rfid","value":"' .. value .. '"}]}')
end`

async function wrk(url: string, token: string, each: Case, seconds: number, pid: number): Promise<Result> {
  const script = join(tmpdir(), `whereabouts-create-${process.pid}.lua`)
  if (each.body !== undefined) writeFileSync(script, createScript)
  const started = cpuSeconds(pid)
  const command = [
    'taskset',
    '-c',
    '1',
    'wrk',
    '-t1',
    `-c${each.clients}`,
    `-d${seconds}s`,
    '--latency',
    '-H',
    `authorization: Bearer ${token}`,
    '-H',
    'content-type: application/json',
    ...(each.body === undefined ? [] : ['-s', script]),
    url,
  ]
  const run = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(run.stdout).text()
  if ((await run.exited) !== 0) throw new Error(`wrk failed: ${text}`)
  if (/Non-2xx/.test(text)) throw new Error(`${url}: ${text}`)
  const requests = Number(/(\d+) requests in/.exec(text)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p50: milliseconds(/50%\s+(\S+)/.exec(text)?.[1]),
    p99: milliseconds(/99%\s+(\S+)/.exec(text)?.[1]),
    cpu: ((cpuSeconds(pid) - started) * 1e6) / requests,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const mediansOf = (results: readonly Result[]): Result => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
  cpu: median(results.map(({ cpu }) => cpu)),
})

const shown = ({ perSecond, p50, p99, cpu }: Result): string =>
  `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(0)} us CPU`

async function call(http: string, path: string, token: string | undefined, body: object) {
  const response = await fetch(http + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { data: Record<string, string>; access_token: string }
}

async function tokenOf(http: string): Promise<string> {
  const session = (await call(http, '/internal/v1/session', undefined, { email, password })).data[
    'access_token'
  ]
  const scopes = ['assets:read', 'assets:write', 'locations:read', 'tracking:read']
  const { data } = await call(http, '/internal/v1/api-keys', session, { name: 'bench', scopes })
  const { client_id, client_secret } = data
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  return (await call(http, '/api/v1/oauth/token', undefined, grant)).access_token
}

/** Waits until the service has indexed the rows for searches, because the indexing takes time from the requests. */
async function waitForSearchIndex(dataDir: string): Promise<void> {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const pending = db.query<{ count: number }, []>('select count(*) as count from search_pending')
  while ((pending.get()?.count ?? 0) >= pendingMax) await sleep(100)
}

async function startBare(database: string) {
  const program = Bun.spawn(
    ['taskset', '-c', '0', process.execPath, join(import.meta.dir, 'bare.ts'), database],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const reader = program.stdout.getReader()
  const { value } = await reader.read()
  return {
    http: new TextDecoder().decode(value).trim(),
    pid: program.pid,
    [Symbol.dispose]: () => program.kill(),
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      program: { type: 'string', default: executable },
      only: { type: 'string', default: '' },
    },
  })
  const assets = Number(values.assets)
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-requests-'))
  try {
    const dataDir = join(folder, 'data')
    {
      await using first = await startService({ program: values.program })
      await first.stop()
      cpSync(first.dataDir, dataDir, { recursive: true })
    }
    const begun = performance.now()
    fillDatabase(dataDir, { assets, locations: 10_000, events: 10 })
    console.log(`${assets} assets filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    copyFileSync(join(dataDir, 'whereabouts.db'), join(folder, 'bare.db'))
    await using service = await startService({ program: values.program, dataDir, core: 0 })
    using bare = await startBare(join(folder, 'bare.db'))
    const token = await tokenOf(service.http)
    await waitForSearchIndex(dataDir)
    const seconds = Number(values.seconds)
    for (const each of cases.filter(({ name }) => name.includes(values.only))) {
      const path = each.path.replace('90%', String(assets * 0.9))
      const [ours, theirs]: [Result[], Result[]] = [[], []]
      for (let round = 0; round < Number(values.rounds); round++) {
        ours.push(await wrk(service.http + path, token, each, seconds, service.pid))
        if (each.bare !== undefined)
          theirs.push(await wrk(bare.http + each.bare, token, each, seconds, bare.pid))
      }
      const own = mediansOf(ours)
      console.log(`${each.name}: ${shown(own)}`)
      if (theirs.length > 0) {
        const other = mediansOf(theirs)
        console.log(`  bare: ${shown(other)}; ratio ${(own.perSecond / other.perSecond).toFixed(2)}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
