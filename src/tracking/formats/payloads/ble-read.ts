import type { Micros } from '../../../base/time'
import type { Measured } from '../telemetry/measured'
import { telemetryOf } from '../telemetry/telemetry'
import { identityOf } from './advertisement'
import type { BeaconForms } from './beacon'
import { asValue, type DecodedRead } from './decoder'
import type { OptionalFields } from './optional-fields'

/** What a BLE gateway says of a device. */
interface BleDevice {
  readonly mac: unknown
  /** The identity, if the gateway has decoded it. */
  readonly forms?: BeaconForms
  /** The advertisement and the scan response. */
  readonly packets?: readonly Uint8Array[]
  /** The telemetry that the gateway has decoded. */
  readonly measured?: Measured
  readonly sentAt: Micros | null
  readonly rssi: unknown
}

/**
 * Returns the read of a BLE gateway, which has one antenna. Without a beacon identity, the MAC address is the value;
 * otherwise it is the last alias. It stays as it was sent.
 */
export function bleRead(fields: OptionalFields, device: BleDevice): DecodedRead {
  const { mac, forms = [], packets = [], measured, sentAt, rssi } = device
  const address = asValue(mac, 'mac')
  const [best, ...others] = forms.length > 0 ? forms : identityIn(packets)
  const telemetry = telemetryOf(packets, address, measured)
  return {
    tagType: 'ble',
    ...(best === undefined ? { value: address } : { value: best, aliases: [...others, address] }),
    antenna: 1,
    sentAt,
    rssi: fields.rssi(rssi, 'rssi'),
    ...(telemetry && { telemetry }),
  }
}

function identityIn(packets: readonly Uint8Array[]): BeaconForms {
  for (const packet of packets) {
    const forms = identityOf(packet)
    if (forms.length > 0) return forms
  }
  return []
}
