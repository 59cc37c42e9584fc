import { beforeAll, describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  openResources,
  openBroker,
  waitFor,
  connectPacket,
  publish,
  ping,
  Raw,
  Held,
} from '../../../support/broker'

/** Times at which the built-in broker closes connections. */

/** These connect first and are checked last, so that no test waits ten seconds for them. */
let unauthenticated: { start: number; silent: Raw; slow: Raw }

beforeAll(async () => {
  const broker = await openBroker()
  const start = Date.now()
  unauthenticated = { start, silent: await Raw.open(broker), slow: await Raw.open(broker) }
  unauthenticated.slow.send(connectPacket().subarray(0, 10))
  // Not to be closed after the first test.
  openResources.length = 0
})

describe.concurrent('time', () => {
  test('a connection without a CONNECT is closed after ten seconds', async () => {
    const { start, silent, slow } = unauthenticated
    for (const connection of [silent, slow]) {
      await connection.closes(25_000)
      expect((connection.closedAt ?? 0) - start).toBeWithin(9500, 25_000)
    }
  }, 30_000)

  test('a client that is silent for longer than its keep-alive is disconnected; a client that pings is not', async () => {
    const broker = await openBroker()
    const alive = await Raw.accepted(broker, { id: 'alive', keepAlive: 1 })
    const pings = setInterval(() => alive.send(ping), 300)
    const start = Date.now()
    const silent = await Raw.accepted(broker, { id: 'silent', keepAlive: 1 })
    await silent.closes(20_000)
    expect(Date.now() - start).toBeWithin(1400, 20_000)
    await sleep(1500)
    clearInterval(pings)
    expect(alive.isClosed).toBe(false)
    expect(broker.errors.map(({ message }) => message)).toEqual(['keep alive timeout'])
    await broker.close()
  }, 30_000)

  test('neither a message on a slow line nor one that waits to be stored counts as silence', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const slow = await Raw.accepted(broker, { id: 'slow', keepAlive: 1 })
    const waiting = await Raw.accepted(broker, { id: 'waiting', keepAlive: 1 })
    for (let id = 1; id <= 1010; id++) waiting.send(publish(1, id, 'x'))
    const bytes = publish(1, 1, Buffer.alloc(2_000_000))
    for (let i = 0; i < 7; i++) {
      slow.send(bytes.subarray(i * 10, i * 10 + 10))
      await sleep(500)
    }
    expect([slow.isClosed, waiting.isClosed]).toEqual([false, false])
    held.openUp()
    slow.send(bytes.subarray(70))
    await slow.receives('PUBACK 1')
    await waitFor(() => waiting.received.length === 1010)
    await broker.close()
  }, 30_000)

  test('closing the broker waits no longer than five seconds for messages in progress', async () => {
    const held = new Held()
    const broker = await openBroker({ accept: held.accept })
    const raw = await Raw.accepted(broker)
    raw.send(publish(1, 1, 'x'))
    await waitFor(() => held.waiting.length === 1)
    const start = Date.now()
    await broker.close()
    expect(Date.now() - start).toBeWithin(4500, 15_000)
    await raw.closes()
    expect(raw.received).toEqual([])
  }, 30_000)
})
