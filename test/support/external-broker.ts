import { expect } from 'bun:test'
import type { MqttClient } from 'mqtt'
import { apiClient, type Client, clientOf, signIn } from './client'
import { type Mosquitto } from './mosquitto'
import { type Program, type ProgramOptions, startProgram } from './program'
import { newLocation, newTagged } from './records'
import { until } from './until'
import { countersOf } from './warehouse'

/** An installation that reads from an external broker, and readers that publish to it. */

export const later = { timeout: 60_000 }

export const optionsFor = (port: number, options: ProgramOptions = {}): ProgramOptions => ({
  ...options,
  env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${port}`, WHEREABOUTS_MQTT_PORT: 'off', ...options.env },
})

export interface World {
  readonly program: Program
  readonly session: Client
  readonly api: Client
}

export async function openWorld(port: number, options?: ProgramOptions): Promise<World> {
  const program = await startProgram(optionsFor(port, options))
  const session = await signIn(program)
  return { program, session, api: await apiClient(program, session) }
}

export const readinessOf = async ({ http }: Program) => (await clientOf(http).get('/readyz')).body

export const isConnected = async (program: Program) =>
  (await (await fetch(`${program.http}/metrics`)).text()).includes('whereabouts_mqtt_outside_connected 1')

export const connected = (program: Program) =>
  until(() => isConnected(program), 'the connection to the broker')

/** Resolves when the broker has the subscription, so that the service receives messages of the reader's topic. */
export const listening = (broker: Mosquitto, filter: string) =>
  until(() => broker.log().includes(`\t${filter} (QoS 1)`), `the subscription to ${filter}`)

interface Reader {
  readonly id: number
  readonly topic: string
}

export async function newReader(
  session: Client,
  api: Client,
  topic: string,
  key = topic.replaceAll(/\W/g, '-'),
): Promise<Reader> {
  const { id: locationId } = await newLocation(api)
  const response = await session.post('/internal/v1/readers', {
    external_key: key,
    name: key,
    kind: 'fixed',
    format: 'whereabouts_v1',
    topic,
    antennas: [{ port: 1, location_id: locationId }],
  })
  expect(response.status).toBe(201)
  return response.body.data
}

const startedAt = Date.now() - 3_600_000

let reads = 0

export const payloadOf = (value: string): string =>
  JSON.stringify({
    reads: [{ value, antenna: 1, observed_at: new Date(startedAt + ++reads * 10).toISOString() }],
  })

export const manyReadsOf = (value: string, count: number): string =>
  JSON.stringify({
    reads: Array.from({ length: count }, () => ({
      value,
      antenna: 1,
      observed_at: new Date(startedAt + ++reads * 10).toISOString(),
    })),
  })

export const publish = (client: MqttClient, topic: string, value: string) =>
  client.publishAsync(topic, payloadOf(value), { qos: 1 })

export const countOf = async (program: Program, name: string): Promise<number> =>
  (await countersOf(program.http))[name] ?? 0

/** Resolves when the service has received all queued messages: it publishes a last message and waits for its effect. */
export async function drained(publisher: MqttClient, api: Client, topic: string): Promise<void> {
  const last = 'DD'
  await newTagged(api, last)
  await publish(publisher, topic, last)
  await until(() => hasAsset(api, last), 'the last message')
}

export const hasAsset = async (api: Client, key: string): Promise<boolean> =>
  (await api.get(`/api/v1/reports/asset-locations?q=${key}`)).body.total_count === 1

export const newTags = (api: Client, prefix: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const value = `${prefix}${(0x1000 + index).toString(16).toUpperCase()}`
      await newTagged(api, value)
      return value
    }),
  )

export const placed = async (api: Client): Promise<number> =>
  (await api.get('/api/v1/reports/asset-locations?limit=1')).body.total_count
