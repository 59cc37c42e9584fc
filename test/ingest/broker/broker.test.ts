import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createConnection, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import {
  type Device,
  type IncomingMessage,
  type BuiltInBroker,
  type BuiltInBrokerOptions,
  openBuiltInBroker,
} from '../../../src/ingest/mqtt/broker'
import { Allowance } from '../../../src/ingest/mqtt/allowance'
import { LimitedConnection } from '../../../src/ingest/mqtt/packet-limit'

const openThings: (() => Promise<unknown>)[] = []

const closeThings = async (): Promise<void> => {
  while (openThings.length > 0) await openThings.pop()?.()
}

const dock: Device = { organizationId: 1, readerId: 7, externalKey: 'dock-7', tokenHash: 'dock-secret' }
const gate: Device = { organizationId: 1, readerId: 8, externalKey: 'gate-8', tokenHash: 'gate-secret' }

interface TestBroker extends BuiltInBroker {
  readonly accepted: IncomingMessage[]
  readonly refusals: { reason: string; device?: Device; address?: string }[]
  readonly errors: Error[]
}

async function openBroker(options: Partial<BuiltInBrokerOptions> = {}): Promise<TestBroker> {
  const accepted: IncomingMessage[] = []
  const refusals: TestBroker['refusals'] = []
  const errors: Error[] = []
  const { accept } = options
  const broker = await openBuiltInBroker({
    host: '127.0.0.1',
    port: 0,
    packetBytesMax: 1_048_576,
    authenticate: async (username, password) =>
      [dock, gate].find((device) => device.externalKey === username && device.tokenHash === password),
    refused: (reason, detail) => refusals.push({ reason, ...detail }),
    clientError: (error) => errors.push(error),
    ...options,
    accept: async (message) => {
      accepted.push(message)
      await accept?.(message)
    },
  })
  openThings.push(() => broker.close())
  return { ...broker, accepted, refusals, errors }
}

const textOf = ({ payload }: IncomingMessage): string => new TextDecoder().decode(payload)

async function connect(broker: BuiltInBroker, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username: dock.externalKey,
    password: dock.tokenHash,
    reconnectPeriod: 0,
    ...options,
  })
  openThings.push(async () => client.end(true))
  return client
}

async function waitFor(what: () => boolean, milliseconds = 4000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what.toString()}`)
    await sleep(2)
  }
}

// ---- MQTT by hand, for what no decent client would send

const text = (value: string): Buffer => Buffer.concat([short(Buffer.byteLength(value)), Buffer.from(value)])
const short = (value: number): Buffer => Buffer.of(value >> 8, value & 255)

function lengthOf(bytes: number): Buffer {
  const digits = []
  do {
    const rest = Math.floor(bytes / 128)
    digits.push((bytes % 128) + (rest > 0 ? 128 : 0))
    bytes = rest
  } while (bytes > 0)
  return Buffer.from(digits)
}

const packet = (first: number, ...parts: Buffer[]): Buffer => {
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

const connectPacket = ({
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
    Buffer.of(4, 0xc0 + (isClean ? 2 : 0) + (will ? 0x24 : 0)),
    short(keepAlive),
    text(id),
    ...(will ? [text(will), text('gone')] : []),
    text(username),
    text(password),
  )

const publishHead = (qos: 0 | 1 | 2, topic: string, id: number): Buffer =>
  qos === 0 ? text(topic) : Buffer.concat([text(topic), short(id)])

const publish = (qos: 0 | 1 | 2, id: number, payload: string | Buffer, topic = 'a/b'): Buffer =>
  packet(0x30 + qos * 2, publishHead(qos, topic, id), Buffer.from(payload))

const pubrel = (id: number): Buffer => packet(0x62, short(id))
const ping = Buffer.of(0xc0, 0)
const disconnect = Buffer.of(0xe0, 0)

const names: Record<number, string> = {
  2: 'CONNACK',
  4: 'PUBACK',
  5: 'PUBREC',
  7: 'PUBCOMP',
  9: 'SUBACK',
  13: 'PINGRESP',
}

/** A socket and what it received: `PUBACK 5`, `CONNACK 0`. Anything that isn't a whole packet shows as `bytes`. */
class Raw {
  readonly received: string[] = []
  closedAt: number | undefined
  #rest = Buffer.alloc(0)

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => {})
    for (const event of ['end', 'close']) socket.on(event, () => (this.closedAt ??= Date.now()))
    openThings.push(async () => socket.destroy())
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

  /** Connected and accepted. */
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

  /** Waits until the other side has taken most of it. */
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
class Held {
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

/** They come first and are looked at last, so that nobody waits ten seconds for them. */
let strangers: { start: number; silent: Raw; slow: Raw }

beforeAll(async () => {
  const broker = await openBroker()
  const start = Date.now()
  strangers = { start, silent: await Raw.open(broker), slow: await Raw.open(broker) }
  strangers.slow.send(connectPacket().subarray(0, 10))
  // Not to be closed after the first test.
  openThings.length = 0
})

describe('acknowledgement', () => {
  afterEach(closeThings)

  test('a message of QoS 1 is acknowledged only after it was accepted', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const client = await connect(broker)
    let isAcknowledged = false
    const sent = client.publishAsync('a/b', 'hello', { qos: 1 }).then(() => (isAcknowledged = true))
    await waitFor(() => held.waiting.length === 1)
    await sleep(50)
    expect(isAcknowledged).toBe(false)
    held.openUp()
    await sent
    expect(broker.accepted).toHaveLength(1)
    expect(broker.accepted[0]).toMatchObject({ device: dock, topic: 'a/b' })
    expect(broker.accepted.map(textOf)).toEqual(['hello'])
  })

  test('a message of QoS 2 is received only after it was accepted, and its handshake completes', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    raw.send(publish(2, 5, 'hello'))
    await waitFor(() => held.waiting.length === 1)
    await sleep(50)
    expect(raw.received).toEqual([])
    held.openUp()
    await raw.receives('PUBREC 5')
    raw.send(pubrel(5))
    await raw.receives('PUBCOMP 5')
    const client = await connect(broker)
    await client.publishAsync('a/b', 'again', { qos: 2 })
    expect(broker.accepted.map(textOf)).toEqual(['hello', 'again'])
  })

  test('messages of QoS 0 arrive in order', async () => {
    const broker = await openBroker()
    const client = await connect(broker)
    for (const payload of ['1', '2', '3']) await client.publishAsync('a/b', payload)
    await waitFor(() => broker.accepted.length === 3)
    expect(broker.accepted.map(textOf)).toEqual(['1', '2', '3'])
  })

  test('a message that could not be stored closes the connection unacknowledged, and comes again', async () => {
    let isFull = true
    const broker = await openBroker({
      accept: async () => {
        if (isFull) throw new Error('disk full')
      },
    })
    const client = await connect(broker, { clean: false, clientId: 'dock', reconnectPeriod: 20 })
    const sent = client.publishAsync('a/b', 'hello', { qos: 1 })
    await waitFor(() => broker.accepted.length >= 2)
    expect(broker.errors.map(({ message }) => message)).toContain('disk full')
    isFull = false
    await sent
  })

  test('acknowledgements keep the order of arrival when a later message is stored first', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    for (const qos of [1, 2] as const) {
      raw.send(publish(qos, 1, '1'), publish(qos, 2, '2'), publish(qos, 3, '3'))
      await waitFor(() => held.waiting.length === 3)
      const [first, second, third] = held.waiting.splice(0)
      third?.store()
      second?.store()
      await sleep(30)
      expect(raw.received).toEqual([])
      first?.store()
      await raw.receives(...[1, 2, 3].map((id) => `${qos === 1 ? 'PUBACK' : 'PUBREC'} ${id}`))
    }
  })

  test('after a failure nothing later is acknowledged on that connection', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    raw.send(publish(1, 1, '1'), publish(1, 2, '2'), publish(1, 3, '3'))
    await waitFor(() => held.waiting.length === 3)
    held.waiting[2]?.store()
    held.waiting[0]?.store()
    await raw.receives('PUBACK 1')
    held.waiting[1]?.fail()
    await raw.closes()
    expect(raw.received).toEqual([])
    expect(broker.errors.map(({ message }) => message)).toEqual(['disk full'])
  })

  test('a client that ends its side still gets its acknowledgements', async () => {
    const broker = await openBroker({ accept: () => sleep(30) })
    const raw = await Raw.accepted(broker)
    raw.send(publish(1, 1, '1'), publish(1, 2, '2'))
    raw.socket.end()
    await raw.closes()
    expect(raw.received).toEqual(['PUBACK 1', 'PUBACK 2'])
  })

  test('a client of QoS 0 that leaves at once loses none of a thousand messages', async () => {
    const broker = await openBroker({ accept: () => sleep(5) })
    for (const goodbye of [disconnect, Buffer.alloc(0)]) {
      broker.accepted.length = 0
      const raw = await Raw.accepted(broker)
      raw.send(...Array.from({ length: 1000 }, (_, i) => publish(0, 0, `${i}`)), goodbye)
      raw.socket.end()
      await waitFor(() => broker.accepted.length === 1000)
      expect(broker.accepted.map(textOf)).toEqual(Array.from({ length: 1000 }, (_, i) => `${i}`))
    }
  })

  test('closing the broker lets messages in progress be acknowledged', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    const other = await Raw.accepted(broker, { id: 'other' })
    raw.send(publish(1, 1, '1'), publish(2, 2, '2'))
    await waitFor(() => held.waiting.length === 2)
    const closed = broker.close()
    await sleep(30)
    expect(raw.isClosed).toBe(false)
    other.send(publish(1, 9, 'too late'))
    await sleep(30)
    held.openUp()
    await closed
    await raw.closes()
    await other.closes()
    expect(raw.received).toEqual(['PUBACK 1', 'PUBREC 2'])
    expect(other.received).toEqual([])
    expect(broker.accepted.map(textOf)).toEqual(['1', '2'])
    await expect(Raw.open(broker)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('streams', () => {
  afterEach(closeThings)

  test('packets may come byte by byte, even those that are skipped', async () => {
    const broker = await openBroker({ packetBytesMax: 300 })
    const raw = await Raw.open(broker)
    const bytes = Buffer.concat([
      connectPacket(),
      publish(1, 1, 'x'.repeat(200)),
      publish(1, 515, Buffer.alloc(400), 'long/'.repeat(10)),
      ping,
      publish(0, 0, Buffer.alloc(400)),
      publish(2, 3, Buffer.alloc(400), 't'),
      publish(1, 4, 'end'),
    ])
    for (const byte of bytes) {
      raw.send(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    await waitFor(() => raw.received.length === 6)
    expect(raw.received.filter((name) => name !== 'PINGRESP')).toEqual([
      'CONNACK 0',
      'PUBACK 1',
      'PUBACK 515',
      'PUBREC 3',
      'PUBACK 4',
    ])
    expect(broker.accepted.map(textOf)).toEqual(['x'.repeat(200), 'end'])
    expect(broker.refusals.map(({ reason }) => reason)).toEqual(['oversize', 'oversize', 'oversize'])
  })

  test('any split of the stream gives the same answers', async () => {
    const broker = await openBroker({ packetBytesMax: 300 })
    const bytes = Buffer.concat([
      connectPacket(),
      publish(1, 1, 'first'),
      publish(1, 2, Buffer.alloc(400), 'some/topic'),
      publish(1, 3, 'last'),
    ])
    for (let cut = 1; cut < bytes.length; cut += 5) {
      const raw = await Raw.open(broker)
      raw.send(bytes.subarray(0, cut))
      await new Promise(setImmediate)
      raw.send(bytes.subarray(cut))
      await raw.receives('CONNACK 0', 'PUBACK 1', 'PUBACK 2', 'PUBACK 3')
      raw.socket.destroy()
    }
  })

  test('a thousand messages may follow the CONNECT in one write', async () => {
    const broker = await openBroker({ accept: () => sleep(1) })
    const raw = await Raw.open(broker)
    const ids = Array.from({ length: 1000 }, (_, i) => i + 1)
    raw.send(connectPacket(), ...ids.map((id) => publish(1, id, `${id}`)))
    await raw.receives('CONNACK 0', ...ids.map((id) => `PUBACK ${id}`))
    expect(broker.accepted.map(textOf)).toEqual(ids.map(String))
  })

  test('thousands of messages of QoS 2 may be in progress before the first is released', async () => {
    const broker = await openBroker()
    const raw = await Raw.accepted(broker)
    const ids = Array.from({ length: 3000 }, (_, i) => i + 1)
    raw.send(...ids.map((id) => publish(2, id, 'x')))
    await raw.receives(...ids.map((id) => `PUBREC ${id}`))
    raw.send(...ids.map(pubrel))
    await raw.receives(...ids.map((id) => `PUBCOMP ${id}`))
    expect(broker.accepted).toHaveLength(3000)
  })

  test('a client is held back while its messages wait, in one write or many, and then all arrive', async () => {
    const total = 20_000
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    const payload = 'x'.repeat(1000)
    for (let id = 1; id <= 50; id++) {
      raw.send(publish(1, id, payload))
      await sleep(1)
    }
    for (let id = 51; id <= total; id++) raw.send(publish(1, id, payload))
    await waitFor(() => held.waiting.length === 100)
    await sleep(300)
    expect(held.waiting.length).toBe(100)
    expect(raw.socket.writableLength).toBeGreaterThan(5_000_000)
    held.openUp()
    await waitFor(() => raw.received.length === total, 8000)
    expect(raw.received.at(-1)).toBe(`PUBACK ${total}`)
    expect(broker.accepted).toHaveLength(total)
  })

  test('large messages in progress are bounded in bytes', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    for (let id = 1; id <= 20; id++) {
      raw.send(publish(1, id, Buffer.alloc(100_000)))
      await sleep(5)
    }
    await waitFor(() => held.waiting.length === 10)
    await sleep(50)
    expect(held.waiting.length).toBe(10)
    held.openUp()
    await waitFor(() => raw.received.length === 20)
  })

  test('a hundred messages of a reader wait over all its connections, one of each beyond, and another reader has its own hundred', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const waitingOf = ({ readerId }: Device) =>
      broker.accepted.filter(({ device }) => device.readerId === readerId).length
    const open = (device: Device, id: string) =>
      Raw.accepted(broker, { id, username: device.externalKey, password: device.tokenHash })
    const own = await Promise.all(Array.from({ length: 10 }, (_, index) => open(dock, `dock-${index}`)))
    const other = await open(gate, 'gate')
    // The broker library reads on with each segment that arrives.
    for (let id = 1; id <= 100; id++) {
      for (const raw of [...own, other]) raw.send(publish(1, id, 'x'))
      await sleep(1)
    }
    await waitFor(() => waitingOf(gate) === 100 && waitingOf(dock) >= 100)
    expect(waitingOf(dock)).toBeLessThanOrEqual(109)
    held.openUp()
    await waitFor(() => own.every((raw) => raw.received.length === 100))
    expect(broker.accepted).toHaveLength(1100)
  })

  test('a reader whose connection ends in the middle of messages has room for as many as ever', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    for (let round = 0; round < 3; round++) {
      const cut = await Raw.accepted(broker, { id: `cut-${round}` })
      for (let id = 1; id <= 5; id++) cut.send(publish(1, id, 'x'))
      cut.send(publish(1, 6, Buffer.alloc(900_000)).subarray(0, 500_000))
      await waitFor(() => held.waiting.length === 5)
      cut.socket.destroy()
      held.storeAll()
    }
    const raw = await Raw.accepted(broker)
    for (let id = 1; id <= 200; id++) {
      raw.send(publish(1, id, 'x'))
      await sleep(1)
    }
    await waitFor(() => held.waiting.length === 100)
    held.openUp()
    await waitFor(() => raw.received.length === 200)
  })

  test('a client that leaves our answers unread is not read until it reads them', async () => {
    const unread: (() => void)[] = []
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => unread.push(done) })
    const connection = new LimitedConnection(socket, 1000)
    openThings.push(async () => connection.destroy())
    const read: string[] = []
    connection.on('readable', () => {
      const bytes = connection.read()
      if (bytes instanceof Buffer) read.push(bytes.toString('hex'))
    })
    connection.open(0, new Allowance(1000))
    socket.push(ping)
    await waitFor(() => read.length === 1)
    connection.write(Buffer.alloc(1_000_000))
    socket.push(disconnect)
    await sleep(20)
    expect(read).toEqual(['c000'])
    expect(socket.isPaused()).toBe(true)
    unread.shift()?.()
    await waitFor(() => read.length === 2)
    expect(read).toEqual(['c000', 'e000'])
  })

  test('abrupt resets leave the broker as it was', async () => {
    const broker = await openBroker({ accept: () => sleep(20) })
    for (let i = 0; i < 30; i++) {
      const raw = await Raw.accepted(broker, { id: `client ${i % 3}` })
      raw.send(
        publish(1, 1, 'x'),
        publish(2, 2, 'x'),
        publish(1, 3, Buffer.alloc(100_000)).subarray(0, i * 100),
      )
      raw.socket.resetAndDestroy()
    }
    await sleep(50)
    const client = await connect(broker)
    await client.publishAsync('a/b', 'still here', { qos: 1 })
    expect(broker.accepted.map(textOf)).toContain('still here')
  })

  test('fifty clients at once get all their messages through, each in its own order', async () => {
    const broker = await openBroker({ accept: () => sleep(Math.random() * 5) })
    const clients = await Promise.all(
      Array.from({ length: 50 }, (_, i) => connect(broker, { clientId: `client ${i}` })),
    )
    const numbers = Array.from({ length: 40 }, (_, i) => i)
    await Promise.all(
      clients.flatMap((client, i) =>
        numbers.map((n) => client.publishAsync(`from/${i}`, `${n}`, { qos: n % 2 === 0 ? 1 : 2 })),
      ),
    )
    for (const i of clients.keys()) {
      const own = broker.accepted.filter(({ topic }) => topic === `from/${i}`).map(textOf)
      expect(own).toEqual(numbers.map(String))
    }
  })
})

describe('packets that are too large', () => {
  afterEach(closeThings)

  test('a message of 10 MB is acknowledged, counted and dropped, and the next one works', async () => {
    const broker = await openBroker()
    const client = await connect(broker)
    for (const qos of [0, 1, 2] as const) {
      await client.publishAsync('a/b', Buffer.alloc(10_000_000), { qos })
      await client.publishAsync('a/b', `after ${qos}`, { qos: 1 })
    }
    expect(broker.accepted.map(textOf)).toEqual(['after 0', 'after 1', 'after 2'])
    expect(broker.refusals).toEqual(
      Array.from({ length: 3 }, () => ({ reason: 'oversize', device: dock, address: '127.0.0.1' })),
    )
    expect(broker.errors).toEqual([])
  })

  test('the largest packet passes, one byte more does not', async () => {
    const broker = await openBroker({ packetBytesMax: 1000 })
    const raw = await Raw.accepted(broker)
    const largest = 1000 - publish(1, 1, Buffer.alloc(500)).length + 500
    raw.send(publish(1, 1, Buffer.alloc(largest)), publish(1, 2, Buffer.alloc(largest + 1)))
    await raw.receives('PUBACK 1', 'PUBACK 2')
    expect(broker.accepted).toHaveLength(1)
    expect(broker.refusals).toHaveLength(1)
  })

  test('any other packet that is too large closes the connection', async () => {
    const broker = await openBroker()
    const raw = await Raw.accepted(broker)
    raw.send(Buffer.of(0x82), lengthOf(65_533), Buffer.alloc(1000))
    await raw.closes()
    expect(broker.refusals).toMatchObject([{ reason: 'oversize', device: dock }])
  })

  test('a stranger can send neither a large CONNECT nor a large message', async () => {
    const broker = await openBroker()
    for (const first of [0x10, 0x32]) {
      const raw = await Raw.open(broker)
      raw.send(Buffer.of(first), lengthOf(100_000), Buffer.alloc(1000))
      await raw.closes()
      expect(raw.received).toEqual([])
    }
    expect(broker.refusals).toEqual(
      Array.from({ length: 2 }, () => ({ reason: 'oversize', address: '127.0.0.1' })),
    )
  })

  test('malformed lengths and protocol errors close the connection, and only that', async () => {
    const broker = await openBroker({ packetBytesMax: 1000 })
    const bystander = await Raw.accepted(broker, { id: 'bystander' })
    const malformed = [
      Buffer.of(0x32, 0xff, 0xff, 0xff, 0xff, 0x01),
      Buffer.concat([Buffer.of(0x32), lengthOf(1001), Buffer.of(0xff, 0xff), Buffer.alloc(10)]),
      publish(1, 1, 'x', 'a/#'),
      publish(1, 1, 'x', ''),
      packet(0x36, publishHead(1, 'a/b', 1)),
      connectPacket(),
      Buffer.of(0xf0, 0),
    ]
    for (const bytes of malformed) {
      const raw = await Raw.accepted(broker)
      raw.send(bytes)
      await raw.closes()
      expect(raw.received).toEqual([])
    }
    expect(broker.errors).toHaveLength(malformed.length)
    bystander.send(ping)
    await bystander.receives('PINGRESP')
  })
})

describe('connections', () => {
  afterEach(closeThings)

  test('wrong or absent credentials are answered with return code 4 and counted', async () => {
    const broker = await openBroker()
    for (const wrong of [{ password: 'wrong' }, { username: undefined, password: undefined }]) {
      await expect(connect(broker, wrong as IClientOptions)).rejects.toMatchObject({ code: 4 })
    }
    const raw = await Raw.open(broker)
    raw.send(connectPacket({ password: 'wrong' }), publish(1, 1, 'x'))
    await raw.closes()
    expect(raw.received).toEqual(['CONNACK 4'])
    await waitFor(() => broker.refusals.length === 3)
    expect(broker.refusals[0]).toEqual({ reason: 'unauthorized', address: '127.0.0.1' })
    expect(broker.accepted).toEqual([])
    expect(broker.errors).toEqual([])
  })

  test('a check of credentials that fails is answered as unavailable', async () => {
    const broker = await openBroker({
      authenticate: async () => {
        throw new Error('no database')
      },
    })
    await expect(connect(broker)).rejects.toMatchObject({ code: 3 })
    await waitFor(() => broker.errors.length === 1)
    expect(broker.refusals).toEqual([])
  })

  test('a message before the CONNECT closes the connection', async () => {
    const broker = await openBroker()
    const raw = await Raw.open(broker)
    raw.send(publish(1, 1, 'x'))
    await raw.closes()
    expect(broker.accepted).toEqual([])
  })

  test('nobody can subscribe, and nothing is retained, bequeathed or delivered', async () => {
    const broker = await openBroker()
    const raw = await Raw.accepted(broker)
    raw.send(packet(0x82, short(1), text('#'), Buffer.of(1), text('a/b'), Buffer.of(0)))
    await waitFor(() => raw.received.length === 1)
    expect(raw.received.splice(0)).toEqual(['SUBACK 128'])
    const other = await Raw.accepted(broker, { id: 'other', will: 'a/b' })
    other.send(packet(0x33, publishHead(1, 'a/b', 1), Buffer.from('retained')))
    await other.receives('PUBACK 1')
    other.socket.resetAndDestroy()
    raw.send(packet(0x82, short(2), text('a/b'), Buffer.of(1)))
    await waitFor(() => raw.received.length === 1)
    await sleep(50)
    expect(raw.received).toEqual(['SUBACK 128'])
    expect(broker.accepted.map(textOf)).toEqual(['retained'])
  })

  test('readers with the same client id leave each other alone', async () => {
    const broker = await openBroker()
    const one = await connect(broker, { clientId: 'reader' })
    const other = await connect(broker, {
      clientId: 'reader',
      username: gate.externalKey,
      password: gate.tokenHash,
    })
    await one.publishAsync('a', 'one', { qos: 1 })
    await other.publishAsync('a', 'other', { qos: 1 })
    expect(broker.accepted.map(({ device }) => device.readerId)).toEqual([7, 8])
  })

  test('a reader that connects again with the same client id takes over', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const old = await Raw.accepted(broker)
    old.send(publish(1, 1, 'x'))
    await waitFor(() => held.waiting.length === 1)
    const young = await Raw.accepted(broker)
    await old.closes()
    held.openUp()
    young.send(publish(1, 1, 'x'))
    await young.receives('PUBACK 1')
    expect(old.received).toEqual([])
    expect(broker.errors).toEqual([])
  })

  test('a message about clients that forges the broker’s own disconnects nobody', async () => {
    const broker = await openBroker()
    const victim = await Raw.accepted(broker, { id: 'victim' })
    const client = await connect(broker, { clientId: 'attacker' })
    await client.publishAsync('$SYS/else/new/clients', '7:victim', { qos: 1 })
    await client.publishAsync('$SYS/else/heartbeat', 'x', { qos: 1 })
    victim.send(ping)
    await victim.receives('PINGRESP')
    expect(broker.accepted).toHaveLength(2)
  })

  test('client ids may be empty, or long, in both versions of the protocol', async () => {
    const broker = await openBroker()
    const nameless = await Promise.all([Raw.accepted(broker, { id: '' }), Raw.accepted(broker, { id: '' })])
    for (const raw of nameless) raw.send(publish(1, 1, 'x'))
    for (const raw of nameless) await raw.receives('PUBACK 1')
    const long = await connect(broker, { clientId: 'x'.repeat(3000) })
    await long.publishAsync('a', 'x', { qos: 1 })
    const older = await connect(broker, {
      clientId: 'y'.repeat(300),
      protocolId: 'MQIsdp',
      protocolVersion: 3,
    })
    await older.publishAsync('a', 'x', { qos: 1 })
    const raw = await Raw.open(broker)
    raw.send(connectPacket({ id: '', isClean: false }))
    await raw.closes()
    expect(raw.received).toEqual(['CONNACK 2'])
  })

  test('a session does not outlive its connection', async () => {
    const broker = await openBroker()
    for (let i = 0; i < 2; i++) {
      const raw = await Raw.open(broker)
      raw.send(connectPacket({ isClean: false }), publish(2, 1, 'x'))
      await raw.receives('CONNACK 0', 'PUBREC 1')
      raw.socket.destroy()
    }
    const client = await connect(broker, { clean: false, clientId: 'raw', protocolVersion: 4 })
    expect(client.connected).toBe(true)
    expect(broker.accepted).toHaveLength(2)
  })

  test('version 5 of the protocol is refused with return code 1', async () => {
    const broker = await openBroker()
    const raw = await Raw.open(broker)
    raw.send(packet(0x10, text('MQTT'), Buffer.of(5, 2), short(0), Buffer.of(0), text('id')))
    await raw.closes()
    expect(raw.received).toEqual(['CONNACK 1'])
  })

  /** As many as there is room for, a hundred at a time. */
  async function thousand(open: () => Promise<Raw>): Promise<Raw[]> {
    const raws: Raw[] = []
    for (let i = 0; i < 10; i++) raws.push(...(await Promise.all(Array.from({ length: 100 }, open))))
    return raws
  }

  test('a thousand strangers who say nothing keep no reader out: the first to come makes room', async () => {
    const broker = await openBroker()
    const known = await Raw.accepted(broker)
    const strangers = await thousand(() => Raw.open(broker))
    await Raw.accepted(broker, { id: 'another' })
    await strangers[1]?.closes()
    expect(strangers.flatMap(({ isClosed }, index) => (isClosed ? [index] : []))).toEqual([0, 1])
    expect(known.isClosed).toBe(false)
  })

  test('a reader with a thousand connections keeps no other out: its oldest makes room', async () => {
    const broker = await openBroker()
    let made = 0
    const raws = await thousand(() => Raw.accepted(broker, { id: `client ${made++}` }))
    await connect(broker, { username: gate.externalKey, password: gate.tokenHash })
    await waitFor(() => raws.some(({ isClosed }) => isClosed))
    expect(raws.filter(({ isClosed }) => isClosed)).toHaveLength(1)
  })

  test('a port in use is reported as such', async () => {
    const broker = await openBroker()
    await expect(openBroker({ port: broker.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

const hasMosquitto = Bun.which('mosquitto_pub') !== null && Bun.which('mosquitto_sub') !== null

describe.skipIf(!hasMosquitto)('mosquitto clients (skipped where mosquitto_pub is not installed)', () => {
  afterEach(closeThings)

  async function mosquitto(
    program: 'pub' | 'sub',
    broker: BuiltInBroker,
    args: string[],
    input = '',
  ): Promise<number> {
    const access = ['-h', '127.0.0.1', '-p', `${broker.port}`, '-u', dock.externalKey]
    const command = [`mosquitto_${program}`, ...access, ...args]
    const process = Bun.spawn(command, { stdin: Buffer.from(input), stdout: 'ignore', stderr: 'ignore' })
    return process.exited
  }

  test('messages of every QoS get through, two thousand at a time', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}`)
    for (const qos of ['0', '1', '2']) {
      const broker = await openBroker()
      const code = await mosquitto(
        'pub',
        broker,
        ['-P', dock.tokenHash, '-q', qos, '-t', 'a', '-l'],
        lines.join('\n'),
      )
      expect(code).toBe(0)
      await waitFor(() => broker.accepted.length === lines.length)
      expect(broker.accepted.map(textOf)).toEqual(lines)
    }
  })

  test('a persistent session with a will and a retained message is just a message', async () => {
    const broker = await openBroker()
    const args = [
      '-c',
      '-i',
      'dock',
      '-r',
      '--will-topic',
      'w',
      '--will-payload',
      'x',
      '-q',
      '1',
      '-t',
      'a',
      '-m',
      'hi',
    ]
    expect(await mosquitto('pub', broker, ['-P', dock.tokenHash, ...args])).toBe(0)
    expect(broker.accepted.map(textOf)).toEqual(['hi'])
  })

  test('a wrong password and a subscription are refused', async () => {
    const broker = await openBroker()
    expect(await mosquitto('pub', broker, ['-P', 'wrong', '-t', 'a', '-m', 'x'])).toBe(4)
    expect(await mosquitto('sub', broker, ['-P', dock.tokenHash, '-t', '#', '-W', '2', '-E'])).not.toBe(27)
    expect(broker.refusals).toHaveLength(1)
    expect(broker.accepted).toEqual([])
  })
})

describe.concurrent('time', () => {
  test('a connection that does not introduce itself is closed after ten seconds', async () => {
    const { start, silent, slow } = strangers
    for (const stranger of [silent, slow]) {
      await stranger.closes(11_000)
      expect((stranger.closedAt ?? 0) - start).toBeWithin(9500, 11_000)
    }
  }, 12_000)

  test('a client that is silent for longer than its keep-alive is thrown out, one that pings is not', async () => {
    const broker = await openBroker()
    const silent = await Raw.accepted(broker, { id: 'silent', keepAlive: 1 })
    const alive = await Raw.accepted(broker, { id: 'alive', keepAlive: 1 })
    const start = Date.now()
    const pings = setInterval(() => alive.send(ping), 500)
    await silent.closes()
    expect(Date.now() - start).toBeWithin(1400, 2500)
    await sleep(1500)
    clearInterval(pings)
    expect(alive.isClosed).toBe(false)
    expect(broker.errors.map(({ message }) => message)).toEqual(['keep alive timeout'])
    await broker.close()
  })

  test('neither a message on a slow line nor one that waits for us counts as silence', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const slow = await Raw.accepted(broker, { id: 'slow', keepAlive: 1 })
    const waiting = await Raw.accepted(broker, { id: 'waiting', keepAlive: 1 })
    for (let id = 1; id <= 110; id++) waiting.send(publish(1, id, 'x'))
    const bytes = publish(1, 1, Buffer.alloc(2_000_000))
    for (let i = 0; i < 7; i++) {
      slow.send(bytes.subarray(i * 10, i * 10 + 10))
      await sleep(500)
    }
    expect([slow.isClosed, waiting.isClosed]).toEqual([false, false])
    held.openUp()
    slow.send(bytes.subarray(70))
    await slow.receives('PUBACK 1')
    await waitFor(() => waiting.received.length === 110)
    await broker.close()
  }, 8000)

  test('closing the broker waits no longer than five seconds for messages in progress', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    raw.send(publish(1, 1, 'x'))
    await waitFor(() => held.waiting.length === 1)
    const start = Date.now()
    await broker.close()
    expect(Date.now() - start).toBeWithin(4500, 6000)
    await raw.closes()
    expect(raw.received).toEqual([])
  }, 8000)
})
