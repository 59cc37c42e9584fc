import { afterEach, describe, expect, test } from 'bun:test'
import { type IClientOptions } from 'mqtt'
import {
  closeResources,
  gate,
  openBroker,
  textOf,
  connect,
  waitFor,
  text,
  short,
  packet,
  connectPacket,
  publishHead,
  publish,
  ping,
  Raw,
  Held,
  settled,
} from '../../../support/broker'

/** Connections to the built-in broker: credentials, client ids, limits. */

describe('connections', () => {
  afterEach(closeResources)

  // Rule: internal-api.md, MQTT
  test('wrong or absent credentials get return code 4 and are counted', async () => {
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

  // Rule: internal-api.md, MQTT
  test('a check of credentials that fails gets return code 3', async () => {
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

  // Rule: internal-api.md, MQTT
  test('a subscription is refused, and nothing is retained or delivered, not even a will', async () => {
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
    await settled()
    expect(raw.received).toEqual(['SUBACK 128'])
    expect(broker.accepted.map(textOf)).toEqual(['retained'])
  })

  test.each(['', 'a/+', 'a/#', 'a\0b'])('a CONNECT whose will has the topic %p is refused', async (will) => {
    const broker = await openBroker()
    const raw = await Raw.open(broker)
    raw.send(connectPacket({ will }))
    await raw.closes()
    expect(raw.received).toEqual([])
    expect(broker.errors).toHaveLength(1)
  })

  test.each<[where: string, Buffer]>([
    ['client id', connectPacket({ id: 'a\0b' })],
    ['user name', connectPacket({ username: 'a\0b' })],
  ])('a CONNECT with U+0000 in its %s is refused', async (_, bytes) => {
    const broker = await openBroker()
    const raw = await Raw.open(broker)
    raw.send(bytes)
    await raw.closes()
    expect(raw.received).toEqual([])
    expect(broker.refusals).toEqual([])
  })

  /** Replaces U+FFFD by bytes that are not UTF-8. */
  const damaged = (bytes: Buffer): Buffer => {
    bytes.set([0xed, 0xa0, 0x80], bytes.indexOf('\ufffd'))
    return bytes
  }

  test.each<[what: string, Buffer]>([
    ['a client id that is not UTF-8', damaged(connectPacket({ id: 'a\ufffd' }))],
    ['a user name that is not UTF-8', damaged(connectPacket({ username: 'a\ufffd' }))],
    ['a topic of its will that is not UTF-8', damaged(connectPacket({ will: 'a\ufffd' }))],
    [
      'a will of QoS 3',
      Buffer.from(connectPacket({ will: 'a' }).map((byte, at) => (at === 9 ? byte | 0x18 : byte))),
    ],
  ])('a CONNECT with %s is refused', async (_, bytes) => {
    const broker = await openBroker()
    const raw = await Raw.open(broker)
    raw.send(bytes)
    await raw.closes()
    expect([raw.received, broker.refusals]).toEqual([[], []])
    await Raw.accepted(broker, { id: 'a\ufffd' })
  })

  test.each<[what: string, Buffer]>([
    ['message of QoS 0', publish(0, 0, 'x', 'a\0b')],
    ['message of QoS 1', publish(1, 1, 'x', '\0')],
    ['message of QoS 2', publish(2, 1, 'x', 'a/b\0')],
    ['subscription', packet(0x82, short(1), text('a\0b'), Buffer.of(1))],
  ])('a %s with U+0000 in its topic closes the connection', async (_, bytes) => {
    const broker = await openBroker()
    const raw = await Raw.accepted(broker)
    raw.send(bytes)
    await raw.closes()
    expect(raw.received).toEqual([])
    expect(broker.accepted).toEqual([])
  })

  test('readers with the same client id do not affect each other', async () => {
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

  test('a message that imitates the broker’s own does not disconnect a client', async () => {
    const broker = await openBroker()
    const victim = await Raw.accepted(broker, { id: 'victim' })
    const client = await connect(broker, { clientId: 'attacker' })
    await client.publishAsync('$SYS/else/new/clients', '7:victim', { qos: 1 })
    await client.publishAsync('$SYS/else/heartbeat', 'x', { qos: 1 })
    victim.send(ping)
    await victim.receives('PINGRESP')
    expect(broker.accepted).toHaveLength(2)
  })

  test('client ids may be empty, or long, in versions 3.1 and 3.1.1', async () => {
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

  // Rule: internal-api.md, MQTT
  test('a session ends with its connection', async () => {
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

  /** As many connections as the limit allows, a hundred at a time. */
  async function thousand(open: () => Promise<Raw>): Promise<Raw[]> {
    const raws: Raw[] = []
    for (let i = 0; i < 10; i++) raws.push(...(await Promise.all(Array.from({ length: 100 }, open))))
    return raws
  }

  // Rule: internal-api.md, MQTT
  test('a thousand unauthenticated connections do not block a reader: the oldest is closed', async () => {
    const broker = await openBroker()
    const known = await Raw.accepted(broker)
    const silent = await thousand(() => Raw.open(broker))
    await Raw.accepted(broker, { id: 'another' })
    await silent[1]?.closes()
    expect(silent.flatMap(({ isClosed }, index) => (isClosed ? [index] : []))).toEqual([0, 1])
    expect(known.isClosed).toBe(false)
  })

  // Rule: internal-api.md, MQTT
  test('a reader with a thousand connections does not block others: its oldest connection is closed', async () => {
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
