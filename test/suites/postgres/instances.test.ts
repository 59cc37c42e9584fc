import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect, connectAsync } from 'mqtt'
import type { IPublishPacket } from 'mqtt-packet'
import { startBalancer } from '../../support/balancer'
import { apiClient, type Client, clientOf, mintKey, signIn } from '../../support/client'
import { begin, exchange, signOut } from '../../support/identity'
import { newDatabase, server, startInstance } from '../../support/instances'
import { mosquittoSuffix, startMosquitto, stopMosquittos, withMosquitto } from '../../support/mosquitto'
import { administrator, newDataDir, type Program, stopPrograms, startFailure } from '../../support/program'
import { openRaw } from '../../support/raw-subscriber'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { openStream } from '../../support/stream'
import { newWorld, readsAt, record, sampleOf } from '../../support/taught'
import { until } from '../../support/until'

/** Three instances on one PostgreSQL database (docs/decisions/0033-several-instances.md). */

setDefaultTimeout(60_000)

let databaseUrl: string
let instances: Program[]
/** A session of the administrator at each instance. They carry the same token. */
let sessions: Client[]

beforeAll(async () => {
  if (!server) return
  databaseUrl = await newDatabase()
  instances = await Promise.all([1, 2, 3].map(() => startInstance(databaseUrl)))
  const { token } = await signIn(instances[0] as Program)
  sessions = instances.map(({ http }) => clientOf(http, token))
})
afterAll(async () => {
  await stopMosquittos()
  await stopPrograms()
  server?.stop()
})

const at = <T>(all: readonly T[], index: number): T => all[index % all.length] as T
const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length

describe.skipIf(!server)('64 clients of three instances', () => {
  test('get asset keys without a gap', async () => {
    const rounds = Array.from({ length: 64 * 6 }, (_, index) =>
      at(sessions, index).post('/api/v1/assets', { name: 'Pump' }),
    )
    const keys = (await Promise.all(rounds)).map(({ body }) => body.data.external_key as string)
    const numbers = keys.map((key) => Number(/\d+$/.exec(key)?.[0])).toSorted((one, other) => one - other)
    const first = numbers[0] as number
    expect(numbers).toEqual(numbers.map((_, index) => first + index))
  })

  test('create each key once', async () => {
    const keys = Array.from({ length: 40 }, () => freshKey())
    const statuses = await Promise.all(
      keys.flatMap((external_key) =>
        [0, 1, 2, 0, 1, 2].map(
          async (index) =>
            (await at(sessions, index).post('/api/v1/assets', { name: 'Pump', external_key })).status,
        ),
      ),
    )
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([40, 200])
  })

  test('attach each tag to one asset', async () => {
    const value = freshKey('tag')
    const statuses = await Promise.all(
      Array.from({ length: 64 }, async (_, index) => {
        const tags = [{ tag_type: 'rfid', value }]
        return (await at(sessions, index).post('/api/v1/assets', { name: 'Pump', tags })).status
      }),
    )
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([1, 63])
  })

  test('move locations without making a cycle', async () => {
    const session = at(sessions, 0)
    const places = await Promise.all(Array.from({ length: 6 }, () => newLocation(session)))
    await Promise.all(
      Array.from({ length: 64 * 3 }, (_, index) => {
        const [one, other] = [at(places, index * 7), at(places, index * 5 + 1)]
        return at(sessions, index).patch(`/api/v1/locations/${one.id}`, { parent_id: other.id })
      }),
    )
    for (const { id } of places)
      expect((await session.get(`/api/v1/locations/${id}/ancestors`)).status).toBe(200)
    const parents = new Map<number, number | null>()
    for (const { id } of places)
      parents.set(id, (await session.get(`/api/v1/locations/${id}`)).body.data.parent_id)
    for (const { id } of places) {
      const above = new Set<number>()
      for (let up: number | null | undefined = id; up; up = parents.get(up)) {
        expect(above.has(up)).toBe(false)
        above.add(up)
      }
    }
  })

  test('keep the counts exact', async () => {
    const [total, rows] = await Promise.all([
      at(sessions, 1).get('/api/v1/assets?limit=1'),
      at(sessions, 2).get('/api/v1/assets?limit=200&offset=200'),
    ])
    const pages = [await at(sessions, 0).get('/api/v1/assets?limit=200'), rows]
    let found = 0
    for (const { body } of pages) found += body.data.length
    for (let offset = 400; ; offset += 200) {
      const { body } = await at(sessions, 0).get(`/api/v1/assets?limit=200&offset=${offset}`)
      found += body.data.length
      if (body.data.length < 200) break
    }
    expect(total.body.total_count).toBe(found)
  })
})

describe.skipIf(!server)('what one instance does', () => {
  test('a revoked API key is refused by all at once', async () => {
    const [one, ...others] = instances as [Program, ...Program[]]
    const session = at(sessions, 0)
    const { client_id, client_secret } = await mintKey(session)
    const tokens = await clientOf(one.http).post('/api/v1/oauth/token', {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    })
    const clients = others.map(({ http }) => clientOf(http, tokens.body.access_token as string))
    for (const client of clients) expect((await client.get('/api/v1/assets')).status).toBe(200)
    expect((await session.delete(`/internal/v1/api-keys/${client_id}`)).status).toBe(204)
    for (const client of clients) expect((await client.get('/api/v1/assets')).status).toBe(401)
  })

  test('a session that ends at one is ended at all', async () => {
    const { cookie, token } = await begin(clientOf(at(instances, 1).http))
    const elsewhere = clientOf(at(instances, 2).http, token)
    expect((await elsewhere.get('/internal/v1/api-keys')).status).toBe(200)
    expect((await signOut(clientOf(at(instances, 0).http), cookie)).status).toBe(204)
    expect((await elsewhere.get('/internal/v1/api-keys')).status).toBe(401)
  })

  test('a request that waits for events at another one gets them', async () => {
    const { headers } = await at(sessions, 0).get('/api/v1/reports/asset-locations')
    const api = await apiClient(at(instances, 2), at(sessions, 2))
    const after = Number(headers.get('event-sequence'))
    const waiting = api.get(`/api/v1/events?after=${after}&wait=20`)
    const startedAt = performance.now()
    const key = freshKey()
    await at(sessions, 0).post('/api/v1/assets', { name: 'Pump', external_key: key })
    const { body } = await waiting
    expect(body.data.map((event: { asset_external_key: string }) => event.asset_external_key)).toContain(key)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('moves and reads are shown by live streams of another one', async () => {
    const session = at(sessions, 0)
    const hall = await newLocation(session)
    const reader = await newReader(session, freshKey('reader'), [hall.id])
    const value = freshKey('TAG').toUpperCase()
    await newTagged(session, value)
    const stream = await openStream(at(instances, 2), at(sessions, 2), `?reader_id=${reader.id}`)
    await until(async () => {
      await postReads(at(instances, 0), reader, [{ value, antenna: 1, observed_at: secondsAgo(1) }])
      return stream.events.some(({ event }) => event === 'read')
    }, 'a read in the stream')
    stream.socket.destroy()
  })

  test('sends the signal of an asset that a console at another instance looks for', async () => {
    const key = freshKey()
    const location = await newLocation(at(sessions, 0))
    const { id } = await newTagged(at(sessions, 0), key)
    const reader = await newReader(at(sessions, 0), freshKey('gate'), [location.id])
    const stream = await openStream(at(instances, 2), at(sessions, 2), `?find_asset_id=${id}`)
    await until(async () => {
      const read = { value: key, rssi: -55, observed_at: new Date().toISOString() }
      await postReads(at(instances, 0), reader, [read])
      return stream.events.some(({ event }) => event === 'signal')
    }, 'a signal in the stream')
    expect(stream.events.find(({ event }) => event === 'signal')?.data).toMatchObject({
      asset_id: id,
      nearness: 50,
    })
    stream.socket.destroy()
  })

  // Rule: internal-api.md, Taught places
  test('samples that it begins contain the reads that other instances receive, each once', async () => {
    const world = await newWorld(at(sessions, 0))
    const tags = [
      await newTagged(at(sessions, 0), freshKey('tag')),
      await newTagged(at(sessions, 0), freshKey('tag')),
    ]
    const samples = await Promise.all(
      tags.map((asset, index) =>
        record(at(sessions, index), { location_id: world.locations[index]?.id, asset_ids: [asset.id] }),
      ),
    )
    const sendings = samples.flatMap((sample, index) =>
      readsAt(at(tags, index).external_key, 'ward', Date.parse(sample.started_at) + 10, 24).map(
        (reads, step) => () => postReads(at(instances, step), world.reader, reads),
      ),
    )
    await Promise.all(sendings.map((send) => send()))
    // A repetition that arrives at another instance adds nothing.
    await Promise.all(sendings.slice(0, 6).map((send) => send()))
    for (const { id } of samples)
      for (const session of sessions)
        expect(await sampleOf(session, id)).toMatchObject({ state: 'recording', read_count: 24 * 9 })
  })

  test('concurrent requests with one Idempotency-Key create one asset', async () => {
    const external_key = freshKey()
    const headers = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Pump', external_key })
    const send = (index: number) => at(sessions, index).request('POST', '/api/v1/assets', { headers, body })
    const statuses = (await Promise.all([0, 1, 2, 0, 1, 2].map(send))).map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    const again = await send(1)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect((await at(sessions, 2).get(`/api/v1/assets?external_key=${external_key}`)).body.total_count).toBe(
      1,
    )
  })
})

describe.skipIf(!server)('an MQTT client that connects to another instance', () => {
  test('ends its first connection and gets the events that it has not acknowledged', async () => {
    const session = at(sessions, 0)
    const { client_id, client_secret } = await mintKey(session)
    const own = await session.get('/internal/v1/organizations')
    const { slug } = own.body.data[0]
    const options = {
      username: client_id,
      password: client_secret,
      clientId: 'listener',
      protocolVersion: 5,
      clean: false,
      reconnectPeriod: 0,
      properties: { sessionExpiryInterval: 600 },
    } as const
    const first = await connectAsync(at(instances, 0).mqtt as string, options)
    await first.subscribeAsync(`${slug}/events/asset.created`, { qos: 1 })
    const isEnded = new Promise<void>((resolve) => first.on('close', () => resolve()))
    const arrived: string[] = []
    const second = connect(at(instances, 1).mqtt as string, { ...options, manualConnect: true })
    second.on('message', (_topic, payload) =>
      arrived.push((JSON.parse(payload.toString()) as { asset_external_key: string }).asset_external_key),
    )
    const key = freshKey()
    second.connect()
    await isEnded
    await session.post('/api/v1/assets', { name: 'Pump', external_key: key })
    await until(() => arrived.includes(key), 'the event arrives at the second connection')
    await second.endAsync(true)
  })

  test('because the first one stops gets its unacknowledged message again, marked as a duplicate', async () => {
    const session = at(sessions, 0)
    const { slug } = (await session.get('/internal/v1/organizations')).body.data[0]
    const credential = await mintKey(session, ['tracking:read'])
    const options = { clientId: 'mover', clean: false, properties: { sessionExpiryInterval: 600 } }
    const leaving = await startInstance(databaseUrl)
    // A balancer reports the end of a connection later than the client would.
    const balancer = await startBalancer([leaving.mqtt as string])
    const first = await openRaw({ ...leaving, mqtt: balancer.url }, credential, options)
    await first.subscribe([`${slug}/events/asset.created`])
    await session.post('/api/v1/assets', { name: 'Pump' })
    await until(() => first.messages().length === 1, 'the event')
    const { messageId, payload } = first.messages()[0] as IPublishPacket
    expect(await leaving.stop()).toBe(0)
    balancer.close()
    const second = await openRaw(at(instances, 1), credential, options)
    const again = await second.next('publish')
    expect(again).toMatchObject({ dup: true, messageId, payload })
    second.acknowledge(again)
    await second.disconnect()
  })
})

withMosquitto(`the messages of an external broker${mosquittoSuffix}`, () => {
  test.skipIf(!server).each([
    ['by the leader, even when it is killed', undefined],
    ['by all instances of a group, even when one is killed', 'hall'],
  ])('are received once %s', async (_title, group) => {
    const broker = await startMosquitto()
    const env = { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`, WHEREABOUTS_MQTT_GROUP: group }
    const url = await newDatabase()
    const leader = await startInstance(url, env)
    const other = await startInstance(url, env)
    const session = await signIn(other)
    const hall = await newLocation(session)
    const topic = freshKey('gate')
    const { id } = await newReader(session, freshKey('gate'), [hall.id], { topic })
    const subscriptions = group === undefined ? 1 : 2
    await until(() => broker.log().split(`${topic} (QoS 1)`).length > subscriptions, 'the subscriptions')
    const publisher = await broker.connect()
    const values = Array.from({ length: 300 }, (_, index) => `AB${(0x10000 + index).toString(16)}`)
    for (const [index, value] of values.entries()) {
      const reads = [{ value, antenna: 1, observed_at: new Date().toISOString() }]
      await publisher.publishAsync(topic, JSON.stringify({ reads }), { qos: 1 })
      if (index === 150) await leader.kill()
    }
    // The broker keeps the messages of a member of the group until it is back.
    if (group !== undefined) await startInstance(url, env, { dataDir: leader.dataDir })
    const path = `/internal/v1/unknown-tags?reader_id=${id}&limit=1`
    const stored = async () => (await session.get(path)).body.total_count as number
    await until(async () => (await stored()) === values.length, 'all reads are stored')
  })
})

describe.skipIf(!server)('the limits of three instances together', () => {
  test('allow as many requests as one', async () => {
    const limited = { WHEREABOUTS_RATE_LIMIT_BURST: '60', WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '300' }
    const own = await newDatabase()
    const three = await Promise.all([1, 2, 3].map(() => startInstance(own, limited)))
    const { token } = await signIn(three[0] as Program)
    const clients = three.map(({ http }) => clientOf(http, token))
    await clients[0]?.get('/api/v1/assets')
    const startedAt = performance.now()
    const statuses = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, index) => (await at(clients, index).get('/api/v1/assets')).status,
      ),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const allowed = 59 + seconds * 5
    expect(count(statuses, 200)).toBeLessThan(allowed * 1.1 + 1)
    expect(count(statuses, 200)).toBeGreaterThan(allowed * 0.9 - 1)
    expect(count(statuses, 429)).toBe(200 - count(statuses, 200))
  })

  test('refuse no correct credentials because of attempts at the others', async () => {
    const key = await mintKey(at(sessions, 0))
    const clients = instances.map(({ http }) => clientOf(http))
    const responses = await Promise.all(
      Array.from({ length: 90 }, (_, index) => exchange(at(clients, index), key)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('allow as many wrong passwords as one', async () => {
    const own = await newDatabase()
    const env = { WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT: '6' }
    const three = await Promise.all([1, 2, 3].map(() => startInstance(own, env)))
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      const wrong = { ...administrator, password: 'a wrong password' }
      statuses.push((await clientOf(at(three, index).http).post('/internal/v1/session', wrong)).status)
    }
    expect([count(statuses.slice(0, 6), 401), count(statuses.slice(6), 429)]).toEqual([6, 6])
    const right = await clientOf(at(three, 0).http).post('/internal/v1/session', administrator)
    expect(right.status).toBe(429)
  })
})

describe.skipIf(!server)('the set-up link of one instance', () => {
  test('works at another one, once', async () => {
    const own = await newDatabase()
    const [one, other] = await Promise.all(
      [1, 2].map(() => startInstance(own, {}, { withAdministrator: false })),
    )
    const token = new URL(one?.setup ?? '').hash.slice(1)
    const body = { token, organization_name: 'North', name: 'Ada', ...administrator }
    const first = await clientOf(other?.http ?? '').post('/internal/v1/setup', body)
    expect(first.status).toBe(201)
    const again = new URL(other?.setup ?? '').hash.slice(1)
    expect(
      (await clientOf(one?.http ?? '').post('/internal/v1/setup', { ...body, token: again })).status,
    ).toBe(409)
  })
})

describe.skipIf(!server)('an instance', () => {
  test.each([
    ['without the secret key', undefined, 'Set WHEREABOUTS_SECRET_KEY to the value that the other instances'],
    ['with another secret key', 'another key of the instances', 'does not decrypt the signing key'],
  ])('does not start %s', async (_title, key, reason) => {
    const start = startInstance(databaseUrl, { WHEREABOUTS_SECRET_KEY: key })
    expect(await startFailure(start)).toContain(reason)
  })

  test('does not start with another file of the signing key, while others run', async () => {
    const own = await newDatabase()
    const dataDir = newDataDir()
    const none = { WHEREABOUTS_SECRET_KEY: undefined }
    const first = await startInstance(own, none, { dataDir })
    expect(await startFailure(startInstance(own, none))).toContain('Copy it from another instance')
    await first.stop()
    // Later, the key can be moved into the database, by the instance that has it.
    expect(await startFailure(startInstance(own))).toContain('Start the instance first whose data directory')
    const second = await startInstance(own, {}, { dataDir })
    const third = await startInstance(own)
    const { token } = await signIn(second)
    expect((await clientOf(third.http, token).get('/internal/v1/api-keys')).status).toBe(200)
  })

  test('tells the role of the database', async () => {
    const { body } = await clientOf(at(instances, 0).http).get('/readyz')
    expect(body).toEqual({
      status: 'ready',
      problems: [],
      database: { engine: 'postgresql', role: 'primary' },
    })
  })
})
