/** The content of a 96-bit EPC (GS1 Tag Data Standard). */
export interface Epc {
  readonly scheme: 'sgtin-96' | 'sscc-96' | 'sgln-96' | 'grai-96' | 'giai-96'
  readonly uri: string
  readonly tag_uri: string
  readonly gs1_key: string
}

interface Scheme {
  readonly name: Epc['scheme']
  /** Bits of the company prefix and the reference together. */
  readonly bits: bigint
  /** Digits of the company prefix and the reference together; null for a GIAI, whose reference has no fixed length. */
  readonly digits: number | null
  /** Whether a serial number follows the reference. Without one, the bits after the reference are zero. */
  readonly hasSerial: boolean
  readonly gs1KeyOf: (prefix: string, reference: string, serial: string) => string
}

/**
 * The schemes by the first byte of an EPC, in hex. The company prefix follows 8 bits of header, 3 bits of filter value
 * and 3 bits of partition value.
 */
const schemes: Readonly<Record<string, Scheme>> = {
  30: {
    name: 'sgtin-96',
    bits: 44n,
    digits: 13,
    hasSerial: true,
    // A GTIN begins with the indicator, which is the first digit of the reference.
    gs1KeyOf: (prefix, reference) => withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1)),
  },
  31: {
    name: 'sscc-96',
    bits: 58n,
    digits: 17,
    hasSerial: false,
    // An SSCC begins with the extension digit, which is the first digit of the reference.
    gs1KeyOf: (prefix, reference) => withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1)),
  },
  32: {
    name: 'sgln-96',
    bits: 41n,
    digits: 12,
    hasSerial: true,
    gs1KeyOf: (prefix, reference) => withCheckDigit(prefix + reference),
  },
  33: {
    name: 'grai-96',
    bits: 44n,
    digits: 12,
    hasSerial: true,
    gs1KeyOf: (prefix, reference, serial) => withCheckDigit(prefix + reference) + serial,
  },
  34: {
    name: 'giai-96',
    bits: 82n,
    digits: null,
    hasSerial: false,
    gs1KeyOf: (prefix, reference) => prefix + reference,
  },
}

/** Bits of the company prefix, by partition value. The prefix has 12 digits minus the partition value. */
const prefixBits = [40n, 37n, 34n, 30n, 27n, 24n, 20n]

/**
 * Returns the content of an EPC. Returns null when the value is not an EPC of these schemes or not validly encoded: a
 * tag may hold any bits.
 *
 * @param hex upper case, without separators
 */
export function epcOf(hex: string): Epc | null {
  const scheme = /^[0-9A-F]{24}$/.test(hex) ? schemes[hex.slice(0, 2)] : undefined
  if (!scheme) return null
  const epc = BigInt(`0x${hex}`)
  const field = (from: bigint, length: bigint) => (epc >> (96n - from - length)) & ((1n << length) - 1n)

  const partition = Number(field(11n, 3n))
  const bits = prefixBits[partition]
  if (bits === undefined) return null
  const prefixDigits = 12 - partition
  const prefix = digitsOf(field(14n, bits), prefixDigits)
  const referenceDigits = scheme.digits === null ? null : scheme.digits - prefixDigits
  const reference = digitsOf(field(14n + bits, scheme.bits - bits), referenceDigits)
  const rest = field(14n + scheme.bits, 82n - scheme.bits)
  if (prefix === null || reference === null || (!scheme.hasSerial && rest !== 0n)) return null

  const parts = [prefix, reference, ...(scheme.hasSerial ? [String(rest)] : [])].join('.')
  return {
    scheme: scheme.name,
    uri: `urn:epc:id:${scheme.name.slice(0, -3)}:${parts}`,
    tag_uri: `urn:epc:tag:${scheme.name}:${field(8n, 3n)}.${parts}`,
    gs1_key: scheme.gs1KeyOf(prefix, reference, String(rest)),
  }
}

/**
 * Pads a number to `digits` digits; null adds no padding, and 0 gives the empty string. Returns null when it has more.
 */
function digitsOf(number: bigint, digits: number | null): string | null {
  if (digits === null) return String(number)
  if (number >= 10n ** BigInt(digits)) return null
  return digits === 0 ? '' : String(number).padStart(digits, '0')
}

/** Appends the check digit of GS1. From the right, the weights alternate between 3 and 1. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (let i = 1; i <= digits.length; i++) sum += Number(digits.at(-i)) * (i % 2 === 1 ? 3 : 1)
  return digits + ((10 - (sum % 10)) % 10)
}
