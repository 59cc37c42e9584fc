import type { IConnectPacket, Packet } from 'mqtt-packet'
import { ConnectionFault, reasons } from './reasons'

/** [MQTT-1.5.3-2] A string that contains U+0000 ends the connection. */
export function requireNoNul(text: string): void {
  if (text.includes('\0')) throw new ConnectionFault(reasons.malformedPacket, 'a string contains U+0000')
}

/** Checks all strings of a packet: client id, user name, topics and properties. Binary data is not text. */
export const requireNoNuls = (packet: Packet): void => eachString(packet, requireNoNul)

function eachString(value: unknown, check: (text: string) => void): void {
  if (typeof value === 'string') return check(value)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [name, member] of Object.entries(value)) {
    check(name)
    eachString(member, check)
  }
}

/** [MQTT-4.7.3-1], [MQTT-3.3.2-2] The topic of a will has at least one character, and no wildcard. */
export function requireWillTopic({ will }: IConnectPacket): void {
  if (will?.topic === '') throw new ConnectionFault(reasons.topicInvalid, 'the topic of the will is empty')
  if (/[#+]/.test(will?.topic ?? ''))
    throw new ConnectionFault(reasons.topicInvalid, 'the topic of the will contains a wildcard')
}
