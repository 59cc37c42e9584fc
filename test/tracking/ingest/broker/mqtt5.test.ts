import { afterEach, describe, expect, test } from 'bun:test'
import type { IConnectPacket } from 'mqtt-packet'
import {
  closeResources,
  connect,
  dock,
  Held,
  openBroker,
  packet,
  Raw,
  settled,
  short,
  type TestBroker,
  text,
  textOf,
  waitFor,
} from '../../../support/broker'
import { Client5 } from '../../../support/mqtt5'

/** What MQTT 5 adds to the built-in broker: properties, and reason codes. */

describe('a connection of MQTT 5', () => {
  afterEach(closeResources)

  test('receives the limits of the broker, and no other properties', async () => {
    const broker = await openBroker({ packetBytesMax: 5000 })
    const client = await Client5.connected(broker)
    expect(client.received[0]).toMatchObject({ cmd: 'connack', reasonCode: 0, sessionPresent: false })
    expect(client.received[0]).toHaveProperty('properties', {
      receiveMaximum: 1000,
      maximumPacketSize: 5000,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
    })
  })

  test('that sends no client id gets one, which differs each time', async () => {
    const broker = await openBroker()
    const clients = [
      await Client5.connected(broker, { clientId: '' }),
      await Client5.connected(broker, { clientId: '' }),
    ]
    const ids = clients.map(({ received: [connack] }) =>
      connack?.cmd === 'connack' ? connack.properties?.assignedClientIdentifier : undefined,
    )
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('that requests a session beyond its end receives a CONNACK without one', async () => {
    const broker = await openBroker()
    for (let i = 0; i < 2; i++) {
      const client = await Client5.connected(broker, {
        clean: false,
        properties: { sessionExpiryInterval: 3600 },
      })
      expect(client.received[0]).toMatchObject({
        sessionPresent: false,
        reasonCode: 0,
        properties: { sessionExpiryInterval: 0 },
      })
      client.socket.destroy()
    }
  })

  test('is refused with a reason: wrong credentials, an unavailable database, enhanced authentication', async () => {
    const broker = await openBroker()
    const unavailable = await openBroker({
      authenticate: async () => {
        throw new Error('no database')
      },
    })
    const cases: readonly (readonly [TestBroker, Partial<IConnectPacket>, number])[] = [
      [broker, { password: Buffer.from('wrong') }, 0x86],
      [broker, { username: 'unknown' }, 0x86],
      [unavailable, {}, 0x88],
      [broker, { properties: { authenticationMethod: 'SCRAM' } }, 0x8c],
      [broker, { properties: { receiveMaximum: 0 } }, 0x82],
    ]
    for (const [at, options, reasonCode] of cases) {
      const client = await Client5.connected(at, options)
      expect(client.received).toMatchObject([{ cmd: 'connack', reasonCode, sessionPresent: false }])
      await client.closes()
    }
    expect(broker.refusals).toHaveLength(2)
  })

  test('that is taken over receives the reason, and the new one works', async () => {
    const broker = await openBroker()
    const old = await Client5.connected(broker)
    const young = await Client5.connected(broker)
    await old.closes()
    expect(old.received.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8e })
    young.publish(1, 1, 'x')
    await waitFor(() => young.received.length === 2)
    expect(young.received[1]).toMatchObject({ cmd: 'puback', messageId: 1, reasonCode: 0 })
    expect(broker.errors).toEqual([])
  })

  test('receives the reason when the broker shuts down, after its acknowledgements', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const client = await Client5.connected(broker)
    client.publish(1, 1, 'x')
    await waitFor(() => held.waiting.length === 1)
    const closed = broker.close()
    held.openUp()
    await closed
    await client.closes()
    expect(client.received.slice(1)).toMatchObject([
      { cmd: 'puback', messageId: 1 },
      { cmd: 'disconnect', reasonCode: 0x8b },
    ])
  })

  test('that is silent for longer than its keep-alive receives the reason', async () => {
    const broker = await openBroker()
    const client = await Client5.connected(broker, { keepalive: 1 })
    await client.closes()
    expect(client.received.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8d })
  })

  test('that breaks the protocol receives the reason', async () => {
    const broker = await openBroker()
    const bytes = (...parts: Buffer[]) => packet(0x32, text('a/b'), short(1), ...parts)
    const cases: readonly (readonly [Buffer, number])[] = [
      [packet(0x32, text('a/#'), short(1), Buffer.of(0)), 0x90],
      [packet(0x32, text(''), short(1), Buffer.of(0)), 0x82],
      [packet(0x32, text('a/b'), short(0), Buffer.of(0)), 0x82],
      // A topic that is not UTF-8.
      [packet(0x32, Buffer.of(0, 1, 0xff), short(1), Buffer.of(0)), 0x81],
      // Strings that contain U+0000.
      [packet(0x32, text('a\0b'), short(1), Buffer.of(0)), 0x81],
      [bytes(Buffer.of(4, 3, 0, 1, 0)), 0x81],
      [bytes(Buffer.of(4, 8, 0, 1, 0)), 0x81],
      [bytes(Buffer.of(7, 0x26, 0, 1, 97, 0, 1, 0)), 0x81],
      // An alias, where the broker allows none.
      [packet(0x32, text(''), short(1), Buffer.of(3, 0x23, 0, 1)), 0x94],
      // A subscription identifier.
      [bytes(Buffer.of(2, 0x0b, 1)), 0x82],
      // A content type that occurs twice.
      [bytes(Buffer.of(8, 3, 0, 1, 97, 3, 0, 1, 97)), 0x82],
      // A property of no known type, and properties that exceed the packet.
      [bytes(Buffer.of(2, 0x7f, 1)), 0x81],
      [bytes(Buffer.of(100, 1, 1)), 0x81],
      [bytes(Buffer.of(0xff, 0xff, 0xff, 0xff, 1)), 0x81],
      [bytes(Buffer.of(2, 0x26, 0)), 0x81],
      [bytes(Buffer.of(3, 0x02, 0, 0), Buffer.alloc(10)), 0x81],
      [packet(0x36, text('a/b'), short(1), Buffer.of(0)), 0x81],
      [Buffer.of(0x32, 0xff, 0xff, 0xff, 0xff, 1), 0x81],
      [Buffer.concat([Buffer.of(0x82), Buffer.of(0xff, 0xff, 3)]), 0x95],
    ]
    for (const [sent, reasonCode] of cases) {
      const client = await Client5.connected(broker)
      client.socket.write(sent)
      await client.closes()
      expect(client.received.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode })
    }
    expect(broker.accepted).toEqual([])
  })

  test.each(['', 'a/+', '#', 'a/#'])(
    'whose will has the topic %p is refused with the reason',
    async (topic) => {
      const broker = await openBroker()
      const client = await Client5.open(broker)
      // The encoder of the test rejects an empty topic.
      const will = Buffer.concat([Buffer.of(0), text(topic), text('gone')])
      client.socket.write(
        packet(0x10, text('MQTT'), Buffer.of(5, 0xc6, 0, 0, 0), text('five'), will, text('dock'), text('x')),
      )
      await client.closes()
      expect(client.received).toMatchObject([{ cmd: 'connack', reasonCode: 0x90 }])
    },
  )

  test('with more unacknowledged messages than the receive maximum is disconnected', async () => {
    const broker = await openBroker()
    const client = await Client5.connected(broker)
    for (let id = 1; id <= 1001; id++) client.publish(2, id, 'x')
    await client.closes()
    expect(client.received.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x93 })
    expect(broker.accepted).toHaveLength(1000)
  })

  test('may send any number of messages of QoS 2 that it completes', async () => {
    const broker = await openBroker()
    const client = await Client5.connected(broker)
    client.received.length = 0
    for (let round = 0; round < 3; round++) {
      const ids = Array.from({ length: 900 }, (_, index) => index + 1)
      for (const id of ids) client.publish(2, id, 'x')
      expect(await client.receives(900)).toHaveLength(900)
      for (const messageId of ids) client.send({ cmd: 'pubrel', messageId })
      expect((await client.receives(900)).at(-1)).toMatchObject({ cmd: 'pubcomp', messageId: 900 })
    }
    expect(broker.accepted).toHaveLength(2700)
  })

  test('gets a reason for each subscription that is refused', async () => {
    const broker = await openBroker()
    const client = await Client5.connected(broker)
    client.received.length = 0
    client.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [
        { topic: '#', qos: 1 },
        { topic: '$share/g/a', qos: 0 },
      ],
    })
    expect(await client.receives()).toMatchObject([{ cmd: 'suback', messageId: 1, granted: [0x87, 0x87] }])
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['#'] })
    expect(await client.receives()).toMatchObject([{ cmd: 'unsuback', messageId: 2, granted: [0x11] }])
  })

  test('gets the reason why a message was dropped, unless it does not want it', async () => {
    const reason = 'The topic a/b does not match the topic of the reader'
    const broker = await openBroker({
      accept: async ({ payload }) => ({
        result: payload.length === 0 ? 'malformed' : 'unauthorized',
        reason,
      }),
    })
    const client = await Client5.connected(broker)
    client.received.length = 0
    client.publish(1, 1, 'x')
    client.publish(2, 2, '')
    expect(await client.receives(2)).toMatchObject([
      { cmd: 'puback', messageId: 1, reasonCode: 0x87, properties: { reasonString: reason } },
      { cmd: 'pubrec', messageId: 2, reasonCode: 0x83, properties: { reasonString: reason } },
    ])
    for (const properties of [{ requestProblemInformation: false }, { maximumPacketSize: 50 }]) {
      const brief = await Client5.connected(broker, { clientId: 'brief', properties })
      brief.received.length = 0
      brief.publish(1, 1, 'x')
      const [puback] = await brief.receives()
      expect(puback).toMatchObject({ cmd: 'puback', reasonCode: 0x87 })
      expect(puback).not.toHaveProperty('properties')
    }
  })

  test('gets a short reason for a long topic', async () => {
    const broker = await openBroker({
      accept: async ({ topic }) => ({ result: 'unauthorized', reason: `No ${topic}` }),
    })
    const client = await Client5.connected(broker)
    client.received.length = 0
    client.socket.write(packet(0x32, text('x'.repeat(65_000)), short(1), Buffer.of(0)))
    expect(await client.receives()).toMatchObject([
      { reasonCode: 0x87, properties: { reasonString: `No ${'x'.repeat(297)}` } },
    ])
  })

  // Rule: internal-api.md, MQTT
  test('gets a reason for a message that is too large, and the next one works', async () => {
    const broker = await openBroker({ packetBytesMax: 1000 })
    const client = await Client5.connected(broker)
    client.received.length = 0
    client.publish(0, 0, Buffer.alloc(5000))
    client.publish(1, 1, Buffer.alloc(5000))
    client.publish(2, 2, Buffer.alloc(5000))
    client.publish(1, 3, 'x')
    expect(await client.receives(3)).toMatchObject([
      { cmd: 'puback', messageId: 1, reasonCode: 0x97 },
      { cmd: 'pubrec', messageId: 2, reasonCode: 0x97 },
      { cmd: 'puback', messageId: 3, reasonCode: 0 },
    ])
    expect(broker.refusals).toEqual(
      Array.from({ length: 3 }, () => ({ reason: 'oversize', device: dock, address: '127.0.0.1' })),
    )
    expect(broker.accepted.map(textOf)).toEqual(['x'])
  })

  test('whose message could not be stored is disconnected without the details', async () => {
    const broker = await openBroker({
      accept: async () => {
        throw new Error('disk full')
      },
    })
    const client = await Client5.connected(broker)
    client.publish(1, 1, 'x')
    await client.closes()
    expect(client.received.slice(1)).toEqual([
      expect.objectContaining({ cmd: 'disconnect', reasonCode: 0x80 }),
    ])
    expect(client.received[1]).not.toHaveProperty('properties')
  })

  test('may use the properties of a message, a will, and the retain flag', async () => {
    const broker = await openBroker()
    const client = await connect(broker, {
      protocolVersion: 5,
      will: { topic: 'a/b', payload: Buffer.from('gone'), qos: 1, properties: { willDelayInterval: 1 } },
    })
    const properties = {
      payloadFormatIndicator: true,
      messageExpiryInterval: 60,
      contentType: 'application/json',
      responseTopic: 'a/c',
      correlationData: Buffer.from('1'),
      userProperties: { site: ['north', 'south'] },
    }
    await client.publishAsync('a/b', 'hello', { qos: 1, retain: true, properties })
    client.stream.destroy()
    await settled()
    expect(broker.accepted.map(textOf)).toEqual(['hello'])
  })
})

// Rule: internal-api.md, MQTT
test('a version of the protocol that does not exist is refused with return code 1', async () => {
  const broker = await openBroker()
  const raw = await Raw.open(broker)
  raw.send(packet(0x10, text('MQTT'), Buffer.of(6, 2), short(0), text('id')))
  await raw.closes()
  expect(raw.received).toEqual(['CONNACK 1'])
  await closeResources()
})
