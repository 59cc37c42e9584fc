import type { Micros } from '../time'
import { asOptionalRssi, asValue, type DecodedRead } from './decoder'

/** The forms in which people may have written a beacon's identity, the best first; empty where it has none. */
export type BeaconForms = readonly string[]

/**
 * Of an iBeacon's 20 bytes: `FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/2`, numbers decimal as in the settings of beacons,
 * then all as hex. The slash is one of the few marks that matching keeps: without it 1 and 12 would be 11 and 2.
 */
export function iBeaconForms(bytes: Uint8Array): BeaconForms {
  const hex = toHex(bytes)
  const uuid = hex.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  const [major, minor] = [hex.slice(32, 36), hex.slice(36)].map((word) => Number.parseInt(word, 16))
  return [`${uuid}/${major}/${minor}`, hex]
}

/** Of the ten bytes of an Eddystone namespace and the six of an instance. */
export function eddystoneForms(bytes: Uint8Array): BeaconForms {
  const hex = toHex(bytes)
  return [`${hex.slice(0, 20)}-${hex.slice(20)}`]
}

/** Of an iBeacon that the gateway took apart; empty where the fields are none. */
export function iBeaconFormsOf(uuid: unknown, major: unknown, minor: unknown): BeaconForms {
  const digits = typeof uuid === 'string' ? uuid.replaceAll('-', '') : ''
  const words = [major, minor].map(hexWord)
  return /^[\da-f]{32}$/i.test(digits) && !words.includes('')
    ? iBeaconForms(fromHex(digits + words.join('')))
    : []
}

function hexWord(value: unknown): string {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,5}$/.test(value))
  const number = isNumber ? Number(value) : -1
  return Number.isInteger(number) && number >= 0 && number <= 0xffff
    ? number.toString(16).padStart(4, '0')
    : ''
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

/** As far as it is hex: what else a field may hold has no bytes. */
export const fromHex = (text: unknown): Uint8Array => Buffer.from(typeof text === 'string' ? text : '', 'hex')

/** Gateways have one antenna. The address comes as it was sent: as the value, or as the last alias of a beacon. */
export function bleRead(mac: unknown, forms: BeaconForms, sentAt: Micros | null, rssi: unknown): DecodedRead {
  const address = asValue(mac, 'mac')
  const [best, ...others] = forms
  return {
    tagType: 'ble',
    ...(best === undefined ? { value: address } : { value: best, aliases: [...others, address] }),
    antenna: 1,
    sentAt,
    rssi: asOptionalRssi(rssi, 'rssi'),
  }
}
