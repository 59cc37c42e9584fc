import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { startReceiver, stopReceivers, type Received } from '../../support/receiver'
import { faultsOf, newLocation } from '../../support/records'
import { until } from '../../support/until'
import {
  changeWebhook,
  deliveriesOf,
  newWebhook,
  readWebhook,
  removeWebhook,
  replayWebhook,
  testWebhook,
} from '../../support/webhooks'

/** Webhooks with real receivers (docs/decisions/0028-webhooks.md). */

// The second retry comes after 6 s.
setDefaultTimeout(60_000)

const dataDir = newDataDir()
const env = { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' }
let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram({ dataDir, env })
  session = await signIn(program)
})
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

// Rule: internal-api.md, Webhooks
describe('a webhook', () => {
  test('receives the events in order, signed by the standard', async () => {
    const receiver = startReceiver()
    const { id, secret, cursor } = await newWebhook(session, receiver.url)
    for (let i = 0; i < 5; i++) await newLocation(session)
    await until(() => receiver.received.length >= 5, 'five events arrive')
    expect(receiver.sequences()).toEqual([1, 2, 3, 4, 5].map((n) => cursor + n))
    for (const { body, headers } of receiver.received)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'location.created' })
    await removeWebhook(session, id)
  })

  test('receives an event again after a failure, with the same id, and later events after it', async () => {
    const receiver = startReceiver({
      respond: (count) => new Response('no', { status: count <= 2 ? 500 : 204 }),
    })
    const { id, cursor } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await newLocation(session)
    await until(() => receiver.received.length >= 4, 'all events arrive')
    expect(receiver.sequences()).toEqual([1, 1, 1, 2].map((n) => cursor + n))
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(2)
    await until(async () => (await readWebhook(session, id)).cursor === cursor + 2, 'the cursor moves')
    const [, , last] = await deliveriesOf(session, id)
    expect(last).toMatchObject({ status: 500, response: 'no' })
    await removeWebhook(session, id)
  })

  test('is disabled by 410, and an administrator enables it again', async () => {
    const receiver = startReceiver({
      respond: (count) => new Response('', { status: count === 1 ? 410 : 200 }),
    })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await until(async () => !(await readWebhook(session, id)).is_enabled, 'it is disabled')
    expect(await readWebhook(session, id)).toMatchObject({ disabled_reason: 'gone', behind: 1 })
    await changeWebhook(session, id, { is_enabled: true })
    await until(() => receiver.received.length === 2, 'the event arrives again')
    await removeWebhook(session, id)
  })

  test('follows no redirect', async () => {
    const target = startReceiver()
    const receiver = startReceiver({ respond: () => Response.redirect(target.url, 307) })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'the attempt fails')
    expect((await readWebhook(session, id)).last_error).toContain('redirects are not followed')
    expect(target.received).toEqual([])
    await removeWebhook(session, id)
  })

  test('waits for the time in Retry-After', async () => {
    const receiver = startReceiver({
      respond: () => new Response('', { status: 503, headers: { 'retry-after': '3600' } }),
    })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'the attempt fails')
    const { next_attempt_at: next } = await readWebhook(session, id)
    expect(Date.parse(next) - Date.now()).toBeGreaterThan(3_500_000)
    await removeWebhook(session, id)
  })

  test('receives each event once when its responses contain zero bytes', async () => {
    const receiver = startReceiver({
      respond: (count) => new Response('a\0b', { status: count === 1 ? 500 : 200 }),
    })
    const { id, cursor } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).cursor === cursor + 2, 'the cursor moves')
    expect(receiver.sequences()).toEqual([1, 1, 2].map((n) => cursor + n))
    const responses = (await deliveriesOf(session, id)).map((one: { response: string }) => one.response)
    expect(responses).toEqual(['a b', 'a b', 'a b'])
    await removeWebhook(session, id)
  })

  test('is not held up by another that never answers', async () => {
    const silent = startReceiver({ respond: () => new Promise<Response>(() => {}) })
    const receiver = startReceiver()
    const slow = await newWebhook(session, silent.url)
    const fast = await newWebhook(session, receiver.url)
    await newLocation(session)
    await newLocation(session)
    await until(() => silent.received.length === 1 && receiver.received.length === 2, 'the others arrive')
    await removeWebhook(session, slow.id)
    await removeWebhook(session, fast.id)
  })

  test('survives resets and garbage', async () => {
    let count = 0
    const listener = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket) {
          count++
          if (count === 1) socket.terminate()
          else if (count === 2) socket.end('garbage garbage\r\n\r\n')
          else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
        },
      },
    })
    const { id, cursor } = await newWebhook(session, `http://127.0.0.1:${listener.port}/`)
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).cursor === cursor + 1, 'the event arrives')
    listener.stop(true)
    await removeWebhook(session, id)
  })

  test('receives only the types and places of its filter', async () => {
    const receiver = startReceiver()
    const hall = await newLocation(session)
    const { id } = await newWebhook(session, receiver.url, {
      types: ['location.updated'],
      location_id: hall.id,
    })
    const other = await newLocation(session)
    const shelf = await newLocation(session, { parent_id: hall.id })
    await session.patch(`/api/v1/locations/${other.id}`, { name: 'Other' })
    await session.patch(`/api/v1/locations/${shelf.id}`, { name: 'Shelf' })
    await until(() => receiver.received.length > 0, 'the event arrives')
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.location_id).toBe(shelf.id)
    expect(receiver.received).toHaveLength(1)
    await removeWebhook(session, id)
  })

  test('has no events that wait when none matches its filter', async () => {
    const { id, cursor } = await newWebhook(session, startReceiver().url, { types: ['location.updated'] })
    const isUpTo = async (sequence: number) => {
      const webhook = await readWebhook(session, id)
      return webhook.cursor === sequence && webhook.behind === 0
    }
    await newLocation(session)
    await until(() => isUpTo(cursor + 1), 'the cursor moves')
    await newLocation(session)
    await newLocation(session)
    await until(() => isUpTo(cursor + 3), 'the cursor moves again')
    await removeWebhook(session, id)
  })

  test('receives no events from before a change of its filter', async () => {
    const receiver = startReceiver()
    const { id, cursor } = await newWebhook(session, receiver.url, { types: ['location.updated'] })
    for (let i = 0; i < 3; i++) await newLocation(session)
    await changeWebhook(session, id, { types: ['location.created'] })
    expect(await readWebhook(session, id)).toMatchObject({ cursor: cursor + 3, behind: 0 })
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).cursor === cursor + 4, 'the cursor moves')
    expect(receiver.sequences()).toEqual([cursor + 4])
    await removeWebhook(session, id)
  })

  test('keeps the events that wait when its filter changes', async () => {
    let isDown = true
    const receiver = startReceiver({ respond: () => new Response('', { status: isDown ? 500 : 200 }) })
    const { id, cursor } = await newWebhook(session, receiver.url, { types: ['location.updated'] })
    const hall = await newLocation(session)
    await session.patch(`/api/v1/locations/${hall.id}`, { name: 'Hall' })
    await newLocation(session)
    await until(async () => (await readWebhook(session, id)).failures >= 1, 'an attempt fails')
    expect((await readWebhook(session, id)).cursor).toBe(cursor + 1)
    isDown = false
    const before = receiver.received.length
    await changeWebhook(session, id, { types: [] })
    await until(async () => (await readWebhook(session, id)).behind === 0, 'the events arrive')
    expect(receiver.sequences().slice(before)).toEqual([cursor + 2, cursor + 3])
    await removeWebhook(session, id)
  })

  test('receives nothing of another organization, and cannot name its places', async () => {
    const receiver = startReceiver()
    const other = await otherOrganization(program, 'Elsewhere')
    const { id } = await newWebhook(session, receiver.url)
    const theirs = await newLocation(other, { external_key: 'THEIRS' })
    await newLocation(session, { external_key: 'OURS' })
    await until(() => receiver.received.length > 0, 'the own event')
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.location_external_key)).toEqual(['OURS'])
    const foreign = { location_id: theirs.id }
    expect(faultsOf(await session.patch(`/internal/v1/webhooks/${id}`, foreign))).toEqual([
      400,
      'location_id fk_not_found',
    ])
    await removeWebhook(session, id)
  })

  test('signs with both secrets after a rotation', async () => {
    const receiver = startReceiver()
    const { id, secret } = await newWebhook(session, receiver.url)
    const rotated = (await session.post(`/internal/v1/webhooks/${id}/secret`)).body.data
    await testWebhook(session, id)
    await until(() => receiver.received.length === 1, 'the test arrives')
    const [{ body, headers }] = receiver.received as [Received]
    for (const one of [secret, rotated.secret])
      expect(new Webhook(one).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
    await removeWebhook(session, id)
  })

  test('replays from a sequence, and delivers one event again', async () => {
    const receiver = startReceiver()
    const { id, cursor } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await newLocation(session)
    await until(() => receiver.received.length === 2, 'both arrive')
    await replayWebhook(session, id, { sequence: cursor + 1 })
    await until(() => receiver.received.length === 3, 'one arrives again')
    await replayWebhook(session, id, { from_sequence: cursor + 1 })
    await until(() => receiver.received.length === 5, 'both arrive again')
    expect(receiver.sequences()).toEqual([1, 2, 1, 1, 2].map((n) => cursor + n))
    await removeWebhook(session, id)
  })

  test('continues after a kill of the service', async () => {
    let isDown = true
    const receiver = startReceiver({ respond: () => new Response('', { status: isDown ? 500 : 200 }) })
    const { id, cursor } = await newWebhook(session, receiver.url)
    for (let i = 0; i < 3; i++) await newLocation(session)
    await until(() => receiver.received.length >= 1, 'an attempt fails')
    await program.kill()
    isDown = false
    const before = receiver.received.length
    program = await startProgram({ dataDir, env })
    session = await signIn(program)
    await until(async () => (await readWebhook(session, id)).cursor === cursor + 3, 'all events arrive')
    expect(receiver.sequences().slice(before)).toEqual([1, 2, 3].map((n) => cursor + n))
    await removeWebhook(session, id)
  })
})

const url = 'http://example.com/'
// Rule: internal-api.md, Webhooks
test.each([
  [{ url }, 'name required'],
  [{ name: 'Hook' }, 'url required'],
  [{ name: 'Hook', url: 'ftp://example.com/' }, 'url invalid_value'],
  [{ name: 'Hook', url: 'http://user:password@example.com/' }, 'url invalid_value'],
  [{ name: 'Hook', url: 'http://example.com/\nhook' }, 'url invalid_value'],
  [{ name: 'Hook', url: ' http://example.com/' }, 'url invalid_value'],
  [{ name: 'Hook', url: `${url}${'x'.repeat(2000)}` }, 'url too_long'],
  [{ name: 'Hook', url, types: ['asset.lost'] }, 'types[0] invalid_value'],
  [{ name: 'Hook', url, location_id: 999_999 }, 'location_id fk_not_found'],
  [{ name: 'Hook', url, format: 'xml' }, 'format invalid_value'],
  [{ name: 'Hook', url, secret: 'whsec_' }, 'secret unknown_field'],
])('a webhook %j is refused', async (body, fault) => {
  expect(faultsOf(await session.post('/internal/v1/webhooks', body))).toEqual([400, fault])
})

// Rule: internal-api.md, Webhooks
test.each([
  [{}, 'from_sequence invalid_value'],
  [{ from_sequence: 1, sequence: 1 }, 'from_sequence invalid_value'],
  [{ from_sequence: 0 }, 'from_sequence too_small'],
  [{ from_sequence: 999_999 }, 'from_sequence invalid_value'],
  [{ sequence: 999_999 }, 'sequence invalid_value'],
])('a replay %j is refused', async (body, fault) => {
  const { id } = await newWebhook(session, url)
  expect(faultsOf(await session.post(`/internal/v1/webhooks/${id}/replay`, body))).toEqual([400, fault])
  await removeWebhook(session, id)
})

// Rule: internal-api.md, Webhooks
test('loopback addresses and names of them are refused unless the setting allows them', async () => {
  const receiver = startReceiver()
  const strict = await startProgram()
  const admin = await signIn(strict)
  for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
    const url = `http://${host}:${receiver.port}/`
    const { id } = (await admin.post('/internal/v1/webhooks', { name: 'Hook', url })).body.data
    await admin.post(`/internal/v1/webhooks/${id}/test`)
    const deliveries = async () => (await admin.get(`/internal/v1/webhooks/${id}/deliveries`)).body.data
    await until(async () => (await deliveries()).length === 1, 'the attempt ends')
    expect((await deliveries())[0]).toMatchObject({ status: null, error: expect.stringContaining('refused') })
  }
  expect(receiver.received).toEqual([])
})
