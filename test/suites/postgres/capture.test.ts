import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { startBalancer } from '../../support/balancer'
import { apiClient, clientOf, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { startMosquitto, stopMosquittos, withMosquitto } from '../../support/mosquitto'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation } from '../../support/records'
import { newReader } from '../../support/scans'
import { until } from '../../support/until'
import { captureFor, countersOf, openWarehouse, stateOf, type Warehouse } from '../../support/warehouse'

/** Reads that arrive at three instances on one database (docs/decisions/0033-several-instances.md). */

setDefaultTimeout(240_000)

afterAll(async () => {
  await stopMosquittos()
  await stopPrograms()
  server?.stop()
})

const at = <T>(all: readonly T[], index: number): T => all[index % all.length] as T

describe.skipIf(!server)('a capture that is replayed to three instances', () => {
  test('gives the same histories as one instance on SQLite', async () => {
    const capture = captureFor(newDataDir())
    const endAt = new Date(Date.now() - 60_000).toISOString()
    const replay = async (mqtt: string, { tokens }: Warehouse): Promise<void> => {
      const args = ['replay', capture.path, '--url', mqtt, '--end-at', endAt, ...tokens]
      const { code, stdout } = await runProgram(args)
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringContaining(`${capture.messages} acknowledged`),
      })
    }

    const alone = await startProgram()
    const aloneSession = await signIn(alone)
    const aloneApi = await apiClient(alone, aloneSession)
    const expected = await openWarehouse(aloneSession, aloneApi, capture)
    await replay(alone.mqtt as string, expected)

    const databaseUrl = await newDatabase()
    const instances = await Promise.all([1, 2, 3].map(() => startInstance(databaseUrl)))
    const http = await startBalancer(instances.map((instance) => instance.http))
    const mqtt = await startBalancer(instances.map((instance) => instance.mqtt as string))
    const { token } = await signIn(instances[0] as Program)
    const session = clientOf(http.url, token)
    const key = await apiClient(instances[0] as Program, session)
    const api = clientOf(http.url, key.token)
    const warehouse = await openWarehouse(session, api, capture)
    await replay(mqtt.url.replace('http:', 'mqtt:'), warehouse)

    const found = await stateOf(api, warehouse.assets)
    expect(found).toEqual(await stateOf(aloneApi, expected.assets))
    const counters = await Promise.all(instances.map((instance) => countersOf(instance.http)))
    const sum = (name: string) => counters.reduce((total, each) => total + (each[name] ?? 0), 0)
    const aloneCounters = await countersOf(alone.http)
    for (const [name, count] of Object.entries(aloneCounters))
      expect([name, sum(name)]).toEqual([name, count])
    // Each of the two readers has used another instance.
    expect(counters.filter((each) => (each['messages.accepted'] ?? 0) > 0).length).toBeGreaterThan(1)

    // The same messages at another instance are repeats.
    for (const instance of instances) await replay(instance.mqtt as string, warehouse)
    expect(await stateOf(api, warehouse.assets)).toEqual(found)
    for (const balancer of [http, mqtt]) balancer.close()
  })
})

withMosquitto('an external broker that is restarted while three instances run', () => {
  test.skipIf(!server)('delivers each acknowledged read once', async () => {
    const rounds = Number(Bun.env['TEST_BROKER_RESTARTS'] ?? 2)
    const broker = await startMosquitto()
    const url = await newDatabase()
    const env = { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` }
    const instances = await Promise.all([1, 2, 3].map(() => startInstance(url, env)))
    const { token } = await signIn(instances[0] as Program)
    const sessions = instances.map(({ http }) => clientOf(http, token))
    const session = at(sessions, 1)
    const hall = await newLocation(session)
    const topic = freshKey('gate')
    const { id } = await newReader(session, freshKey('gate'), [hall.id], { topic })
    await until(() => broker.log().includes(`${topic} (QoS 1)`), 'the subscription')
    const publisher = await connectAsync({
      host: '127.0.0.1',
      port: broker.port,
      clientId: 'publisher',
      protocolVersion: 5,
      clean: false,
      reconnectPeriod: 100,
      properties: { sessionExpiryInterval: 600 },
    })
    publisher.on('error', () => {})
    const values: string[] = []
    let isOver = false
    const publishing = (async () => {
      while (!isOver) {
        const value = `BC${(0x100000 + values.length).toString(16)}`.toUpperCase()
        values.push(value)
        const reads = [{ value, antenna: 1, observed_at: new Date().toISOString() }]
        await publisher.publishAsync(topic, JSON.stringify({ reads }), { qos: 1 })
      }
    })()
    for (let round = 0; round < rounds; round++) {
      const before = values.length
      await until(() => values.length > before + 100, 'further messages')
      await broker.stop()
      await broker.start()
    }
    const before = values.length
    await until(() => values.length > before + 100, 'messages after the restart')
    isOver = true
    await publishing
    const list = `/internal/v1/unknown-tags?reader_id=${id}`
    const stored = async (): Promise<number> => (await session.get(`${list}&limit=1`)).body.total_count
    await until(async () => (await stored()) === values.length, 'all reads are stored', 60)
    const counts = new Map<string, number>()
    for (let offset = 0; offset < values.length; offset += 200) {
      const { body } = await at(sessions, offset / 200).get(`${list}&limit=200&offset=${offset}`)
      for (const row of body.data) counts.set(row.value, row.read_count)
    }
    expect(values.filter((value) => counts.get(value) !== 1)).toEqual([])
    await publisher.endAsync(true)
  })
})
