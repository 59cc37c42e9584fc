import type { Micros } from '../../../base/time'

/** The days on which assets moved, in arrays of numbers: a report has a million assets. */

/** The numbers of an asset, which are beside each other in memory. */
const ofAsset = { moves: 0, usedDays: 1, lastDay: 2, firstDay: 3 } as const
const numbers = 4

/** No day. */
const none = -1

/** Counts moves of assets, whose ids are ascending, on the days between ascending bounds. */
export function daysUsed(ids: Float64Array, bounds: Float64Array) {
  const counts = new Int32Array(ids.length * numbers)
  for (let at = 0; at < counts.length; at += numbers) {
    counts[at + ofAsset.lastDay] = none
    counts[at + ofAsset.firstDay] = none
  }
  const usedByDay = Array.from({ length: Math.max(0, bounds.length - 1) }, () => 0)
  const placeOf = placesOf(ids)
  const value = (index: number, number: keyof typeof ofAsset): number =>
    counts[index * numbers + ofAsset[number]] as number
  return {
    assetCount: ids.length,
    usedByDay,
    movesOf: (index: number): number => value(index, 'moves'),
    usedDaysOf: (index: number): number => value(index, 'usedDays'),

    /** Number of assets that moved. */
    usedCount(): number {
      let count = 0
      for (let at: number = ofAsset.usedDays; at < counts.length; at += numbers)
        if ((counts[at] as number) > 0) count++
      return count
    },

    /** The first of the stays of an asset on a day is not a move. Called before the stays of the day are added. */
    leaveOut(id: number, day: number): void {
      const index = placeOf(id)
      if (index !== none) counts[index * numbers + ofAsset.firstDay] = day
    },

    /** Adds the stays that begin on a day, by their assets. Those of an asset on a day are added after those on the days before. */
    add(day: number, assets: readonly number[]): void {
      let used = 0
      for (const id of assets) {
        const index = placeOf(id)
        if (index === none) continue
        const at = index * numbers
        if (counts[at + ofAsset.firstDay] === day) {
          counts[at + ofAsset.firstDay] = none
          continue
        }
        counts[at + ofAsset.moves] = (counts[at + ofAsset.moves] as number) + 1
        if (counts[at + ofAsset.lastDay] === day) continue
        counts[at + ofAsset.lastDay] = day
        counts[at + ofAsset.usedDays] = (counts[at + ofAsset.usedDays] as number) + 1
        used++
      }
      usedByDay[day] = (usedByDay[day] ?? 0) + used
    },
  }
}

/**
 * Returns the function that finds the index of an id in ascending ids; -1 for another one. Ids that are near each other share a
 * range, so that few of them are compared.
 */
function placesOf(ids: Float64Array): (id: number) => number {
  const [least, greatest] = [ids[0] ?? 0, ids.at(-1) ?? 0]
  // Two ranges for each id take as much memory as the ids.
  const width = Math.max(1, Math.ceil((greatest - least + 1) / (2 * ids.length)))
  const count = ids.length === 0 ? 0 : Math.floor((greatest - least) / width) + 1
  /** The index of the first id of each range, and the number of ids. */
  const begins = new Uint32Array(count + 1)
  for (const id of ids) {
    const range = Math.floor((id - least) / width)
    begins[range + 1] = (begins[range + 1] as number) + 1
  }
  for (let range = 0; range < count; range++)
    begins[range + 1] = (begins[range + 1] as number) + (begins[range] as number)
  return (id) => {
    if (id < least || id > greatest) return none
    const range = width === 1 ? id - least : Math.floor((id - least) / width)
    const index = lastNotAfter(ids, id, begins[range] as number, begins[range + 1] as number)
    return ids[index] === id ? index : none
  }
}

/**
 * Returns the index of the last of ascending values that is not greater than a value, between two indexes; the first of these when all
 * are.
 */
export function lastNotAfter(values: Float64Array, value: Micros, from = 0, to = values.length): number {
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((values[middle] as number) <= value) low = middle
    else high = middle
  }
  return low
}

/** The bits of a key: the index of the asset, its moves and its days. A year has 367 days at most. */
const indexBits = 23
const movesInHighWord = 32 - indexBits
const daysMax = 511
const movesMax = 0xffff_ffff

/**
 * Returns the indexes of the assets by their days, then by their moves, then by their ids. Each asset has a key of 64 bits, because
 * sorting a million numbers without a function takes a tenth of the time.
 */
export function inOrderOfUse(
  { assetCount, movesOf, usedDaysOf }: ReturnType<typeof daysUsed>,
  isMostUsedFirst: boolean,
): Uint32Array {
  const keys = new BigUint64Array(assetCount)
  // The low word of a key comes first in memory.
  const words = new Uint32Array(keys.buffer)
  for (let index = 0; index < assetCount; index++) {
    const days = isMostUsedFirst ? daysMax - usedDaysOf(index) : usedDaysOf(index)
    const moves = isMostUsedFirst ? movesMax - movesOf(index) : movesOf(index)
    words[2 * index] = ((moves << indexBits) >>> 0) + index
    words[2 * index + 1] = ((days << indexBits) >>> 0) + (moves >>> movesInHighWord)
  }
  keys.sort()
  return Uint32Array.from({ length: assetCount }, (_, at) => (words[2 * at] as number) & (2 ** indexBits - 1))
}
