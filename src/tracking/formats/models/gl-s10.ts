import { fromHex } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import { asArray, asObject, type Decoder, decodeEntries, isAbsent } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes GL.iNet GL-S10: `{dev_id, dev_sn, dev_list: [{mac, rssi, ts, ad}]}`. `ts` is in milliseconds since 1970, `ad`
 * is the advertisement as hex. One message has many reads of a tag, each with its own time.
 */
export const decodeGlS10: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  if (isAbsent(message['dev_list']) && !isAbsent(message['dev_id'])) return { reads: [], faults: [] }
  return decodeEntries(
    asArray(message['dev_list'], 'dev_list'),
    (entry) => {
      const { mac, rssi, ts, ad } = asObject(entry, 'A device')
      return bleRead(fields, {
        mac,
        packets: [fromHex(ad)],
        sentAt: fields.since1970(ts, 'ms', 'ts'),
        rssi,
      })
    },
    fields,
  )
}
