import type { Read } from '../../../storage/core/store'
import { type Micros, second } from '../../../base/time'

/**
 * The signal of an asset at a location (docs/history.md, Levels): how strongly and how often its antennas read the asset,
 * and what silence takes from it. Levels are in dBm, durations in seconds.
 */

/** The smoothed signal of one antenna. */
export interface AntennaLevel {
  readonly readerId: number | null
  readonly antenna: number | null
  /** Means of the RSSI over about 0.15 s, 2 s and 20 s. */
  readonly level: number
  readonly quick: number
  readonly calm: number
  /** Share of the variance of a single read that is left in `quick`. */
  readonly noise: number
  /** Number of reads since the last long gap, the time of the first of them, and the RSSI of the newest. */
  readonly reads: number
  readonly firstAt: Micros
  readonly rssi: number
  readonly lastAt: Micros
}

/** The means of an antenna. */
export type Mean = 'level' | 'quick' | 'calm'

/** The signal at one location. */
export interface Signal {
  readonly locationId: number
  readonly antennas: readonly AntennaLevel[]
  readonly lastAt: Micros
  readonly reads: number
  /** Number of reads, which decays with time. It is compared when there is no RSSI. */
  readonly rate: number
}

const antennasMax = 8
const levelSeconds = 0.15
const levelShareMax = 0.7
const quickSeconds = 2
const calmSeconds = 20
/** The means are not continued after a longer time without a read. */
export const levelGapMax = 120
/** A location is overdue when it is not read for longer than this, or than twice the usual pause. */
const graceMin = 2
/** Grace of a location with fewer than `newReads` reads, whose usual pause is not known. */
const newGraceMin = 10
const newReads = 3
export const pauseFactor = 2
/**
 * A location that is overdue loses this lead in the time of its grace, within these limits per second: silence means less
 * at a location with long pauses.
 */
const sinkPerGrace = 3
const sinkMin = 0.3
const sinkMax = 0.5
const rateSeconds = 5
/** The power of antennas is added up in this unit, in dB. */
const powerUnit = 3.5
const summedMax = 3

export const secondsBetween = (from: Micros, to: Micros): number => (to - from) / second
export const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits

/** Returns the time since the last read of a location. */
export const gapOf = (place: Signal | undefined, at: Micros): number =>
  place ? secondsBetween(place.lastAt, at) : Infinity

/** Returns the number of reads of a location after another read, which decays with time. */
export const rateAfter = (old: Signal | undefined, at: Micros): number =>
  old ? rounded(old.rate / (1 + gapOf(old, at) / rateSeconds) + 1, 3) : 1

export const rateAt = ({ rate, lastAt }: Signal, at: Micros): number =>
  rate / (1 + secondsBetween(lastAt, at) / rateSeconds) + 0.5

export function antennaIn(place: Signal | undefined, { readerId, antenna }: Read): AntennaLevel | undefined {
  if (place)
    for (const one of place.antennas) if (one.antenna === antenna && one.readerId === readerId) return one
  return undefined
}

/**
 * Returns the levels of a location's antennas after a read. The antenna that was read last is the last element.
 *
 * @param old the antenna of the read
 */
export function levelsAfter(
  antennas: readonly AntennaLevel[],
  old: AntennaLevel | undefined,
  read: Read,
): readonly AntennaLevel[] {
  if (read.rssi === null) return antennas
  const levels: AntennaLevel[] = []
  for (const one of antennas) if (one !== old) levels.push(one)
  if (levels.length >= antennasMax) levels.shift()
  levels.push(levelAfter(old, read, read.rssi))
  return levels
}

function levelAfter(
  old: AntennaLevel | undefined,
  { at, readerId, antenna }: Read,
  rssi: number,
): AntennaLevel {
  const gap = old ? secondsBetween(old.lastAt, at) : Infinity
  if (!old || gap > levelGapMax)
    return {
      readerId,
      antenna,
      level: rssi,
      quick: rssi,
      calm: rssi,
      noise: 1,
      reads: 1,
      firstAt: at,
      rssi,
      lastAt: at,
    }
  const reads = old.reads + 1
  const share = Math.min(gap / (gap + levelSeconds), levelShareMax)
  const quickShare = Math.max(gap / (gap + quickSeconds), 1 / reads)
  const calmShare = Math.max(gap / (gap + calmSeconds), 1 / reads)
  return {
    readerId,
    antenna,
    level: rounded(old.level + share * (rssi - old.level), 2),
    quick: rounded(old.quick + quickShare * (rssi - old.quick), 3),
    calm: rounded(old.calm + calmShare * (rssi - old.calm), 3),
    noise: rounded((1 - quickShare) ** 2 * old.noise + quickShare ** 2, 4),
    reads,
    firstAt: old.firstAt,
    rssi,
    lastAt: at,
  }
}

/** Grace of a location: the time without a read after which it is overdue. */
const graceOf = ({ reads }: Signal, pause: number): number =>
  Math.max(reads < newReads ? newGraceMin : graceMin, pauseFactor * pause)

export const overdueOf = (place: Signal, at: Micros, pause: number): number =>
  Math.max(0, secondsBetween(place.lastAt, at) - graceOf(place, pause))

export const isOverdue = (place: Signal, at: Micros, pause: number): boolean =>
  overdueOf(place, at, pause) > 0

/** Returns the lead that a location has lost because it is overdue. */
export function sunkBy(place: Signal, at: Micros, pause: number): number {
  const perSecond = Math.min(Math.max(sinkPerGrace / graceOf(place, pause), sinkMin), sinkMax)
  return overdueOf(place, at, pause) * perSecond
}

/** Returns the number of antennas of a location whose power may be added up, at most three. */
export function summableIn(place: Signal, pause: number): number {
  const grace = graceOf(place, pause)
  let count = 0
  for (const { lastAt } of place.antennas) if (secondsBetween(lastAt, place.lastAt) <= grace) count++
  return Math.min(count, summedMax)
}

/**
 * The level of a location is that of its best antenna, because a mean would put locations with several antennas at a
 * disadvantage. Antennas that stopped reading while another one still reads do not count. Null without RSSI.
 *
 * @param count number of best antennas whose power is added up, from 1 to 3
 */
export function levelOf(place: Signal, pause: number, mean: Mean, count: number): number | null {
  const grace = graceOf(place, pause)
  let [first, second_, third] = [-Infinity, -Infinity, -Infinity]
  for (const one of place.antennas) {
    if (secondsBetween(one.lastAt, place.lastAt) > grace) continue
    const level = one[mean]
    if (level > first) [first, second_, third] = [level, first, second_]
    else if (level > second_) [second_, third] = [level, second_]
    else if (level > third) third = level
  }
  if (first === -Infinity) return null
  if (count === 1 || second_ === -Infinity) return first
  let others = Math.exp((second_ - first) / powerUnit)
  if (count > 2) others += Math.exp((third - first) / powerUnit)
  return rounded(first + powerUnit * Math.log(1 + others), 3)
}

/** Returns the antennas of a location whose level is the highest, the strongest first. */
export const strongestIn = (
  place: Signal,
  pause: number,
  count: number,
): (readonly [readerId: number | null, antenna: number | null])[] =>
  place.antennas
    .filter(({ lastAt }) => secondsBetween(lastAt, place.lastAt) <= graceOf(place, pause))
    .toSorted((a, b) => b.level - a.level)
    .slice(0, count)
    .map(({ readerId, antenna }) => [readerId, antenna])

/** Returns the number of reads of the antenna whose calm mean is the highest. */
export function readsOfBest({ antennas }: Signal): number {
  let best: AntennaLevel | undefined
  for (const one of antennas) if (!best || one.calm > best.calm) best = one
  return best?.reads ?? 0
}

/** Returns the higher RSSI; null when both are null. */
export const strongest = (a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
