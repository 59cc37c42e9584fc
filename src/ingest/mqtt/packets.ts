import { generate, type IConnackPacket, type Packet, type Parser, parser as newParser } from 'mqtt-packet'
import { ConnectionFault, type Reason, reasons } from './reasons'

/** MQTT 3.1, 3.1.1 and 5. */
export type Version = 3 | 4 | 5

/** A PUBLISH as the broker uses it. */
export interface Publish {
  readonly qos: 0 | 1 | 2
  /** 0 for QoS 0. */
  readonly messageId: number
  readonly topic: string
  readonly payload: Buffer
}

export type { IConnectPacket as Connect, Packet } from 'mqtt-packet'

const unknownVersion = 'Invalid protocol version'

/** The protocol version of a CONNECT is none of ours. */
export class UnknownVersion extends ConnectionFault {
  constructor() {
    super(reasons.protocolError, 'unknown version of the protocol')
  }
}

/** Decodes one whole packet. Throws ConnectionFault when it is malformed. */
export function decode(bytes: Buffer, version: Version): Packet {
  let packet: Packet | undefined
  let failure: Error | undefined
  // A parser keeps the rest of a malformed packet, so each packet has its own. Messages do not need one.
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
  return packet
}

/** mqtt-packet collects a property that occurs more than once in an array. Only user properties may. */
function isRepeated(packet: Packet): boolean {
  const properties = 'properties' in packet ? packet.properties : undefined
  return properties !== undefined && Object.values(properties).some(Array.isArray)
}

/**
 * Decodes a PUBLISH. Its payload is a view of the packet. This is the packet of every read, and mqtt-packet takes ten
 * times as long for it. Throws ConnectionFault when it is malformed or breaks the protocol.
 */
export function decodePublish(bytes: Buffer, headerBytes: number, version: Version): Publish {
  const qos = qosOf(bytes[0] ?? 0)
  const topicAt = headerBytes + 2
  const topicEnd = topicAt + (bytes.length < topicAt ? 0 : bytes.readUInt16BE(headerBytes))
  const idEnd = topicEnd + (qos === 0 ? 0 : 2)
  // In version 5, the length of the properties follows.
  if (idEnd + (version === 5 ? 1 : 0) > bytes.length)
    throw new ConnectionFault(reasons.malformedPacket, 'malformed PUBLISH')
  const topic = bytes.toString('utf8', topicAt, topicEnd)
  const payload = version === 5 ? afterProperties(bytes, idEnd) : bytes.subarray(idEnd)
  if (topic === '') throw new ConnectionFault(reasons.protocolError, 'a message has no topic')
  if (topic.includes('#') || topic.includes('+'))
    throw new ConnectionFault(reasons.topicInvalid, 'the topic of a message contains a wildcard')
  return { qos, messageId: qos === 0 ? 0 : bytes.readUInt16BE(topicEnd), topic, payload }
}

/** Returns the QoS in the first byte of a PUBLISH. Throws ConnectionFault when it is none. */
export function qosOf(first: number): Publish['qos'] {
  const qos = (first >> 1) & 3
  if (qos !== 0 && qos !== 1 && qos !== 2)
    throw new ConnectionFault(reasons.malformedPacket, 'a message has QoS 3')
  return qos
}

/** Returns the payload of a PUBLISH of version 5, and checks its properties, which begin at `at`. */
function afterProperties(bytes: Buffer, at: number): Buffer {
  if (bytes[at] === 0) return bytes.subarray(at + 1)
  const packet = decode(bytes, 5)
  if (packet.cmd !== 'publish' || typeof packet.payload === 'string')
    throw new ConnectionFault(reasons.malformedPacket, 'malformed PUBLISH')
  if (packet.properties?.topicAlias !== undefined)
    throw new ConnectionFault(reasons.aliasInvalid, 'topic aliases are not supported')
  if (packet.properties?.subscriptionIdentifier !== undefined)
    throw new ConnectionFault(reasons.protocolError, 'a message of a client has a subscription identifier')
  return packet.payload
}

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
