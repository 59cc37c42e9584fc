import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { MqttClient } from 'mqtt'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import {
  freePort,
  hasMosquitto,
  type Mosquitto,
  mosquittoSuffix,
  newMosquitto,
} from '../../support/mosquitto'
import { openNetwork, startMosquitto, stopMosquittos } from '../../support/mosquitto'
import {
  newDataDir,
  type Program,
  type ProgramOptions,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { type Capture, captureFor, countersOf, openWarehouse, stateOf } from '../../support/warehouse'

/** The external broker is mosquitto: it goes, comes back, is cut off, and sends again. */

const later = { timeout: 60_000 }
const external = describe.skipIf(!hasMosquitto)

/** A small disk of its own, which takes root to mount. */
const disk = newDataDir()
const isMounted =
  hasMosquitto &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).exitCode === 0

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
  if (isMounted) Bun.spawnSync(['umount', disk])
  rmSync(disk, { recursive: true, force: true })
})

async function until(isTrue: () => boolean | Promise<boolean>, what: string, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Waited for ${seconds} s in vain: ${what}`)
    await Bun.sleep(20)
  }
}

const optionsFor = (port: number, options: ProgramOptions = {}): ProgramOptions => ({
  ...options,
  env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${port}`, WHEREABOUTS_MQTT_PORT: 'off', ...options.env },
})

interface World {
  readonly program: Program
  readonly session: Client
  readonly api: Client
}

async function openWorld(port: number, options?: ProgramOptions): Promise<World> {
  const program = await startProgram(optionsFor(port, options))
  const session = await signIn(program)
  return { program, session, api: await apiClient(program, session) }
}

const readinessOf = async ({ http }: Program) => (await clientOf(http).get('/readyz')).body
const isConnected = async (program: Program) =>
  (await (await fetch(`${program.http}/metrics`)).text()).includes('whereabouts_mqtt_outside_connected 1')
const connected = (program: Program) => until(() => isConnected(program), 'the connection to the broker')

/** Connected, and its subscriptions made: a message on the reader's topic arrives from now on. */
const listening = (broker: Mosquitto, filter: string) =>
  until(() => broker.log().includes(`\t${filter} (QoS 1)`), `the subscription to ${filter}`)

interface Reader {
  readonly id: number
  readonly topic: string
}

async function newReader(session: Client, api: Client, topic: string): Promise<Reader> {
  const { id: locationId } = await newLocation(api)
  const key = topic.replaceAll(/\W/g, '-')
  const answer = await session.post('/internal/v1/readers', {
    external_key: key,
    name: key,
    kind: 'fixed',
    format: 'whereabouts_v1',
    topic,
    antennas: [{ port: 1, location_id: locationId }],
  })
  expect(answer.status).toBe(201)
  return answer.body.data
}

const startedAt = Date.now() - 3_600_000
let reads = 0
const payloadOf = (value: string): string =>
  JSON.stringify({
    reads: [{ value, antenna: 1, observed_at: new Date(startedAt + ++reads * 10).toISOString() }],
  })

const manyReadsOf = (value: string, count: number): string =>
  JSON.stringify({
    reads: Array.from({ length: count }, () => ({
      value,
      antenna: 1,
      observed_at: new Date(startedAt + ++reads * 10).toISOString(),
    })),
  })

const publish = (client: MqttClient, topic: string, value: string) =>
  client.publishAsync(topic, payloadOf(value), { qos: 1 })

const countOf = async (program: Program, name: string): Promise<number> =>
  (await countersOf(program.http))[name] ?? 0

/** Resolves once the service has all that the broker held for it: a last message comes after all others. */
async function drained(publisher: MqttClient, api: Client, topic: string): Promise<void> {
  const last = 'DD'
  await newTagged(api, last)
  await publish(publisher, topic, last)
  await until(() => hasAsset(api, last), 'the last message')
}

const hasAsset = async (api: Client, key: string): Promise<boolean> =>
  (await api.get(`/api/v1/reports/asset-locations?q=${key}`)).body.total_count === 1

const newTags = (api: Client, prefix: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const value = `${prefix}${(0x1000 + index).toString(16).toUpperCase()}`
      await newTagged(api, value)
      return value
    }),
  )

const placed = async (api: Client): Promise<number> =>
  (await api.get('/api/v1/reports/asset-locations?limit=1')).body.total_count

external(`messages of an external broker${mosquittoSuffix}`, () => {
  let broker: Mosquitto
  let world: World
  let publisher: MqttClient
  beforeAll(async () => {
    broker = await startMosquitto()
    world = await openWorld(broker.port)
    publisher = await broker.connect()
  })

  test(
    'are taken in and acknowledged, of each QoS',
    async () => {
      const { session, api, program } = world
      await newReader(session, api, 'gate/+/reads')
      await listening(broker, 'gate/+/reads')
      for (const qos of [0, 1, 2] as const) {
        await newTagged(api, `A0${qos}`)
        await publisher.publishAsync('gate/7/reads', payloadOf(`A0${qos}`), { qos })
        await until(() => hasAsset(api, `A0${qos}`), `the asset of QoS ${qos}`)
      }
      expect(await countersOf(program.http)).toMatchObject({ 'messages.accepted': 3, 'reads.applied': 3 })
      expect((await readinessOf(program)).status).toBe('ready')
    },
    later,
  )

  test(
    'are counted and dropped where they are malformed or too large, and the next one arrives',
    async () => {
      const { session, api, program } = world
      const { id } = await newReader(session, api, 'bad/#')
      await listening(broker, 'bad/#')
      await publisher.publishAsync('bad/1', 'no JSON', { qos: 1 })
      await publisher.publishAsync('bad/2', Buffer.alloc(1_048_577), { qos: 1 })
      // The broker doesn't even send what is larger than the packets that we take.
      await publisher.publishAsync('bad/3', Buffer.alloc(2_000_000), { qos: 1 })
      await newTagged(api, 'A1')
      await publish(publisher, 'bad/4', 'A1')
      await until(() => hasAsset(api, 'A1'), 'the good message')
      expect(await countOf(program, 'messages.malformed')).toBe(2)
      const { health } = (await session.get(`/internal/v1/readers/${id}`)).body.data
      expect(health).toMatchObject({
        messages: { malformed: 2, accepted: 1 },
        problem: { message: expect.stringMatching(/larger than is allowed/) },
      })
    },
    later,
  )

  test(
    'follow the readers that are created, given another topic, and deleted',
    async () => {
      const { session, api } = world
      const { id } = await newReader(session, api, 'dock/1')
      await listening(broker, 'dock/1')
      await newTags(api, 'D', 3)
      await publish(publisher, 'dock/1', 'D1000')
      await until(() => hasAsset(api, 'D1000'), 'the message of a new reader')

      await session.patch(`/internal/v1/readers/${id}`, { topic: 'dock/2' })
      await listening(broker, 'dock/2')
      await publish(publisher, 'dock/1', 'D1001')
      await publish(publisher, 'dock/2', 'D1002')
      await until(() => hasAsset(api, 'D1002'), 'the message on the new topic')
      expect(await hasAsset(api, 'D1001')).toBe(false)

      await session.delete(`/internal/v1/readers/${id}`)
      await until(
        () => /Received UNSUBSCRIBE[\s\S]*dock\/2/.test(broker.log()),
        'the end of the subscription',
      )
    },
    later,
  )

  test(
    'reach a reader that is inactive, and are counted as ignored',
    async () => {
      const { session, api, program } = world
      const { id } = await newReader(session, api, 'idle/1')
      await session.patch(`/internal/v1/readers/${id}`, { is_active: false })
      await listening(broker, 'idle/1')
      await publish(publisher, 'idle/1', 'D1000')
      await until(async () => (await countOf(program, 'reads.ignored')) === 1, 'the ignored read')
    },
    later,
  )
})

external(`while the service is down${mosquittoSuffix}`, () => {
  test(
    'messages wait at the broker, and none is missing after its start',
    async () => {
      const broker = await startMosquitto()
      const dataDir = newDataDir()
      const first = await openWorld(broker.port, { dataDir })
      await newReader(first.session, first.api, 'night/#')
      const tags = await newTags(first.api, 'B', 150)
      await listening(broker, 'night/#')
      expect(await first.program.stop()).toBe(0)
      expect(broker.log()).toMatch(/Received DISCONNECT from whereabouts-/)

      const publisher = await broker.connect()
      for (const tag of tags) await publish(publisher, 'night/1', tag)
      const program = await startProgram(optionsFor(broker.port, { dataDir }))
      const api = clientOf(program.http, first.api.token)
      await until(async () => (await placed(api)) === tags.length, 'the messages of the night')
      expect(await countersOf(program.http)).toMatchObject({ 'reads.applied': tags.length })
    },
    later,
  )

  test(
    'a reader that was deleted leaves messages that are dropped and counted',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const dataDir = newDataDir()
      const world = await openWorld(network.port, { dataDir })
      const { id } = await newReader(world.session, world.api, 'gone/#')
      await listening(broker, 'gone/#')
      network.cut()
      await until(async () => !(await isConnected(world.program)), 'the loss of the connection')
      await world.session.delete(`/internal/v1/readers/${id}`)
      await world.program.stop()
      await publish(await broker.connect(), 'gone/1', 'B0')
      network.heal()
      const program = await startProgram(optionsFor(network.port, { dataDir }))
      await until(async () => (await countOf(program, 'messages.unauthorized')) === 1, 'the dropped message')
      network.close()
    },
    later,
  )
})

external(`a broker${mosquittoSuffix}`, () => {
  test.each(['stop', 'kill'] as const)(
    'that goes (%s) and comes back is found again, with all that it acknowledged and saved',
    async (way) => {
      const broker = await startMosquitto()
      const { program, session, api } = await openWorld(broker.port)
      await newReader(session, api, 'back/#')
      const tags = await newTags(api, 'C', 20)
      await listening(broker, 'back/#')
      for (const [index, tag] of tags.entries()) {
        if (index === 10) {
          await broker[way]()
          await until(
            async () => (await readinessOf(program)).status === 'degraded',
            'the loss of the broker',
          )
          await broker.start()
        }
        const publisher = await broker.connect()
        await publish(publisher, 'back/1', tag)
        await publisher.endAsync()
      }
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      expect((await readinessOf(program)).status).toBe('ready')
    },
    later,
  )

  test(
    'that cannot be reached, or refuses the password, holds up nothing, and is connected when it is there',
    async () => {
      const port = await freePort()
      const url = `mqtt://north:s3cret%40word@127.0.0.1:${port}`
      const { program, session, api } = await openWorld(port, { env: { WHEREABOUTS_MQTT_URL: url } })
      await newReader(session, api, 'wait/#')
      const ready = await clientOf(program.http).get('/readyz')
      expect([ready.status, ready.body.status]).toEqual([200, 'degraded'])
      expect(ready.body.problems[0]).toStartWith(
        `The external MQTT broker mqtt://127.0.0.1:${port} is not connected`,
      )

      const wrong = await newMosquitto(['password_file DIRECTORY/passwords', 'allow_anonymous false'])
      const setPassword = (password: string, ...flags: string[]) =>
        expect(
          Bun.spawnSync([
            'mosquitto_passwd',
            '-b',
            ...flags,
            `${wrong.directory}/passwords`,
            'north',
            password,
          ]).exitCode,
        ).toBe(0)
      setPassword('another', '-c')
      await wrong.start()
      const network = await openNetwork(wrong.port, port)
      await until(
        async () => /Not authorized|Bad User/i.test(JSON.stringify(await readinessOf(program))),
        'the refusal',
      )
      setPassword('s3cret@word')
      await wrong.stop()
      await wrong.start()
      await connected(program)

      const log = program.log()
      for (const secret of ['s3cret', 'word@127']) expect(log).not.toContain(secret)
      expect(log).toContain(`mqtt://127.0.0.1:${port}`)
      network.close()
    },
    later,
  )

  test(
    'that accepts a connection and never says a word is given up, and tried again',
    async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.on('error', () => {})
      })
      const port = await freePort()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const { program } = await openWorld(port)
      await until(() => connections === 2, 'the second connection')
      expect((await readinessOf(program)).problems[0]).toEndWith(
        'is not connected (the broker did not respond in time)',
      )
      server.close()
    },
    later,
  )

  test(
    'that says that another client took the session over is left alone for a while, and the log tells why',
    async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.on('error', () => {})
        // CONNACK; DISCONNECT, the session is taken over.
        socket.once('data', () => socket.write(Buffer.of(0x20, 3, 0, 0, 0, 0xe0, 2, 0x8e, 0)))
      })
      const port = await freePort()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const { program } = await openWorld(port)
      await until(() => program.log().includes('uses the same client id'), 'the line in the log')
      expect(connections).toBe(1)
      server.close()
    },
    later,
  )
})

external(`a network${mosquittoSuffix}`, () => {
  test(
    'that is cut again and again loses no message and leaves no read twice',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const { program, session, api } = await openWorld(network.port)
      await newReader(session, api, 'cut/#')
      const tags = await newTags(api, 'E', 200)
      await listening(broker, 'cut/#')
      const publisher = await broker.connect()
      for (const [index, tag] of tags.entries()) {
        if (index % 60 === 30) network.cut()
        await publish(publisher, 'cut/1', tag)
        if (index % 60 === 30) network.heal()
      }
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      expect(await countOf(program, 'reads.applied')).toBe(tags.length)
      network.close()
    },
    later,
  )

  test(
    'that swallows everything is noticed, and what was sent meanwhile arrives',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const { program, session, api } = await openWorld(network.port)
      await newReader(session, api, 'deaf/#')
      const tags = await newTags(api, 'F', 5)
      await listening(broker, 'deaf/#')
      network.swallow()
      const publisher = await broker.connect()
      for (const tag of tags) await publish(publisher, 'deaf/1', tag)
      await until(async () => !(await isConnected(program)), 'the keep-alive', 60)
      network.heal()
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      network.close()
    },
    { timeout: 120_000 },
  )
})

external(`the service${mosquittoSuffix}`, () => {
  test(
    'acknowledges what is in progress before it stops, so that nothing of it comes again',
    async () => {
      const broker = await startMosquitto([
        'allow_anonymous true',
        'autosave_on_changes false',
        'autosave_interval 60',
      ])
      const dataDir = newDataDir()
      const { program, session, api } = await openWorld(broker.port, { dataDir })
      await newReader(session, api, 'busy/#')
      await newTagged(api, 'AB')
      await listening(broker, 'busy/#')
      const publisher = await broker.connect()
      const count = 3000
      const publishing = Promise.all(Array.from({ length: count }, () => publish(publisher, 'busy/1', 'AB')))
      await until(async () => (await countOf(program, 'messages.accepted')) > 0, 'the first messages')
      expect(await program.stop()).toBe(0)
      await publishing
      const next = await startProgram(optionsFor(broker.port, { dataDir }))
      await drained(publisher, clientOf(next.http, api.token), 'busy/1')
      expect(await countOf(next, 'reads.applied')).toBeWithin(2, count + 1)
      expect(await countOf(next, 'reads.duplicate')).toBe(0)
    },
    later,
  )

  test.skipIf(!isMounted)(
    `acknowledges nothing while its disk is full, and takes in everything, once, when there is room${isMounted ? '' : ' (skipped: a tmpfs cannot be mounted here)'}`,
    async () => {
      const broker = await startMosquitto()
      const { program, session, api } = await openWorld(broker.port, {
        dataDir: mkdtempSync(join(disk, 'data-')),
      })
      await newReader(session, api, 'full/#')
      await newTagged(api, 'AC')
      await listening(broker, 'full/#')
      const filler = join(disk, 'filler')
      Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k'], { stderr: 'ignore' })
      const publisher = await broker.connect()
      let sent = 0
      while (!program.log().includes('could not be stored')) {
        await publisher.publishAsync('full/1', manyReadsOf('AC', 200), { qos: 1 })
        sent++
      }
      expect((await clientOf(program.http).get('/readyz')).status).toBe(503)
      const connections = () => broker.log().split('New client connected').length
      const soFar = connections()
      await until(() => connections() >= soFar + 2, 'two more attempts to store the messages')
      rmSync(filler)
      await until(async () => (await countOf(program, 'reads.applied')) >= sent * 200, 'all messages')
      await drained(publisher, api, 'full/1')
      expect(await countOf(program, 'reads.applied')).toBe(sent * 200 + 1)
    },
    later,
  )
})

external(`mqtts://${mosquittoSuffix}`, () => {
  test(
    'is spoken to a broker whose certificate the authority of mqtt_ca vouches for, and to no other',
    async () => {
      const broker = await newMosquitto([
        'allow_anonymous true',
        'certfile DIRECTORY/broker.pem',
        'keyfile DIRECTORY/broker.key',
      ])
      makeCertificates(broker.directory)
      await broker.start()
      const start = (host: string, env: Record<string, string>) =>
        openWorld(broker.port, { env: { WHEREABOUTS_MQTT_URL: `mqtts://${host}:${broker.port}`, ...env } })
      const refused = async ({ program }: World) =>
        until(
          async () =>
            /certificate|altname|self.signed|issuer/i.test((await readinessOf(program)).problems?.[0]),
          'the reason',
        )
      const ca = { WHEREABOUTS_MQTT_CA: join(broker.directory, 'ca.pem') }

      const trusting = await start('127.0.0.1', ca)
      await newReader(trusting.session, trusting.api, 'safe/#')
      await listening(broker, 'safe/#')
      await refused(await start('127.0.0.1', {}))
      await refused(await start('localhost', ca))
    },
    later,
  )

  test.each([
    ['that is there', '/nowhere.pem', 'ENOENT'],
    ['with a certificate', import.meta.path, ''],
  ])('needs a file of mqtt_ca %s', async (_what, path, reason) => {
    const env = { WHEREABOUTS_MQTT_URL: 'mqtts://127.0.0.1', WHEREABOUTS_MQTT_CA: path }
    await expect(startProgram({ env })).rejects.toThrow(
      `The certificates of mqtt_ca cannot be read: ${reason}`,
    )
  })
})

/** An authority, and a certificate of it for 127.0.0.1 alone. */
function makeCertificates(directory: string): void {
  const openssl = (...args: string[]) =>
    expect(Bun.spawnSync(['openssl', ...args], { cwd: directory, stderr: 'ignore' }).exitCode).toBe(0)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Authority of a test')
  const signing = ['-x509', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1']
  openssl('req', ...signing, ...key, '-keyout', 'broker.key', '-out', 'broker.pem', '-subj', '/CN=broker')
}

external(`two installations on one broker${mosquittoSuffix}`, () => {
  let capture: Capture
  const env = { WHEREABOUTS_READ_MAX_AGE_DAYS: '36500' }
  beforeAll(() => {
    capture = captureFor(newDataDir())
  })

  test(
    'both get every message, and one that is killed again and again has the same history',
    async () => {
      const broker = await startMosquitto()
      const dataDir = newDataDir()
      const calm = await openWorld(broker.port, { env })
      const killed = await openWorld(broker.port, { env, dataDir })
      const [{ assets }, ours] = [
        await openWarehouse(calm.session, calm.api, capture),
        await openWarehouse(killed.session, killed.api, capture),
      ]
      const filters = [...new Set(capture.reads.map(({ topic }) => topic.replace(/[^/]+$/, '#')))]
      for (const filter of filters)
        await until(
          () => broker.log().split(`\t${filter} (QoS 1)`).length === 3,
          `both subscriptions to ${filter}`,
        )

      const publisher = await broker.connect()
      const lines = (await Bun.file(capture.path).text()).split('\n').filter(Boolean)
      let { program } = killed
      const burst = Math.ceil(lines.length / 6)
      for (let start = 0; start < lines.length; start += burst) {
        const publishing = Promise.all(
          lines.slice(start, start + burst).map((line) => {
            const [topic = '', payload = ''] = line.split('\t')
            return publisher.publishAsync(topic, payload, { qos: 1 })
          }),
        )
        await Bun.sleep(5 + Math.random() * 20)
        await program.kill()
        await publishing
        program = await startProgram(optionsFor(broker.port, { env, dataDir }))
        await connected(program)
      }
      expect(broker.log()).toMatch(/Sending PUBLISH to whereabouts-\w+ \(d1,/)
      const api = clientOf(program.http, killed.api.token)
      const expected = async () =>
        Bun.deepEquals(await stateOf(api, ours.assets), await stateOf(calm.api, assets))
      await until(
        async () => (await countOf(calm.program, 'messages.accepted')) === capture.messages,
        'the calm one',
      )
      await until(expected, 'the same history')
      expect(await stateOf(api, ours.assets)).toEqual(await stateOf(calm.api, assets))
    },
    { timeout: 120_000 },
  )
})

external(`a group of installations${mosquittoSuffix}`, () => {
  test(
    'shares the messages of one broker',
    async () => {
      const broker = await startMosquitto()
      const options = { env: { WHEREABOUTS_MQTT_GROUP: 'north' } }
      const worlds = [await openWorld(broker.port, options), await openWorld(broker.port, options)]
      for (const { session, api } of worlds) await newReader(session, api, 'both/#')
      await until(
        () => broker.log().split('\t$share/north/both/# (QoS 1)').length === 3,
        'both subscriptions of the group',
      )
      const publisher = await broker.connect()
      for (let message = 0; message < 20; message++) await publish(publisher, 'both/1', 'AA')
      const accepted = () => Promise.all(worlds.map(({ program }) => countOf(program, 'messages.accepted')))
      await until(async () => (await accepted()).reduce((a, b) => a + b) >= 20, 'all messages')
      expect(await accepted()).toEqual([10, 10])
    },
    later,
  )
})
