import { identityOf } from '../payloads/advertisement'
import { bleRead, type BeaconForms, fromHex, iBeaconFormsOf } from '../payloads/beacon'
import { asArray, asNumber, asObject, type Decoder, decodeEntries, type Fields } from '../payloads/decoder'
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
      return bleRead(fields, { mac, forms: identityIn(device), sentAt, rssi })
    },
    fields,
  )
}

/** Returns the identity of a beacon. The names of the fields depend on the firmware. */
function identityIn(device: Fields): BeaconForms {
  const forms = iBeaconFormsOf(device['uuid'], device['major'], device['minor'])
  const packets = [device['raw data'], device['raw'], device['adv_data'], device['rsp_data']]
  return (
    [forms, ...packets.map((packet) => identityOf(fromHex(packet)))].find((found) => found.length > 0) ?? []
  )
}
