import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newRule, untilStates } from '../../support/alerts'
import { openDatabase } from '../../support/direct-database'
import { open } from '../../support/stocktakes'
import { apiClient, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { createConformity } from '../../support/conform'
import { memoryOf } from '../../support/database-load'
import { newAsset, newLocation, newTagged } from '../../support/records'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { scan, secondsAgo } from '../../support/scans'
import { type Contract, contractOf } from '../../support/validate'
import { createWalker, type Sent, type Walker } from '../../support/walker'
import { seed } from '../../support/seed'

/**
 * Calls every operation of the document at random, with valid and invalid requests. TEST_SEED repeats a run,
 * TEST_FUZZ_REQUESTS makes it longer.
 */

const requests = Number(Bun.env['TEST_FUZZ_REQUESTS'] ?? 8_000)
const walkers = 16
const scannedAssets = 12
/** The heap grows during the first 10,000 requests. */
const warmUp = 10_000
const secondsMax = 5
const growthMaxMb = 80

let program: Program
let session: Client
let api: Client
let key: Credential
let contract: Contract
let problemsOf: ReturnType<typeof createConformity>

beforeAll(async () => {
  const env = {
    WHEREABOUTS_MAX_BODY_BYTES: '65536',
    // Hardly a token request is right; those that are have to be served.
    WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT: '1000000',
    WHEREABOUTS_LOGIN_FAILURES_PER_ADDRESS: '1000000',
  }
  program = await startProgram({ env })
  session = await signIn(program)
  api = await apiClient(program, session)
  key = await mintKey(session)
  contract = await contractOf(program.http)
  problemsOf = createConformity(contract)
  await recordHistories()
})
afterAll(stopPrograms)

/** Scanned assets, so that the history and the report contain rows, with alerts about them and stocktakes of their locations. */
async function recordHistories(): Promise<void> {
  const elsewhere = await newLocation(api)
  for (let index = 0; index < scannedAssets; index++) {
    const place = await newLocation(api)
    const value = `SCANNED-${index}`
    await newTagged(api, value)
    for (const ago of [3000, 2000, 1000]) await scan(session, place.id, value, secondsAgo(ago))
    await open(session, place)
  }
  const rule = await newRule(session, { kind: 'outside', location_id: elsewhere.id })
  await untilStates(session, rule.id, Array<string>(scannedAssets).fill('open'))
}

interface Tally {
  sent: number
  readonly succeeded: Map<string, number>
  readonly statuses: Map<number, number>
  readonly faults: string[]
}

const count = <K>(map: Map<K, number>, what: K) => void map.set(what, (map.get(what) ?? 0) + 1)

/** A line that shows how to send it again, without the long token. */
const textOf = ({ method, target, headers, body }: Sent): string =>
  JSON.stringify({ method, target, headers, body: body && Buffer.from(body).toString('latin1') }).replace(
    api.token as string,
    '<token>',
  )

async function step(walker: Walker, tally: Tally): Promise<void> {
  const sent = walker.next()
  const { method, target, headers, body } = sent
  const url = program.http + target
  const begun = performance.now()
  const signal = AbortSignal.timeout(secondsMax * 1000)
  const init = { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json' && text !== ''
    const { status } = response
    const received = { status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text }
    const problems = problemsOf(method, url, received)
    if (status >= 500) problems.push(`${status}: ${text}`)
    if (problems.length > 0) tally.faults.push(`${problems.join('; ')}\n  ${textOf(sent)}`)
    count(tally.statuses, status)
    if (status < 300 && method === sent.route.method) count(tally.succeeded, sent.route.operationId)
    walker.learn(sent, status, received.body)
  } catch (error) {
    const seconds = Math.round(performance.now() - begun) / 1000
    tally.faults.push(`${String(error)} after ${seconds} s\n  ${textOf(sent)}`)
  }
}

/**
 * Runs all walkers at once, until enough requests are sent or too many fail. Returns the least memory that the service
 * had meanwhile, in MB: between two collections, the heap grows by up to 70 MB.
 */
async function walk(all: readonly Walker[], tally: Tally, until: number): Promise<number> {
  let least = Infinity
  await Promise.all(
    all.map(async (walker) => {
      while (tally.sent < until && tally.faults.length < 20) {
        tally.sent++
        if (tally.sent % 100 === 0) least = Math.min(least, memoryOf(program))
        await step(walker, tally)
      }
    }),
  )
  return least
}

test('every valid or invalid request gets a documented response, and does not harm the process or its data', async () => {
  const tally: Tally = { sent: 0, succeeded: new Map(), statuses: new Map(), faults: [] }
  const all = Array.from({ length: walkers }, (_, index) =>
    createWalker(contract, { ...key, token: api.token as string }, `W${index}`, seed + index),
  )
  await walk(all, tally, warmUp)
  const before = await walk(all, tally, warmUp + requests / 2)
  const growth = (await walk(all, tally, warmUp + requests)) - before

  const succeeded = [...tally.succeeded.values()].reduce((sum, times) => sum + times, 0)
  const statuses = [...tally.statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
  console.log(
    `TEST_SEED=${seed}: ${tally.sent} requests, ${succeeded} successes, ${Math.round(growth)} MB more; ${statuses.join(', ')}`,
  )
  // The shortest are the most useful.
  const worst = tally.faults.toSorted((a, b) => a.length - b.length).slice(0, 5)
  expect(worst.join('\n').slice(0, 5000)).toBe('')
  expect(tally.sent).toBeGreaterThanOrEqual(warmUp + requests)
  expect(succeeded).toBeGreaterThan(requests / 10)
  const operations = contract.routes.map(({ operationId }) => operationId)
  expect(operations.filter((operation) => !tally.succeeded.has(operation))).toEqual([])
  expect(growth).toBeLessThan(growthMaxMb)
  await expectSound()
}, 120_000)

/** Checks that the service reads and writes, is the same process, and has a valid database. */
async function expectSound(): Promise<void> {
  const place = await newLocation(api)
  const asset = await newAsset(api, { name: 'After all' })
  expect((await api.get(`/api/v1/assets/${asset.id}`)).body.data.name).toBe('After all')
  expect((await api.get(`/api/v1/locations/${place.id}`)).status).toBe(200)
  expect(program.process.exitCode).toBeNull()
  using db = openDatabase(program.dataDir, { readonly: true })
  expect(db.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(db.query('pragma foreign_key_check').all()).toEqual([])
}
