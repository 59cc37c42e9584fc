import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { actOn, alertsOf, changeRule, newRule, readAlert, readRule, untilStates } from '../../support/alerts'
import { type Client, mintKey, otherOrganization, signIn } from '../../support/client'
import { newMosquitto, stopMosquittos, withMosquitto } from '../../support/mosquitto'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { type Receiver, startReceiver, stopReceivers } from '../../support/receiver'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAhead } from '../../support/scans'
import { until } from '../../support/until'
import { connectAsync } from 'mqtt'

/** Lamps and sirens that alerts switch (docs/alerts.md, Outputs). */

setDefaultTimeout(60_000)

const path = '/internal/v1/alert-outputs'
let program: Program
let session: Client
let lamp: Receiver
let dock: Row

beforeAll(async () => {
  lamp = startReceiver()
  program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  dock = await newLocation(session, { name: 'Dock' })
})
afterAll(async () => {
  await stopPrograms()
  await stopReceivers()
  await stopMosquittos()
})

const newOutput = async (client: Client, output: object): Promise<{ id: number }> => {
  const { status, body, text } = await client.post(path, { name: 'Lamp', ...output })
  if (status !== 201) throw new Error(`The output returned ${status}: ${text}`)
  return body.data
}
const bodies = (receiver: Receiver) => receiver.received.map(({ body }) => body)
const untilBodies = (receiver: Receiver, wanted: readonly string[]) =>
  until(
    () => bodies(receiver).join() === wanted.join(),
    () => `${wanted.join()}, not ${bodies(receiver).join()}`,
  )
let made = 0
/** A rule at a location of its own, which tells an output. */
async function watch(client: Client, recipients: object[], more: object = {}) {
  const hall = await newLocation(client, { name: `Hall ${++made}` })
  return { hall, rule: await newRule(client, { kind: 'entered', location_id: hall.id, recipients, ...more }) }
}
async function enter(client: Client, place: Row): Promise<string> {
  const value = `LAMP-${++made}`
  await newTagged(client, value)
  await scan(client, place.id, value, secondsAhead(0))
  return value
}
const leave = (value: string) => scan(session, dock.id, value, secondsAhead(0))
const messagesOf = async (id: number) =>
  (await readAlert(session, id)).messages.map(
    ({ channel, purpose, address, state }: Record<string, string>) =>
      `${channel} ${purpose} ${address} ${state}`,
  )

// Rule: internal-api.md, Outputs
describe('an output', () => {
  test('is on while an alert is open: on for each that opens, off when the last one closes', async () => {
    const receiver = startReceiver()
    const { id } = await newOutput(session, {
      kind: 'http',
      url: receiver.url,
      body_on: 'ON',
      body_off: 'OFF',
    })
    const { hall, rule } = await watch(session, [{ output_id: id }])
    expect(rule.recipient_states).toEqual([{ name: 'Lamp', state: 'ok' }])
    const first = await enter(session, hall)
    await untilBodies(receiver, ['ON'])
    const second = await enter(session, hall)
    await untilBodies(receiver, ['ON', 'ON'])
    await leave(first)
    await untilStates(session, rule.id, ['cleared', 'open'])
    await leave(second)
    await untilBodies(receiver, ['ON', 'ON', 'OFF'])
    const [one, two] = await alertsOf(session, rule.id)
    await until(async () => (await messagesOf(two.id)).at(-1) === 'output off Lamp sent', 'it is stored')
    expect(await messagesOf(one.id)).toEqual(['output on Lamp sent', 'output off Lamp dropped'])
    expect((await session.get(`${path}/${id}`)).body.data).toMatchObject({
      sent_state: 'off',
      last_error: null,
    })
  })

  test('of a Shelly is called at /rpc, and its error is one', async () => {
    const shelly = startReceiver({
      respond: (count) =>
        Response.json(
          count === 1
            ? { id: 1, result: { was_on: false } }
            : { id: 1, error: { code: 404, message: 'No handler' } },
        ),
    })
    const { origin } = new URL(shelly.url)
    const { id } = await newOutput(session, { kind: 'shelly', url: origin })
    const { status, body } = await session.post(`${path}/${id}/test`)
    expect([status, body.error.detail]).toEqual([409, 'The device reports an error: No handler'])
    expect(shelly.received.map((one) => JSON.parse(one.body))).toEqual([
      { id: 1, method: 'Switch.Set', params: { id: 0, on: true } },
      { id: 1, method: 'Switch.Set', params: { id: 0, on: false } },
    ])
  })

  test('that does not answer is tried again, is shown, and holds up no other one', async () => {
    let isWorking = false
    const broken = startReceiver({ respond: () => new Response('', { status: isWorking ? 200 : 503 }) })
    const { id } = await newOutput(session, { name: 'Broken', kind: 'http', url: broken.url })
    const other = await newOutput(session, { name: 'Other', kind: 'http', url: lamp.url })
    const { hall, rule } = await watch(session, [{ output_id: id }, { output_id: other.id }])
    await enter(session, hall)
    await untilBodies(lamp, ['on'])
    await until(
      async () => (await session.get(`${path}/${id}`)).body.data.failing_since !== null,
      'it is shown',
    )
    expect((await session.get(`${path}/${id}`)).body.data.last_error).toBe('The endpoint returned 503')
    const { problems } = (await session.get('/internal/v1/attention')).body.data
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: 'output', name: 'Broken', cause: 'failing' }),
    )
    isWorking = true
    await until(async () => (await session.get(`${path}/${id}`)).body.data.sent_state === 'on', 'it is on')
    const [alert] = await alertsOf(session, rule.id)
    await actOn(session, alert.id, 'close')
    await until(() => bodies(lamp).join() === 'on,off', 'it is off')
  })

  test('that is removed from a rule, or deleted, is switched off, and the rule shows what is gone', async () => {
    const receiver = startReceiver()
    const { id } = await newOutput(session, { kind: 'http', url: receiver.url })
    const { hall, rule } = await watch(session, [{ output_id: id }])
    await enter(session, hall)
    await untilBodies(receiver, ['on'])
    await changeRule(session, rule.id, { recipients: [] })
    await untilBodies(receiver, ['on', 'off'])
    await changeRule(session, rule.id, { recipients: [{ output_id: id }] })
    await enter(session, hall)
    await untilBodies(receiver, ['on', 'off', 'on'])
    await until(
      async () => (await session.get(`${path}/${id}`)).body.data.sent_state === 'on',
      'it is stored',
    )
    expect((await session.delete(`${path}/${id}`)).status).toBe(204)
    await untilBodies(receiver, ['on', 'off', 'on', 'off'])
    expect((await readRule(session, rule.id)).recipient_states).toEqual([{ name: '', state: 'gone' }])
    await enter(session, hall)
    await untilStates(session, rule.id, ['open', 'open', 'open'])
  })
})

// Rule: internal-api.md, Outputs
describe('an output is refused', () => {
  const url = 'http://192.0.2.1/'
  test.each<[string, object, string[]]>([
    ['on loopback', { kind: 'http', url: 'http://127.0.0.2/' }, ['url invalid_value']],
    ['on loopback in another form', { kind: 'http', url: 'http://2130706434/' }, ['url invalid_value']],
    ['on loopback of IPv6', { kind: 'shelly', url: 'http://[::1]/' }, ['url invalid_value']],
    ['on link-local', { kind: 'http', url: 'http://169.254.169.254/' }, ['url invalid_value']],
    ['with a password in its URL', { kind: 'http', url: 'http://a:b@192.0.2.1/' }, ['url invalid_value']],
    ['with another protocol', { kind: 'http', url: 'ftp://192.0.2.1/' }, ['url invalid_value']],
    ['without a URL', { kind: 'shelly' }, ['url required']],
    ['with a topic that it does not use', { kind: 'http', url, topic: 'a' }, ['topic invalid_context']],
    ['without a topic', { kind: 'mqtt' }, ['topic required']],
    ['with a wildcard', { kind: 'mqtt', topic: 'north/outputs/#' }, ['topic invalid_value']],
    ['with a topic of readers', { kind: 'mqtt', topic: 'north/gate' }, ['topic invalid_value']],
    [
      'with another topic of the built-in broker',
      { kind: 'mqtt', topic: 'lamp/set' },
      ['topic invalid_value'],
    ],
    ['with a text for a Shelly', { kind: 'shelly', url, body_on: 'on' }, ['body_on invalid_value']],
    ['of another kind', { kind: 'telnet', url }, ['kind invalid_value']],
  ])('%s', async (_, output, faults) => {
    expect(faultsOf(await session.post(path, { name: 'Lamp', ...output }))).toEqual([400, ...faults])
  })

  test('on the machine itself, by any name, unless a setting allows it', async () => {
    const strict = await startProgram()
    const client = await signIn(strict)
    for (const address of ['http://localhost:8080/', 'http://127.0.0.1/', 'http://lamp.localhost/'])
      expect(faultsOf(await client.post(path, { name: 'Lamp', kind: 'http', url: address }))).toEqual([
        400,
        'url invalid_value',
      ])
    await strict.stop()
  })

  test('in another organization', async () => {
    const { id } = await newOutput(session, { kind: 'http', url })
    const other = await otherOrganization(program, 'Elsewhere')
    expect((await other.get(`${path}/${id}`)).status).toBe(404)
    expect((await other.patch(`${path}/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.post(`${path}/${id}/test`)).status).toBe(404)
    const rule = { name: 'Rule', kind: 'left', location_id: (await newLocation(other)).id }
    const response = await other.post('/internal/v1/alert-rules', {
      ...rule,
      recipients: [{ output_id: id }],
    })
    expect(faultsOf(response)).toEqual([400, 'recipients[0].output_id fk_not_found'])
    await session.delete(`${path}/${id}`)
  })

  test('after 50 others', async () => {
    const other = await otherOrganization(program, 'Many')
    for (let count = 0; count < 50; count++) await newOutput(other, { kind: 'http', url })
    expect((await other.post(path, { name: 'One more', kind: 'http', url })).status).toBe(409)
  })
})

// Rule: internal-api.md, Outputs
test('a client of the built-in broker gets the messages of an output', async () => {
  const { id } = await newOutput(session, { kind: 'mqtt', topic: 'north/outputs/siren/1' })
  const { status, body } = await session.post(`${path}/${id}/test`)
  expect([status, body.error.detail]).toEqual([
    409,
    'No client subscribes to the topic north/outputs/siren/1 at the built-in broker',
  ])
  const key = await mintKey(session, ['tracking:read'])
  const { port } = new URL(program.mqtt as string)
  const client = await connectAsync({
    host: '127.0.0.1',
    port: Number(port),
    username: key.client_id,
    password: key.client_secret,
  })
  const got: string[] = []
  client.on('message', (topic, payload) => got.push(`${topic} ${payload.toString()}`))
  await client.subscribeAsync('north/outputs/#')
  expect((await session.post(`${path}/${id}/test`)).status).toBe(204)
  await until(() => got.length === 2, 'both messages')
  expect(got).toEqual(['north/outputs/siren/1 on', 'north/outputs/siren/1 off'])
  await client.endAsync()
})

withMosquitto('the external broker', () => {
  // Rule: internal-api.md, Outputs
  test('gets the messages of outputs, also after it was down', async () => {
    const broker = await newMosquitto()
    const external = await startProgram({ env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` } })
    const client = await signIn(external)
    const { id } = await newOutput(client, {
      kind: 'mqtt',
      topic: 'hall/siren',
      body_on: '{"on":true}',
      body_off: '',
    })
    const { status, body } = await client.post(`${path}/${id}/test`)
    expect([status, body.error.detail]).toEqual([
      409,
      expect.stringMatching(/^The external broker cannot be used: /),
    ])
    const { hall, rule } = await watch(client, [{ output_id: id }])
    await enter(client, hall)
    await until(async () => (await client.get(`${path}/${id}`)).body.data.failing_since !== null, 'it fails')
    await broker.start()
    const listener = await broker.connect()
    const got: string[] = []
    listener.on('message', (topic, payload) => got.push(`${topic} ${payload.toString()}`))
    await listener.subscribeAsync('hall/#')
    await until(() => got.includes('hall/siren {"on":true}'), 'it is on')
    const [alert] = await alertsOf(client, rule.id)
    await actOn(client, alert.id, 'close')
    await until(() => got.at(-1) === 'hall/siren ', 'it is off')
    const refused = await client.post(path, { name: 'Reads', kind: 'mqtt', topic: 'north/gate' })
    expect(faultsOf(refused)).toEqual([400, 'topic invalid_value'])
    await external.stop()
  })
})
