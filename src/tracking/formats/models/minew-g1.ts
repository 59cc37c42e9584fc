import { identityOf } from '../payloads/advertisement'
import { bleRead, fromHex, iBeaconFormsOf } from '../payloads/beacon'
import { asArray, asObject, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes Minew G1, MG3 and MG4, JSON-LONG and JSON-RAW: an array of devices with ISO times. The first device is the
 * gateway itself: `{type: "Gateway", ...}` or `{gateway: <its address>}`.
 */
export const decodeMinewG1: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  return decodeEntries(
    asArray(parsePayload(payload), 'The payload'),
    (entry) => {
      const device = asObject(entry, 'A device')
      const { mac, rssi, timestamp, ibeaconUuid, ibeaconMajor, ibeaconMinor, rawData } = device
      if (device['type'] === 'Gateway' || device['gateway'] !== undefined) return null
      const decoded = iBeaconFormsOf(ibeaconUuid, ibeaconMajor, ibeaconMinor)
      const forms = decoded.length > 0 ? decoded : identityOf(fromHex(rawData))
      return bleRead(fields, { mac, forms, sentAt: fields.time(timestamp, 'timestamp'), rssi })
    },
    fields,
  )
}
