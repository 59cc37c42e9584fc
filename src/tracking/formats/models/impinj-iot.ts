import { formatMessages } from '../payloads/messages'
import {
  asAntenna,
  asObject,
  asValue,
  type DecodedRead,
  DecodeError,
  type Decoder,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { hexOfBase64 } from '../payloads/hex'
import { OptionalFields } from '../payloads/optional-fields'
import { parseValues } from '../payloads/payload'

/**
 * Decodes the Impinj IoT device interface (R700, R720): `{timestamp, eventType, tagInventoryEvent: {...}}`. A message
 * by MQTT is one event, a webhook sends an array, and a stream has one event per line, with blank lines to keep the
 * connection alive. The settings can switch off each field. Older firmware has no `eventType`: the key names the event.
 * Other events than those of tags are valid messages.
 */
export const decodeImpinjIot: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const antennas = new Map<number, boolean>()
  const decode = (entry: unknown): DecodedRead | null => {
    const event = asObject(entry, 'An event')
    const { tagInventoryEvent, antennaConnectedEvent, antennaDisconnectedEvent } = event
    if (tagInventoryEvent !== undefined || event['eventType'] === 'tagInventory')
      return readOf(fields, asObject(tagInventoryEvent, 'tagInventoryEvent'), event['timestamp'])
    if (antennaConnectedEvent !== undefined) antennas.set(portOf(antennaConnectedEvent), true)
    else if (antennaDisconnectedEvent !== undefined) antennas.set(portOf(antennaDisconnectedEvent), false)
    else if (!isEvent(event)) throw new DecodeError(formatMessages('format.event_type'))
    return null
  }
  return decodeEntries(parseValues(payload), decode, fields, antennas)
}

const isEvent = (event: Fields): boolean =>
  typeof event['eventType'] === 'string' || Object.keys(event).some((key) => key.endsWith('Event'))

const portOf = (event: unknown): number =>
  asAntenna(asObject(event, 'An antenna event')['antennaPort'], 'antennaPort')

function readOf(fields: OptionalFields, tag: Fields, timestamp: unknown): DecodedRead {
  const { antennaPort, lastSeenTime, peakRssiCdbm } = tag
  return {
    tagType: 'rfid',
    value: identifierOf(tag),
    antenna: fields.antenna(antennaPort, 'antennaPort'),
    sentAt: isAbsent(lastSeenTime)
      ? fields.time(timestamp, 'timestamp')
      : fields.time(lastSeenTime, 'lastSeenTime'),
    rssi: fields.rssi(peakRssiCdbm, 'peakRssiCdbm', 0.01),
    ...(hasEpc(tag) && fields.chip(tag['tidHex'])),
  }
}

const hasEpc = ({ epcHex, epc }: Fields): boolean => !isAbsent(epcHex) || !isAbsent(epc)

/** Returns the EPC, or the TID when the reader's settings leave out the EPC. */
function identifierOf({ epcHex, epc, tidHex, tid }: Fields): string {
  if (!isAbsent(epcHex)) return asValue(epcHex, 'epcHex')
  if (!isAbsent(epc)) return hexOf(epc, 'epc')
  if (!isAbsent(tidHex)) return asValue(tidHex, 'tidHex')
  if (!isAbsent(tid)) return hexOf(tid, 'tid')
  throw new DecodeError(formatMessages('format.epc'))
}

const hex = /^(?:[0-9A-F]{2})+$|^(?:[0-9a-f]{2})+$/

/**
 * Whether a text is hex and not base64, although base64 may consist of the same characters. Of an EPC of 96 bits, it
 * hardly does, except for runs of zeros, which are `A` in base64.
 */
const isHex = (text: string): boolean =>
  text.length >= 12 && hex.test(text) && !(text.length === 16 && text.includes('AAA'))

/** Returns hex without `0x` and without separators between groups. */
const digitsOf = (text: string): string => (separated.test(text) ? text.replace(/^0x|[\s:.-]/gi, '') : text)

const separated = /^(?:0x)?(?:[\da-f]{2}){1,4}(?:[\s:.-]?(?:[\da-f]{2}){1,4})+$/i

/** Returns base64 as hex in upper case, the form in which the reader sends `epcHex`. Throws DecodeError. */
function hexOf(value: unknown, name: string): string {
  if (typeof value === 'string' && isHex(digitsOf(value))) return asValue(value, name)
  if (typeof value !== 'string') throw new DecodeError(formatMessages('format.base64', { name }))
  return asValue(hexOfBase64(value, name), name)
}
