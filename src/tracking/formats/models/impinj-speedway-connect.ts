import { asObject, asValue, type Decoder, decodeEntries } from '../payloads/decoder'
import { isHeartbeat } from '../payloads/heartbeats'
import { OptionalFields } from '../payloads/optional-fields'
import { parseValues } from '../payloads/payload'

/**
 * Decodes Impinj Speedway Connect in JSON: `{antennaPort, epc, firstSeenTimestamp, peakRssi, isHeartBeat}`. A message
 * is one object, an array or a sequence of objects. The time is RFC 3339 or microseconds since 1970. A heartbeat is a
 * valid message.
 */
export const decodeImpinjSpeedwayConnect: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  return decodeEntries(
    parseValues(payload),
    (entry) => {
      const read = asObject(entry, 'A read')
      if (isHeartbeat(read)) return null
      const { firstSeenTimestamp: time } = read
      const isText = typeof time === 'string' && !/^\d+$/.test(time)
      return {
        tagType: 'rfid',
        value: asValue(read['epc'], 'epc'),
        antenna: fields.antenna(read['antennaPort'], 'antennaPort'),
        sentAt: isText
          ? fields.time(time, 'firstSeenTimestamp')
          : fields.since1970(time, 'us', 'firstSeenTimestamp'),
        rssi: fields.rssi(read['peakRssi'], 'peakRssi'),
        ...fields.chip(read['tid']),
      }
    },
    fields,
  )
}
