import type { Micros } from '../../../base/time'
import { type Air, isDense, isMoving, leadUnit } from './air'
import { levelOf, rateAt, summableIn, sunkBy } from './signal'
import type { Evidence } from './state'
import { added, type Place } from './sums'

/** Lead that does not count, in dB. */
const fastMargin = 5
const slowMargin = 1
const movingMargin = 2
/** No moment counts for more than this lead. */
const leadMax = 30
/** Lead, in dB, of a location that is read ten times as often. */
const rateLead = 20

/** The current location at the time of a read, and the time that the read represents. */
interface Moment {
  readonly at: Micros
  readonly pause: number
  readonly seconds: number
  readonly present: Place
  /** Levels of its best antenna, and of the power of two and of three. */
  readonly levels: readonly (number | null)[]
  readonly sunk: number
  readonly isSummed: boolean
  readonly isMoving: boolean
  readonly unit: number
}

/** Number of antennas of each of two locations that are compared: a location with one more would seem stronger. */
export const comparable = (one: Place, other: Place, pause: number): number =>
  Math.max(1, Math.min(summableIn(one, pause), summableIn(other, pause)))

/** @param read the time of the read, and the time that it represents */
export function momentOf(
  { pause }: Pick<Evidence, 'pause'>,
  air: Air,
  present: Place,
  { at, seconds }: Pick<Moment, 'at' | 'seconds'>,
): Moment {
  const isSummed = isDense(air, at)
  return {
    at,
    pause,
    seconds,
    present,
    levels: (isSummed ? [1, 2, 3] : [1]).map((count) => levelOf(present, pause, 'level', count)),
    sunk: sunkBy(present, at, pause),
    isSummed,
    isMoving: isMoving(air, at, pause),
    unit: isSummed ? leadUnit(air) : 1,
  }
}

/**
 * Adds the lead of a location over the current one, for a number of seconds, to its sums of evidence. Without RSSI, the lead
 * compares how often they are read.
 */
export function weigh(place: Place, moment: Moment): Place {
  const { at, pause, seconds, present, sunk } = moment
  const count = moment.isSummed ? comparable(place, present, pause) : 1
  const here = moment.levels[count - 1] ?? null
  const there = levelOf(place, pause, 'level', count)
  const isLevel = there !== null && here !== null
  const difference = isLevel ? there - here : rateLead * Math.log10(rateAt(place, at) / rateAt(present, at))
  const lead = Math.min(Math.max(difference + sunk - sunkBy(place, at, pause), -leadMax), leadMax)
  return {
    ...place,
    fast: added(place.fast, (lead - fastMargin) * seconds),
    slow: added(place.slow, (lead / (isLevel ? moment.unit : 1) - slowMargin) * seconds),
    moving: moment.isMoving && isLevel ? added(place.moving, (lead - movingMargin) * seconds) : null,
  }
}
