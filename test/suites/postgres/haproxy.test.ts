import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { freePort } from '../../../scripts/free-port'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { requireNothingLost, startWriters } from '../../support/cluster'
import { openEventStream } from '../../support/event-stream'
import { type Haproxy, haproxySuffix, type Ports, startHaproxy } from '../../support/haproxy'
import { newDatabase, server, startInstance } from '../../support/instances'
import { newDataDir, type Program, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader } from '../../support/scans'
import { openStream } from '../../support/stream'
import { until } from '../../support/until'

/** Three instances behind HAProxy with the configuration of deploy (docs/scale.md, Balancer). */

setDefaultTimeout(60_000)

const isSkipped = !server || haproxySuffix !== ''

let databaseUrl: string
let ports: Ports[]
let instances: Program[]
let balancer: Haproxy
let session: Client

const start = (at: Ports, dataDir = newDataDir()): Promise<Program> =>
  startInstance(
    databaseUrl,
    {
      WHEREABOUTS_PORT: String(at.http),
      WHEREABOUTS_MQTT_PORT: String(at.mqtt),
      WHEREABOUTS_TRUSTED_PROXIES: '127.0.0.1',
    },
    { dataDir },
  )

beforeAll(async () => {
  if (isSkipped) return
  databaseUrl = await newDatabase()
  const numbers = await Promise.all(Array.from({ length: 6 }, freePort))
  ports = [0, 2, 4].map((index) => ({
    http: numbers[index] as number,
    mqtt: numbers[index + 1] as number,
  }))
  instances = await Promise.all(ports.map((at) => start(at)))
  balancer = await startHaproxy(ports)
  session = await signIn(balancer)
})
afterAll(async () => {
  await balancer?.stop()
  await stopPrograms()
  server?.stop()
})

/** The addresses of the balancer, as those of a program. */
const throughBalancer = (): Program => ({ ...(instances[0] as Program), http: balancer.http })

const connectReader = ({ external_key, device_token }: { external_key: string; device_token: string }) =>
  connectAsync(balancer.mqtt, {
    username: external_key,
    password: device_token,
    reconnectPeriod: 50,
    reconnectOnConnackError: true,
  })

const publish = (reader: MqttClient, topic: string, value: string) => {
  const read = { value, antenna: 1, observed_at: new Date().toISOString() }
  return reader.publishAsync(topic, JSON.stringify({ reads: [read] }), { qos: 1 })
}

describe.skipIf(isSkipped)(`HAProxy in front of three instances${haproxySuffix}`, () => {
  test('passes requests, both streams and the messages of readers', async () => {
    const api = await apiClient(throughBalancer(), session)
    const hall = await newLocation(session)
    const reader = await newReader(session, freshKey('gate'), [hall.id])
    const value = freshKey('TAG').toUpperCase()
    const { id } = await newTagged(session, value)
    const events = await openEventStream(`${balancer.http}/api/v1/events?type=asset.moved`, api.token)
    const live = await openStream(throughBalancer(), session, `?reader_id=${reader.id}`)
    const gate = await connectReader(reader)
    await publish(gate, `north/readers/${reader.external_key}/reads`, value)
    await events.wait(1)
    expect(events.events[0].asset_id).toBe(id)
    await live.wait('move')
    await gate.endAsync()
    events.close()
    live.socket.destroy()
  })

  test('passes the longest URL that the service accepts', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `external_key=${'x'.repeat(250)}${index}`)
    const { status, body } = await session.get(`/api/v1/assets?${keys.join('&')}`)
    expect([status, body.data]).toEqual([200, []])
  })

  test('continues when instances are killed: reads succeed, and acknowledged writes and messages are stored', async () => {
    const hall = await newLocation(session)
    const reader = await newReader(session, freshKey('gate'), [hall.id])
    const topic = `north/readers/${reader.external_key}/reads`
    const gate = await connectReader(reader)
    const writers = startWriters(session, 4)
    const statuses = new Set<number>()
    let reads = 0
    let isOver = false
    const read = async (): Promise<void> => {
      while (!isOver) {
        statuses.add((await session.get('/api/v1/assets?limit=1')).status)
        reads++
      }
    }
    const readers = [read(), read(), read()]
    const values: string[] = []
    const requireMore = async (): Promise<void> => {
      const [before, written] = [reads, writers.created.length]
      const value = freshKey('TAG').toUpperCase()
      values.push(value)
      await publish(gate, topic, value)
      await until(() => reads > before + 50 && writers.created.length > written + 20, 'more requests')
    }
    const [first, ...others] = instances as [Program, ...Program[]]
    await first.kill()
    await requireMore()
    await start(ports[0] as Ports, first.dataDir)
    await until(() => balancer.isUsing(0), 'the balancer notices that the instance is back')
    await Promise.all(others.map((other) => other.kill()))
    await requireMore()
    isOver = true
    await Promise.all(readers)
    expect([...statuses]).toEqual([200])
    expect(await writers.stop()).toEqual([])
    await requireNothingLost(session, writers.created)
    const unknown = await session.get(`/internal/v1/unknown-tags?reader_id=${reader.id}`)
    expect(unknown.body.data.map((tag: { value: string }) => tag.value).toSorted()).toEqual(values.toSorted())
    await gate.endAsync()
  })

  test('passes the response of an instance while the database is away, and continues afterwards', async () => {
    server?.halt('fast')
    await until(
      async () => (await clientOf(balancer.http).get('/readyz')).status === 503,
      'no instance is ready',
    )
    const { status, body, headers } = await session.get('/api/v1/assets')
    expect([status, body.error.type, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1'])
    server?.start()
    await until(async () => (await session.get('/api/v1/assets')).status === 200, 'the database is back')
  })
})
