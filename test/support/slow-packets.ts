import { connect } from 'node:net'
import type { Random } from './random-inputs'
import type { Program } from './program'
import { repeated, slowLines, slowString } from './slow-texts'

/** MQTT packets within the limits that are slow to process: of unauthenticated clients, and of a reader. */

interface Packets {
  readonly kind: string
  readonly bytes: Uint8Array
  /** Whether it has no valid token. */
  readonly isOpen: boolean
}

const field = (text: string): Buffer => {
  const content = Buffer.from(text)
  return Buffer.concat([Buffer.from([content.length >> 8, content.length & 255]), content])
}

function lengthOf(bytes: number): Buffer {
  const groups: number[] = []
  for (let left = bytes; groups.length === 0 || left > 0; left >>= 7) groups.push(left & 127)
  return Buffer.from(groups.map((group, index) => (index < groups.length - 1 ? group | 128 : group)))
}

function packet(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type]), lengthOf(body.length), body])
}

const connectBytesMax = 4000

function connectPacket(level: number, flags: number, ...fields: Buffer[]): Buffer {
  return packet(0x10, field('MQTT'), Buffer.from([level, flags, 0, 60]), ...fields)
}

/** Returns user properties of MQTT 5, which a client may repeat without limit. */
function userProperties(name: (index: number) => string, bytesMax = connectBytesMax - 500): Buffer {
  const parts: Buffer[] = []
  for (let bytes = 0; bytes < bytesMax;) {
    const part = Buffer.concat([Buffer.from([0x26]), field(name(parts.length)), field('')])
    bytes += part.length
    parts.push(part)
  }
  const properties = Buffer.concat(parts)
  return Buffer.concat([lengthOf(properties.length), properties])
}

export function packetsOf(
  random: Random,
  readers: readonly { readonly external_key: string; readonly device_token: string }[],
): Packets {
  const long = (bytes: number) => JSON.parse(slowString(random, bytes).replace(/\\\w*"$/, '"')) as string
  const strange = ['x', 'u', 'p'].map(field)
  const open: (() => [kind: string, bytes: Buffer])[] = [
    () => ['a CONNECT with long names', connectPacket(4, 0xc2, ...[1, 2, 3].map(() => field(long(1300))))],
    () => [
      'a CONNECT with a long will',
      connectPacket(4, 0xc6, ...['x', '/'.repeat(2000), long(1900), 'u', 'p'].map(field)),
    ],
    () => [
      'a CONNECT of MQTT 5',
      connectPacket(
        5,
        0xc2,
        userProperties((i) => `k${i}`),
        ...strange,
      ),
    ],
    () => [
      'a CONNECT of MQTT 5, one name',
      connectPacket(
        5,
        0xc2,
        userProperties(() => '__proto__'),
        ...strange,
      ),
    ],
    () => [
      'PINGREQ again and again',
      Buffer.concat([connectPacket(4, 0xc2, ...strange), Buffer.alloc(100_000, Buffer.from([0xc0, 0]))]),
    ],
    () => ['bytes', Buffer.alloc(200_000, random.below(256))],
  ]
  const reader = random.oneOf(readers)
  const begin = connectPacket(4, 0xc2, ...['x', reader.external_key, reader.device_token].map(field))
  const publish = (topic: string, payload: string) => {
    const message = packet(0x32, field(topic), Buffer.from([0, 1]), Buffer.from(payload))
    return Buffer.concat([begin, message])
  }
  const subscribe = packet(0x82, Buffer.of(0, 1), field('#'), Buffer.of(0))
  const begin5 = connectPacket(
    5,
    0xc2,
    Buffer.of(0),
    ...['x', reader.external_key, reader.device_token].map(field),
  )
  const own = `north/readers/${reader.external_key}`
  const ofReader: typeof open = [
    () => ['a PUBLISH with a long topic', publish(own + '/'.repeat(60_000), '{"reads":[]}')],
    () => ['a PUBLISH of lines', publish(own, slowLines(random, 1_000_000))],
    () => [
      'many PUBLISHes',
      Buffer.concat([begin, ...Array.from({ length: 50 }, () => publish(own, '{}').subarray(begin.length))]),
    ],
    () => [
      'a PUBLISH of MQTT 5 with user properties',
      Buffer.concat([
        begin5,
        packet(
          0x32,
          field(own),
          Buffer.from([0, 1]),
          userProperties(() => '', 1_000_000),
          Buffer.from('{}'),
        ),
      ]),
    ],
    () => [
      'many small packets',
      Buffer.concat([
        begin,
        Buffer.alloc(200_000, random.oneOf([Buffer.of(0xc0, 0), packet(0x62, Buffer.of(0, 1)), subscribe])),
      ]),
    ],
    () => ['a PUBLISH of objects', publish(own, repeated(1_000_000, '{"reads":[', '{"value":1}', ',', ']}'))],
  ]
  const isOpen = random.chance(0.6)
  const [kind, bytes] = random.oneOf(isOpen ? open : ofReader)()
  return { kind, bytes, isOpen }
}

/** Sends packets and waits for the broker to acknowledge the last of them or to end the connection. */
export function sendPackets(program: Program, { bytes, isOpen }: Packets): Promise<number> {
  const { hostname, port } = new URL(program.mqtt as string)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let received = 0
    // After the CONNACK there is a PUBACK for a reader.
    socket.on('data', (data) => {
      received += data.length
      if (!isOpen && received >= 8) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(bytes)
    socket.setTimeout(200, () => socket.destroy())
  })
}
