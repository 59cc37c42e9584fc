import { parseInstant, toMicros } from '../time'
import {
  asAntenna,
  asArray,
  asObject,
  asOptionalRssi,
  asValue,
  type Decoded,
  type DecodedRead,
  DecodeError,
  decodeEntries,
} from './decoder'
import { parsePayload } from './payload'

/**
 * Decodes the format of Whereabouts for custom readers and scripts (docs/history.md, Payload formats):
 * `{"reads": [{"value", "tag_type"?, "antenna"?, "observed_at"?, "rssi"?}]}`.
 */
export function decodeWhereaboutsV1(payload: Uint8Array): Decoded {
  const message = asObject(parsePayload(payload), 'The payload')
  return decodeEntries(asArray(message['reads'], 'reads'), (entry) => {
    const read = asObject(entry, 'A read')
    return {
      tagType: tagTypeOf(read['tag_type'] ?? 'rfid'),
      value: asValue(read['value'], 'value'),
      antenna: asAntenna(read['antenna'] ?? 1, 'antenna'),
      sentAt: timeOf(read['observed_at']),
      rssi: asOptionalRssi(read['rssi'], 'rssi'),
    }
  })
}

function tagTypeOf(value: unknown): DecodedRead['tagType'] {
  if (value === 'rfid' || value === 'ble' || value === 'barcode') return value
  throw new DecodeError('tag_type must be rfid, ble or barcode')
}

function timeOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const instant = typeof value === 'string' ? parseInstant(value) : undefined
  if (!instant) throw new DecodeError('observed_at must be an RFC 3339 timestamp')
  // A wrong time is returned, too: the time as it was sent identifies a repeat.
  return toMicros(instant)
}
