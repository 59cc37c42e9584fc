import type { CountSource } from '../../../base/stocktake-kinds'
import type { Micros } from '../../../base/time'
import type { HistoryFact, StocktakeCountRow, StocktakeLineRow } from '../../../storage/core/store'

/** What counts mean for lines (decision 0044). These functions are pure, and the order of their inputs does not matter. */

/** What was counted at one location: the first scan with its person, and the time of the last one. */
export interface Count {
  readonly locationId: number
  readonly firstAt: Micros
  /** Identifies the counter: `user:<id>` or `reader:<id>`. */
  readonly firstBy: string
  readonly firstName: string
  readonly firstSource: CountSource
  readonly lastAt: Micros
  /** The value of an unknown tag as its first scan had it; empty for an asset. */
  readonly tagValue: string
}

const firstKeys = ['firstAt', 'firstBy', 'firstSource', 'firstName', 'tagValue'] as const

/** Whether a count has the earlier first scan. What else it says decides between scans at one instant. */
function isEarlier(one: Count, other: Count): boolean {
  for (const key of firstKeys) if (one[key] !== other[key]) return one[key] < other[key]
  return false
}

/** Merges two counts of one thing at one location. */
export const merged = <C extends Count>(one: C, other: C): C => ({
  ...(isEarlier(other, one) ? other : one),
  lastAt: Math.max(one.lastAt, other.lastAt),
})

/** Returns the count whose location an asset was last scanned at. */
function deciding<C extends Count>(counts: readonly C[], expectedId: number | null): C | undefined {
  const rank = ({ locationId, lastAt }: Count) => [-lastAt, locationId === expectedId ? 0 : 1, locationId]
  return counts.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    const index = a.findIndex((value, at) => value !== b[at])
    return index < 0 ? 0 : (a[index] as number) - (b[index] as number)
  })[0]
}

export const nothing = {
  foundLocationId: null,
  countedAt: null,
  countedBy: null,
  countedName: null,
  source: null,
}

/** Whether people have counted the asset. What readers say does not matter then. */
export const isCounted = ({ source }: Pick<StocktakeLineRow, 'source'>): boolean =>
  source === 'scan' || source === 'hand'

/** Returns the line with the outcome of its counts by people. Without one, an excuse counts, then what readers say. */
export function decided(line: StocktakeLineRow, counts: readonly StocktakeCountRow[]): StocktakeLineRow {
  const count = deciding(counts, line.expectedLocationId)
  if (!count) return line.isExcused ? { ...line, ...nothing, verdict: 'excused' } : line
  return {
    ...line,
    verdict: verdictOf(line.expectedLocationId, count.locationId),
    foundLocationId: count.locationId,
    countedAt: count.firstAt,
    countedBy: count.firstBy,
    countedName: count.firstName,
    source: count.firstSource,
  }
}

/** The verdict of an asset that was counted at a location. A place below or above the expected one is another place. */
export const verdictOf = (expectedId: number | null, foundId: number): 'found' | 'elsewhere' | 'extra' =>
  expectedId === null ? 'extra' : expectedId === foundId ? 'found' : 'elsewhere'

/** Returns an expected line without counts by people, with what its history says. What a reader has found stays found. */
export function decidedByHistory(
  line: StocktakeLineRow,
  fact: HistoryFact | undefined,
  { usesReaders }: { readonly usesReaders: boolean },
): StocktakeLineRow {
  const { expectedLocationId: expectedId } = line
  if (line.source !== null || line.isExcused || expectedId === null) return line
  if (!fact) return { ...line, ...nothing, verdict: 'to_count' }
  const { locationId, readAt, readerId, readerName } = fact
  if (locationId !== expectedId)
    return { ...line, ...nothing, verdict: 'moved_meanwhile', foundLocationId: locationId }
  if (!usesReaders || readAt === null) return { ...line, ...nothing, verdict: 'to_count' }
  return {
    ...line,
    verdict: 'found',
    foundLocationId: locationId,
    countedAt: readAt,
    countedBy: `reader:${readerId ?? 0}`,
    countedName: readerName ?? '',
    source: 'reader',
  }
}

/** Whether two states of a line differ. */
export const differs = (one: StocktakeLineRow, other: StocktakeLineRow): boolean =>
  one.verdict !== other.verdict ||
  one.foundLocationId !== other.foundLocationId ||
  one.countedAt !== other.countedAt ||
  one.countedBy !== other.countedBy ||
  one.countedName !== other.countedName ||
  one.source !== other.source ||
  one.isExcused !== other.isExcused ||
  one.note !== other.note
