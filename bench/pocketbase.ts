import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { startProgram } from './peers'
import { createWithTag, withRandomIds } from './request-cases'
import { report } from './rows'
import { executable, startService } from './service'
import { mediansOf, type Rate, wrk } from './wrk'

/**
 * Measures the service beside PocketBase with as many assets, each with a tag: an asset by id with its tags, a page of 50 with its tags
 * and the total, and a create of an asset with a tag in one transaction. Both check a bearer token. It installs PocketBase with Go, and
 * needs wrk and taskset.
 *
 *   bun run bench pocketbase [--assets 100000] [--rounds 3] [--seconds 2] [--program dist/whereabouts]
 */

const version = 'v0.36.8'
const tools = join(import.meta.dir, '../dist/tools')
const binary = join(tools, 'base')

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    program: { type: 'string', default: executable },
  },
})

async function run(command: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const program = Bun.spawn([...command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await program.exited) !== 0) throw new Error(`${command.join(' ')} failed.`)
}

const administrator = { identity: 'bench@example.org', password: 'bench-bench-bench' }

const text = (name: string) => ({ name, type: 'text' })
const collections = [
  {
    name: 'assets',
    type: 'base',
    fields: [
      text('external_key'),
      text('name'),
      text('description'),
      { name: 'is_active', type: 'bool' },
      { name: 'metadata', type: 'json' },
      text('valid_from'),
      text('valid_to'),
      text('created_at'),
      text('updated_at'),
      text('deleted_at'),
    ],
    indexes: ['create unique index assets_key on assets (external_key)'],
  },
  { name: 'tags', type: 'base', fields: [text('tag_type'), text('value')] },
]

/** Sends JSON. @throws Error when the response has an error status */
async function send(
  method: string,
  url: string,
  body: unknown,
  token?: string,
): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const received = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${received}`)
  return JSON.parse(received) as Record<string, string>
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

/** Starts PocketBase with the collections, and returns its address, a token and the process. */
async function startPocketBase(folder: string) {
  await run([binary, 'superuser', 'upsert', administrator.identity, administrator.password, '--dir', folder])
  const address = `127.0.0.1:${freePort()}`
  const peer = await startProgram(
    [binary, 'serve', '--http', address, '--dir', folder],
    () => `http://${address}`,
  )
  const { token } = await send(
    'POST',
    `${peer.http}/api/collections/_superusers/auth-with-password`,
    administrator,
  )
  const batch = { enabled: true, maxRequests: 50, timeout: 10 }
  await send('PATCH', `${peer.http}/api/settings`, { batch }, token)
  const [assets, tags] = collections
  const { id } = await send('POST', `${peer.http}/api/collections`, assets, token)
  const relation = { name: 'asset', type: 'relation', collectionId: id, maxSelect: 1, cascadeDelete: true }
  await send(
    'POST',
    `${peer.http}/api/collections`,
    {
      ...tags,
      fields: [...(tags?.fields ?? []), relation],
      indexes: [
        'create unique index tags_value on tags (tag_type, value)',
        'create index tags_asset on tags (asset)',
      ],
    },
    token,
  )
  return { peer, token }
}

/** Ids of records have 15 characters. */
const idOf = "printf('a%014d', value)"

function fill(folder: string, count: number): void {
  using db = new Database(join(folder, 'data.db'))
  db.run('pragma busy_timeout = 10000')
  const numbers = `with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < ${count})`
  const at = new Date().toISOString()
  db.run(`${numbers} insert into assets (id, external_key, name, description, is_active, metadata, valid_from, valid_to, created_at,
      updated_at, deleted_at) select ${idOf}, printf('BULK-%07d', value), 'Pallet ' || value, '', 1, '{}', '${at}', '', '${at}', '${at}', ''
      from numbers`)
  db.run(
    `${numbers} insert into tags (id, tag_type, value, asset) select ${idOf}, 'rfid', printf('%024X', value), ${idOf} from numbers`,
  )
}

/** A script with random ids of records. */
const randomRecords = (count: number): string => `
math.randomseed(os.time())
request = function()
  return wrk.format("GET", string.format("/api/collections/assets/records/a%014d?expand=tags_via_asset", math.random(1, ${count})))
end`

/** A script that creates an asset and its tag in one transaction. */
const createInBatch = `
local n = 0
local run = os.time() % 100000000
request = function()
  n = n + 1
  local id = string.format("c%08d%06d", run, n)
  return wrk.format("POST", "/api/batch", nil, '{"requests":[{"method":"POST","url":"/api/collections/assets/records","body":{"id":"' .. id
    .. '","external_key":"' .. id .. '","name":"Pallet ' .. n .. '","is_active":true,"metadata":{}}},{"method":"POST","url":"/api/collections/tags/records","body":{"tag_type":"rfid","value":"'
    .. id .. '","asset":"' .. id .. '"}}]}')
end`

async function main(): Promise<void> {
  const count = Number(values.assets)
  const names = { work: `PocketBase ${version}, ${count.toLocaleString('en')} assets` }
  if (!existsSync(binary)) {
    if (!Bun.which('go')) {
      report({ ...names, measure: 'processor time of it', result: 'not measured: it needs Go' })
      return
    }
    await run(['go', 'install', `github.com/pocketbase/pocketbase/examples/base@${version}`], {
      GOBIN: tools,
    })
  }
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder('pocketbase')).path
  const dataDir = join(folder, 'service')
  await createData(dataDir, values.program, count)
  const service = stack.use(await startService({ program: values.program, dataDir, core: 0 }))
  await waitForSearchIndex(dataDir)
  const token = await tokenOf(service.http)
  const base = join(folder, 'pocketbase')
  const { peer, token: peerToken } = await startPocketBase(base)
  stack.use(peer)
  fill(base, count)

  const compare = async (
    name: string,
    clients: number,
    own: { path: string; script?: string },
    other: typeof own,
  ) => {
    const rates = { own: [] as Rate[], other: [] as Rate[] }
    for (let round = 0; round <= Number(values.rounds); round++)
      for (const [into, server, { path, script }, bearer] of [
        [rates.own, service, own, token],
        [rates.other, peer, other, peerToken],
      ] as const) {
        const seconds = Number(values.seconds)
        const rate = await wrk({
          url: server.http + path,
          token: bearer,
          clients,
          seconds,
          pid: server.pid,
          script,
        })
        if (round > 0) into.push(rate)
      }
    const [mine, theirs] = [mediansOf(rates.own), mediansOf(rates.other)]
    report({
      work: `${name}, ${count.toLocaleString('en')} assets`,
      measure: `processor time of PocketBase ${version} to it`,
      result: `${(theirs.cpu / mine.cpu).toFixed(1)} (${theirs.cpu.toFixed(0)} to ${mine.cpu.toFixed(0)} µs)`,
    })
  }
  await compare(
    'GET asset by id',
    32,
    { path: '/api/v1/assets/1', script: withRandomIds('/api/v1/assets/1', count) },
    { path: '/', script: randomRecords(count) },
  )
  await compare(
    'list of 50 with total_count',
    8,
    { path: '/api/v1/assets' },
    { path: '/api/collections/assets/records?perPage=50&sort=external_key&expand=tags_via_asset' },
  )
  await compare(
    'create with tag, 32 clients',
    32,
    { path: '/api/v1/assets', script: createWithTag(0) },
    { path: '/api/batch', script: createInBatch },
  )
}

await main()
