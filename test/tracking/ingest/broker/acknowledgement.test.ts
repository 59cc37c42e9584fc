import { afterEach, describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  closeResources,
  dock,
  openBroker,
  textOf,
  connect,
  waitFor,
  publish,
  pubrel,
  disconnect,
  Raw,
  Held,
  settled,
} from '../../../support/broker'

/** When the built-in broker acknowledges a message. */

describe('acknowledgement', () => {
  afterEach(closeResources)

  // Rule: internal-api.md, MQTT
  test('a message of QoS 1 is acknowledged only after it was accepted', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const client = await connect(broker)
    let isAcknowledged = false
    const sent = client.publishAsync('a/b', 'hello', { qos: 1 }).then(() => (isAcknowledged = true))
    await waitFor(() => held.waiting.length === 1)
    await settled()
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
    await settled()
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

  // Rule: internal-api.md, MQTT
  test('a message that could not be stored closes the connection without an acknowledgement, and is sent again', async () => {
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
      await settled()
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

  test('closing the broker waits until messages in progress are acknowledged', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    const other = await Raw.accepted(broker, { id: 'other' })
    raw.send(publish(1, 1, '1'), publish(2, 2, '2'))
    await waitFor(() => held.waiting.length === 2)
    const closed = broker.close()
    await settled()
    expect(raw.isClosed).toBe(false)
    other.send(publish(1, 9, 'too late'))
    await settled()
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
