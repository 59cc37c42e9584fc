import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Credential } from './client'
import type { Program } from './program'

/** A client of the built-in broker that subscribes with an API key. */
interface TestSubscriber {
  readonly mqtt: MqttClient
  readonly received: Received[]
  /** The codes of the SUBACK for each filter. */
  subscribe(filters: readonly string[], qos?: 0 | 1): Promise<number[]>
  /** The payloads of messages on this topic, parsed; null for an empty one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- payloads are what the tests examine
  on(topic: string): any[]
}

interface Received {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
  readonly qos: number
}

const open: MqttClient[] = []

/** Connects with the credentials of an API key. Rejects when the broker refuses them. */
export async function openSubscriber(
  program: Program,
  key: Credential,
  options: IClientOptions = {},
): Promise<TestSubscriber> {
  const received: Received[] = []
  const mqtt = connect(program.mqtt as string, {
    username: key.client_id,
    password: key.client_secret,
    reconnectPeriod: 0,
    protocolVersion: 5,
    ...options,
  })
  open.push(mqtt)
  // The first messages of a session may follow the CONNACK at once.
  mqtt.on('message', (topic: string, payload: Buffer, { retain, qos }: IPublishPacket) =>
    received.push({ topic, payload: payload.toString(), retain: retain ?? false, qos }),
  )
  await new Promise((resolve, reject) => mqtt.once('connect', resolve).once('error', reject))
  return {
    mqtt,
    received,
    async subscribe(filters, qos = 1) {
      const granted = await new Promise<number[]>((resolve) =>
        mqtt.subscribe([...filters], { qos }, (_error, _granted, packet) =>
          resolve((packet?.granted ?? []).map(Number)),
        ),
      )
      return granted
    },
    on: (topic) =>
      received
        .filter((message) => message.topic === topic)
        .map(({ payload }) => (payload === '' ? null : JSON.parse(payload))),
  }
}

/** For `afterAll`. */
export async function closeSubscribers(): Promise<void> {
  for (const client of open.splice(0)) await client.endAsync(true)
}
