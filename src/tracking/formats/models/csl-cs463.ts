import { formatMessages } from '../payloads/messages'
import type { Micros } from '../../../base/time'
import {
  asArray,
  asObject,
  asValue,
  type Decoder,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes CSL CS463: `{tags: [{epc, antennaPort, rssi, ...}]}`. Numbers may be text. The time is `timeStampOfRead` in
 * microseconds since 1970 (UTC, whatever `timeZone` is) or `timeOfRead` in local time, `YYYY/MM/DD HH:mm:ss.SSS`, with
 * a `timeZone` such as `-6:00` in the tag or in the message.
 */
export const decodeCslCs463: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  return decodeEntries(
    asArray(message['tags'], 'tags'),
    (entry) => {
      const tag = asObject(entry, 'A tag')
      // A reader with four antennas that leaves the port out has the wrong data format.
      if (isAbsent(tag['antennaPort']))
        throw new DecodeError(formatMessages('format.number', { name: 'antennaPort' }))
      return {
        tagType: 'rfid',
        value: asValue(tag['epc'], 'epc'),
        antenna: fields.antenna(tag['antennaPort'], 'antennaPort'),
        sentAt: timeOf(fields, tag, message['timeZone']),
        rssi: fields.rssi(tag['rssi'], 'rssi'),
      }
    },
    fields,
  )
}

function timeOf(fields: OptionalFields, tag: Fields, commonZone: unknown): Micros | null {
  const { timeStampOfRead, timeOfRead, timeZone } = tag
  if (!isAbsent(timeStampOfRead)) return fields.since1970(timeStampOfRead, 'us', 'timeStampOfRead')
  // A local time without a zone is not used: a wrong guess of the zone would shift the read by hours.
  return fields.time(timeOfRead, 'timeOfRead', isAbsent(timeZone) ? commonZone : timeZone)
}
