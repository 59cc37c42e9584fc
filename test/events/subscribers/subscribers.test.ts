import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  allScopes,
  apiClient,
  type Client,
  type Credential,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { type Program, newDataDir, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { newReader, scan, secondsAgo } from '../../support/scans'
import { closeSubscribers, openSubscriber } from '../../support/subscriber'
import { until } from '../../support/until'

/** API keys that subscribe to events at the built-in broker (docs/mqtt-out.md). */

let program: Program
let session: Client
let api: Client
let key: Credential
let hall: number
let dock: number

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  key = await mintKey(session, ['tracking:read'])
  hall = (await newLocation(api, { external_key: 'HALL' })).id
  dock = (await newLocation(api, { external_key: 'DOCK' })).id
})
afterEach(closeSubscribers)
afterAll(async () => {
  await stopPrograms()
})

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'connected',
    (error: { code?: number }) => error.code,
  )

describe('a subscriber', () => {
  test('receives the events of its type as the log returns them, in order', async () => {
    const asset = await newTagged(api, 'AA01', { external_key: 'ORDER' })
    const subscriber = await openSubscriber(program, key)
    expect(await subscriber.subscribe(['north/events/asset.moved'])).toEqual([1])
    await scan(session, hall, 'AA01', secondsAgo(60))
    await scan(session, dock, 'AA01', secondsAgo(50))
    await scan(session, hall, 'AA01', secondsAgo(40))
    const ofAsset = () =>
      subscriber.on('north/events/asset.moved').filter((event) => event.asset_id === asset.id)
    await until(() => ofAsset().length === 3, 'three moves')
    const logged = await api.get(`/api/v1/events?asset_id=${asset.id}&type=asset.moved`)
    expect(ofAsset()).toEqual(logged.body.data)
    expect(subscriber.received.every(({ topic }) => topic === 'north/events/asset.moved')).toBe(true)
  })

  test('receives all types with a wildcard, each event once', async () => {
    const subscriber = await openSubscriber(program, key)
    expect(
      await subscriber.subscribe(['north/events/+', 'north/events/#', 'north/events/asset.created']),
    ).toEqual([1, 1, 1])
    const asset = await newTagged(api, 'AA02')
    await api.patch(`/api/v1/assets/${asset.id}`, { name: 'Changed' })
    await until(() => subscriber.on('north/events/asset.updated').length === 1, 'the update')
    expect(subscriber.on('north/events/asset.created')).toHaveLength(1)
  })

  test('receives the present places immediately as retained messages, and each change afterwards', async () => {
    const asset = await newTagged(api, 'AA03', { external_key: 'PLACED' })
    await scan(session, hall, 'AA03', secondsAgo(30))
    const subscriber = await openSubscriber(program, key)
    await subscriber.subscribe(['north/assets/PLACED/whereabouts'])
    const topic = 'north/assets/PLACED/whereabouts'
    await until(() => subscriber.on(topic).length === 1, 'the present place')
    expect(subscriber.received[0]?.retain).toBe(true)
    expect(subscriber.on(topic)[0]).toEqual({
      asset_id: asset.id,
      asset_external_key: 'PLACED',
      location_id: hall,
      location_external_key: 'HALL',
      since: secondsAgo(30),
    })
    await scan(session, dock, 'AA03', secondsAgo(20))
    await until(() => subscriber.on(topic).length === 2, 'the new place')
    expect(subscriber.on(topic)[1].location_external_key).toBe('DOCK')
    expect(subscriber.received[1]?.retain).toBe(false)
  })

  test('learns that a key no longer names an asset', async () => {
    const asset = await newTagged(api, 'AA04', { external_key: 'FORMER' })
    await scan(session, hall, 'AA04', secondsAgo(30))
    const subscriber = await openSubscriber(program, key)
    await subscriber.subscribe(['north/assets/+/whereabouts'])
    await until(() => subscriber.on('north/assets/FORMER/whereabouts').length === 1, 'the present place')
    await api.post(`/api/v1/assets/${asset.id}/rename`, { external_key: 'LATTER' })
    await until(
      () => subscriber.on('north/assets/LATTER/whereabouts').length === 1,
      'the place under the new key',
    )
    expect(subscriber.on('north/assets/FORMER/whereabouts')[1]).toBeNull()
    await api.delete(`/api/v1/assets/${asset.id}`)
    await until(() => subscriber.on('north/assets/LATTER/whereabouts').length === 2, 'the removal')
    expect(subscriber.on('north/assets/LATTER/whereabouts')[1]).toBeNull()
  })

  test('receives the places of a renamed location again, with its new key', async () => {
    const gate = await newLocation(api, { external_key: 'GATE' })
    const names = ['AB01', 'AB02', 'AB03']
    for (const name of names) {
      await newTagged(api, name)
      await scan(session, gate.id, name, secondsAgo(30))
    }
    const [left, deleted] = names as [string, string, string]
    await scan(session, hall, left, secondsAgo(20))
    const { body } = await api.get(`/api/v1/assets?external_key=${deleted}`)
    await api.delete(`/api/v1/assets/${body.data[0].id}`)
    const subscriber = await openSubscriber(program, key)
    await subscriber.mqtt.subscribeAsync('north/assets/+/whereabouts', { qos: 1, rh: 2 })
    await api.post(`/api/v1/locations/${gate.id}/rename`, { external_key: 'GATE-2' })
    const last = await newTagged(api, 'AB04')
    await scan(session, hall, 'AB04', secondsAgo(10))
    await until(() => subscriber.on('north/assets/AB04/whereabouts').length === 1, 'the next place')
    expect(subscriber.received.map(({ payload, retain }) => [JSON.parse(payload), retain])).toEqual([
      [expect.objectContaining({ asset_external_key: 'AB03', location_external_key: 'GATE-2' }), false],
      [expect.objectContaining({ asset_id: last.id, location_external_key: 'HALL' }), false],
    ])
  })

  test('chooses with retain handling whether it receives the present places', async () => {
    await newTagged(api, 'AA06', { external_key: 'HANDLED' })
    await scan(session, hall, 'AA06', secondsAgo(30))
    const subscriber = await openSubscriber(program, key)
    const topic = 'north/assets/HANDLED/whereabouts'
    await subscriber.mqtt.subscribeAsync(topic, { qos: 1, rh: 2, rap: true })
    await scan(session, dock, 'AA06', secondsAgo(20))
    await until(() => subscriber.on(topic).length === 1, 'the new place')
    expect(subscriber.on(topic)[0].location_external_key).toBe('DOCK')
    expect(subscriber.received[0]?.retain).toBe(true)
    await subscriber.mqtt.subscribeAsync(topic, { qos: 1, rh: 1 })
    await subscriber.mqtt.subscribeAsync(topic, { qos: 1, rh: 0 })
    await until(() => subscriber.on(topic).length === 2, 'the present place, once')
  })

  test('of MQTT 3.1.1 receives events, too', async () => {
    const subscriber = await openSubscriber(program, key, { protocolVersion: 4 })
    expect(await subscriber.subscribe(['north/events/asset.created'], 0)).toEqual([0])
    await newTagged(api, 'AA05')
    await until(() => subscriber.received.length === 1, 'the event')
    expect(subscriber.received[0]?.qos).toBe(0)
  })
})

describe('a session', () => {
  test('that outlives its connection continues with the first event that was not acknowledged, even after a kill', async () => {
    const dataDir = newDataDir()
    let own = await startProgram({ dataDir })
    const user = await signIn(own)
    let client = await apiClient(own, user)
    const ofOwn = await mintKey(user, ['tracking:read'])
    const options = { clientId: 'keeps', clean: false, properties: { sessionExpiryInterval: 3600 } }
    const first = await openSubscriber(own, ofOwn, options)
    await first.subscribe(['north/events/asset.created'])
    await newTagged(client, 'BB00')
    await until(() => first.received.length === 1, 'the first event')
    await first.mqtt.endAsync()
    for (const value of ['BB01', 'BB02', 'BB03']) await newTagged(client, value)
    await own.kill()
    own = await startProgram({ dataDir })
    const second = await openSubscriber(own, ofOwn, options)
    const seen = () => [...new Set(second.on('north/events/asset.created').map((event) => event.sequence))]
    await until(() => seen().length >= 3, 'the events that were missed')
    client = await apiClient(own, await signIn(own))
    await newTagged(client, 'BB04')
    const all = async (): Promise<number[]> =>
      (await client.get('/api/v1/events?type=asset.created')).body.data.map(
        (event: { sequence: number }) => event.sequence,
      )
    const missed = (await all()).slice(1)
    await until(() => seen().length >= missed.length, 'the next event')
    expect(seen().slice(-4)).toEqual(missed)
    await own.stop()
  }, 60_000)

  test('for which a client requests a clean start begins with the next event', async () => {
    const options = { clientId: 'clean', clean: true }
    const first = await openSubscriber(program, key, options)
    await first.subscribe(['north/events/asset.created'])
    await first.mqtt.endAsync()
    await newTagged(api, 'CC01')
    const second = await openSubscriber(program, key, options)
    await second.subscribe(['north/events/asset.created'])
    const asset = await newTagged(api, 'CC02')
    await until(() => second.received.length === 1, 'the next event')
    expect(second.on('north/events/asset.created')[0].asset_id).toBe(asset.id)
  })

  test('sends further messages only when earlier ones are acknowledged', async () => {
    const subscriber = await openSubscriber(program, key, { properties: { receiveMaximum: 2 } })
    const held: (() => void)[] = []
    subscriber.mqtt.handleMessage = (_packet, done) => void held.push(() => done())
    await subscriber.subscribe(['north/events/asset.created'])
    for (let i = 0; i < 5; i++) await newTagged(api, `DD0${i}`)
    await until(() => held.length >= 1, 'the first message')
    for (let i = 0; i < 5; i++) {
      await until(() => held.length > i, `message ${i + 1}`)
      held[i]?.()
    }
    await until(() => subscriber.received.length === 5, 'all messages')
  })
})

describe('a broker', () => {
  // Rule: internal-api.md, MQTT
  test('grants an API key the topics of its organization only', async () => {
    const subscriber = await openSubscriber(program, key)
    const refused = [
      '#',
      '+/events/asset.moved',
      'south/events/asset.moved',
      'south/assets/+/whereabouts',
      'north/#',
      'north/events',
      'north/events/no.such.type',
      'north/assets/#',
      'north/readers/dock',
      '$share/group/north/events/+',
      '$SYS/#',
    ]
    expect(await subscriber.subscribe(refused)).toEqual(refused.map(() => 0x87))
  })

  // Rule: internal-api.md, MQTT
  test('sends nothing of another organization', async () => {
    const other = await otherOrganization(program, 'South')
    const theirs = await mintKey(other, ['tracking:read'])
    const subscriber = await openSubscriber(program, theirs)
    expect(await subscriber.subscribe(['south/events/+', 'south/assets/+/whereabouts'])).toEqual([1, 1])
    await newTagged(api, 'EE01')
    await scan(session, hall, 'EE01', secondsAgo(10))
    const own = await apiClient(program, other)
    await newTagged(own, 'EE01')
    await until(() => subscriber.received.length === 1, 'their own event')
    expect(subscriber.received[0]?.topic).toBe('south/events/asset.created')
  })

  test('refuses wrong secrets and API keys without the scope', async () => {
    expect(await codeOf(openSubscriber(program, { ...key, client_secret: 'wrong' }))).toBe(0x86)
    const scopes = allScopes.filter((scope) => scope !== 'tracking:read')
    expect(await codeOf(openSubscriber(program, await mintKey(session, scopes)))).toBe(0x87)
  })

  test('refuses further attempts after too many wrong secrets', async () => {
    const own = await mintKey(session, ['tracking:read'])
    const codes: unknown[] = []
    for (let i = 0; i < 12; i++)
      codes.push(await codeOf(openSubscriber(program, { ...own, client_secret: 'no' })))
    expect(codes.slice(0, 10)).toEqual(codes.slice(0, 10).map(() => 0x86))
    expect(codes.at(-1)).toBe(0x97)
  })

  test('disconnects an API key that is revoked', async () => {
    const own = await mintKey(session, ['tracking:read'])
    const subscriber = await openSubscriber(program, own)
    await subscriber.subscribe(['north/events/+'])
    const reasons: unknown[] = []
    subscriber.mqtt.on('disconnect', ({ reasonCode }) => reasons.push(reasonCode))
    await session.delete(`/internal/v1/api-keys/${own.client_id}`)
    await until(() => reasons.length === 1, 'the disconnection')
    expect(reasons).toEqual([0x87])
    expect(await codeOf(openSubscriber(program, own))).toBe(0x86)
  })

  test('does not let an API key publish', async () => {
    await newReader(session, 'KEYLESS', [hall], { topic: 'north/keyless' })
    const subscriber = await openSubscriber(program, key)
    const refusal = subscriber.mqtt.publishAsync('north/keyless', '{}', { qos: 1 })
    expect(await codeOf(refusal)).toBe(0x87)
  })

  // Rule: internal-api.md, MQTT
  test('does not let a reader subscribe', async () => {
    const reader = await newReader(session, 'DEAF', [hall])
    const asReader = await openSubscriber(program, {
      client_id: reader.external_key,
      client_secret: reader.device_token,
    })
    expect(await asReader.subscribe(['north/events/+'])).toEqual([0x87])
  })

  test('closes the older of two connections with one client id', async () => {
    const first = await openSubscriber(program, key, { clientId: 'twice' })
    const reasons: unknown[] = []
    first.mqtt.on('disconnect', ({ reasonCode }) => reasons.push(reasonCode))
    await openSubscriber(program, key, { clientId: 'twice' })
    await until(() => reasons.length === 1, 'the first connection to be closed')
    expect(reasons).toEqual([0x8e])
  })

  test('limits the connections of an API key', async () => {
    const own = await mintKey(session, ['tracking:read'])
    for (let i = 0; i < 8; i++) await openSubscriber(program, own, { clientId: `many-${i}` })
    expect(await codeOf(openSubscriber(program, own, { clientId: 'many-8' }))).toBe(0x97)
  })
})
