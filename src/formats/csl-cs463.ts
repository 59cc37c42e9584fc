import type { Micros } from '../time'
import {
  asAntenna,
  asArray,
  asObject,
  asOptionalRssi,
  asValue,
  type Decoded,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parsePayload } from './payload'
import { fromIso, fromUnix } from './times'

/**
 * Decodes CSL CS463: `{tags: [{epc, antennaPort, rssi, ...}]}`. Numbers may be text. The time is `timeStampOfRead` in
 * microseconds since 1970 (UTC, whatever `timeZone` is) or `timeOfRead` in local time, `YYYY/MM/DD HH:mm:ss.SSS`, with
 * a `timeZone` such as `-6:00` in the tag or in the message.
 */
export function decodeCslCs463(payload: Uint8Array): Decoded {
  const message = asObject(parsePayload(payload), 'The payload')
  return decodeEntries(asArray(message['tags'], 'tags'), (entry) => {
    const tag = asObject(entry, 'A tag')
    return {
      tagType: 'rfid',
      value: asValue(tag['epc'], 'epc'),
      antenna: asAntenna(tag['antennaPort'], 'antennaPort'),
      sentAt: timeOf(tag, message['timeZone']),
      rssi: asOptionalRssi(tag['rssi'], 'rssi'),
    }
  })
}

function timeOf(tag: Fields, commonZone: unknown): Micros | null {
  const { timeStampOfRead, timeOfRead, timeZone } = tag
  if (!isAbsent(timeStampOfRead)) return fromUnix(timeStampOfRead, 'us', 'timeStampOfRead')
  if (isAbsent(timeOfRead)) return null
  const zone = isAbsent(timeZone) ? commonZone : timeZone
  const local = localTime(timeOfRead)
  // A local time without a zone is not used: a wrong guess of the zone would shift the read by hours.
  return isAbsent(zone) ? null : fromIso(local + offset(zone), 'timeOfRead')
}

const localForm = /^(\d{4})\/(\d\d)\/(\d\d) (\d{1,2})(:\d\d:\d\d(?:\.\d{1,9})?)$/
const zoneForm = /^([+-]?)(\d{1,2})(:\d\d)$/

/** Returns the local time in the form of RFC 3339, without its offset. */
function localTime(text: unknown): string {
  const match = typeof text === 'string' ? localForm.exec(text) : null
  if (!match) throw new DecodeError('timeOfRead must have the form YYYY/MM/DD HH:mm:ss.SSS')
  const [, year, month, day, hour, rest] = match
  return `${year}-${month}-${day}T${hour?.padStart(2, '0')}${rest}`
}

function offset(zone: unknown): string {
  if (zone === 'UTC') return 'Z'
  const match = typeof zone === 'string' ? zoneForm.exec(zone) : null
  if (!match) throw new DecodeError('timeZone must have the form -6:00')
  const [, sign, hours, minutes] = match
  return `${sign || '+'}${hours?.padStart(2, '0')}${minutes}`
}
