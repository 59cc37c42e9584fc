import type { Read } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'

/**
 * The signal of an asset at a location (docs/history.md, Levels): how strongly and how often its antennas read the asset,
 * and the lead of one location over another. Levels are in dBm, durations in seconds.
 */

/** The smoothed signal of one antenna. */
interface AntennaLevel {
  readonly readerId: number | null
  readonly antenna: number | null
  readonly level: number
  readonly lastAt: Micros
}

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
/** No moment counts for more than this lead. */
const leadMax = 30
const levelSeconds = 0.15
const levelShareMax = 0.7
/** A level is not continued after a longer time without a read. */
const levelGapMax = 120
/** A location is overdue when it is not read for longer than this, or than twice the usual pause. */
const graceMin = 2
/** Grace of a location with fewer than `newReads` reads, whose usual pause is not known. */
const newGraceMin = 10
const newReads = 3
const pauseFactor = 2
/**
 * A location that is overdue loses this lead in the time of its grace, within these limits per second: silence means less
 * at a location with long pauses.
 */
const sinkPerGrace = 3
const sinkMin = 0.3
const sinkMax = 0.5
const rateSeconds = 5
/** Lead, in dB, of a location that is read ten times as often. */
const rateLead = 20

export const secondsBetween = (from: Micros, to: Micros): number => (to - from) / second
export const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits

/** Returns the time since the last read of a location. */
export const gapOf = (place: Signal | undefined, at: Micros): number =>
  place ? secondsBetween(place.lastAt, at) : Infinity

/** Returns the signal of a location after a read. */
export function signalAfter(old: Signal | undefined, read: Read): Signal {
  const { locationId, at } = read
  if (!old) return { locationId, antennas: levelsAfter([], read), lastAt: at, reads: 1, rate: 1 }
  const rate = rounded(old.rate / (1 + gapOf(old, at) / rateSeconds) + 1, 3)
  return {
    locationId,
    antennas: levelsAfter(old.antennas, read),
    lastAt: at,
    reads: old.reads + 1,
    rate,
  }
}

/** Returns the levels of a location's antennas after a read. The antenna that was read last is the last element. */
function levelsAfter(antennas: readonly AntennaLevel[], read: Read): readonly AntennaLevel[] {
  const { at, rssi, readerId, antenna } = read
  if (rssi === null) return antennas
  const isSame = (one: AntennaLevel) => one.readerId === readerId && one.antenna === antenna
  const old = antennas.find(isSame)
  const gap = old ? secondsBetween(old.lastAt, at) : Infinity
  const share = gap > levelGapMax ? 1 : Math.min(gap / (gap + levelSeconds), levelShareMax)
  const level = old ? rounded(old.level + share * (rssi - old.level), 2) : rssi
  const others = antennas.filter((one) => !isSame(one)).slice(-(antennasMax - 1))
  return [...others, { readerId, antenna, level, lastAt: at }]
}

/** Grace of a location: the time without a read after which it is overdue. */
const graceOf = ({ reads }: Signal, pause: number): number =>
  Math.max(reads < newReads ? newGraceMin : graceMin, pauseFactor * pause)

export const overdueOf = (place: Signal, at: Micros, pause: number): number =>
  Math.max(0, secondsBetween(place.lastAt, at) - graceOf(place, pause))

/**
 * The level of a location is that of its best antenna, because a mean would put locations with several antennas at a
 * disadvantage. Antennas that stopped reading while another one still reads do not count. Null without RSSI.
 */
export function levelOf(place: Signal, pause: number): number | null {
  const grace = graceOf(place, pause)
  let best: number | null = null
  for (const { level, lastAt } of place.antennas)
    if (secondsBetween(lastAt, place.lastAt) <= grace && (best === null || level > best)) best = level
  return best
}

/** Returns the lead of a location over the current one in dB. Without RSSI, it compares how often they are read. */
export function leadOf(other: Signal, current: Signal, at: Micros, pause: number): number {
  const [there, here] = [levelOf(other, pause), levelOf(current, pause)]
  const difference =
    there === null || here === null
      ? rateLead * Math.log10(rateAt(other, at) / rateAt(current, at))
      : there - here
  const sink = sunkBy(current, at, pause) - sunkBy(other, at, pause)
  return Math.min(Math.max(difference + sink, -leadMax), leadMax)
}

/** Returns the lead that a location has lost because it is overdue. */
function sunkBy(place: Signal, at: Micros, pause: number): number {
  const perSecond = Math.min(Math.max(sinkPerGrace / graceOf(place, pause), sinkMin), sinkMax)
  return overdueOf(place, at, pause) * perSecond
}

const rateAt = ({ rate, lastAt }: Signal, at: Micros): number =>
  rate / (1 + secondsBetween(lastAt, at) / rateSeconds) + 0.5

/** Returns the higher RSSI; null when both are null. */
export const strongest = (a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
