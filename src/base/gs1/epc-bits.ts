/** The bits of an EPC (GS1 Tag Data Standard). */

export type Scheme = 'sgtin' | 'sscc' | 'sgln' | 'grai' | 'giai'

/** The content of an EPC. */
export interface EpcContent {
  readonly scheme: Scheme
  /** The name of the encoding, such as sgtin-96. */
  readonly encoding: string
  /** 0 to 7. */
  readonly filter: number
  /** The GS1 company prefix: 6 to 12 digits. */
  readonly prefix: string
  readonly reference: string
  /** Serial number or extension; null for an SSCC and a GIAI, which have none. */
  readonly serial: string | null
}

/** How the last field is written: as a number of so many bits, or as so many characters of 7 bits. */
type Last = { readonly bits: number } | { readonly characters: number }

interface Layout {
  readonly scheme: Scheme
  readonly header: number
  readonly size: number
  /** Bits and digits of the company prefix and the reference together. Null: a GIAI, whose reference is the last field. */
  readonly key: { readonly bits: number; readonly digits: number } | null
  /** The field after the key. Null: the bits after it are zero. */
  readonly last: Last | null
}

const gtin = { bits: 44, digits: 13 }
const gln = { bits: 41, digits: 12 }
const assetType = { bits: 44, digits: 12 }

const layouts: Readonly<Record<string, Layout>> = {
  'sgtin-96': { scheme: 'sgtin', header: 0x30, size: 96, key: gtin, last: { bits: 38 } },
  'sscc-96': { scheme: 'sscc', header: 0x31, size: 96, key: { bits: 58, digits: 17 }, last: null },
  'sgln-96': { scheme: 'sgln', header: 0x32, size: 96, key: gln, last: { bits: 41 } },
  'grai-96': { scheme: 'grai', header: 0x33, size: 96, key: assetType, last: { bits: 38 } },
  'giai-96': { scheme: 'giai', header: 0x34, size: 96, key: null, last: { bits: 82 } },
  'sgtin-198': { scheme: 'sgtin', header: 0x36, size: 198, key: gtin, last: { characters: 20 } },
  'grai-170': { scheme: 'grai', header: 0x37, size: 170, key: assetType, last: { characters: 16 } },
  'giai-202': { scheme: 'giai', header: 0x38, size: 202, key: null, last: { characters: 24 } },
  'sgln-195': { scheme: 'sgln', header: 0x39, size: 195, key: gln, last: { characters: 20 } },
}
const byHeader = new Map(
  Object.entries(layouts).map(([encoding, layout]) => [layout.header, { encoding, ...layout }]),
)

/** Bits of the company prefix, by partition value. The prefix has 12 digits minus the partition value. */
const prefixBits = [40, 37, 34, 30, 27, 24, 20]
/** Header, filter value and partition value. */
const headBits = 14
const wordBits = 16

/** Characters that a serial number can have (GS1 General Specifications, set of 82 characters). */
const characters = /^[!"%-?A-Z_a-z]+$/

const mask = (bits: number): bigint => (1n << BigInt(bits)) - 1n

/**
 * Returns the content of an EPC. Returns null when the value is not an EPC of these schemes or not validly encoded: a tag may
 * hold any bits.
 *
 * @param hex whole words of 16 bits, in upper case, without separators
 */
export function decodeEpc(hex: string): EpcContent | null {
  if (!/^3[0-9][0-9A-F]*$/.test(hex)) return null
  const layout = byHeader.get(Number.parseInt(hex.slice(0, 2), 16))
  if (!layout || hex.length !== Math.ceil(layout.size / wordBits) * 4) return null
  const total = hex.length * 4
  const epc = BigInt(`0x${hex}`)
  const field = (from: number, bits: number): bigint => (epc >> BigInt(total - from - bits)) & mask(bits)

  const partition = Number(field(11, 3))
  const ownBits = prefixBits[partition]
  if (ownBits === undefined || field(layout.size, total - layout.size) !== 0n) return null
  const prefixDigits = 12 - partition
  const prefix = digitsOf(field(headBits, ownBits), prefixDigits)
  const afterPrefix = headBits + ownBits
  const afterKey = layout.key ? headBits + layout.key.bits : afterPrefix
  const reference = layout.key
    ? digitsOf(field(afterPrefix, layout.key.bits - ownBits), layout.key.digits - prefixDigits)
    : ''
  const rest = { bits: layout.size - afterKey, value: field(afterKey, layout.size - afterKey) }
  const last = layout.last ? lastOf(layout.last, rest) : rest.value === 0n ? '' : null
  if (prefix === null || reference === null || last === null) return null
  const { scheme, encoding, key } = layout
  const parts = key ? { reference, serial: layout.last ? last : null } : { reference: last, serial: null }
  return { scheme, encoding, filter: Number(field(8, 3)), prefix, ...parts }
}

/**
 * Returns an EPC in upper case; null when the encoding cannot hold the content: a number is too large, or a text too long.
 */
export function encodeEpc({ encoding, filter, prefix, reference, serial }: EpcContent): string | null {
  const layout = layouts[encoding]
  const partition = 12 - prefix.length
  const ownBits = prefixBits[partition]
  if (!layout || ownBits === undefined) return null
  const { key, last, header, size } = layout
  const fields: (readonly [bits: number, value: bigint | null])[] = [
    [8, BigInt(header)],
    [3, BigInt(filter)],
    [3, BigInt(partition)],
    [ownBits, BigInt(prefix)],
  ]
  if (key) fields.push([key.bits - ownBits, BigInt(reference || '0')])
  const used = fields.reduce((sum, [bits]) => sum + bits, 0)
  fields.push([size - used, last ? fieldOf(last, key ? (serial ?? '') : reference, size - used) : 0n])
  let epc = 0n
  for (const [bits, value] of fields) {
    if (value === null || value < 0n || value > mask(bits)) return null
    epc = (epc << BigInt(bits)) | value
  }
  const words = Math.ceil(size / wordBits)
  return (epc << BigInt(words * wordBits - size))
    .toString(16)
    .toUpperCase()
    .padStart(words * 4, '0')
}

/** Pads a number to `digits` digits; 0 gives the empty string. Returns null when it has more. */
function digitsOf(number: bigint, digits: number): string | null {
  if (number >= 10n ** BigInt(digits)) return null
  return digits === 0 ? '' : String(number).padStart(digits, '0')
}

interface Bits {
  readonly bits: number
  readonly value: bigint
}

/** Returns the last field as text; null when it is not valid. */
function lastOf(last: Last, { bits, value }: Bits): string | null {
  if ('bits' in last) return String(value)
  let text = ''
  for (let left = bits - 7; left >= 0; left -= 7) {
    const code = Number((value >> BigInt(left)) & 0x7fn)
    if (code === 0) return isEnd(value, left + 7) && characters.test(text) ? text : null
    text += String.fromCharCode(code)
    if (text.length === last.characters) return isEnd(value, left) && characters.test(text) ? text : null
  }
  return isEnd(value, bits % 7) && characters.test(text) ? text : null
}

/** Whether the bits after the text are zero. */
const isEnd = (value: bigint, bits: number): boolean => (value & mask(bits)) === 0n

/** Returns the last field as a number; null when it cannot have the text. */
function fieldOf(last: Last, text: string, bits: number): bigint | null {
  if ('bits' in last) return /^(?:0|[1-9]\d*)$/.test(text) ? BigInt(text) : null
  if (text.length > Math.min(last.characters, Math.floor(bits / 7)) || !characters.test(text)) return null
  let value = 0n
  for (const character of text) value = (value << 7n) | BigInt(character.charCodeAt(0))
  return value << BigInt(bits - 7 * text.length)
}
