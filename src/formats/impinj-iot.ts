import type { Micros } from '../time'
import {
  asAntenna,
  asNumber,
  asObject,
  asOptionalAntenna,
  asValue,
  type Decoded,
  type DecodedRead,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parseValues } from './payload'
import { fromIso } from './times'

/**
 * Decodes the Impinj IoT device interface (R700, R720): `{timestamp, eventType, tagInventoryEvent: {...}}`. A message
 * by MQTT is one event, a webhook sends an array, and a stream has one event per line, with blank lines to keep the
 * connection alive. The settings can switch off each field. Older firmware has no `eventType`: the key names the event.
 * Other events than those of tags are valid messages.
 */
export function decodeImpinjIot(payload: Uint8Array): Decoded {
  const antennas = new Map<number, boolean>()
  const decode = (entry: unknown): DecodedRead | null => {
    const event = asObject(entry, 'An event')
    const { tagInventoryEvent, antennaConnectedEvent, antennaDisconnectedEvent } = event
    if (tagInventoryEvent !== undefined || event['eventType'] === 'tagInventory')
      return readOf(asObject(tagInventoryEvent, 'tagInventoryEvent'), event['timestamp'])
    if (antennaConnectedEvent !== undefined) antennas.set(portOf(antennaConnectedEvent), true)
    else if (antennaDisconnectedEvent !== undefined) antennas.set(portOf(antennaDisconnectedEvent), false)
    else if (!isEvent(event)) throw new DecodeError('An event must have an eventType')
    return null
  }
  return decodeEntries(parseValues(payload), decode, antennas)
}

const isEvent = (event: Fields): boolean =>
  typeof event['eventType'] === 'string' || Object.keys(event).some((key) => key.endsWith('Event'))

const portOf = (event: unknown): number =>
  asAntenna(asObject(event, 'An antenna event')['antennaPort'], 'antennaPort')

function readOf(tag: Fields, timestamp: unknown): DecodedRead {
  const { antennaPort, peakRssiCdbm } = tag
  return {
    tagType: 'rfid',
    value: identifierOf(tag),
    antenna: asOptionalAntenna(antennaPort, 'antennaPort'),
    sentAt: timeOf(tag['lastSeenTime'], timestamp),
    rssi: isAbsent(peakRssiCdbm) ? null : asNumber(peakRssiCdbm, 'peakRssiCdbm') / 100,
  }
}

/** Returns the EPC, or the TID when the reader's settings leave out the EPC. */
function identifierOf({ epcHex, epc, tidHex, tid }: Fields): string {
  if (!isAbsent(epcHex)) return asValue(epcHex, 'epcHex')
  if (!isAbsent(epc)) return hexOf(epc, 'epc')
  if (!isAbsent(tidHex)) return asValue(tidHex, 'tidHex')
  if (!isAbsent(tid)) return hexOf(tid, 'tid')
  throw new DecodeError('tagInventoryEvent must have epcHex or epc')
}

/** Either alphabet of base64 (RFC 4648), with or without padding. */
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Returns base64 as hex in upper case, the form in which the reader sends `epcHex`. Throws DecodeError. */
function hexOf(value: unknown, name: string): string {
  const isBase64 =
    typeof value === 'string' && base64.test(value) && value.replace(/=+$/, '').length % 4 !== 1
  if (!isBase64) throw new DecodeError(`${name} must be base64`)
  return asValue(Buffer.from(value, 'base64').toString('hex').toUpperCase(), name)
}

function timeOf(lastSeenTime: unknown, timestamp: unknown): Micros | null {
  if (!isAbsent(lastSeenTime)) return fromIso(lastSeenTime, 'lastSeenTime')
  return isAbsent(timestamp) ? null : fromIso(timestamp, 'timestamp')
}
