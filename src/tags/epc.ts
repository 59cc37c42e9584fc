import { type Static, Type } from '@sinclair/typebox'
import { normalize } from './rules'

const schemeNames = ['sgtin-96', 'sscc-96', 'sgln-96', 'grai-96', 'giai-96'] as const

/** What a 96-bit EPC says by GS1's Tag Data Standard. A hint for people: tags are compared by their value. */
export const EpcHint = Type.Object(
  {
    scheme: Type.Unsafe<(typeof schemeNames)[number]>({ type: 'string', enum: [...schemeNames] }),
    uri: Type.String({ description: 'The pure identity.', example: 'urn:epc:id:giai:0614141.5678' }),
    tag_uri: Type.String({
      description: 'With the filter value, as a tag carries it.',
      example: 'urn:epc:tag:giai-96:0.0614141.5678',
    }),
    gs1_key: Type.String({
      description:
        'With its check digit, as it is printed: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI.',
    }),
  },
  { description: 'What an EPC says.' },
)
export type EpcHint = Static<typeof EpcHint>

interface Scheme {
  readonly name: EpcHint['scheme']
  /** Bits of the company prefix and of the reference after it, together. */
  readonly bits: bigint
  /** Digits of the two together; a GIAI's reference has as many as it needs. */
  readonly digits: number | null
  /** Whether the bits after the reference are a serial number; else they are zero. */
  readonly hasSerial: boolean
  readonly gs1KeyOf: (prefix: string, reference: string, serial: string) => string
}

/** By the first byte, in hex. Eight bits of header, three of filter and three of partition precede the prefix. */
const schemes: Readonly<Record<string, Scheme>> = {
  30: {
    name: 'sgtin-96',
    bits: 44n,
    digits: 13,
    hasSerial: true,
    // The first digit of the reference is the indicator, which a GTIN begins with.
    gs1KeyOf: (prefix, reference) => checked(reference.slice(0, 1) + prefix + reference.slice(1)),
  },
  31: {
    name: 'sscc-96',
    bits: 58n,
    digits: 17,
    hasSerial: false,
    // The same with the extension digit of an SSCC.
    gs1KeyOf: (prefix, reference) => checked(reference.slice(0, 1) + prefix + reference.slice(1)),
  },
  32: {
    name: 'sgln-96',
    bits: 41n,
    digits: 12,
    hasSerial: true,
    gs1KeyOf: (prefix, reference) => checked(prefix + reference),
  },
  33: {
    name: 'grai-96',
    bits: 44n,
    digits: 12,
    hasSerial: true,
    gs1KeyOf: (prefix, reference, serial) => checked(prefix + reference) + serial,
  },
  34: {
    name: 'giai-96',
    bits: 82n,
    digits: null,
    hasSerial: false,
    gs1KeyOf: (prefix, reference) => prefix + reference,
  },
}

/** By partition: the bits of the company prefix, which has 12 digits less the partition. */
const prefixBits = [40n, 37n, 34n, 30n, 27n, 24n, 20n]

/** Null for what is no EPC of these schemes, or could not have been encoded from one: what a tag holds may be anything. */
export function epcHint(value: string): EpcHint | null {
  const hex = normalize('rfid', value)
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

/** Padded to its digits, of which there may be none; null where it has more. */
function digitsOf(number: bigint, digits: number | null): string | null {
  if (digits === null) return String(number)
  if (number >= 10n ** BigInt(digits)) return null
  return digits === 0 ? '' : String(number).padStart(digits, '0')
}

/** With GS1's check digit: the weights are 3 and 1 in turn, from the right. */
function checked(digits: string): string {
  let sum = 0
  for (let i = 1; i <= digits.length; i++) sum += Number(digits.at(-i)) * (i % 2 === 1 ? 3 : 1)
  return digits + ((10 - (sum % 10)) % 10)
}
