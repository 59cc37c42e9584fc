import { asArray, asObject, asTagType, asValue, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes the format of Whereabouts for custom readers and scripts (docs/history.md, Payload formats):
 * `{"reads": [{"value", "tag_type"?, "antenna"?, "observed_at"?, "rssi"?, "tid"?}]}`.
 */
export const decodeWhereaboutsV1: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  return decodeEntries(
    asArray(message['reads'], 'reads'),
    (entry) => {
      const read = asObject(entry, 'A read')
      return {
        tagType: asTagType(read['tag_type']),
        value: asValue(read['value'], 'value'),
        antenna: fields.antenna(read['antenna'], 'antenna'),
        // A wrong time is returned, too: the time as it was sent identifies a repeat.
        sentAt: fields.writtenTime(read['observed_at'], 'observed_at'),
        rssi: fields.rssi(read['rssi'], 'rssi'),
        ...fields.chip(read['tid']),
      }
    },
    fields,
  )
}
