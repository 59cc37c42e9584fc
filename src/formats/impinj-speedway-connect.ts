import type { Micros } from '../time'
import {
  asObject,
  asOptionalAntenna,
  asOptionalRssi,
  asValue,
  type Decoded,
  decodeEntries,
  isAbsent,
} from './decoder'
import { parseValues } from './payload'
import { fromIso, fromUnix } from './times'

/**
 * Decodes Impinj Speedway Connect in JSON: `{antennaPort, epc, firstSeenTimestamp, peakRssi, isHeartBeat}`. A message
 * is one object, an array or a sequence of objects. The time is RFC 3339 or microseconds since 1970. A heartbeat is a
 * valid message.
 */
export function decodeImpinjSpeedwayConnect(payload: Uint8Array): Decoded {
  return decodeEntries(parseValues(payload), (entry) => {
    const read = asObject(entry, 'A read')
    if (read['isHeartBeat'] === true) return null
    return {
      tagType: 'rfid',
      value: asValue(read['epc'], 'epc'),
      antenna: asOptionalAntenna(read['antennaPort'], 'antennaPort'),
      sentAt: timeOf(read['firstSeenTimestamp']),
      rssi: asOptionalRssi(read['peakRssi'], 'peakRssi'),
    }
  })
}

function timeOf(value: unknown): Micros | null {
  if (isAbsent(value)) return null
  const isText = typeof value === 'string' && !/^\d+$/.test(value)
  return isText ? fromIso(value, 'firstSeenTimestamp') : fromUnix(value, 'us', 'firstSeenTimestamp')
}
