import { formatMessages } from '../payloads/messages'
import { fromHex, toHex } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import { asArray, asObject, DecodeError, type Decoder, decodeEntries, isAbsent } from '../payloads/decoder'
import { parseMessagePack } from '../payloads/message-pack'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes April Brother AB BLE Gateway V4: MessagePack `{v, mid, time, ip, mac, devices: [bytes]}`. A device is its
 * type of advertisement (1 byte), MAC address (6 bytes), RSSI plus 256 (1 byte) and advertisement. `time` counts from
 * when the gateway was switched on, so reads have no time. If a relay has converted the message to JSON, the bytes are
 * hex text.
 */
export const decodeAprbrotherV4: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(isJson(payload) ? parsePayload(payload) : parseMessagePack(payload), 'The payload')
  if (isAbsent(message['devices']) && !isAbsent(message['mid'])) return { reads: [], faults: [] }
  return decodeEntries(
    asArray(message['devices'], 'devices'),
    (entry) => {
      const device = entry instanceof Uint8Array ? entry : fromHex(entry)
      if (device.length < 8) throw new DecodeError(formatMessages('format.device'))
      const rssi = (device[7] as number) - 256
      return bleRead(fields, {
        mac: toHex(device.subarray(1, 7)),
        packets: [device.subarray(8)],
        sentAt: null,
        rssi,
      })
    },
    fields,
  )
}

/** Whether the first byte is a brace or white space. In MessagePack, such a byte would be a number. */
const isJson = (payload: Uint8Array): boolean => [0x7b, 0x20, 0x09, 0x0a, 0x0d].includes(payload[0] ?? 0x7b)
