import { expect } from 'bun:test'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import {
  type BuiltInBroker,
  type BuiltInBrokerOptions,
  openBuiltInBroker,
} from '../../src/tracking/ingest/mqtt/broker'
import type { Device, IncomingMessage, Rejection } from '../../src/tracking/ingest/mqtt/handlers'

/**
 * The built-in broker in the process of the test, and its clients: correct ones, and raw connections that send bytes
 * which a correct client never sends.
 */

export const openResources: (() => Promise<unknown>)[] = []

export const closeResources = async (): Promise<void> => {
  while (openResources.length > 0) await openResources.pop()?.()
}

export const dock: Device = {
  organizationId: 1,
  readerId: 7,
  externalKey: 'dock-7',
  tokenHash: 'dock-secret',
}

export const gate: Device = {
  organizationId: 1,
  readerId: 8,
  externalKey: 'gate-8',
  tokenHash: 'gate-secret',
}

export interface TestBroker extends BuiltInBroker {
  readonly accepted: IncomingMessage[]
  readonly refusals: { reason: string; device?: Device; address?: string }[]
  readonly errors: Error[]
}

type TestOptions = Omit<BuiltInBrokerOptions, 'accept'> & {
  accept: (message: IncomingMessage) => Promise<Rejection | void>
}

export async function openBroker(options: Partial<TestOptions> = {}): Promise<TestBroker> {
  const accepted: IncomingMessage[] = []
  const refusals: TestBroker['refusals'] = []
  const errors: Error[] = []
  const { accept } = options
  const broker = await openBuiltInBroker({
    connected() {},
    connecting() {},
    host: '127.0.0.1',
    port: 0,
    packetBytesMax: 1_048_576,
    authenticate: async (username, password) =>
      [dock, gate].find((device) => device.externalKey === username && device.tokenHash === password),
    openSession: () => Promise.reject(new Error('Nobody subscribes here.')),
    signedIn: () => () => {},
    refused: (reason, detail) => refusals.push({ reason, ...detail }),
    clientError: (error) => errors.push(error),
    ...options,
    accept: async (message) => {
      accepted.push(message)
      return (await accept?.(message)) ?? undefined
    },
  })
  openResources.push(() => broker.close())
  return { ...broker, accepted, refusals, errors }
}

export const textOf = ({ payload }: IncomingMessage): string => new TextDecoder().decode(payload)

export async function connect(broker: BuiltInBroker, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username: dock.externalKey,
    password: dock.tokenHash,
    reconnectPeriod: 0,
    ...options,
  })
  openResources.push(async () => client.end(true))
  return client
}

/** Waits until pending work is done. The broker runs in the process of the test, so turns of the event loop suffice. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
}

export async function waitFor(what: () => boolean, milliseconds = 20_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!what()) {
    if (Date.now() > deadline)
      throw new Error(`This did not become true within ${milliseconds} ms: ${what.toString()}`)
    await sleep(2)
  }
}

// ---- MQTT packets that no correct client sends
export const text = (value: string): Buffer =>
  Buffer.concat([short(Buffer.byteLength(value)), Buffer.from(value)])

export const short = (value: number): Buffer => Buffer.of(value >> 8, value & 255)

export function lengthOf(bytes: number): Buffer {
  const digits = []
  do {
    const rest = Math.floor(bytes / 128)
    digits.push((bytes % 128) + (rest > 0 ? 128 : 0))
    bytes = rest
  } while (bytes > 0)
  return Buffer.from(digits)
}

export const packet = (first: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(first), lengthOf(body.length), body])
}

interface ConnectOptions {
  id?: string
  keepAlive?: number
  isClean?: boolean
  username?: string
  password?: string
  will?: string
}

export const connectPacket = ({
  id = 'raw',
  keepAlive = 0,
  isClean = true,
  username = dock.externalKey,
  password = dock.tokenHash,
  will,
}: ConnectOptions = {}): Buffer =>
  packet(
    0x10,
    text('MQTT'),
    Buffer.of(4, 0xc0 + (isClean ? 2 : 0) + (will === undefined ? 0 : 0x24)),
    short(keepAlive),
    text(id),
    ...(will === undefined ? [] : [text(will), text('gone')]),
    text(username),
    text(password),
  )

export const publishHead = (qos: 0 | 1 | 2, topic: string, id: number): Buffer =>
  qos === 0 ? text(topic) : Buffer.concat([text(topic), short(id)])

export const publish = (qos: 0 | 1 | 2, id: number, payload: string | Buffer, topic = 'a/b'): Buffer =>
  packet(0x30 + qos * 2, publishHead(qos, topic, id), Buffer.from(payload))

export const pubrel = (id: number): Buffer => packet(0x62, short(id))

export const ping = Buffer.of(0xc0, 0)

export const disconnect = Buffer.of(0xe0, 0)

const names: Record<number, string> = {
  2: 'CONNACK',
  4: 'PUBACK',
  5: 'PUBREC',
  7: 'PUBCOMP',
  9: 'SUBACK',
  13: 'PINGRESP',
}

/** A socket and the packets that it received, such as `PUBACK 5` and `CONNACK 0`. Incomplete packets are `bytes`. */
export class Raw {
  readonly received: string[] = []
  closedAt: number | undefined
  #rest = Buffer.alloc(0)

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => {})
    for (const event of ['end', 'close']) socket.on(event, () => (this.closedAt ??= Date.now()))
    openResources.push(async () => socket.destroy())
  }

  get isClosed(): boolean {
    return this.closedAt !== undefined
  }

  static async open(broker: BuiltInBroker): Promise<Raw> {
    const socket = createConnection({
      port: broker.port as number,
      host: '127.0.0.1',
      allowHalfOpen: true,
      noDelay: true,
    })
    const raw = new Raw(socket)
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return raw
  }

  /** Opens a socket and waits until its CONNECT is accepted. */
  static async accepted(broker: BuiltInBroker, options?: ConnectOptions): Promise<Raw> {
    const raw = await Raw.open(broker)
    raw.send(connectPacket(options))
    await waitFor(() => raw.received.length === 1)
    expect(raw.received).toEqual(['CONNACK 0'])
    raw.received.length = 0
    return raw
  }

  send(...packets: Buffer[]): boolean {
    return this.socket.write(Buffer.concat(packets))
  }

  /** Waits until the other side has read most of it. */
  async pour(...packets: Buffer[]): Promise<void> {
    if (!this.send(...packets)) await new Promise((resolve) => this.socket.once('drain', resolve))
  }

  async receives(...expected: string[]): Promise<void> {
    await waitFor(() => this.received.length >= expected.length || this.isClosed).catch(() => {})
    expect(this.received).toEqual(expected)
    this.received.length = 0
  }

  async closes(milliseconds?: number): Promise<void> {
    await waitFor(() => this.isClosed, milliseconds)
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const [first = 0, length = 0] = this.#rest
      if (this.#rest.length < 2 || this.#rest.length < 2 + length) return
      const body = this.#rest.subarray(2, 2 + length)
      const name = names[first >> 4] ?? `bytes ${this.#rest.toString('hex')}`
      const isAck = [4, 5, 7].includes(first >> 4)
      this.received.push([name, ...(isAck ? [body.readUInt16BE()] : body.subarray(-1))].join(' '))
      this.#rest = this.#rest.subarray(2 + length)
    }
  }
}

/** Calls of `accept` that wait until the test decides. */
export class Held {
  readonly waiting: { readonly store: () => void; readonly fail: () => void }[] = []
  isOpen = false

  readonly accept = async (): Promise<void> => {
    if (this.isOpen) return
    await new Promise<void>((resolve, reject) => {
      this.waiting.push({ store: resolve, fail: () => reject(new Error('disk full')) })
    })
  }

  storeAll(): void {
    for (const { store } of this.waiting.splice(0)) store()
  }

  openUp(): void {
    this.isOpen = true
    this.storeAll()
  }
}
