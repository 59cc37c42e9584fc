import type { Instant } from '../../base/time'
import { toMicros } from '../../base/time'
import {
  bytesOf,
  createBits,
  encodeGramPage,
  encodeTexts,
  gramOf,
  gramPageBytes,
  idsPerPage,
  kinds,
  orders,
  placedFlag,
  type Postings,
  postingsLength,
  setBit,
  textsPerPage,
  zones,
} from './format'

/** Builds the data of a segment from the rows of its assets. */

/** An asset with the columns that the index contains. */
export interface IndexedRow {
  readonly id: number
  readonly searchKey: string
  readonly searchTags: string
  readonly searchDescription: string
  readonly external_key: string
  readonly name: string
  readonly created_at: string
  readonly updated_at: string
  readonly state: number
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly isPlaced: number
}

export interface DataRow {
  readonly kind: number
  readonly position: number
  readonly data: Uint8Array
}

export interface BuiltSegment {
  readonly size: number
  readonly textLength: number
  readonly firstAssetId: number
  readonly lastAssetId: number
  readonly rows: readonly DataRow[]
}

/** Returns the texts of the zones. The search key is the folded external_key, a separator and the folded name. */
function textsOf({ searchKey, searchTags, searchDescription }: IndexedRow): string[] {
  const end = searchKey.indexOf('\u001f')
  const key = end < 0 ? searchKey : searchKey.slice(0, end)
  const name = end < 0 ? '' : searchKey.slice(end + 1)
  return [key, name, searchTags, searchDescription]
}

/** @param assets in the order of their ids, at least one */
export function buildSegment(assets: readonly IndexedRow[]): BuiltSegment {
  const size = assets.length
  const firstAssetId = assets[0]!.id
  const texts = assets.map(textsOf)
  const rows = [...idRows(assets, firstAssetId), flagRow(assets), ...limitRows(assets)]
  orders.forEach((order, index) => rows.push(orderRow(assets, order, index)))
  let textLength = 0
  zones.forEach((_, zone) => {
    const ofZone = texts.map((each) => each[zone]!)
    const length = ofZone.reduce((sum, text) => sum + text.length, 0)
    textLength += length
    rows.push(...gramRows(ofZone, kinds.grams + zone))
    if (length > 0) rows.push(...textRows(ofZone, kinds.texts + zone))
  })
  return { size, textLength, firstAssetId, lastAssetId: assets.at(-1)!.id, rows }
}

function idRows(assets: readonly IndexedRow[], first: number): DataRow[] {
  return chunks(assets, idsPerPage).map((page, position) => ({
    kind: kinds.ids,
    position,
    data: bytesOf(Uint32Array.from(page, ({ id }) => id - first)),
  }))
}

const flagRow = (assets: readonly IndexedRow[]): DataRow => ({
  kind: kinds.flags,
  position: 0,
  data: Uint8Array.from(assets, ({ state, isPlaced }) => state + (isPlaced ? placedFlag : 0)),
})

function limitRows(assets: readonly IndexedRow[]): DataRow[] {
  if (assets.every(({ startsAt, endsAt }) => startsAt === null && endsAt === null)) return []
  const limits = new Float64Array(2 * assets.length)
  assets.forEach(({ startsAt, endsAt }, index) => {
    limits[2 * index] = startsAt === null ? -Infinity : toMicros(startsAt)
    limits[2 * index + 1] = endsAt === null ? Infinity : toMicros(endsAt)
  })
  return [{ kind: kinds.limits, position: 0, data: bytesOf(limits) }]
}

/** The positions in the order of a column, then a bit for each place whose value equals that of the place before. */
function orderRow(assets: readonly IndexedRow[], order: (typeof orders)[number], index: number): DataRow {
  const values = assets.map((asset) => asset[order])
  const positions = assets.map((_, position) => position)
  // Equal values remain in the order of the ids, because the sort is stable.
  positions.sort((one, other) => compareTexts(values[one]!, values[other]!))
  const ties = createBits(assets.length)
  for (let place = 1; place < positions.length; place++)
    if (values[positions[place]!] === values[positions[place - 1]!]) setBit(ties, place)
  const padded = new Uint16Array(Math.ceil(assets.length / 2) * 2)
  padded.set(positions)
  return { kind: kinds.order + index, position: 0, data: joined([bytesOf(padded), bytesOf(ties)]) }
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000

/** Compares by code point, as SQLite does. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const a = one.charCodeAt(index)
    const b = other.charCodeAt(index)
    if (a === b) continue
    // A surrogate is a part of a code point that is greater than every single unit.
    if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1
    return a - b
  }
  return one.length - other.length
}

function textRows(texts: readonly string[], kind: number): DataRow[] {
  return chunks(texts, textsPerPage).map((page, position) => ({
    kind,
    position,
    data: new Uint8Array(encodeTexts(page)),
  }))
}

/** Numbers trigrams in the order in which they are found. Each beginning of two ASCII units has a table of its own. */
class Grams {
  readonly codes: number[] = []
  readonly #ascii: (Int32Array | undefined)[] = Array.from({ length: 1 << 14 })
  readonly #others = new Map<number, number>()

  numberOf(first: number, second: number, third: number): number {
    if ((first | second | third) < 128) {
      const table = (this.#ascii[(first << 7) | second] ??= new Int32Array(128).fill(-1))
      const known = table[third]!
      return known >= 0 ? known : (table[third] = this.#add(gramOf(first, second, third)))
    }
    const code = gramOf(first, second, third)
    const known = this.#others.get(code)
    if (known !== undefined) return known
    const added = this.#add(code)
    this.#others.set(code, added)
    return added
  }

  #add(code: number): number {
    return this.codes.push(code) - 1
  }
}

/** The end of a text counts as two units 0, so that each unit begins a trigram. */
function gramRows(texts: readonly string[], kind: number): DataRow[] {
  const grams = new Grams()
  const counts: number[] = []
  const lastOf: number[] = []
  const pairs: number[] = []
  texts.forEach((text, position) => {
    const { length } = text
    let first = text.charCodeAt(0)
    let second = length > 1 ? text.charCodeAt(1) : 0
    for (let at = 0; at < length; at++) {
      const third = at + 2 < length ? text.charCodeAt(at + 2) : 0
      const number = grams.numberOf(first, second, third)
      if (lastOf[number] !== position) {
        lastOf[number] = position
        counts[number] = (counts[number] ?? 0) + 1
        pairs.push(number, position)
      }
      first = second
      second = third
    }
  })
  const ends: number[] = []
  let sum = 0
  for (const count of counts) ends.push((sum += count))
  const positions = new Uint16Array(sum)
  const next = ends.map((end, number) => end - counts[number]!)
  for (let index = 0; index < pairs.length; index += 2) positions[next[pairs[index]!]!++] = pairs[index + 1]!

  const sorted = grams.codes.map((_, number) => number)
  sorted.sort((one, other) => grams.codes[one]! - grams.codes[other]!)
  const rows: DataRow[] = []
  let page: Postings[] = []
  let length = 0
  const endPage = () => {
    // The first row is found by every trigram that is not after the second one.
    const position = rows.length === 0 ? 0 : page[0]!.gram
    rows.push({ kind, position, data: encodeGramPage(page, positions, texts.length) })
    page = []
    length = 0
  }
  for (const number of sorted) {
    const end = ends[number]!
    const count = counts[number]!
    const added = 12 + postingsLength(count, texts.length)
    if (page.length > 0 && length + added > gramPageBytes) endPage()
    page.push({ gram: grams.codes[number]!, from: end - count, end })
    length += added
  }
  if (page.length > 0 || rows.length === 0) endPage()
  return rows
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  const result: T[][] = []
  for (let from = 0; from < values.length; from += size) result.push(values.slice(from, from + size))
  return result
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}
