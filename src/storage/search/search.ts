import { sql } from 'drizzle-orm'
import type { Instant } from '../../base/time'
import { toMicros } from '../../base/time'
import { type Db, inJsonList, isPostgres } from '../sql/database'
import { type IncludeDeleted, isLimited, statesOf, type State } from '../sql/states'
import { assets } from '../sql/tables'
import {
  candidatesIn,
  type Data,
  type Found,
  pagesWith,
  type Segment,
  unitedOf,
  verify,
  wordsWithin,
} from './candidates'
import { SegmentGone, searchDataReads } from './data'
import {
  clearBit,
  countBits,
  createBits,
  float64Of,
  hasBit,
  idsPerPage,
  kinds,
  lowerBound,
  type OrderName,
  orders,
  placedFlag,
  positionsOf,
  setBit,
  uint16Of,
  uint32Of,
} from './format'
import { type Head, searchHead } from './head'
import { matchesRow } from './matching'
import { type Backlog, type SearchArguments, unindexedReads } from './unindexed'

/**
 * Searches of assets in the index (decision 0018). The first statement (head.ts) reads the segments of the organization and the
 * assets that are not searched in them. The data of segments does not change, so later statements may read it from a later commit.
 */

interface Search {
  readonly organizationId: number
  /** Case-folded and not empty. */
  readonly text: string
  readonly includeDeleted: IncludeDeleted
  readonly isActive: boolean | undefined
  readonly inDescription: boolean
  /** Only assets that have a placement. */
  readonly isPlaced: boolean
  /** The instant at which the assets must be effective; null for all. */
  readonly now: Instant | null
}

export interface Matches {
  readonly count: number
  /** All ids in no order, when they are few. */
  readonly few: readonly number[] | undefined
  /** Reads the ids of all matches, in no order. */
  ids(): Promise<number[]>
  /**
   * Returns ids, in no order, among which are the first `wanted` matches of an order.
   *
   * @param isOnly the id is the only other column of the order
   */
  first(order: OrderName, descending: boolean, isOnly: boolean, wanted: number): Promise<number[]>
}

export interface SearchLimits {
  /** Maximum number of candidates whose rows are read. More are checked in the texts of the index. */
  readonly few: number
  /** Maximum number of ids that are sorted rather than walking the list. */
  readonly sorted: number
  /** The same for ids that contain the first ones of each segment. */
  readonly first: number
}

export const searchLimits: SearchLimits = { few: 2_000, sorted: 20_000, first: 50_000 }

/** Number of attempts when a segment is replaced during a search. */
const attemptsMax = 5

export function assetSearch(db: Db, { few }: SearchLimits) {
  const headOf = searchHead(db)
  const unindexed = unindexedReads(db)
  const data = searchDataReads(db)
  const among = db
    .select({ id: assets.id })
    .from(assets)
    .where(sql`${inJsonList(assets.id, 'ids')} and ${matchesRow}`)
    .prepare()

  /** Returns the matches among the assets that are not searched in the segments. */
  async function outsideOf(head: Head, bound: SearchArguments): Promise<readonly number[]> {
    if (!head.backlog) return head.pendingMatches
    const found = await unindexed(bound, head.backlog)
    const pending = new Set(head.pending)
    const ids = pending.size > 0 ? found.filter((id) => !pending.has(id)) : found
    return ids.concat(head.pendingMatches)
  }

  async function attempt(search: Search): Promise<Matches> {
    const bound = argumentsOf(search)
    const head = await headOf(bound)
    const outside = await outsideOf(head, bound)
    const parts = await candidatesIn(data, head.segments, search, few)
    const candidates = unitedOf(parts)
    if (countOf(candidates) + outside.length - head.pendingMatches.length <= few) {
      const pending = new Set(head.pending)
      const ids = (await idsOf(data, candidates)).filter(
        (id) => !pending.has(id) && !isWithin(head.backlog, id),
      )
      const rows = ids.length > 0 ? await among.execute({ ...bound, ids: JSON.stringify(ids) }) : []
      return fewMatches([...rows.map(({ id }) => id), ...outside])
    }
    // A search of up to three units is a trigram or its beginning, so its candidates are matches. A text can contain all
    // trigrams of a longer search without containing the search, so its candidates are verified.
    const found = search.text.length <= 3 ? candidates : unitedOf(await verify(data, parts, search.text))
    for (const each of found) {
      await keepStates(data, each, search)
      await removeOutside(data, each, head)
    }
    return matchesOf(data, found, outside)
  }

  return {
    /** Returns the matches; undefined in PostgreSQL, which has trigram indexes of its own. */
    async find(search: Search): Promise<Matches | undefined> {
      if (isPostgres(db)) return undefined
      for (let attempts = 1; ; attempts++)
        try {
          return await attempt(search)
        } catch (error) {
          if (!(error instanceof SegmentGone) || attempts === attemptsMax) throw error
        }
    },
  }
}

const argumentsOf = ({
  organizationId,
  text,
  includeDeleted,
  isActive,
  ...search
}: Search): SearchArguments => ({
  organizationId,
  search: text,
  states: JSON.stringify(statesOf(includeDeleted, isActive)),
  now: search.now,
  inDescription: Number(search.inDescription),
  isPlaced: Number(search.isPlaced),
})

/** Removes the assets that the filters do not select. */
async function keepStates(data: Data, { segment, bits }: Found, search: Search): Promise<void> {
  const flags = await data.one(segment.id, kinds.flags)
  const selected = new Set<number>(statesOf(search.includeDeleted, search.isActive))
  /** For each value of the flags: 0 not selected, 1 selected, 2 selected while effective. */
  const meaning = Uint8Array.from({ length: 16 }, (_, flag) => {
    const state = (flag & ~placedFlag) as State
    if (!selected.has(state) || (search.isPlaced && !(flag & placedFlag))) return 0
    return isLimited(state) ? 2 : 1
  })
  let limits: Float64Array | undefined
  for (const position of positionsOf(bits)) {
    const means = meaning[flags[position]!]!
    if (means === 1) continue
    if (means === 2) {
      if (search.now === null) continue
      const now = toMicros(search.now)
      limits ??= float64Of(await data.one(segment.id, kinds.limits))
      if (limits[2 * position]! <= now && limits[2 * position + 1]! > now) continue
    }
    clearBit(bits, position)
  }
}

const isWithin = (backlog: Backlog | undefined, id: number): boolean =>
  backlog !== undefined && id > backlog.after && id <= backlog.last

/** Removes assets that have changed since they were indexed, and those that the rows were searched for. */
async function removeOutside(
  data: Data,
  { segment, bits }: Found,
  { pending, backlog }: Head,
): Promise<void> {
  const within = pending.filter((id) => id >= segment.first && id <= segment.last)
  const meetsBacklog = backlog !== undefined && segment.last > backlog.after && segment.first <= backlog.last
  if (within.length === 0 && !meetsBacklog) return
  const stored = await allIdsOf(data, segment)
  if (meetsBacklog) {
    const end = lowerBound(stored, backlog.last + 1 - segment.first)
    for (let at = lowerBound(stored, backlog.after + 1 - segment.first); at < end; at++) clearBit(bits, at)
  }
  for (const id of within) {
    const position = lowerBound(stored, id - segment.first)
    if (stored[position] === id - segment.first) clearBit(bits, position)
  }
}

/** Reads the ids of all assets of a segment, less the first id. */
export async function allIdsOf(data: Data, { id, size }: Pick<Segment, 'id' | 'size'>): Promise<Uint32Array> {
  const ids = new Uint32Array(size)
  const pages = Array.from({ length: Math.ceil(size / idsPerPage) }, (_, page) => page)
  for (const [page, stored] of (await data.some(id, kinds.ids, pages)).entries())
    ids.set(uint32Of(stored), page * idsPerPage)
  return ids
}

async function idsOf(data: Data, found: readonly Found[]): Promise<number[]> {
  const wanted = found.flatMap(({ segment, bits }) =>
    pagesWith(bits, segment.size, idsPerPage).map((page) => ({ segment, bits, page })),
  )
  if (wanted.length === 0) return []
  const pages = await data.at(wanted.map(({ segment, page }) => [segment.id, kinds.ids, page]))
  return wanted.flatMap(({ segment, bits, page }, index) => {
    const ids = uint32Of(pages[index]!)
    return positionsOf(wordsWithin(bits, page, idsPerPage)).map((position) => segment.first + ids[position]!)
  })
}

/** @param outside matches that are not in the segments */
function matchesOf(data: Data, found: readonly Found[], outside: readonly number[]): Matches {
  const ids = async () => (await idsOf(data, found)).concat(outside)
  return {
    count: countOf(found) + outside.length,
    few: undefined,
    ids,
    async first(order, descending, isOnly, wanted) {
      const parts: Found[] = []
      for (const { segment, bits } of found) {
        const stored = await data.one(segment.id, kinds.order + orders.indexOf(order))
        parts.push({ segment, bits: firstOf(stored, bits, segment.size, { descending, isOnly, wanted }) })
      }
      return (await idsOf(data, parts)).concat(outside)
    },
  }
}

function fewMatches(few: readonly number[]): Matches {
  return { count: few.length, few, ids: async () => [...few], first: async () => [...few] }
}

/** Which of the first matches in the order of a column are selected; see `Matches.first`. */
interface FirstOnes {
  readonly descending: boolean
  readonly isOnly: boolean
  readonly wanted: number
}

/** Selects the first assets in the order of a column, and all whose value equals that of the last one if needed. */
function firstOf(
  stored: Uint8Array,
  bits: Uint32Array,
  size: number,
  { descending, isOnly, wanted }: FirstOnes,
): Uint32Array {
  const places = uint16Of(stored, 0, size)
  const ties = uint32Of(stored, 4 * Math.ceil(size / 2))
  const selected = createBits(size)
  let count = 0
  /** Selects the assets with one value, in the order of their ids. */
  function select(from: number, end: number): void {
    for (let place = from; place < end && !(isOnly && count >= wanted); place++) {
      const position = places[place]!
      if (!hasBit(bits, position)) continue
      setBit(selected, position)
      count++
    }
  }
  if (descending)
    for (let end = size; end > 0 && count < wanted;) {
      let from = end - 1
      while (from > 0 && hasBit(ties, from)) from--
      select(from, end)
      end = from
    }
  else
    for (let from = 0; from < size && count < wanted;) {
      let end = from + 1
      while (end < size && hasBit(ties, end)) end++
      select(from, end)
      from = end
    }
  return selected
}

const countOf = (found: readonly Found[]): number => found.reduce((sum, { bits }) => sum + countBits(bits), 0)
