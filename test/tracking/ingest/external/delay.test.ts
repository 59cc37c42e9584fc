import { afterEach, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { ExternalBroker } from '../../../../src/tracking/ingest/mqtt/external'
import { createLog } from '../../../../src/base/log'

/** The delay before the service connects to the external broker again, with real sockets and without real delays. */

const accepted = [0x20, 3, 0, 0, 0]
/** A PUBLISH with QoS 1: topic `t`, packet id 1, no properties, payload `x`. */
const message = [0x32, 7, 0, 1, 0x74, 0, 1, 0, 0x78]
const sessionTakenOver = [0xe0, 2, 0x8e, 0]

let server: Server
let broker: ExternalBroker
afterEach(async () => {
  await broker.close()
  await new Promise((resolve) => server.close(resolve))
})

/** The delays after `count` connections, each of which `meet` ends. */
async function delaysAfter(connections: number, meet: (socket: Socket) => void): Promise<number[]> {
  server = createServer((socket) => {
    socket.on('error', () => {})
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const delays: number[] = []
  const enough = Promise.withResolvers<void>()
  broker = new ExternalBroker(
    {
      url: { protocol: 'mqtt', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      ca: [],
      clientId: 'whereabouts-test',
      group: undefined,
      mayConnect: () => true,
      payloadBytesMax: 1000,
      filters: async () => [],
      accept: async () => {},
      log: createLog({ level: 'silent', format: 'json' }),
    },
    async (milliseconds, signal) => {
      delays.push(milliseconds)
      if (delays.length < connections) return
      enough.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  )
  broker.open()
  await enough.promise
  return delays
}

test('after each lost connection the delay doubles, up to a minute', async () => {
  const delays = await delaysAfter(9, (socket) => socket.destroy())
  for (const [index, delay] of delays.entries()) {
    const longest = Math.min(60_000, 1000 * 2 ** index)
    expect(delay).toBeGreaterThanOrEqual(longest / 2)
    expect(delay).toBeLessThanOrEqual(longest)
  }
})

test('the delay does not grow over connections of which a message was acknowledged', async () => {
  const delays = await delaysAfter(5, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.of(...accepted, ...message))
      socket.once('data', () => socket.destroy())
    })
  })
  for (const delay of delays) expect(delay).toBeLessThanOrEqual(1000)
})

test('after another client took the session over, the service waits some minutes before it connects again', async () => {
  const [delay] = await delaysAfter(1, (socket) => {
    socket.once('data', () => socket.write(Buffer.of(...accepted, ...sessionTakenOver)))
  })
  expect(delay).toBeGreaterThanOrEqual(150_000)
  expect(delay).toBeLessThanOrEqual(300_000)
})
