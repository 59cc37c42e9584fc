import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { once } from 'node:events'
import { connect } from 'node:net'
import { apiClient, type Client, signIn } from '../../support/client'
import { createRandom, type Random } from '../../support/random-inputs'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation } from '../../support/records'
import { newReader, type Reader } from '../../support/scans'
import { seed } from '../../support/seed'

/** Bytes that are not HTTP or MQTT, or only begin like them, on both ports. */

const connections = Number(Bun.env['TEST_FUZZ_CONNECTIONS'] ?? 4000)
const atOnce = 16
/** Time after which the test closes a connection that the server keeps open. */
const patienceMs = 20

let program: Program
let api: Client
let reader: Reader
beforeAll(async () => {
  program = await startProgram()
  const session = await signIn(program)
  api = await apiClient(program, session)
  reader = await newReader(session, 'GATE', [(await newLocation(api)).id])
})
afterAll(stopPrograms)

const bytes = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)))

/** Flips bits, and removes, repeats and inserts bytes. */
function garble(random: Random, message: Buffer): Buffer {
  let garbled = message
  for (let times = random.below(6); times > 0; times--) {
    const at = random.below(garbled.length + 1)
    const [head, tail] = [garbled.subarray(0, at), garbled.subarray(at)]
    const changes: (() => Buffer[])[] = [
      () => [head, bytes(random, 1 + random.below(8)), tail],
      () => [head, bytes(random, 1), tail.subarray(1)],
      () => [head, tail.subarray(random.below(20))],
      () => [head],
      () => [head, tail, tail],
    ]
    garbled = Buffer.concat(random.oneOf(changes)())
  }
  return garbled
}

const heads = (random: Random): string[] => [
  'GET /api/v1/assets HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET http://[::1/ HTTP/1.1\r\nHost: ]\r\n\r\n',
  `GET ${random.oneOf(['*', '//', '/\\', 'x', '/api/v1/\u00ff\u0000', '/?', '/%'])} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /api/v1/assets HTTP/1.1\r\nHost: ${random.oneOf(['', 'a b', ':', '/', '\u00ff', 'a:99999'])}\r\n\r\n`,
  `GET /api/v1/assets HTTP/1.1\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  'POST /api/v1/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}',
  'POST /api/v1/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
  'POST /api/v1/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
  'POST /api/v1/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  'POST /api/v1/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
    `Transfer-Encoding: chunked\r\n\r\n${random.oneOf(['zz', '2\r\n{}\r\n0', 'ffffffffffffffffff', '-1', '1'])}\r\n\r\n`,
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

function http(random: Random): Buffer {
  const many = Array.from({ length: 1 + random.below(3) }, () => random.oneOf(heads(random)))
  return garble(random, Buffer.from(many.join(''), 'latin1'))
}

const field = (text: string): Buffer => {
  const content = Buffer.from(text)
  return Buffer.concat([Buffer.from([content.length >> 8, content.length & 255]), content])
}

function packet(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

/** A CONNECT of the reader or of a client without a password, and the packets after it. */
function mqtt(random: Random): Buffer {
  const password = random.chance(0.7) ? reader.device_token : 'x'
  const version = random.oneOf([4, 4, 3, 5, 5, 0])
  // The length of the properties, of which there are none.
  const properties = Buffer.alloc(version === 5 ? 1 : 0)
  const start = packet(
    0x10,
    field(random.oneOf(['MQTT', 'MQIsdp', ''])),
    Buffer.from([version, random.oneOf([0xc2, 0xc2, 0xc6, 0xff, 0]), 0, 60]),
    properties,
    field(`client-${random.below(10)}`),
    field(reader.external_key),
    field(password),
  )
  const id = Buffer.from([0, 1])
  const topic = random.oneOf([`north/readers/GATE/reads`, '#', '$SYS/x', '', 'a\u0000', 'x/'.repeat(2000)])
  const following = [
    packet(
      random.oneOf([0x30, 0x32, 0x34, 0x3b, 0x3e]),
      field(topic),
      id,
      properties,
      Buffer.from('{"reads":['),
    ),
    packet(0x32, field(topic), id, Buffer.from([5, 0x26, 0, 1, 97, 0, 0]), Buffer.from('{"reads":[]}')),
    packet(0x82, id, properties, field(topic), Buffer.from([random.below(4)])),
    packet(0xa2, id, properties, field(topic)),
    packet(random.oneOf([0x40, 0x50, 0x62, 0x70]), id),
    Buffer.from([0xc0, 0]),
    Buffer.from([0x30, 0xff, 0xff, 0xff, random.oneOf([0x7f, 0xff])]),
    Buffer.from([0xe0, 0]),
  ]
  const sent = Array.from({ length: random.below(5) }, () => random.oneOf(following))
  const all = Buffer.concat([start, ...sent])
  return random.chance(0.6) ? garble(random, all) : all
}

/**
 * Sends the bytes in one or several pieces and ends the connection in one of several ways. Returns whether there was a
 * response.
 */
async function send(url: string, message: Buffer, random: Random): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // The server may end it at any time: that is what it should do.
  socket.on('error', () => {})
  const closed = once(socket, 'close').catch(() => {})
  const at = random.below(message.length + 1)
  socket.write(message.subarray(0, at))
  if (random.chance(0.5)) await new Promise<void>((resolve) => setImmediate(resolve))
  socket.write(message.subarray(at))
  let hasResponse = false
  socket.on('data', () => (hasResponse = true))
  if (random.chance(0.5)) socket.end()
  const timer = setTimeout(
    () => (random.chance(0.5) ? socket.resetAndDestroy() : socket.destroy()),
    patienceMs,
  )
  await closed
  clearTimeout(timer)
  return hasResponse
}

const kinds: Record<string, (random: Random) => Buffer> = {
  'garbage bytes': (random) => bytes(random, random.below(2000)),
  'broken HTTP': http,
  'broken MQTT': mqtt,
}

describe.each(['http', 'mqtt'] as const)('the port of %s', (port) => {
  test.each(Object.keys(kinds))(
    `survives %s (TEST_SEED=${seed}), and serves`,
    async (kind) => {
      let left = connections
      let responses = 0
      const work = async (_: unknown, index: number) => {
        const random = createRandom(seed + index)
        while (left-- > 0) {
          const message = (kinds[kind] as (typeof kinds)[string])(random)
          if (await send(program[port] as string, message, random)) responses++
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      // What was almost right was understood.
      if (kind === `broken ${port.toUpperCase()}`) expect(responses).toBeGreaterThan(connections / 10)
      await expectServing()
    },
    60_000,
  )
})

async function expectServing(): Promise<void> {
  expect(program.process.exitCode).toBeNull()
  const place = await newLocation(api)
  expect((await api.get(`/api/v1/locations/${place.id}`)).body.data.id).toBe(place.id)
  const { hostname, port } = new URL(program.mqtt as string)
  const credentials = { username: reader.external_key, password: reader.device_token }
  const client = await connectAsync({
    host: hostname,
    port: Number(port),
    reconnectPeriod: 0,
    ...credentials,
  })
  await client.publishAsync('north/readers/GATE/reads', '{"reads":[{"value":"AA"}]}', { qos: 1 })
  await client.endAsync()
  // Errors of clients are not errors of the service.
  expect(program.log()).not.toContain('"level":50')
}
