import { isUtf8 } from 'node:buffer'
import { requireNoNul, type Version } from './packets'
import { ConnectionFault, reasons } from './reasons'

/** A PUBLISH as the broker uses it. */
export interface Publish {
  readonly qos: 0 | 1 | 2
  /** 0 for QoS 0. */
  readonly messageId: number
  readonly topic: string
  readonly payload: Buffer
}

/**
 * Decodes a PUBLISH. Its payload is a view of the packet. This is the packet of every read, and mqtt-packet takes ten
 * times as long for it. Throws ConnectionFault when it is malformed or breaks the protocol.
 */
export function decodePublish(bytes: Buffer, headerBytes: number, version: Version): Publish {
  const qos = qosOf(bytes[0] ?? 0)
  const topicAt = headerBytes + 2
  const topicEnd = topicAt + lengthAt(bytes, headerBytes)
  const idEnd = topicEnd + (qos === 0 ? 0 : 2)
  if (idEnd > bytes.length) throw malformed()
  const payload = bytes.subarray(version === 5 ? endOfProperties(bytes, idEnd) : idEnd)
  const topic = topicOf(bytes, topicAt, topicEnd)
  if (topic === '') throw new ConnectionFault(reasons.protocolError, 'a message has no topic')
  if (topic.includes('#') || topic.includes('+'))
    throw new ConnectionFault(reasons.topicInvalid, 'the topic of a message contains a wildcard')
  return { qos, messageId: qos === 0 ? 0 : packetIdAt(bytes, topicEnd), topic, payload }
}

/** [MQTT-1.5.3-1] A topic that is not valid UTF-8 ends the connection. */
function topicOf(bytes: Buffer, at: number, end: number): string {
  const topic = bytes.toString('utf8', at, end)
  // Invalid bytes become U+FFFD, so only such a topic needs the check.
  if (topic.includes('\ufffd') && !isUtf8(bytes.subarray(at, end)))
    throw new ConnectionFault(reasons.malformedPacket, 'the topic of a message is not valid UTF-8')
  requireNoNul(topic)
  return topic
}

/** [MQTT-2.3.1-1] A packet id is never 0. */
function packetIdAt(bytes: Buffer, at: number): number {
  const id = bytes.readUInt16BE(at)
  if (id === 0) throw new ConnectionFault(reasons.protocolError, 'the packet id of a message is 0')
  return id
}

/** Returns the QoS in the first byte of a PUBLISH. Throws ConnectionFault when it is 3. */
export function qosOf(first: number): Publish['qos'] {
  const qos = (first >> 1) & 3
  if (qos !== 0 && qos !== 1 && qos !== 2)
    throw new ConnectionFault(reasons.malformedPacket, 'a message has QoS 3')
  return qos
}

const userProperty = 0x26

/**
 * Checks the properties of a PUBLISH, which begin at `at`, and returns where they end. Their values have no effect on
 * reads. Throws ConnectionFault for those that a client must not send.
 */
function endOfProperties(bytes: Buffer, at: number): number {
  const length = variableAt(bytes, at)
  const end = length.end + length.value
  if (end > bytes.length) throw malformed()
  if (length.value === 0) return end
  const found = new Set<number>()
  let next = length.end
  while (next < end) {
    const id = bytes[next] ?? 0
    if (id !== userProperty && found.has(id))
      throw new ConnectionFault(reasons.protocolError, 'a property occurs twice')
    found.add(id)
    next = endOfProperty(bytes, id, next + 1)
  }
  if (next > end) throw malformed()
  return end
}

/** Returns where the value of a property ends, which begins at `at`. */
function endOfProperty(bytes: Buffer, id: number, at: number): number {
  switch (id) {
    // Payload format indicator.
    case 0x01:
      return at + 1
    // Message expiry interval.
    case 0x02:
      return at + 4
    // Correlation data.
    case 0x09:
      return at + 2 + lengthAt(bytes, at)
    // Content type, response topic.
    case 0x03:
    case 0x08:
      return endOfString(bytes, at)
    case userProperty:
      return endOfString(bytes, endOfString(bytes, at))
    case 0x0b:
      throw new ConnectionFault(reasons.protocolError, 'a message of a client has a subscription identifier')
    case 0x23:
      throw new ConnectionFault(reasons.aliasInvalid, 'topic aliases are not supported')
    default:
      throw malformed()
  }
}

function endOfString(bytes: Buffer, at: number): number {
  const end = at + 2 + lengthAt(bytes, at)
  requireNoNul(bytes.toString('latin1', at + 2, end))
  return end
}

function lengthAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw malformed()
  return bytes.readUInt16BE(at)
}

/** Reads an integer of one to four bytes. */
function variableAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) break
    value += (byte & 0x7f) << (7 * i)
    if (byte < 0x80) return { value, end: at + i + 1 }
  }
  throw malformed()
}

const malformed = () => new ConnectionFault(reasons.malformedPacket, 'malformed PUBLISH')
