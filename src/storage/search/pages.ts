import type { Order, OrderedSlice, Slice } from '../sql/list'
import type { IdPage } from '../sql/pages'
import type { Matches, SearchLimits } from './search'
import { clearBit, createBits, hasBit, type OrderName, orders, setBit } from './format'

/** Pages of the matches of a search. */

interface Source<Field extends string> {
  /** Sorts ids and returns those of a page. */
  sort(ids: readonly number[], order: Order<Field>, slice: Slice): Promise<number[]>
  /** Returns a page of the list without a search; undefined when there is no index for the order. */
  walk(order: Order<Field>, slice: Slice): Promise<IdPage | undefined>
  /** The column of the index that a field sorts by; undefined when segments do not contain the order. */
  columnOf(field: Field): OrderName | undefined
}

/** Number of rows of the first step of a walk. Each step is four times as long as the one before. */
const firstStep = 1_000
const stepMax = 256_000

/**
 * Returns the ids of a page. Few matches are sorted. Of many, each segment returns the first ones, and these are sorted.
 * Far from the beginning, or when segments do not contain the order, the list without the search is walked.
 */
export async function searchPages<Field extends string>(
  matches: Matches,
  source: Source<Field>,
  { order, ...slice }: OrderedSlice<Field>,
  { few, sorted, first: firstMax }: SearchLimits,
): Promise<number[]> {
  if (matches.count <= slice.offset) return []
  if (matches.few) return source.sort(matches.few, order, slice)
  const [first] = order
  const column = first && source.columnOf(first.field)
  if (first && column) {
    const wanted = slice.offset + slice.limit
    const ids = wanted <= few && (await matches.first(column, first.descending, order.length === 1, wanted))
    if (ids && ids.length <= firstMax) return source.sort(ids, order, slice)
  }
  const ids = await matches.ids()
  if (ids.length <= sorted) return source.sort(ids, order, slice)
  return (await walk(ids, source, order, slice)) ?? source.sort(ids, order, slice)
}

async function walk<Field extends string>(
  ids: readonly number[],
  source: Source<Field>,
  order: Order<Field>,
  { limit, offset }: Slice,
): Promise<number[] | undefined> {
  const take = takingOnce(ids)
  const page: number[] = []
  let skipped = 0
  for (let at = 0, step = firstStep; page.length < limit; at += step, step = Math.min(4 * step, stepMax)) {
    const next = await source.walk(order, { limit: step, offset: at })
    if (!next) return undefined
    for (const id of next.ids) {
      // Each match is returned once, even if a write moves it while the list is walked.
      if (page.length === limit || !take(id)) continue
      if (skipped < offset) skipped++
      else page.push(id)
    }
    if (at + step >= next.total) break
  }
  return page
}

/** Number of bits for each id up to which bits take less time than a set. */
const bitsMax = 64

/** Returns the function that reports whether an id is in the list and was not asked for before. */
function takingOnce(ids: readonly number[]): (id: number) => boolean {
  let [first, last] = [Infinity, -Infinity]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  if (last - first >= bitsMax * ids.length) {
    const wanted = new Set(ids)
    return (id) => wanted.delete(id)
  }
  const bits = createBits(last - first + 1)
  for (const id of ids) setBit(bits, id - first)
  return (id) => {
    if (id < first || id > last || !hasBit(bits, id - first)) return false
    clearBit(bits, id - first)
    return true
  }
}

/** The column of a field that has the name of an order of segments. */
export const ownColumn = (field: string): OrderName | undefined => orders.find((order) => order === field)
