import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type Packet,
  type Parser,
  parser as newParser,
  writeToStream,
} from 'mqtt-packet'
import { ConnectionFault, type Reason, reasons } from './reasons'

// The cache of mqtt-packet has an object for each of the 65,536 numbers, which is 5 MB, and makes no packet faster.
writeToStream.cacheNumbers = false

/** MQTT 3.1, 3.1.1 and 5. */
export type Version = 3 | 4 | 5

export type { IConnectPacket as Connect, Packet } from 'mqtt-packet'

const unknownVersion = 'Invalid protocol version'

/** The protocol version of a CONNECT is none of ours. */
export class UnknownVersion extends ConnectionFault {
  constructor() {
    super(reasons.protocolError, 'unknown version of the protocol')
  }
}

/** Decodes one whole packet other than a PUBLISH. Throws ConnectionFault when it is malformed. */
export function decode(bytes: Buffer, version: Version): Packet {
  let packet: Packet | undefined
  let failure: Error | undefined
  // A parser keeps the rest of a malformed packet, so each packet has its own.
  const parser: Parser = newParser({ protocolVersion: version })
  parser.on('packet', (whole) => (packet = whole))
  parser.on('error', (error: Error) => (failure ??= error))
  try {
    parser.parse(bytes)
  } catch (error) {
    failure ??= error as Error
  }
  if (failure?.message === unknownVersion) throw new UnknownVersion()
  if (failure || !packet)
    throw new ConnectionFault(reasons.malformedPacket, failure?.message ?? 'malformed packet')
  if (isRepeated(packet)) throw new ConnectionFault(reasons.protocolError, 'a property occurs twice')
  eachString(packet, (text) => {
    requireNoNul(text)
    requireUtf8(text, bytes)
  })
  return packet
}

/** mqtt-packet collects a property that occurs more than once in an array. Only user properties may. */
function isRepeated(packet: Packet): boolean {
  const properties = 'properties' in packet ? packet.properties : undefined
  return properties !== undefined && Object.values(properties).some(Array.isArray)
}

/** Returns whether a packet is a PINGREQ, which idle clients send most. */
export const isPing = (bytes: Buffer): boolean => bytes[0] === 0xc0 && bytes.length === 2

export const pingResponse = Buffer.from([0xd0, 0])

export const encode = (packet: Packet, version: Version): Buffer =>
  generate(packet, { protocolVersion: version })

const acknowledgementTypes = { puback: 0x40, pubrec: 0x50, pubcomp: 0x70 } as const

/** Encodes an acknowledgement without a reason, which has the same four bytes in all versions. */
export const acknowledgement = (cmd: keyof typeof acknowledgementTypes, messageId: number): Buffer =>
  Buffer.from([acknowledgementTypes[cmd], 2, messageId >> 8, messageId & 0xff])

export const disconnect = (reason: Reason, reasonString?: string): Packet => ({
  cmd: 'disconnect',
  reasonCode: reason,
  ...(reasonString !== undefined && { properties: { reasonString } }),
})

/** A CONNACK that refuses a connection: with a return code in version 3, and a reason in version 5. */
export const refusal = (version: Version, returnCode: number, reason: Reason): IConnackPacket => ({
  cmd: 'connack',
  sessionPresent: false,
  ...(version === 5 ? { reasonCode: reason } : { returnCode }),
})

/** The acknowledgement of a SUBSCRIBE that refuses all its subscriptions, or of an UNSUBSCRIBE that finds none. */
export function subscriptionsRefused(
  packet: Extract<Packet, { cmd: 'subscribe' | 'unsubscribe' }>,
  version: Version,
): Packet {
  const { messageId = 0 } = packet
  if (packet.cmd === 'unsubscribe')
    return { cmd: 'unsuback', messageId, granted: packet.unsubscriptions.map(() => reasons.noSubscription) }
  const code = version === 5 ? reasons.notAuthorized : 0x80
  return { cmd: 'suback', messageId, granted: packet.subscriptions.map(() => code) }
}

/** [MQTT-1.5.3-2] A string that contains U+0000 ends the connection. */
export function requireNoNul(text: string): void {
  if (text.includes('\0')) throw new ConnectionFault(reasons.malformedPacket, 'a string contains U+0000')
}

/**
 * [MQTT-1.5.3-1] A string that is not valid UTF-8 ends the connection. mqtt-packet replaces its invalid bytes by U+FFFD, which the
 * packet itself does not contain then.
 */
function requireUtf8(text: string, packet: Buffer): void {
  if (text.includes('\ufffd') && !packet.includes(text))
    throw new ConnectionFault(reasons.malformedPacket, 'a string is not valid UTF-8')
}

/** Checks all strings of a packet: client id, user name, topics and properties. Binary data is not text. */
function eachString(value: unknown, check: (text: string) => void): void {
  if (typeof value === 'string') return check(value)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [name, member] of Object.entries(value)) {
    check(name)
    eachString(member, check)
  }
}

/** [MQTT-3.1.2-14], [MQTT-4.7.3-1], [MQTT-3.3.2-2] The topic of a will has at least one character, and no wildcard. */
export function requireWill({ will }: IConnectPacket): void {
  if ((will?.qos ?? 0) > 2) throw new ConnectionFault(reasons.malformedPacket, 'the will has QoS 3')
  if (will?.topic === '') throw new ConnectionFault(reasons.topicInvalid, 'the topic of the will is empty')
  if (/[#+]/.test(will?.topic ?? ''))
    throw new ConnectionFault(reasons.topicInvalid, 'the topic of the will contains a wildcard')
}
