import { identityOf } from './advertisement'
import { bleRead, fromHex, iBeaconFormsOf } from './beacon'
import { asArray, asObject, type Decoded, decodeEntries, isAbsent } from './decoder'
import { parsePayload } from './payload'
import { fromIso } from './times'

/**
 * Decodes Minew G1, MG3 and MG4, JSON-LONG and JSON-RAW: an array of devices with ISO times. The first device is the
 * gateway itself: `{type: "Gateway", ...}` or `{gateway: <its address>}`.
 */
export function decodeMinewG1(payload: Uint8Array): Decoded {
  return decodeEntries(asArray(parsePayload(payload), 'The payload'), (entry) => {
    const device = asObject(entry, 'A device')
    const { mac, rssi, timestamp, ibeaconUuid, ibeaconMajor, ibeaconMinor, rawData } = device
    if (device['type'] === 'Gateway' || device['gateway'] !== undefined) return null
    const decoded = iBeaconFormsOf(ibeaconUuid, ibeaconMajor, ibeaconMinor)
    const forms = decoded.length > 0 ? decoded : identityOf(fromHex(rawData))
    return bleRead(mac, forms, isAbsent(timestamp) ? null : fromIso(timestamp, 'timestamp'), rssi)
  })
}
