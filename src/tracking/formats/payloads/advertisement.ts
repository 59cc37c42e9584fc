import { type BeaconForms, eddystoneForms, iBeaconForms } from './beacon'

/** From the Bluetooth Assigned Numbers: common data types, a company and a service. */
const serviceData = 0x16
const manufacturerData = 0xff
const apple = 0x004c
const eddystone = 0xfeaa

/**
 * Returns the identity of a beacon from its BLE advertisement, a series of structures `length, type, data` (Bluetooth
 * Core, volume 3, part C, 11). It skips structures that it does not understand, because any device may send any bytes.
 * Returns an empty list when there is no identity.
 */
export function identityOf(advertisement: Uint8Array): BeaconForms {
  for (let at = 0; at + 1 < advertisement.length; at += 1 + (advertisement[at] as number)) {
    const length = advertisement[at] as number
    // A length of 0 begins the padding.
    if (length === 0) break
    const data = advertisement.subarray(at + 2, at + 1 + length)
    const forms = identityIn(advertisement[at + 1] as number, data)
    if (forms.length > 0) return forms
  }
  return []
}

function identityIn(type: number, data: Uint8Array): BeaconForms {
  if (type === manufacturerData) return identityOfManufacturerData(data)
  if (type === serviceData && wordAt(data, 0) === eddystone) return identityOfEddystone(data.subarray(2))
  return []
}

/** Returns the identity of an iBeacon: company, 0x02, 0x15, UUID, major, minor, power. */
export function identityOfManufacturerData(data: Uint8Array): BeaconForms {
  const isIBeacon = data.length >= 24 && wordAt(data, 0) === apple && data[2] === 0x02 && data[3] === 0x15
  return isIBeacon ? iBeaconForms(data.subarray(4, 24)) : []
}

/**
 * Returns the identity of an Eddystone-UID frame, from its type on: 0x00, power, namespace, instance. Other frames do
 * not identify a beacon: several beacons may send the same URL, telemetry has no identifier, and an ephemeral one
 * changes.
 */
export function identityOfEddystone(frame: Uint8Array): BeaconForms {
  return frame.length >= 18 && frame[0] === 0x00 ? eddystoneForms(frame.subarray(2, 18)) : []
}

/** Returns the 16-bit number at an offset. Bluetooth writes the low byte first. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
