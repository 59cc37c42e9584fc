import { afterEach, describe, expect, test } from 'bun:test'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Device } from '../../../../src/tracking/ingest/mqtt/handlers'
import { Allowance } from '../../../../src/tracking/ingest/mqtt/allowance'
import { Connection } from '../../../../src/tracking/ingest/mqtt/connection'
import {
  openResources,
  closeResources,
  dock,
  gate,
  openBroker,
  textOf,
  connect,
  waitFor,
  connectPacket,
  publish,
  pubrel,
  ping,
  disconnect,
  Raw,
  Held,
  settled,
} from '../../../support/broker'

/** How the built-in broker reads a stream of packets, and how much it reads ahead. */

describe('streams', () => {
  afterEach(closeResources)

  test('packets may arrive byte by byte, even those that are skipped', async () => {
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

  test('any split of the stream gives the same responses', async () => {
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

  test('the broker does not read from a client while its messages wait; then all messages arrive', async () => {
    const total = 20_000
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    const payload = 'x'.repeat(900)
    for (let id = 1; id <= 50; id++) {
      raw.send(publish(1, id, payload))
      await sleep(1)
    }
    for (let id = 51; id <= total; id++) raw.send(publish(1, id, payload))
    await waitFor(() => held.waiting.length === 1000)
    await settled()
    expect(held.waiting.length).toBe(1000)
    expect(raw.socket.writableLength).toBeGreaterThan(5_000_000)
    held.openUp()
    await waitFor(() => raw.received.length === total)
    expect(raw.received.at(-1)).toBe(`PUBACK ${total}`)
    expect(broker.accepted).toHaveLength(total)
  })

  test('large messages of many readers that stop half-way give way to one that waits', async () => {
    const broker = await openBroker({
      authenticate: async (username) => ({ ...dock, readerId: Number(username) }),
    })
    const announced = publish(1, 1, 'x'.repeat(900_000))
    const slow = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const raw = await Raw.accepted(broker, { username: `${100 + at}`, id: `slow ${at}` })
        raw.send(announced.subarray(0, 800_000))
        return raw
      }),
    )
    const honest = await Raw.accepted(broker, { username: '99', id: 'honest' })
    honest.send(publish(1, 1, 'small'))
    await honest.receives('PUBACK 1')
    // The first ones may find room, as long as not all bytes of the others have arrived.
    let id = 1
    while (!slow.some(({ isClosed }) => isClosed)) {
      honest.send(publish(1, ++id, 'y'.repeat(900_000)))
      await honest.receives(`PUBACK ${id}`)
    }
    expect(broker.accepted.map(({ payload }) => payload.length)).toEqual([5, ...Array(id - 1).fill(900_000)])
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
    await settled()
    expect(held.waiting.length).toBe(10)
    held.openUp()
    await waitFor(() => raw.received.length === 20)
  })

  // Rule: internal-api.md, MQTT
  test('a thousand messages of a reader may wait over all its connections, plus one of each connection, and another reader has a separate limit', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const waitingOf = ({ readerId }: Device) =>
      broker.accepted.filter(({ device }) => device.readerId === readerId).length
    const open = (device: Device, id: string) =>
      Raw.accepted(broker, { id, username: device.externalKey, password: device.tokenHash })
    const own = await Promise.all(Array.from({ length: 10 }, (_, index) => open(dock, `dock-${index}`)))
    const other = await open(gate, 'gate')
    const messages = (count: number) =>
      Array.from({ length: count }, (_, index) => publish(1, index + 1, 'x'))
    for (const raw of own) raw.send(...messages(110))
    other.send(...messages(1000))
    await waitFor(() => waitingOf(gate) === 1000 && waitingOf(dock) >= 1000)
    await settled()
    expect(waitingOf(dock)).toBeLessThanOrEqual(1009)
    held.openUp()
    await waitFor(() => own.every((raw) => raw.received.length === 110))
    expect(broker.accepted).toHaveLength(2100)
  })

  test('a reader that loses its connection during messages may send as many as before', async () => {
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
    raw.send(...Array.from({ length: 1200 }, (_, index) => publish(1, index + 1, 'x')))
    await waitFor(() => held.waiting.length === 1000)
    await settled()
    expect(held.waiting.length).toBe(1000)
    held.openUp()
    await waitFor(() => raw.received.length === 1200)
  })

  test('the broker does not read from a client that does not read its responses', async () => {
    const unread: (() => void)[] = []
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => unread.push(done) })
    const read: string[] = []
    const unexpected = () => {
      throw new Error('No message was sent.')
    }
    const connection = new Connection(socket, 1000, {
      packet: (bytes) => read.push(bytes.toString('hex')),
      message: unexpected,
      skipped: unexpected,
      fault: unexpected,
      closed: () => {},
    })
    openResources.push(async () => connection.destroy())
    connection.open(0, new Allowance(1000))
    socket.push(ping)
    await waitFor(() => read.length === 1)
    connection.send(Buffer.alloc(1_000_000))
    await settled()
    socket.push(disconnect)
    await settled()
    expect(read).toEqual(['c000'])
    expect(socket.isPaused()).toBe(true)
    unread.shift()?.()
    await waitFor(() => read.length === 2)
    expect(read).toEqual(['c000', 'e000'])
  })

  test('abrupt resets do not affect the broker', async () => {
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
    await settled()
    const client = await connect(broker)
    await client.publishAsync('a/b', 'still here', { qos: 1 })
    expect(broker.accepted.map(textOf)).toContain('still here')
  })

  test('all messages of fifty simultaneous clients arrive, each client’s in order', async () => {
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
