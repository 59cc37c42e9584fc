import { fromHex, iBeaconFormsOf } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import { asArray, asNumber, asObject, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/** The `msg_id` of messages with reads. */
const scans = { withValues: 3004, plain: 3070 }

/**
 * Decodes MOKO MK107 and MKGW: `{msg_id, device_info, data}`. In a message with reads, `data` is an array of `{type,
 * value}` (3004) or of devices (3070). Other messages are about the gateway.
 */
export const decodeMokoMk107: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  const id = asNumber(message['msg_id'], 'msg_id')
  if (id !== scans.withValues && id !== scans.plain) return { reads: [], faults: [] }
  return decodeEntries(
    asArray(message['data'], 'data'),
    (entry) => {
      const item = asObject(entry, 'A device')
      const device = id === scans.withValues ? asObject(item['value'], 'value') : item
      const { mac, timestamp, rssi } = device
      // Milliseconds since 1970, or a text such as 2026-8-21&14:03:22+00.
      const isText = typeof timestamp === 'string' && timestamp.includes(':')
      const sentAt = isText
        ? fields.time(timestamp, 'timestamp')
        : fields.since1970(timestamp, 'ms', 'timestamp')
      // The names of the fields depend on the firmware.
      const forms = iBeaconFormsOf(device['uuid'], device['major'], device['minor'])
      const { raw, adv_data: advertisement, rsp_data: response } = device
      const packets = [device['raw data'], raw, advertisement, response].map(fromHex)
      return bleRead(fields, { mac, forms, packets, sentAt, rssi })
    },
    fields,
  )
}
