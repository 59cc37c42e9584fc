import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { freePort } from '../../../scripts/free-port'
import { makeCertificate } from '../../support/certificates'
import { type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, type Program, startProgram, stopPrograms, startFailure } from '../../support/program'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation } from '../../support/records'
import { until } from '../../support/until'
import {
  changeWebhook,
  type CreatedHook,
  deliveriesOf,
  newWebhook,
  readWebhook,
  removeWebhook,
  replayWebhook,
  testWebhook,
} from '../../support/webhooks'

/** Webhooks whose receiver is away for long, and the service that stops meanwhile (decision 0028). */

setDefaultTimeout(60_000)

const dataDir = newDataDir()
const authority = makeCertificate(dataDir, { names: 'DNS:localhost' })
const deadProxy = 'http://127.0.0.1:9'
const env = {
  WHEREABOUTS_WEBHOOK_ALLOW: 'localhost,127.0.0.0/8',
  WHEREABOUTS_CA: authority.cert,
  HTTP_PROXY: deadProxy,
  HTTPS_PROXY: deadProxy,
}
const second = 1_000_000
let program: Program
let session: Client

async function start(): Promise<void> {
  program = await startProgram({ dataDir, env })
  session = await signIn(program)
}

beforeAll(start)
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

/**
 * Stops the service and moves the first failure of a webhook into the past, as if all attempts since then had failed, then starts
 * it. The next attempt is due.
 */
async function letPass(id: number, seconds: number): Promise<void> {
  await program.stop()
  const database = openDatabase(dataDir)
  database.run('update webhooks set failing_since = failing_since - ?, next_attempt_at = ? where id = ?', [
    seconds * second,
    Date.now() * 1000,
    id,
  ])
  database.close()
  await start()
}

const failing = () => new Response('broken', { status: 500 })
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

// Rule: internal-api.md, Webhooks
describe('a webhook', () => {
  test('whose receiver is down for a day delivers all events in order afterwards', async () => {
    const port = await freePort()
    const { id, cursor } = await newWebhook(session, `http://127.0.0.1:${port}/hook`)
    for (let i = 0; i < 30; i++) await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'an attempt fails')
    expect(await readWebhook(session, id)).toMatchObject({
      behind: 30,
      last_error: 'The connection failed: nothing listens on the port (ECONNREFUSED)',
    })
    await letPass(id, 86_400)
    await until(async () => (await readWebhook(session, id)).failures >= 2, 'another attempt fails')
    const since = (await readWebhook(session, id)).failing_since
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(86_000_000)
    const receiver = startReceiver({ port })
    await replayWebhook(session, id, { from_sequence: cursor + 1 })
    await until(async () => (await readWebhook(session, id)).behind === 0, 'all events arrive')
    expect(receiver.sequences()).toEqual(range(30).map((n) => cursor + n))
    expect(await readWebhook(session, id)).toMatchObject({ failing_since: null, last_error: null })
    await removeWebhook(session, id)
  })

  test('is disabled five days after the first failure, and the audit log has an entry', async () => {
    const { id } = await newWebhook(session, startReceiver({ respond: failing }).url, { name: 'Five days' })
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'an attempt fails')
    await letPass(id, 4.9 * 86_400)
    await until(async () => (await readWebhook(session, id)).failures >= 2, 'another attempt fails')
    expect(await readWebhook(session, id)).toMatchObject({ is_enabled: true, disabled_reason: null })
    await letPass(id, 0.2 * 86_400)
    await until(async () => !(await readWebhook(session, id)).is_enabled, 'it is disabled')
    expect(await readWebhook(session, id)).toMatchObject({
      disabled_reason: 'failing',
      next_attempt_at: null,
    })
    const { data } = (await session.get('/internal/v1/audit?limit=1')).body
    expect(data[0]).toMatchObject({ action: 'changed', subject: { kind: 'webhook', name: 'Five days' } })
    await removeWebhook(session, id)
  })

  test('keeps the time of its first failure, and why it is disabled, when something else changes', async () => {
    const { id } = await newWebhook(session, startReceiver({ respond: failing }).url)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'an attempt fails')
    const { failing_since: since } = await readWebhook(session, id)
    await changeWebhook(session, id, { name: 'Renamed' })
    expect(await readWebhook(session, id)).toMatchObject({ failing_since: since, name: 'Renamed' })
    const gone = startReceiver({ respond: () => new Response('', { status: 410 }) })
    await changeWebhook(session, id, { url: gone.url })
    await until(async () => !(await readWebhook(session, id)).is_enabled, 'it is disabled')
    await changeWebhook(session, id, { name: 'Renamed again', url: startReceiver().url })
    expect(await readWebhook(session, id)).toMatchObject({ is_enabled: false, disabled_reason: 'gone' })
    await changeWebhook(session, id, { is_enabled: true })
    await until(async () => (await readWebhook(session, id)).behind === 0, 'it continues')
    expect(await readWebhook(session, id)).toMatchObject({ disabled_reason: null, failing_since: null })
    await removeWebhook(session, id)
  })

  test('delivers an event again when the service is stopped or killed during its delivery', async () => {
    const held = Promise.withResolvers<void>()
    const receiver = startReceiver({
      respond: async (count) => {
        if (count <= 2) await held.promise
        return new Response('ok')
      },
    })
    const { id, cursor } = await newWebhook(session, receiver.url)
    for (let i = 0; i < 3; i++) await newLocation(session)
    await until(() => receiver.received.length === 1, 'a delivery is in progress')
    expect(await program.stop()).toBe(0)
    await start()
    await until(() => receiver.received.length === 2, 'the delivery is in progress again')
    expect(await readWebhook(session, id)).toMatchObject({ failures: 0, behind: 3 })
    await program.kill()
    await start()
    await until(async () => (await readWebhook(session, id)).behind === 0, 'all events arrive')
    held.resolve()
    expect(receiver.sequences()).toEqual([1, 1, 1, 2, 3].map((n) => cursor + n))
    await removeWebhook(session, id)
  })

  test('uses HTTPS with an authority of WHEREABOUTS_CA and the name of the URL, and never a proxy', async () => {
    const [cert, key] = [readFileSync(authority.cert, 'utf8'), readFileSync(authority.key, 'utf8')]
    const receiver = startReceiver({ tls: { cert, key } })
    const { id } = await newWebhook(session, `https://localhost:${receiver.port}/hook`)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).behind === 0, 'the event arrives')
    expect(receiver.received[0]?.headers['host']).toBe(`localhost:${receiver.port}`)
    // The certificate does not have this name.
    await changeWebhook(session, id, { url: receiver.url })
    await testWebhook(session, id)
    await until(async () => (await deliveriesOf(session, id)).length === 2, 'the attempt fails')
    const [{ error }] = await deliveriesOf(session, id)
    expect(error).toBe(
      'The connection failed: the certificate is of another host (ERR_TLS_CERT_ALTNAME_INVALID)',
    )
    await removeWebhook(session, id)
  })
})

test.each([
  ['that is there', '/nowhere.pem', 'ENOENT'],
  ['with a certificate', import.meta.path, ''],
])('the service requires a file of WHEREABOUTS_CA %s', async (_what, path, reason) => {
  expect(await startFailure(startProgram({ env: { WHEREABOUTS_CA: path } }))).toContain(
    `The certificates of ca cannot be read: ${reason}`,
  )
})

// Rule: internal-api.md, Webhooks
test('an organization has at most 50 webhooks', async () => {
  const made: CreatedHook[] = []
  for (let i = 0; i < 50; i++) made.push(await newWebhook(session, 'http://192.0.2.1/'))
  const { status, body } = await session.post('/internal/v1/webhooks', {
    name: 'x',
    url: 'http://192.0.2.1/',
  })
  expect([status, body.error.detail]).toEqual([
    409,
    'There are 50 webhooks already; delete one that is not used',
  ])
  for (const { id } of made) await removeWebhook(session, id)
})

// Rule: internal-api.md, Webhooks
test('events that retention deletes before their delivery are counted, and later events arrive', async () => {
  const receiver = startReceiver()
  const { id, cursor } = await newWebhook(session, receiver.url, { types: ['asset.created'] })
  await changeWebhook(session, id, { is_enabled: false })
  const organization = (await session.get('/internal/v1/organizations')).body.data[0].id
  await session.patch(`/internal/v1/organizations/${organization}`, { event_log_max: 1000 })
  const rows = (part: number) =>
    Array.from({ length: 400 }, (_, index) => ({ name: `Thing ${part}-${index}` }))
  for (const part of range(3)) await session.post('/internal/v1/assets/import', { rows: rows(part) })
  await program.stop()
  await start()
  const oldest = cursor + 201
  await until(
    async () => (await session.get(`/api/v1/events?after=${oldest - 2}`)).status === 400,
    'the deletion of old events',
  )
  await changeWebhook(session, id, { is_enabled: true })
  await until(async () => (await readWebhook(session, id)).behind === 0, 'the others arrive')
  expect((await readWebhook(session, id)).lost_events).toBe(200)
  expect(receiver.sequences()).toEqual(range(1000).map((n) => cursor + 200 + n))
  await removeWebhook(session, id)
})

// Rule: internal-api.md, Webhooks
test('large responses of failing webhooks do not increase the memory', async () => {
  const large = startReceiver({ respond: () => new Response('x'.repeat(400_000), { status: 500 }) })
  const made: CreatedHook[] = []
  for (let i = 0; i < 10; i++) made.push(await newWebhook(session, large.url))
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8'))?.[1])
  const round = async () => {
    const before = large.received.length
    for (const { id } of made) await testWebhook(session, id)
    await until(() => large.received.length >= before + made.length, 'the tests arrive')
  }
  /** Returns the least memory after any of the rounds, because the heap grows by up to 70 MB between two collections. */
  const leastAfter = async (rounds: number) => {
    let least = Infinity
    for (let i = 0; i < rounds; i++) {
      await round()
      least = Math.min(least, memory())
    }
    return least
  }
  await leastAfter(5)
  const before = await leastAfter(15)
  // The responses of 15 rounds have 60 MB.
  expect((await leastAfter(15)) - before).toBeLessThan(40_000)
  const [{ response }] = await deliveriesOf(session, Number(made[0]?.id))
  expect(response).toBe('x'.repeat(1000))
  for (const { id } of made) await removeWebhook(session, id)
})
