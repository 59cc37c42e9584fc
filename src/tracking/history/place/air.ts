import type { Micros } from '../../../base/time'
import { second } from '../../../base/time'
import { type AntennaLevel, levelGapMax, pauseFactor, rounded, secondsBetween, type Signal } from './signal'

/**
 * What is known of the air around an asset when many antennas read it (docs/history.md, Dense air): how much its reads
 * scatter, how much its levels usually swing, and whether it is being carried. Levels are in dB, durations in seconds.
 */
export interface Air {
  /** Variance of a single read, and the number of reads that it was computed from. */
  readonly scatter: number
  readonly scatterReads: number
  /** Usual mean square of the difference of the quick and the calm means, and the time of the last read in it. */
  readonly swing: number
  readonly swingAt: Micros
  /** Many antennas read the asset up to this time; 0 when they never did. */
  readonly denseUntil: Micros
  /** The first and the last read of the present change of most levels; 0 when there was none. */
  readonly changingSince: Micros
  readonly changingAt: Micros
  /** The asset is being carried up to this time. */
  readonly movingUntil: Micros
}

/** The air is dense when so many antennas have read the asset recently, and for some time after that. */
const denseAntennas = 6
const denseSeconds = 10
const recentSeconds = 3
/** An antenna says something about motion after this time. */
const warmSeconds = 5
const scatterBefore = 25
const scatterBeforeReads = 10
const scatterReadsMax = 200
/** The mean square of the difference of the quick and the calm means is at least this while an asset is carried. */
const motionSquare = 2.3 ** 2
/** How far the mean square of the difference must exceed what the scatter of the reads causes. */
const motionRatio = 3
const changedRatio = 1.5
const changedShare = 0.4
/** The change must last for this time. Shorter pauses do not end it. The asset is moving for some time after it. */
const changingMin: Micros = second
const motionMicros: Micros = 3 * second
/** The highest mean square that counts as usual. */
const swingMax = 4
const swingSeconds = 120
/** Longest usual pause with which motion is known. */
const oftenPauseMax = 3

export const firstAir = (at: Micros): Air => ({
  scatter: scatterBefore,
  scatterReads: scatterBeforeReads,
  swing: swingMax,
  swingAt: at,
  denseUntil: 0,
  changingSince: 0,
  changingAt: 0,
  movingUntil: 0,
})

export const isDense = ({ denseUntil }: Air, at: Micros): boolean => at <= denseUntil
/** Whether the reads of an asset come often enough to tell whether it is being carried or stands still. */
export const isReadOften = (pause: number): boolean => pause <= oftenPauseMax
export const isMoving = (air: Air, at: Micros, pause: number): boolean =>
  isDense(air, at) && at < air.movingUntil && isReadOften(pause)

/** Returns the unit in which small leads are counted. It is 1 where the levels swing as usual. */
export const leadUnit = ({ swing }: Air): number => Math.sqrt(swing / swingMax)

/** A read with RSSI, and what was known before it. */
interface Heard {
  readonly at: Micros
  readonly rssi: number
  /** The antenna before the read. */
  readonly last: AntennaLevel | undefined
  /** The locations after the read. */
  readonly places: readonly Signal[]
  readonly pause: number
}

export function airAfter(air: Air, { at, rssi, last, places, pause }: Heard): Air {
  const isNext = last !== undefined && secondsBetween(last.lastAt, at) <= levelGapMax
  const scatterReads = Math.min(air.scatterReads + (isNext ? 1 : 0), scatterReadsMax)
  const scatter = isNext
    ? rounded(air.scatter + ((rssi - last.rssi) ** 2 / 2 - air.scatter) / scatterReads, 3)
    : air.scatter
  const { recent, warm, change, expected, changed } = surveyOf(places, at, pause, scatter)
  const denseFor = Math.max(denseSeconds, pauseFactor * pause)
  const denseUntil = recent >= denseAntennas ? at + Math.round(denseFor * second) : air.denseUntil
  if (warm === 0) return { ...air, scatter, scatterReads, denseUntil }

  const isChanging =
    warm >= denseAntennas &&
    changed >= changedShare * warm &&
    change > motionSquare &&
    change > motionRatio * expected
  const changingSince = isChanging && at - air.changingAt > changingMin ? at : air.changingSince
  const changingAt = isChanging ? at : air.changingAt
  const movingUntil = isChanging && at - changingSince >= changingMin ? at + motionMicros : air.movingUntil
  const gap = secondsBetween(air.swingAt, at)
  const swing = rounded(
    Math.min(swingMax, air.swing + (gap / (gap + swingSeconds)) * (change - air.swing)),
    6,
  )
  return {
    scatter,
    scatterReads,
    swing,
    swingAt: at,
    denseUntil,
    changingSince,
    changingAt,
    movingUntil,
  }
}

/** The antennas that have read an asset recently, and those of them that say something about motion. */
interface Survey {
  readonly recent: number
  readonly warm: number
  /** Mean square of the difference of their quick and calm means, and what the scatter of the reads causes of it. */
  readonly change: number
  readonly expected: number
  /** Number of antennas whose difference is large. */
  readonly changed: number
}

function surveyOf(places: readonly Signal[], at: Micros, pause: number, scatter: number): Survey {
  const since = at - Math.max(recentSeconds, pauseFactor * pause) * second
  let [recent, warm, squares, noise, changed] = [0, 0, 0, 0, 0]
  for (const { antennas } of places)
    for (const one of antennas) {
      if (one.lastAt <= since) continue
      recent++
      if (secondsBetween(one.firstAt, one.lastAt) <= warmSeconds) continue
      warm++
      const square = (one.quick - one.calm) ** 2
      squares += square
      noise += one.noise
      if (square > changedRatio * scatter * one.noise) changed++
    }
  if (warm === 0) return { recent, warm, change: 0, expected: 0, changed }
  return { recent, warm, change: squares / warm, expected: (scatter * noise) / warm, changed }
}
