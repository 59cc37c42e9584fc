/** The ways in which users may write the identity of a beacon, the preferred one first; empty without an identity. */
export type BeaconForms = readonly string[]

/**
 * Returns the forms of an iBeacon's 20 bytes: `FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/2` with decimal numbers, as in
 * the settings of beacons, and all bytes as hex. Matching ignores most separators, but not the slash: without it, 1 and
 * 12 would be the same as 11 and 2.
 */
export function iBeaconForms(bytes: Uint8Array): BeaconForms {
  const hex = toHex(bytes)
  const uuid = hex.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  const [major, minor] = [hex.slice(32, 36), hex.slice(36)].map((word) => Number.parseInt(word, 16))
  return [`${uuid}/${major}/${minor}`, hex]
}

/** Returns the forms of the 16 bytes of an Eddystone-UID: 10 bytes of namespace and 6 bytes of instance. */
export function eddystoneForms(bytes: Uint8Array): BeaconForms {
  const hex = toHex(bytes)
  return [`${hex.slice(0, 20)}-${hex.slice(20)}`]
}

/** Returns the forms of an iBeacon that the gateway has decoded into fields; empty when the fields are invalid. */
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

/** Returns the bytes of hex text, up to the first character that is not hex. Other values have no bytes. */
export const fromHex = (text: unknown): Uint8Array => Buffer.from(typeof text === 'string' ? text : '', 'hex')
