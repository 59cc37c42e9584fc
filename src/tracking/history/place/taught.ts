import type { Micros } from '../../../base/time'
import type { StoredTaughtSample } from '../../../storage/core/store'
import { levelOf, type Mean, pauseFactor, rounded, secondsBetween, type Signal } from './signal'

/**
 * Taught locations (docs/history.md, Taught locations): the levels at which the antennas heard tags that stood at known
 * locations, and how well the levels of an asset match them. Levels are in dBm, durations in seconds.
 */

interface Vector {
  /** Its location, as an index of `locationIds`. */
  readonly location: number
  /** By number of the antenna; NaN where the antenna did not hear the tag. */
  readonly levels: Float64Array
  /** The distance when none of its antennas is heard. */
  readonly unheard: number
}

/** Samples in the form that the decision needs, in which a read costs little. */
export interface Taught {
  readonly locationIds: readonly number[]
  readonly antennas: ReadonlyMap<number, number>
  readonly vectors: readonly Vector[]
}

/** An antenna that a sample misses, or that is not heard now, counts as this weak. */
const floor = -98
/** Differences are counted in this unit, in dB, and none for more than this many of it. */
const unit = 6
const unitsMax = 3
/** Common antennas that are needed to compare all but a gain that the levels have in common. */
const commonMin = 3
const gainPrior = 2
/** How much the distance to a sample says. */
const temper = 8
const fitScale = 2
/** No location fits worse than the best one by more than this. */
const fitMin = -8
/** The share of a location's own level in its fit. */
const levelShare = 0.2
const summed = 3
const heardSeconds = 6

const keyOf = (readerId: number | null, antenna: number | null): number =>
  (readerId ?? 0) * 65_536 + (antenna ?? 0)

export function taughtOf(samples: readonly StoredTaughtSample[]): Taught | null {
  if (samples.length === 0) return null
  const locationIds = [...new Set(samples.map(({ locationId }) => locationId))].toSorted((a, b) => a - b)
  const antennas = new Map<number, number>()
  for (const { levels } of samples)
    for (const [readerId, antenna] of levels)
      antennas.getOrInsertComputed(keyOf(readerId, antenna), () => antennas.size)
  const vectors = samples.map(({ locationId, levels }): Vector => {
    const ofAntennas = new Float64Array(antennas.size).fill(Number.NaN)
    for (const [readerId, antenna, dbm] of levels)
      ofAntennas[antennas.get(keyOf(readerId, antenna)) as number] = dbm
    return {
      location: locationIds.indexOf(locationId),
      levels: ofAntennas,
      unheard: levels.reduce((sum, [, , dbm]) => sum + costOf(floor - dbm), 0),
    }
  })
  return { locationIds, antennas, vectors }
}

const costOf = (difference: number): number => Math.min((difference / unit) ** 2, unitsMax ** 2)

/** The levels of the antennas that hear an asset now. */
interface Heard {
  /** Numbers of the antennas; -1 for one that no sample contains. */
  readonly antennas: readonly number[]
  readonly levels: readonly number[]
}

/** The signals of an asset at the time of a read. */
interface Situation {
  readonly places: readonly Signal[]
  readonly at: Micros
  readonly pause: number
}

function heardNow({ antennas }: Taught, { places, at, pause }: Situation, mean: Mean): Heard {
  const gapMax = Math.max(heardSeconds, pauseFactor * pause)
  const heard = { antennas: [] as number[], levels: [] as number[] }
  for (const place of places)
    for (const one of place.antennas) {
      if (secondsBetween(one.lastAt, at) > gapMax) continue
      heard.antennas.push(antennas.get(keyOf(one.readerId, one.antenna)) ?? -1)
      heard.levels.push(one[mean])
    }
  return heard
}

/** Returns how far the levels of now are from a sample, after what they have in common, such as the power of the tag. */
function distanceTo({ levels: sample, unheard }: Vector, { antennas, levels }: Heard): number {
  let [difference, common] = [0, 0]
  for (let index = 0; index < antennas.length; index++) {
    const level = sample[antennas[index] as number] ?? Number.NaN
    if (Number.isNaN(level)) continue
    difference += (levels[index] as number) - level
    common++
  }
  const gain = common < commonMin ? 0 : difference / (common + gainPrior)
  let distance = unheard
  for (let index = 0; index < antennas.length; index++) {
    const level = sample[antennas[index] as number] ?? Number.NaN
    const now = (levels[index] as number) - gain
    distance += Number.isNaN(level) ? costOf(now - floor) : costOf(now - level) - costOf(floor - level)
  }
  return distance
}

/** Returns how alike the levels of now and the samples of each location are, by index of the location. */
function likenessOf({ locationIds, vectors }: Taught, heard: Heard): Float64Array {
  const sums = new Float64Array(locationIds.length)
  const counts = new Float64Array(locationIds.length)
  for (const vector of vectors) {
    sums[vector.location]! += Math.exp(-distanceTo(vector, heard) / temper)
    counts[vector.location]!++
  }
  return sums.map((sum, index) => sum / (counts[index] as number))
}

/** Returns how well the levels of now match the samples of each location, the better the higher, by index of the location. */
export function fitsOf(taught: Taught, situation: Situation, mean: Mean): Float64Array {
  const { places, pause } = situation
  const likeness = likenessOf(taught, heardNow(taught, situation, mean))
  const best = Math.max(...likeness)
  const levels = taught.locationIds.map((id) => levelAt(places, id, pause))
  // One without an antenna of its own counts like the weakest one that is heard.
  const weakest = levels.reduce<number>((least, level) => Math.min(least, level ?? 0), 0)
  return likeness.map((each, index) => {
    const fit = Math.max(fitMin, fitScale * Math.log(each / best + 1e-9))
    return rounded(fit + levelShare * (levels[index] ?? weakest), 3)
  })
}

function levelAt(places: readonly Signal[], locationId: number, pause: number): number | null {
  for (const place of places)
    if (place.locationId === locationId) return levelOf(place, pause, 'calm', summed)
  return null
}

/** Returns the location whose samples levels match best. */
export function bestOf(taught: Taught, levels: StoredTaughtSample['levels']): number {
  const likeness = likenessOf(taught, {
    antennas: levels.map(([readerId, antenna]) => taught.antennas.get(keyOf(readerId, antenna)) ?? -1),
    levels: levels.map(([, , dbm]) => dbm),
  })
  return taught.locationIds[likeness.indexOf(Math.max(...likeness))] as number
}
