import { afterEach, describe, expect, test } from 'bun:test'
import {
  closeResources,
  dock,
  openBroker,
  textOf,
  connect,
  lengthOf,
  packet,
  connectPacket,
  publishHead,
  publish,
  ping,
  Raw,
} from '../../../support/broker'

/** Packets that are larger than the built-in broker accepts. */

describe('packets that are too large', () => {
  afterEach(closeResources)

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

  // Rule: internal-api.md, MQTT
  test('any other packet that is too large closes the connection', async () => {
    const broker = await openBroker()
    const raw = await Raw.accepted(broker)
    raw.send(Buffer.of(0x82), lengthOf(65_533), Buffer.alloc(1000))
    await raw.closes()
    expect(broker.refusals).toMatchObject([{ reason: 'oversize', device: dock }])
  })

  test('an unauthenticated client can send neither a large CONNECT nor a large message', async () => {
    const broker = await openBroker()
    const sizes = [
      [0x10, 4096],
      [0x10, 100_000],
      [0x32, 100_000],
    ] as const
    for (const [first, bytes] of sizes) {
      const raw = await Raw.open(broker)
      raw.send(Buffer.of(first), lengthOf(bytes), Buffer.alloc(1000))
      await raw.closes()
      expect(raw.received).toEqual([])
    }
    expect(broker.refusals).toEqual(
      Array.from({ length: 3 }, () => ({ reason: 'oversize', address: '127.0.0.1' })),
    )
  })

  test('malformed lengths and protocol errors close only their connection', async () => {
    const broker = await openBroker({ packetBytesMax: 1000 })
    const bystander = await Raw.accepted(broker, { id: 'bystander' })
    const malformed = [
      Buffer.of(0x32, 0xff, 0xff, 0xff, 0xff, 0x01),
      Buffer.concat([Buffer.of(0x32), lengthOf(1001), Buffer.of(0xff, 0xff), Buffer.alloc(10)]),
      publish(1, 1, 'x', 'a/#'),
      publish(1, 1, 'x', ''),
      publish(1, 0, 'x'),
      packet(0x32, Buffer.of(0, 3, 0x61, 0xff, 0xfe), Buffer.of(0, 1), Buffer.from('x')),
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
    bystander.send(ping, publish(1, 1, 'x', 'Halle/\ufffd/é'))
    await bystander.receives('PINGRESP', 'PUBACK 1')
    expect(broker.accepted.map(({ topic }) => topic)).toEqual(['Halle/\ufffd/é'])
  })
})
