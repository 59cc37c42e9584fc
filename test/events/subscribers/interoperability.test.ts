import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { closeRaw, openRaw } from '../../support/raw-subscriber'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/**
 * The cases of the interoperability tests of Eclipse Paho that apply to clients that only subscribe (docs/mqtt-out.md names
 * the others and where they are tested).
 */

let program: Program
let session: Client
let api: Client
let key: Credential

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  key = await mintKey(session, ['tracking:read'])
})
afterEach(closeRaw)
afterAll(stopPrograms)

const created = 'north/events/asset.created'
const assetOf = ({ payload }: { payload: string | Buffer }): number => JSON.parse(payload.toString()).asset_id

describe.each([4, 5] as const)('a subscriber of protocol level %d', (protocolVersion) => {
  test('is disconnected after a second CONNECT', async () => {
    const client = await openRaw(program, key, { protocolVersion })
    client.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion, clientId: 'again', clean: true })
    await until(() => client.isClosed(), 'the end of the connection')
  })

  test('receives one message with the highest QoS when its subscriptions overlap', async () => {
    const client = await openRaw(program, key, { protocolVersion })
    await client.subscribe(['north/events/+'], 0)
    await client.subscribe([created], 1)
    const first = await newTagged(api, `A${protocolVersion}0`)
    const second = await newTagged(api, `A${protocolVersion}1`)
    await until(() => client.messages().some((message) => assetOf(message) === second.id), 'the last event')
    expect(client.messages().map((message) => [assetOf(message), message.qos])).toEqual([
      [first.id, 1],
      [second.id, 1],
    ])
  })

  test('receives nothing more after UNSUBSCRIBE', async () => {
    const client = await openRaw(program, key, { protocolVersion })
    await client.subscribe([created, 'north/events/asset.deleted'])
    client.send({ cmd: 'unsubscribe', messageId: 9, unsubscriptions: [created, 'north/events/+'] })
    const { messageId, granted } = await client.next('unsuback')
    expect(messageId).toBe(9)
    if (protocolVersion === 5) expect(granted).toEqual([0, 0x11])
    const asset = await newTagged(api, `B${protocolVersion}`)
    await api.delete(`/api/v1/assets/${asset.id}`)
    await client.next('publish')
    expect(client.messages().map(({ topic }) => topic)).toEqual(['north/events/asset.deleted'])
  })

  test('is disconnected when it sends nothing for one and a half times its keep-alive', async () => {
    const began = performance.now()
    const client = await openRaw(program, key, { protocolVersion, keepalive: 1 })
    await until(() => client.isClosed(), 'the end of the connection')
    expect(performance.now() - began).toBeGreaterThan(1_400)
  })

  test('stays connected as long as it sends PINGREQ', async () => {
    const client = await openRaw(program, key, { protocolVersion, keepalive: 1 })
    for (let i = 0; i < 5; i++) {
      const next = performance.now() + 500
      await until(() => performance.now() > next, 'the time of the next ping')
      client.send({ cmd: 'pingreq' })
      await client.next('pingresp')
    }
    expect(client.isClosed()).toBe(false)
  })
})

test('a subscriber of MQTT 3.1.1 with a clean session needs no client id', async () => {
  const client = await openRaw(program, key, { protocolVersion: 4, clientId: '', clean: true })
  expect(client.connack.returnCode).toBe(0)
})

test('a subscriber of MQTT 5 without a client id is assigned one, with which its session continues', async () => {
  const properties = { sessionExpiryInterval: 3600 }
  const first = await openRaw(program, key, { clientId: '', properties })
  const clientId = first.connack.properties?.assignedClientIdentifier as string
  await first.subscribe([created])
  await first.disconnect()
  const second = await openRaw(program, key, { clientId, clean: false, properties })
  expect(second.connack.sessionPresent).toBe(true)
})

test('a session ends when its Session Expiry Interval is over', async () => {
  const connect = { clientId: 'expires', clean: false, properties: { sessionExpiryInterval: 1 } }
  const first = await openRaw(program, key, connect)
  await first.subscribe([created])
  await first.disconnect()
  const expiry = Date.now() + 1_500
  await until(() => Date.now() > expiry, 'the end of the session')
  expect((await openRaw(program, key, connect)).connack.sessionPresent).toBe(false)
})

test('a message that is larger than the Maximum Packet Size of the subscriber is not sent', async () => {
  const client = await openRaw(program, key, { properties: { maximumPacketSize: 300 } })
  await client.subscribe([created, 'north/assets/SMALL/whereabouts'])
  const hall = await newLocation(api, { external_key: 'HALL' })
  await newTagged(api, 'CC01', { external_key: 'SMALL' })
  await scan(session, hall.id, 'CC01', secondsAgo(10))
  const place = await client.next('publish')
  expect(place.topic).toBe('north/assets/SMALL/whereabouts')
  expect(client.messages()).toHaveLength(1)
})

test('subscription identifiers and shared subscriptions are refused, as the CONNACK says', async () => {
  const client = await openRaw(program, key)
  expect(client.connack.properties).toMatchObject({
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
  })
  client.send({
    cmd: 'subscribe',
    messageId: 3,
    subscriptions: [{ topic: created, qos: 1, nl: false, rap: false, rh: 0 }],
    properties: { subscriptionIdentifier: 7 },
  })
  expect((await client.next('suback')).granted).toEqual([0xa1])
  const [shared = 0] = await client.subscribe([`$share/group/${created}`])
  expect(shared).toBeGreaterThanOrEqual(0x80)
})
