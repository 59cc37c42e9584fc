import { Database } from 'bun:sqlite'
import { parseArgs } from 'node:util'
import { email, password, type BenchService, startService } from './service'

/**
 * Measures how a flood by one organization affects another: the open-loop latency of GETs by id, before and during each
 * flood. Requests are sent at fixed times, and the latency is measured from these times. A separate process sends the flood.
 *
 *   bun bench/fairness.ts [--assets 20000] [--seconds 5] [--rounds 3] [--program dist/whereabouts] [--endless]
 *
 * --endless disables the rate limit, which otherwise limits each flood.
 */

interface Flood {
  readonly name: string
  readonly run: (http: string, tokens: readonly string[]) => Promise<void>
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

/** Sends requests over `parallel` connections until the process ends. */
async function closedLoop(parallel: number, send: (index: number) => Promise<Response>): Promise<void> {
  const one = async (index: number): Promise<never> => {
    for (;;) {
      const response = await send(index).catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
      // A correct client waits for Retry-After. This client waits only 10 ms.
      if (response?.status === 429) await Bun.sleep(10)
    }
  }
  await Promise.all(Array.from({ length: parallel }, (_, index) => one(index)))
}

const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T
const tokenAt = (tokens: readonly string[], index: number): string => tokens[index % tokens.length] as string

/** The longest bodies that an endpoint without credentials accepts: one string, many values, many names, deep JSON. */
const strangerBodies = [
  JSON.stringify({ email, password: 'x'.repeat(16_000) }),
  JSON.stringify({ email, password: Array.from({ length: 99 }, () => 'x'.repeat(150)) }),
  JSON.stringify(
    Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`n${index}`, 'x'.repeat(150)])),
  ),
  `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
]
const strangerPaths = ['/internal/v1/session', '/api/v1/oauth/token', '/internal/v1/setup']

const floods: readonly Flood[] = [
  {
    name: '2 clients without credentials',
    run: (http) =>
      closedLoop(2, () =>
        fetch(http + anyOf(strangerPaths), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: anyOf(strangerBodies),
        }),
      ),
  },
  {
    name: '32 deep sorted lists, one key',
    run: (http, [token = '']) =>
      closedLoop(32, () =>
        fetch(`${http}/api/v1/assets?limit=200&sort=-name&offset=15000`, { headers: authorized(token) }),
      ),
  },
  {
    name: '64 deep sorted lists, 12 keys',
    run: (http, tokens) =>
      closedLoop(64, (index) =>
        fetch(`${http}/api/v1/assets?limit=200&sort=-name&offset=15000`, {
          headers: authorized(tokenAt(tokens, index)),
        }),
      ),
  },
  {
    name: '200 first pages, 12 keys',
    run: (http, tokens) =>
      closedLoop(200, (index) =>
        fetch(`${http}/api/v1/assets?limit=200`, { headers: authorized(tokenAt(tokens, index)) }),
      ),
  },
  {
    name: '128 creates, 12 keys',
    run: (http, tokens) =>
      closedLoop(128, (index) =>
        fetch(`${http}/api/v1/assets`, {
          method: 'POST',
          headers: { ...authorized(tokenAt(tokens, index)), 'content-type': 'application/json' },
          body: '{"name":"Flood"}',
        }),
      ),
  },
  {
    name: '300 connections that read nothing',
    run: async (http, tokens) => {
      const { hostname, port } = new URL(http)
      for (let index = 0; index < 300; index++) {
        const token = tokenAt(tokens, index)
        const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
        socket.pause()
        const request = `GET /api/v1/assets?limit=200 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
        socket.write(request.repeat(20))
      }
      await Bun.sleep(1e9)
    },
  },
]

interface OrganizationKeys {
  readonly tokens: readonly string[]
  readonly assetId: number
}

async function call(http: string, path: string, token: string | undefined, body?: object) {
  const response = await fetch(http + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(token !== undefined && authorized(token)) },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

/** Creates API keys and one asset in the organization of the session. */
async function openOrganization(http: string, session: string, keys: number): Promise<OrganizationKeys> {
  const tokens: string[] = []
  for (let index = 0; index < keys; index++) {
    const scopes = ['assets:read', 'assets:write']
    const key = await call(http, '/internal/v1/api-keys', session, { name: `key ${index}`, scopes })
    const response = await fetch(`${http}/api/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        ...pick(key, ['client_id', 'client_secret']),
      }),
    })
    tokens.push(((await response.json()) as { access_token: string }).access_token)
  }
  const { id } = await call(http, '/api/v1/assets', tokens[0], { name: 'Pump' })
  return { tokens, assetId: Number(id) }
}

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

/** Inserts assets into the database while the service runs, because the API would take minutes. */
function fill(dataDir: string, count: number): void {
  const db = new Database(`${dataDir}/whereabouts.db`)
  db.run('pragma busy_timeout = 5000')
  const columns = db
    .query<{ name: string }, []>("select name from pragma_table_info('assets') where name <> 'id'")
    .all()
    .map(({ name }) => name)
  const values = columns.map((name) => {
    if (name === 'external_key') return `'BULK-' || printf('%07d', value)`
    if (name === 'name') return `'Pallet ' || printf('%07d', value * 7919 % ${count})`
    return name
  })
  db.run(
    `insert into assets (${columns.join(', ')})
     select ${values.join(', ')} from (select * from assets order by id limit 1), generate_series`.replace(
      'generate_series',
      `(with recursive series(value) as (select 1 union all select value + 1 from series where value < ${count})
        select value from series)`,
    ),
  )
  db.close()
}

/** Returns the sorted latencies in milliseconds, from the scheduled time of each request. */
async function openLoop(url: string, token: string, seconds: number, perSecond: number): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < seconds * perSecond; index++) {
    const due = startedAt + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    pending.push(
      fetch(url, { headers: authorized(token) }).then(async (response) => {
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`The measured GET returned ${response.status}.`)
        latencies.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(pending)
  return latencies.sort((a, b) => a - b)
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
const shown = (sorted: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => at(sorted, share).toFixed(1)).join(' / ')

async function prepare(
  service: BenchService,
  assets: number,
): Promise<{ flooded: OrganizationKeys; measured: OrganizationKeys }> {
  const { http } = service
  const session = await call(http, '/internal/v1/session', undefined, { email, password })
  const token = String(session['access_token'])
  const flooded = await openOrganization(http, token, 12)
  fill(service.dataDir, assets)
  const { id } = await call(http, '/internal/v1/organizations', token, { name: 'Other' })
  const moved = await call(http, '/internal/v1/session/organization', token, { organization_id: id })
  return { flooded, measured: await openOrganization(http, String(moved['access_token']), 1) }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      program: { type: 'string' },
      endless: { type: 'boolean', default: false },
      flood: { type: 'string' },
      http: { type: 'string' },
      tokens: { type: 'string' },
    },
  })
  if (values.flood !== undefined)
    return floods[Number(values.flood)]?.run(String(values.http), String(values.tokens).split(','))

  await using service = await startService({ program: values.program, hasRateLimit: !values.endless })
  const { flooded, measured } = await prepare(service, Number(values.assets))
  const url = `${service.http}/api/v1/assets/${measured.assetId}`
  const measure = () => openLoop(url, measured.tokens[0] as string, Number(values.seconds), 50)
  await measure()
  console.log('GET by id of another organization, ms: p50 / p99 / max')
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [index, { name }] of floods.entries()) {
      const idle = await measure()
      const flood = Bun.spawn(
        [
          // In production the flood comes from other machines. Here it must not use the cores of the service.
          'nice',
          '-n',
          '15',
          process.execPath,
          import.meta.path,
          '--flood',
          String(index),
          '--http',
          service.http,
          '--tokens',
          flooded.tokens.join(','),
        ],
        { stdout: 'ignore', stderr: 'ignore' },
      )
      await Bun.sleep(1000)
      const during = await measure()
      flood.kill('SIGKILL')
      await flood.exited
      const ratio = (at(during, 0.99) / at(idle, 0.99)).toFixed(1)
      console.log(`${name.padEnd(36)} no flood ${shown(idle)}   flood ${shown(during)}   p99 ratio ${ratio}`)
    }
  }
}

await main()
