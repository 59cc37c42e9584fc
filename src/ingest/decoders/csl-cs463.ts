import type { Micros } from '../../time'
import {
  asAntenna,
  asArray,
  asNumber,
  asObject,
  asOptionalRssi,
  asValue,
  type Decoded,
  DecodeError,
  decodeEntries,
  type Fields,
  parsePayload,
} from './decoder'

/**
 * CSL CS463: `{tags: [{epc, antennaPort, rssi, ...}]}`. Numbers may come as text. The time is one of
 * `timeStampOfRead`, microseconds since 1970 (UTC, whatever `timeZone` says), or `timeOfRead`, local time
 * `YYYY/MM/DD HH:mm:ss.SSS` with a `timeZone` such as `-6:00` beside it or at the top.
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
  if (tag['timeStampOfRead'] !== undefined) {
    const micros = asNumber(tag['timeStampOfRead'], 'timeStampOfRead')
    if (Number.isSafeInteger(micros) && micros >= 0) return micros
    throw new DecodeError('timeStampOfRead must be a number of microseconds')
  }
  if (tag['timeOfRead'] !== undefined) return localTime(tag['timeOfRead'], tag['timeZone'] ?? commonZone)
  return null
}

const localForm = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/
const zoneForm = /^([+-]?)(\d{1,2}):(\d\d)$/

function localTime(text: unknown, zone: unknown): Micros {
  const match = localForm.exec(String(text))
  if (!match) throw new DecodeError('timeOfRead must have the form YYYY/MM/DD HH:mm:ss.SSS')
  const offset = zoneForm.exec(String(zone))
  if (!offset) throw new DecodeError('timeZone must have the form -6:00')
  const [year, month, day, hour, minute, seconds] = match.slice(1, 7).map(Number)
  const local = Date.UTC(year as number, (month as number) - 1, day, hour, minute, seconds)
  const isReal = new Date(local).toISOString().startsWith(`${match[1]}-${match[2]}-${match[3]}T${match[4]}`)
  if (!isReal) throw new DecodeError('timeOfRead is not a real time')
  const offsetMinutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1)
  const micros = Number((match[7] ?? '').padEnd(6, '0'))
  return (local - offsetMinutes * 60_000) * 1000 + micros
}
