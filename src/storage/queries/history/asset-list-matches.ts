import type { Slice } from '../../sql/list'
import { isIndexed } from '../assets/field-values'
import type { AssetListFilter, ListScope } from './asset-list-filter'
import type { AssetListOrder, assetListOrders } from './asset-list-order'
import type { assetListSources } from './asset-list-sources'

/** A page of the assets that satisfy the conditions. */
export interface AssetMatches {
  /** In the order of the list. */
  readonly ids: number[]
  /** The number of matches. There are more when it is not exact. */
  readonly total: number
  readonly isExact: boolean
  /** Whether all assets were compared. Otherwise these are the matches among the first ones. */
  readonly isComplete: boolean
}

interface AssetListLimits {
  /** Matches are counted up to this number, and the assets of an index are compared when it finds at most so many. */
  readonly few: number
  /** Number of assets of the list that are compared before the indexes of all conditions are read. */
  readonly walked: number
  /** Maximum number of assets whose fields or histories are compared. Without a condition with an index, these are the ones created first. */
  readonly compared: number
  /** Maximum number of assets of all indexes that are compared in the order of their ids, to count them. */
  readonly counted: number
  /** Maximum number of assets that are sorted rather than picked from the whole list. */
  readonly sorted: number
}

export const assetListLimits: AssetListLimits = {
  few: 10_000,
  walked: 20_000,
  compared: 40_000,
  counted: 200_000,
  sorted: 20_000,
}

/** Number of assets that are compared first. Each step compares four times as many as the one before. */
const firstStep = 500
const stepMax = 8_000
/** When so many times more matches are expected than are counted, some ids of one index are compared before those of all are read. */
const likely = 5
/** Number of matches at the beginning of a list from which on they are common there. It does not depend on the page. */
const common = 50

interface Parts {
  readonly sourcesOf: ReturnType<typeof assetListSources>
  readonly orders: ReturnType<typeof assetListOrders>
  /** Returns those of the assets that meet all conditions, in the order given. */
  readonly meeting: (
    scope: ListScope,
    filter: AssetListFilter,
    ids: readonly number[],
  ) => Promise<readonly number[]>
  readonly limits: AssetListLimits
}

interface Compared {
  readonly found: readonly number[]
  /** Whether no asset is left. */
  readonly isAll: boolean
}

/**
 * Finds the matches in one of three ways (decision 0041). The assets of an index that finds few are compared. Otherwise a beginning
 * of the list is compared: common matches fill a page there. If they do not, the ids of all indexes are intersected.
 */
export function createAssetMatches({ sourcesOf, orders, meeting, limits }: Parts) {
  /** Compares assets in the order of the list until `isEnough` says so, `max` assets at most. */
  async function compare(
    next: (slice: Slice) => Promise<readonly number[]> | readonly number[],
    met: (ids: readonly number[]) => Promise<readonly number[]>,
    max: number,
    isEnough: (count: number, compared: number) => boolean,
  ): Promise<Compared> {
    const found: number[] = []
    for (let at = 0, step = firstStep; at < max; step = Math.min(4 * step, stepMax)) {
      const limit = Math.min(step, max - at)
      const ids = await next({ limit, offset: at })
      for (const id of await met(ids)) found.push(id)
      if (ids.length < limit) return { found, isAll: true }
      at += limit
      if (isEnough(found.length, at)) break
    }
    return { found, isAll: false }
  }

  /** Whether more of these assets meet the conditions than are counted. In the order of their ids, they are near each other in the file. */
  async function areMany(
    ids: readonly number[],
    met: (ids: readonly number[]) => Promise<readonly number[]>,
  ): Promise<boolean> {
    if (ids.length <= limits.few || ids.length > limits.counted) return false
    const byId = [...Float64Array.from(ids).sort()]
    const part = ({ limit, offset }: Slice) => byId.slice(offset, offset + limit)
    const { found } = await compare(part, met, limits.compared, (count) => count > limits.few)
    return found.length > limits.few
  }

  /**
   * Finds the matches of conditions that have no index at all. Rows that are near each other in the file are read in a tenth of the
   * time of others, so matches are counted among the assets that were created first. Where matches are common, the page is that of the
   * list; otherwise the beginning of the list and the assets that were counted have all that are known.
   */
  async function unindexed(
    scope: ListScope,
    filter: AssetListFilter,
    order: AssetListOrder,
    slice: Slice,
  ): Promise<AssetMatches> {
    const end = slice.offset + slice.limit
    const met = (ids: readonly number[]) => meeting(scope, filter, ids)
    const created = await orders.createdFirst(scope, filter, limits.compared + 1)
    const part = ({ limit, offset }: Slice) => created.slice(offset, offset + limit)
    const counted = await compare(part, met, limits.compared, (count) => count > limits.few)
    const isMany = counted.found.length > limits.few
    if (created.length <= limits.compared && !isMany)
      return pageOf(await orders.sort(counted.found, order), slice)

    // Whether matches are common is the same for all pages.
    const isRare = (count: number, compared: number) => compared >= limits.walked / 8 && count < common
    const walked = await compare(
      (next) => orders.part(scope, filter, order, next),
      met,
      limits.compared,
      (count, compared) => count >= Math.max(end, common) || isRare(count, compared),
    )
    if (walked.isAll) return pageOf(walked.found, slice)
    const isOfList = walked.found.length >= common
    const found = isOfList
      ? walked.found
      : await orders.sort([...new Set([...walked.found, ...counted.found])], order)
    return {
      ids: found.slice(slice.offset, end),
      total: isMany ? limits.few : Math.max(counted.found.length, found.length),
      isExact: !isMany,
      isComplete: isMany && isOfList && found.length >= end,
    }
  }

  async function matches(
    scope: ListScope,
    filter: AssetListFilter,
    order: AssetListOrder,
    slice: Slice,
  ): Promise<AssetMatches> {
    const end = slice.offset + slice.limit
    const sources = sourcesOf(scope, filter)
    const hasUnindexed = needsComparing(filter)
    const next = (part: Slice) => orders.part(scope, filter, order, part)
    const met = (ids: readonly number[]) => meeting(scope, filter, ids)
    if (sources.length === 0 && !hasUnindexed)
      return exactly(await next(slice), await orders.count(scope, filter))
    if (sources.length === 0) return unindexed(scope, filter, order, slice)

    let fewest: readonly number[] | undefined
    for (const source of sources) {
      // So few assets are compared in less time than another index is read.
      if (fewest && fewest.length <= limits.few / 10) break
      const ids = await source(limits.few + 1)
      if (!fewest || ids.length < fewest.length) fewest = ids
    }
    const isSingle = sources.length === 1 && !hasUnindexed
    if (fewest && fewest.length <= limits.few) {
      const ids = [...new Set(fewest)]
      return pageOf(await orders.sort(isSingle ? ids : await met(ids), order), slice)
    }

    const isEnough = (count: number) => count >= end && (isSingle || count > limits.few)
    // What is compared with metadata or a history takes several times as long.
    const walkedMax = hasUnindexed || filter.fields.length > 0 ? limits.walked / 4 : limits.walked
    const walked = await compare(next, met, walkedMax, isEnough)
    if (walked.isAll) return pageOf(walked.found, slice)
    const isFull = walked.found.length >= end
    if (isEnough(walked.found.length)) return manyOf(walked.found, limits.few, slice)

    const expected = (walked.found.length / walkedMax) * (await orders.count(scope, filter))
    const [last] = sources.slice(-1)
    if (isFull && last && expected > likely * limits.few && (await areMany(await last(limits.compared), met)))
      return manyOf(walked.found, limits.few, slice)
    const shared = await commonOf(sources)
    if (isFull && !hasUnindexed) return exactly(walked.found.slice(slice.offset, end), shared.length)
    if (isFull && (await areMany(shared, met))) return manyOf(walked.found, limits.few, slice)
    const isSorted = shared.length <= limits.sorted
    const inOrder = isSorted
      ? await orders.sort(shared, order)
      : picked(await orders.all(scope, filter, order), shared)
    if (!hasUnindexed && !isSorted) return pageOf(inOrder, slice)
    const part = ({ limit, offset }: Slice) => inOrder.slice(offset, offset + limit)
    const rest = await compare(part, met, limits.compared, isEnough)
    if (!rest.isAll && isEnough(rest.found.length)) return manyOf(rest.found, limits.few, slice)
    return { ...pageOf(rest.found, slice), isComplete: rest.isAll }
  }

  /** Returns the ids of all matches, in the order of the list, at most `max`; undefined when there are more. */
  async function allMatches(
    scope: ListScope,
    filter: AssetListFilter,
    order: AssetListOrder,
    max: number,
  ): Promise<Pick<AssetMatches, 'ids' | 'isComplete'> | undefined> {
    if (sourcesOf(scope, filter).length === 0 && !needsComparing(filter)) {
      if ((await orders.count(scope, filter)) > max) return undefined
      return { ids: await orders.all(scope, filter, order), isComplete: true }
    }
    const { ids, isComplete } = await matches(scope, filter, order, { limit: max + 1, offset: 0 })
    return ids.length > max ? undefined : { ids, isComplete }
  }

  return { matches, allMatches }
}

/** Whether a condition has no index. */
const needsComparing = ({ fields, arrived }: AssetListFilter): boolean =>
  !fields.every(isIndexed) || arrived !== undefined

const exactly = (ids: readonly number[], total: number): AssetMatches => ({
  ids: [...ids],
  total,
  isExact: true,
  isComplete: true,
})

const pageOf = (found: readonly number[], { limit, offset }: Slice): AssetMatches =>
  exactly(found.slice(offset, offset + limit), found.length)

/** The page of a list with more matches than are counted. */
const manyOf = (found: readonly number[], few: number, { limit, offset }: Slice): AssetMatches => ({
  ids: found.slice(offset, offset + limit),
  total: few,
  isExact: false,
  isComplete: true,
})

/** Returns the ids that all indexes find. */
async function commonOf(
  sources: readonly ((limit: number) => Promise<readonly number[]>)[],
): Promise<number[]> {
  let common: readonly number[] = []
  for (const [index, source] of sources.entries()) {
    const ids = await source(Number.MAX_SAFE_INTEGER)
    common = index === 0 ? [...new Set(ids)] : picked(ids, common)
  }
  return [...common]
}

/** Returns the ids that are also in `wanted`, without a set of objects for a million of them. */
function picked(ids: readonly number[], wanted: readonly number[]): number[] {
  let [least, greatest] = [Infinity, -Infinity]
  for (const id of wanted) {
    if (id < least) least = id
    if (id > greatest) greatest = id
  }
  if (wanted.length === 0) return []
  const isWanted = new Uint8Array(greatest - least + 1)
  for (const id of wanted) isWanted[id - least] = 1
  return ids.filter((id) => {
    if (isWanted[id - least] !== 1) return false
    isWanted[id - least] = 0
    return true
  })
}
