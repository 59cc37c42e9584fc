import { fromHex, iBeaconFormsOf } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import { asArray, asObject, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'
import { Measured } from '../telemetry/measured'

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
      const forms = iBeaconFormsOf(ibeaconUuid, ibeaconMajor, ibeaconMinor)
      const measured = new Measured()
      measured.addSent('battery_percent', device['battery'])
      measured.addSent('temperature_c', device['temperature'])
      measured.addSent('humidity_percent', device['humidity'])
      const packets = [fromHex(rawData)]
      return bleRead(fields, {
        mac,
        forms,
        packets,
        measured,
        sentAt: fields.time(timestamp, 'timestamp'),
        rssi,
      })
    },
    fields,
  )
}
