import { readFileSync } from 'node:fs'
import { connectAsync, type MqttClient } from 'mqtt'
import type { ApiResponse, Client } from './client'
import type { Mosquitto } from './mosquitto'
import type { Program } from './program'
import { freshKey, newLocation } from './records'
import { newReader } from './scans'
import { until } from './until'

/** Requests and reads to an instance whose database fails. */

interface Received {
  readonly status: number
  readonly type: string | undefined
  readonly retryAfter: string | null
  readonly milliseconds: number
}

export interface Load {
  readonly responses: Received[]
  /** Keys of the assets whose creation was acknowledged. */
  readonly created: string[]
  /** Resolves when the requests that have begun have their responses. */
  stop(): Promise<void>
}

/** Sends requests with this number of clients until it is stopped: creates, lists, reports and reads by key. */
export function startLoad(session: Client, clients = 16): Load {
  const responses: Received[] = []
  const created: string[] = []
  let isOver = false as boolean

  async function send(index: number): Promise<void> {
    const key = freshKey('load')
    const paths = [
      '/api/v1/assets?limit=20',
      '/api/v1/reports/asset-locations',
      `/api/v1/assets?external_key=${key}`,
    ]
    const begun = performance.now()
    const path = paths[index % 4]
    const sent =
      path === undefined
        ? session.post('/api/v1/assets', { name: 'Pump', external_key: key })
        : session.get(path)
    const response = await sent.catch((error: unknown) => ({ error }))
    if ('error' in response) {
      // After a failed test, the instance has ended.
      isOver ||= String(response.error).includes('ConnectionRefused')
      responses.push({
        status: 0,
        type: String(response.error),
        retryAfter: null,
        milliseconds: performance.now() - begun,
      })
      return
    }
    const { status, headers, body } = response
    if (status === 201) created.push(key)
    responses.push({
      status,
      type: body?.error?.type,
      retryAfter: headers.get('retry-after'),
      milliseconds: performance.now() - begun,
    })
    // Refusals arrive at once.
    if (status >= 500) await Bun.sleep(20)
  }

  const all = Array.from({ length: clients }, async (_, client) => {
    for (let index = client; !isOver; index++) await send(index)
  })
  return {
    responses,
    created,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

interface Readings {
  /** Number of messages that were sent. */
  sent(): number
  /** Number of messages that were acknowledged. */
  acknowledged(): number
  /** Stops, and resolves when all messages are acknowledged. */
  finish(): Promise<void>
  /** Tags whose reads are not stored once each. */
  notOnce(): Promise<string[]>
}

/** Number of different tags that a reader sends. Each has many reads in a long test. */
const tagsOfReader = 2_000
let tags = 0x100000

const reconnecting = {
  clean: false,
  reconnectPeriod: 200,
  // The service refuses connections while it cannot check credentials.
  reconnectOnConnackError: true,
} as const

/**
 * Publishes one read in each message to the broker of the program, and up to `waitingMax` messages before they are acknowledged.
 */
export async function startReadings(
  { mqtt }: Pick<Program, 'mqtt'>,
  session: Client,
  waitingMax = 100,
): Promise<Readings> {
  const hall = await newLocation(session)
  const reader = await newReader(session, freshKey('gate'), [hall.id])
  const client = await connectAsync(mqtt as string, {
    ...reconnecting,
    clientId: reader.external_key,
    username: reader.external_key,
    password: reader.device_token,
  })
  return publishReads(session, reader.id, client, reader.topic.replace('#', 'reads'), waitingMax)
}

/** Does the same through an external broker. */
export async function startOutsideReadings(broker: Mosquitto, session: Client): Promise<Readings> {
  const hall = await newLocation(session)
  const topic = freshKey('gate')
  const { id } = await newReader(session, topic, [hall.id], { topic })
  const client = await broker.connect({ ...reconnecting, clientId: topic })
  await until(() => hasSubscriber(client, topic), `the service subscribes to ${topic}`)
  return publishReads(session, id, client, topic)
}

/** The reason code of an acknowledged message that the broker has discarded, because nobody subscribes to its topic. */
const noMatchingSubscribers = 0x10

/** Publishes a message without reads. The service subscribes to the topic of a new reader a moment after it was created. */
async function hasSubscriber(client: MqttClient, topic: string): Promise<boolean> {
  const reason = new Promise<number | undefined>((resolve) => {
    client.on('packetreceive', (packet) => void (packet.cmd === 'puback' && resolve(packet.reasonCode)))
  })
  await client.publishAsync(topic, '{"reads":[]}', { qos: 1 })
  return (await reason) !== noMatchingSubscribers
}

function publishReads(
  session: Client,
  readerId: number,
  client: MqttClient,
  topic: string,
  waitingMax = 100,
): Readings {
  client.on('error', () => {})
  let [sent, acknowledged, isOver] = [0, 0, false]
  const first = tags
  tags += tagsOfReader
  const counts = new Map<string, number>()
  /** Publishes a message, and again when the client gives it up because its connection is closed. */
  const publish = (message: string): void =>
    void client.publish(topic, message, { qos: 1 }, (error) => {
      if (!error) acknowledged++
      else if (!client.disconnecting) setTimeout(() => publish(message), 50)
    })
  const publishing = (async () => {
    while (!isOver) {
      await Bun.sleep(20)
      if (sent - acknowledged >= waitingMax) continue
      const value = `AB${(first + (sent++ % tagsOfReader)).toString(16)}`.toUpperCase()
      counts.set(value, (counts.get(value) ?? 0) + 1)
      const reads = [{ value, antenna: 1, observed_at: new Date().toISOString() }]
      publish(JSON.stringify({ reads }))
    }
  })()

  async function notOnce(): Promise<string[]> {
    const stored = new Map<string, number>()
    const listed = await listAll(session, `/internal/v1/unknown-tags?reader_id=${readerId}`)
    for (const { value, read_count } of listed) stored.set(value, read_count)
    return [...counts].flatMap(([value, count]) =>
      stored.get(value) === count ? [] : [`${value}: ${stored.get(value) ?? 0} of ${count}`],
    )
  }

  return {
    sent: () => sent,
    acknowledged: () => acknowledged,
    async finish() {
      isOver = true
      await publishing
      await until(
        () => acknowledged === sent,
        () => `${acknowledged} of ${sent} messages are acknowledged`,
        60,
      )
      await client.endAsync(true)
    },
    notOnce,
  }
}

/** The memory that a process has allocated, in MB. */
export function memoryOf({ process }: Program): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Keys of acknowledged assets that are not there exactly once. */
export async function notOnce(session: Client, keys: readonly string[]): Promise<string[]> {
  const found = new Map<string, number>()
  const listed = await listAll(session, '/api/v1/assets?sort=external_key')
  for (const { external_key } of listed) found.set(external_key, (found.get(external_key) ?? 0) + 1)
  return keys.filter((key) => found.get(key) !== 1)
}

/** Returns all rows of a list. The instance refuses pages while it has no connection to the database. */
async function listAll(session: Client, path: string): Promise<ApiResponse['body'][]> {
  const rows: ApiResponse['body'][] = []
  for (;;) {
    const next = `${path}&limit=200&offset=${rows.length}`
    let page = await session.get(next)
    await until(async () => page.status !== 503 || (page = await session.get(next)).status !== 503, next)
    rows.push(...page.body.data)
    if (page.body.data.length < 200) return rows
  }
}
