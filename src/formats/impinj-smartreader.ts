import {
  asArray,
  asObject,
  asOptionalAntenna,
  asOptionalRssi,
  asValue,
  type Decoded,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parsePayload } from './payload'
import { fromUnix } from './times'

/**
 * Decodes SmartReader, an application on Impinj R700 readers: `{readerName, mac, site, tag_reads: [{epc,
 * firstSeenTimestamp, antennaPort, peakRssi, ...}]}`. Times are in microseconds since 1970. Management events are valid
 * messages.
 */
export function decodeImpinjSmartreader(payload: Uint8Array): Decoded {
  const message = asObject(parsePayload(payload), 'The payload')
  if (message['tag_reads'] === undefined && isManagementEvent(message)) return { reads: [], faults: [] }
  return decodeEntries(asArray(message['tag_reads'], 'tag_reads'), (entry) => {
    const read = asObject(entry, 'A read')
    const { firstSeenTimestamp } = read
    if (read['isHeartBeat'] === true) return null
    return {
      tagType: 'rfid',
      value: asValue(read['epc'], 'epc'),
      antenna: asOptionalAntenna(read['antennaPort'], 'antennaPort'),
      sentAt: isAbsent(firstSeenTimestamp) ? null : fromUnix(firstSeenTimestamp, 'us', 'firstSeenTimestamp'),
      rssi: asOptionalRssi(read['peakRssi'], 'peakRssi'),
    }
  })
}

/** Whether the message is a management event, such as `smartreader-status`. */
const isManagementEvent = (message: Fields): boolean =>
  Object.keys(message).some((key) => key.startsWith('smartreader-'))
