/**
 * The data of a segment of the search index (decision 0018). Positions of assets in a segment are in the order of their
 * ids. All numbers are little-endian.
 */

/** The searched texts, each with its own postings, because no match extends from one into the next. */
export const zones = ['key', 'name', 'tags', 'description'] as const
export const descriptionZone = 3

/** What a row of `search_data` contains. */
export const kinds = {
  /** Asset ids, less the first id of the segment: Uint32 for each asset, `idsPerPage` in a row. */
  ids: 0,
  /** State, plus `placedFlag`: a byte for each asset. */
  flags: 1,
  /** Beginning and end in microseconds: two Float64 for each asset. Absent when no asset has limits. */
  limits: 2,
  /** The positions in the order of a column (see `orders`): Uint16 for each asset, then the bits of ties. */
  order: 3,
  /** Postings of trigrams, by the first trigram of the row. One kind for each zone. */
  grams: 16,
  /** Texts, `textsPerPage` in a row. One kind for each zone. */
  texts: 32,
} as const

export const orders = ['external_key', 'name', 'created_at', 'updated_at'] as const
export type OrderName = (typeof orders)[number]

export const placedFlag = 8
export const idsPerPage = 4_096
export const textsPerPage = 1_024
/** Maximum number of assets in a segment: positions have 16 bits, and 0xffff stands for none. */
export const segmentMax = 61_440
/** Maximum size of a row of postings of several trigrams. Two such rows fit into a page of the database. */
export const gramPageBytes = 1_900

const none = 0xffff

/** The number of a trigram of UTF-16 code units. The texts are well-formed, so code units match as code points do. */
export const gramOf = (first: number, second: number, third: number): number =>
  (first * 65_536 + second) * 65_536 + third

const wordsOf = (size: number): number => (size + 31) >>> 5

export const createBits = (size: number): Uint32Array => new Uint32Array(wordsOf(size))
export const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5]! >>> (at & 31)) & 1) === 1
export function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31)
}
export function clearBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! &= ~(1 << (at & 31))
}

export function countBits(bits: Uint32Array): number {
  let count = 0
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Returns the positions of the bits that are set, in order. */
export function positionsOf(bits: Uint32Array): number[] {
  const positions: number[] = []
  for (let index = 0; index < bits.length; index++)
    for (let word = bits[index]!; word !== 0; word &= word - 1)
      positions.push(index * 32 + 31 - Math.clz32(word & -word))
  return positions
}

/** Views of stored bytes. A copy is made when they do not begin at a multiple of the size of an element. */
const aligned = (bytes: Uint8Array, size: number): Uint8Array =>
  bytes.byteOffset % size === 0 ? bytes : bytes.slice()
export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
export function uint32Of(bytes: Uint8Array, from = 0, length = (bytes.length - from) >>> 2): Uint32Array {
  const { buffer, byteOffset } = aligned(bytes, 4)
  return new Uint32Array(buffer as ArrayBuffer, byteOffset + from, length)
}
export function uint16Of(bytes: Uint8Array, from = 0, length = (bytes.length - from) >>> 1): Uint16Array {
  const { buffer, byteOffset } = aligned(bytes, 2)
  return new Uint16Array(buffer as ArrayBuffer, byteOffset + from, length)
}
export function float64Of(bytes: Uint8Array, from = 0, length = (bytes.length - from) >>> 3): Float64Array {
  const { buffer, byteOffset } = aligned(bytes, 8)
  return new Float64Array(buffer as ArrayBuffer, byteOffset + from, length)
}

/** The postings of a trigram in a list of positions, from `from` (inclusive) to `end` (exclusive). */
export interface Postings {
  readonly gram: number
  readonly from: number
  readonly end: number
}

/** Returns the number of bytes of `count` postings in a segment of `size` assets. */
export function postingsLength(count: number, size: number): number {
  return Math.min(Math.ceil(count / 2) * 4, bitsLength(size))
}

/** Postings of this length are bits, and shorter ones are positions. */
const bitsLength = (size: number): number => wordsOf(size) * 4

/**
 * A row of postings: the number of trigrams (8 bytes), the trigrams (Float64), the ends of their postings (Uint32), and
 * the postings. These are positions (Uint16, padded with `none`), or bits when these are shorter.
 */
export function encodeGramPage(
  postings: readonly Postings[],
  positions: Uint16Array,
  size: number,
): Uint8Array {
  const count = postings.length
  const dataStart = Math.ceil((8 + 12 * count) / 8) * 8
  const lengths = postings.map(({ from, end }) => postingsLength(end - from, size))
  const page = new Uint8Array(dataStart + lengths.reduce((sum, length) => sum + length, 0))
  const data16 = uint16Of(page, dataStart)
  const data32 = uint32Of(page, dataStart)
  const grams = float64Of(page, 8, count)
  const ends = uint32Of(page, 8 + 8 * count, count)
  uint32Of(page, 0, 1)[0] = count
  let start = 0
  postings.forEach(({ gram, from, end }, index) => {
    const length = lengths[index]!
    grams[index] = gram
    ends[index] = start + length
    if (length === bitsLength(size))
      for (let at = from; at < end; at++) {
        const position = positions[at]!
        data32[(start >>> 2) + (position >>> 5)]! |= 1 << (position & 31)
      }
    else {
      data16.set(positions.subarray(from, end), start >>> 1)
      if ((end - from) % 2 === 1) data16[((start + length) >>> 1) - 1] = none
    }
    start += length
  })
  return page
}

/** Adds the postings of the trigrams from `first` (inclusive) to `end` (exclusive) to `bits`. */
export function addPostings(page: Uint8Array, first: number, end: number, bits: Uint32Array): void {
  for (const postings of postingsIn(page, first, end))
    if (isBits(postings, bits)) {
      const words = uint32Of(postings)
      for (let word = 0; word < bits.length; word++) bits[word]! |= words[word]!
    } else setPositions(uint16Of(postings), bits)
}

/** Returns the postings of a trigram as bits; undefined when it is not in the row. */
export function postingsOf(page: Uint8Array, gram: number, size: number): Uint32Array | undefined {
  const [postings] = postingsIn(page, gram, gram + 1)
  if (!postings) return undefined
  const bits = createBits(size)
  if (isBits(postings, bits)) bits.set(uint32Of(postings))
  else setPositions(uint16Of(postings), bits)
  return bits
}

/** Clears the bits that are not in the postings of a trigram. */
export function keepPostings(page: Uint8Array, gram: number, bits: Uint32Array): void {
  const [postings] = postingsIn(page, gram, gram + 1)
  if (!postings) bits.fill(0)
  else if (isBits(postings, bits)) {
    const words = uint32Of(postings)
    for (let word = 0; word < bits.length; word++) bits[word]! &= words[word]!
  } else keepPositions(uint16Of(postings), bits)
}

function setPositions(positions: Uint16Array, bits: Uint32Array): void {
  // An index is faster than an iterator here.
  for (let index = 0; index < positions.length; index++)
    if (positions[index] !== none) setBit(bits, positions[index]!)
}

/** Bits that are in use during one call only. Searches of rare texts would otherwise leave half a megabyte of garbage. */
const scratch = createBits(segmentMax)

function keepPositions(positions: Uint16Array, bits: Uint32Array): void {
  const kept = scratch.subarray(0, bits.length).fill(0)
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index]!
    if (position !== none && hasBit(bits, position)) setBit(kept, position)
  }
  bits.set(kept)
}

const isBits = (postings: Uint8Array, bits: Uint32Array): boolean => postings.length === bits.byteLength

/** Returns the postings of the trigrams from `first` (inclusive) to `end` (exclusive). */
function postingsIn(page: Uint8Array, first: number, end: number): Uint8Array[] {
  const count = uint32Of(page, 0, 1)[0]!
  const grams = float64Of(page, 8, count)
  const start = lowerBound(grams, first)
  if (start === count || grams[start]! >= end) return []
  const ends = uint32Of(page, 8 + 8 * count, count)
  const dataStart = Math.ceil((8 + 12 * count) / 8) * 8
  const found: Uint8Array[] = []
  for (let index = start; index < count && grams[index]! < end; index++)
    found.push(page.subarray(dataStart + (index === 0 ? 0 : ends[index - 1]!), dataStart + ends[index]!))
  return found
}

/** Returns the index of the first element that is not less than the value. */
export function lowerBound(values: ArrayLike<number>, value: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

const separator = Buffer.from('\u001f')

/** A row of texts: their number (Uint32), the ends of the texts (Uint32), and the texts, each with a separator. */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  const parts = texts.map((text) => Buffer.from(`${text}\u001f`))
  const header = new Uint32Array(1 + texts.length)
  header[0] = texts.length
  let end = 0
  parts.forEach((part, index) => (header[index + 1] = end += part.length))
  return Buffer.concat([bytesOf(header), ...parts])
}

/** Sets the bits of the texts that contain the needle. `needle` must not contain a separator. */
export function findTexts(page: Uint8Array, needle: Buffer, first: number, bits: Uint32Array): void {
  if (needle.includes(separator)) return
  const [count = 0] = uint32Of(page, 0, 1)
  const ends = uint32Of(page, 4, count)
  const start = 4 + 4 * count
  const texts = Buffer.from(page.buffer, page.byteOffset + start, page.length - start)
  let index = 0
  for (let at = texts.indexOf(needle); at >= 0; at = texts.indexOf(needle, ends[index++]!)) {
    while (ends[index]! <= at) index++
    setBit(bits, first + index)
  }
}
