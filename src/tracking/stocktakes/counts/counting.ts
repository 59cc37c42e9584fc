import type { Pause } from '../../../base/turns/pause'
import { fold } from '../../../base/text'
import type { StocktakeCountRow, StocktakeLineRow, StocktakeRow, Writes } from '../../../storage/core/store'
import type { Tally } from './tally'
import { type Count, decided, differs, merged, nothing } from './verdicts'

/** Number of assets or tags whose counts are read with one statement, so that requests wait only shortly. */
const atOnce = 250

/** The counts of a thing, by location. */
export type ByLocation = Map<number, StocktakeCountRow>

/** Counts of a stocktake that a write adds to. */
interface Counting {
  readonly tx: Writes
  readonly stocktake: StocktakeRow
  readonly isLate: boolean
  readonly pause: Pause
}

/** What a write has counted, with what was known before. */
export interface Counted {
  /** The lines after the write, by asset id. A late count has none. */
  readonly lines: ReadonlyMap<number, StocktakeLineRow>
  readonly counts: ReadonlyMap<number, ByLocation>
  /** Number of counts that there were none of. */
  readonly added: number
}

/** Collects the counts of one thing at one location each. */
export function addCount<K>(counts: Map<K, Map<number, Count>>, key: K, count: Count): void {
  const ofThing = counts.getOrInsertComputed(key, () => new Map<number, Count>())
  const known = ofThing.get(count.locationId)
  ofThing.set(count.locationId, known ? merged(known, count) : count)
}

function* partsOf<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < atOnce) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** Adds counts of assets to the stored ones, and changes the lines accordingly. */
export async function countAssets(
  { tx, stocktake, isLate, pause }: Counting,
  given: ReadonlyMap<number, ReadonlyMap<number, Count>>,
  tally: Tally,
): Promise<Counted> {
  const lines = new Map<number, StocktakeLineRow>()
  const counts = new Map<number, ByLocation>()
  let added = 0
  for (const part of partsOf(given.keys())) {
    for (const row of await tx.stocktakeCounts.ofAssets(stocktake.id, isLate, part))
      byLocation(counts, row.assetId).set(row.locationId, row)
    if (!isLate) for (const line of await linesOf(tx, stocktake, part)) lines.set(line.assetId, line)
    for (const assetId of part) {
      const known = byLocation(counts, assetId)
      for (const count of given.get(assetId)?.values() ?? [])
        added += saveCount(tx, known, { ...keyOf(stocktake, isLate), assetId, ...count })
      const line = lines.get(assetId)
      if (line) lines.set(assetId, changeLine(tx, line, { counts: [...known.values()] }, tally))
      await pause()
    }
  }
  return { lines, counts, added }
}

const byLocation = <K>(counts: Map<K, ByLocation>, key: K): ByLocation =>
  counts.getOrInsertComputed(key, () => new Map())

const keyOf = ({ id }: StocktakeRow, isLate: boolean) => ({
  stocktakeId: id,
  isLate,
  tagType: '',
  tagKey: '',
})

/** Returns 1 if the count is a new row. */
function saveCount(tx: Writes, known: ByLocation, row: StocktakeCountRow): 0 | 1 {
  const before = known.get(row.locationId)
  const after = before ? merged(before, row) : row
  known.set(row.locationId, after)
  if (!before || JSON.stringify(before) !== JSON.stringify(after)) tx.stocktakeCounts.save(after)
  return before ? 0 : 1
}

/** A line that is not stored yet has the verdict `to_count` and no expected location. */
const isNew = ({ verdict, expectedLocationId }: StocktakeLineRow): boolean =>
  verdict === 'to_count' && expectedLocationId === null

/** The counts of an asset, and what a person says about it. */
interface Change extends Partial<Pick<StocktakeLineRow, 'isExcused' | 'note'>> {
  readonly counts: readonly StocktakeCountRow[]
}

/** Changes a line by its counts, and by what a person says about it. */
export function changeLine(
  tx: Writes,
  line: StocktakeLineRow,
  { counts, ...said }: Change,
  tally: Tally,
): StocktakeLineRow {
  const after = decided({ ...line, ...said }, counts)
  storeLine(tx, line, after, tally)
  return after
}

/** Stores a line if it has changed. */
export function storeLine(tx: Writes, before: StocktakeLineRow, after: StocktakeLineRow, tally: Tally): void {
  if (isNew(before)) {
    tx.stocktakeLines.insert(after)
    tally.added(after)
  } else if (differs(before, after)) {
    tx.stocktakeLines.update(after)
    tally.changed(before, after)
  }
}

/** Returns the lines of assets, with new ones for those that are not expected. */
export async function linesOf(
  tx: Writes,
  { id, organizationId }: StocktakeRow,
  assetIds: readonly number[],
): Promise<StocktakeLineRow[]> {
  const lines = await tx.stocktakeLines.ofAssets(id, assetIds)
  const known = new Set(lines.map(({ assetId }) => assetId))
  const others = assetIds.filter((assetId) => !known.has(assetId))
  if (others.length === 0) return lines
  const names = await tx.stocktakePlaces.names(organizationId, others)
  return [...lines, ...names.map((asset) => lineOf({ stocktakeId: id, organizationId }, asset, null))]
}

/** Returns the line of an asset before anything is counted. */
export const lineOf = (
  of: Pick<StocktakeLineRow, 'stocktakeId' | 'organizationId'>,
  asset: { readonly id: number; readonly externalKey: string; readonly name: string },
  expectedLocationId: number | null,
): StocktakeLineRow => ({
  ...of,
  assetId: asset.id,
  assetKey: asset.externalKey,
  assetName: asset.name,
  searchText: fold(`${asset.externalKey} ${asset.name}`),
  verdict: 'to_count',
  expectedLocationId,
  ...nothing,
  isExcused: false,
  note: null,
  hasPhoto: false,
})

/** An unknown tag that was counted. */
export interface CountedTag {
  readonly tagType: string
  /** The normal form of its value. */
  readonly key: string
}

/**
 * Adds counts of unknown tags to the stored ones.
 *
 * @returns the counts of each tag by its name, the number of new rows, and that of tags that were not counted before
 */
export async function countTags(
  { tx, stocktake, isLate, pause }: Counting,
  given: ReadonlyMap<string, ReadonlyMap<number, Count>>,
  tags: ReadonlyMap<string, CountedTag>,
): Promise<{ counts: ReadonlyMap<string, ByLocation>; added: number; newTags: number }> {
  const counts = new Map<string, ByLocation>()
  let [added, newTags] = [0, 0]
  for (const [tagType, named] of Map.groupBy(tags, ([, tag]) => tag.tagType))
    for (const part of partsOf(named)) {
      const keys = part.map(([, { key }]) => key)
      const stored = await tx.stocktakeCounts.ofTags(stocktake.id, isLate, tagType, keys)
      const byKey = Map.groupBy(stored, ({ tagKey }) => tagKey)
      for (const [name, { key }] of part) {
        const known: ByLocation = new Map((byKey.get(key) ?? []).map((row) => [row.locationId, row]))
        if (known.size === 0) newTags++
        counts.set(name, known)
        for (const count of given.get(name)?.values() ?? [])
          added += saveCount(tx, known, {
            stocktakeId: stocktake.id,
            isLate,
            assetId: 0,
            tagType,
            tagKey: key,
            ...count,
          })
        await pause()
      }
    }
  return { counts, added, newTags }
}
