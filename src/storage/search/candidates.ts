import type { searchDataReads } from './data'
import {
  addPostings,
  countBits,
  createBits,
  descriptionZone,
  findTexts,
  gramOf,
  keepPostings,
  kinds,
  postingsOf,
  textsPerPage,
  uint32Of,
} from './format'

/** Finds the assets of segments whose texts contain a text. */

export interface Segment {
  readonly id: number
  readonly size: number
  readonly first: number
  readonly last: number
  readonly outdated: Uint8Array | null
}

export interface Found {
  readonly segment: Segment
  readonly bits: Uint32Array
}

/** Assets whose text of one zone may contain the searched text. */
interface Part extends Found {
  readonly zone: number
}

/** Maximum number of trigrams that are looked up, and the number of candidates from which no more are. */
const gramsMax = 6
const fewCandidates = 100

export type Data = ReturnType<typeof searchDataReads>

/** Returns the assets with the trigrams of the text, by segment and zone. */
export async function candidatesIn(
  data: Data,
  segments: readonly Segment[],
  search: { readonly text: string; readonly inDescription: boolean },
  few: number,
): Promise<Part[]> {
  const zoneCount = search.inDescription ? descriptionZone + 1 : descriptionZone
  const all = segments.flatMap((segment) =>
    Array.from({ length: zoneCount }, (_, zone) => ({ segment, zone })),
  )
  const parts =
    search.text.length < 3
      ? await partsOfRange(data, all, rangeOf(search.text))
      : await partsOfGrams(data, all, gramsOf(search.text), few)
  for (const { segment, bits } of parts) if (segment.outdated) subtract(bits, uint32Of(segment.outdated))
  return parts
}

async function partsOfRange(data: Data, all: readonly Omit<Part, 'bits'>[], [first, end]: readonly number[]) {
  const parts: Part[] = []
  for (const { segment, zone } of all) {
    const bits = createBits(segment.size)
    for (const page of await data.range(segment.id, kinds.grams + zone, first!, end!))
      addPostings(page, first!, end!, bits)
    parts.push({ segment, zone, bits })
  }
  return parts.filter(({ bits }) => !isEmpty(bits))
}

async function partsOfGrams(
  data: Data,
  all: readonly Omit<Part, 'bits'>[],
  grams: readonly number[],
  few: number,
) {
  let parts = all.map((part) => ({ ...part, bits: undefined as Uint32Array | undefined }))
  // Two trigrams leave few candidates of a rare text.
  for (let at = 0; at < grams.length; at += 2) {
    const some = grams.slice(at, at + 2)
    const pages = await data.at(
      parts.flatMap(({ segment, zone }) =>
        some.map((gram) => [segment.id, kinds.grams + zone, gram] as const),
      ),
    )
    parts = parts.flatMap((part, index) => {
      let { bits } = part
      for (const [each, gram] of some.entries()) {
        const page = pages[index * some.length + each]!
        if (bits) keepPostings(page, gram, bits)
        else bits = postingsOf(page, gram, part.segment.size)
        if (!bits || isEmpty(bits)) return []
      }
      return [{ ...part, bits }]
    })
    const count = parts.reduce((sum, { bits }) => sum + (bits ? countBits(bits) : 0), 0)
    if (count <= Math.min(fewCandidates, few)) break
  }
  return parts.map(({ bits, ...part }): Part => ({ ...part, bits: bits! }))
}

/** The trigrams that begin with one or two units. */
function rangeOf(text: string): readonly [first: number, end: number] {
  const first = text.charCodeAt(0)
  if (text.length === 1) return [gramOf(first, 0, 0), gramOf(first + 1, 0, 0)]
  const second = text.charCodeAt(1)
  return [gramOf(first, second, 0), gramOf(first, second + 1, 0)]
}

/** Returns the trigrams of a text; of a long text some of them, its last and its middle first. */
function gramsOf(text: string): number[] {
  const count = text.length - 2
  const chosen = Math.min(count, gramsMax)
  const places = Array.from({ length: chosen }, (_, index) =>
    chosen === 1 ? 0 : Math.round((index * (count - 1)) / (chosen - 1)),
  )
  const middle = places[places.length >>> 1]!
  return [...new Set([places.at(-1)!, middle, ...places])].map((at) =>
    gramOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)),
  )
}

/** Keeps the assets whose text contains the searched text. */
export async function verify(data: Data, parts: readonly Part[], text: string): Promise<Part[]> {
  const needle = Buffer.from(text)
  const verified: Part[] = []
  for (const { segment, zone, bits } of parts) {
    const found = createBits(segment.size)
    const wanted = pagesWith(bits, segment.size, textsPerPage)
    const pages = await data.some(segment.id, kinds.texts + zone, wanted)
    for (const [index, page] of wanted.entries()) findTexts(pages[index]!, needle, page * textsPerPage, found)
    verified.push({ segment, zone, bits: intersect(found, bits) })
  }
  return verified
}

/** Unites the zones of each segment. */
export function unitedOf(parts: readonly Part[]): Found[] {
  const found = new Map<number, Found>()
  for (const { segment, bits } of parts) {
    const known = found.get(segment.id)
    if (known) unite(known.bits, bits)
    else found.set(segment.id, { segment, bits: bits.slice() })
  }
  return [...found.values()]
}

export const wordsWithin = (bits: Uint32Array, page: number, perPage: number): Uint32Array =>
  bits.subarray((page * perPage) >>> 5, ((page + 1) * perPage) >>> 5)

/** Returns the numbers of the pages of a segment that contain bits. */
export function pagesWith(bits: Uint32Array, size: number, perPage: number): number[] {
  const pages = Array.from({ length: Math.ceil(size / perPage) }, (_, page) => page)
  return pages.filter((page) => !isEmpty(wordsWithin(bits, page, perPage)))
}

function isEmpty(bits: Uint32Array): boolean {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false
  return true
}

function intersect(bits: Uint32Array, others: Uint32Array): Uint32Array {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!
  return bits
}

function unite(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= others[word]!
}

function subtract(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~others[word]!
}
