import type { Presence, Read, Sensitivity, Why } from '../../../storage/core/store'
import { type Micros, second } from '../../../base/time'
import { firstAir, isDense, isMoving } from './air'
import { isNeverReplaced, judge, startSeconds } from './judge'
import { type Match, match } from './match'
import { gapOf, levelOf, overdueOf, rounded, secondsBetween, strongestIn } from './signal'
import {
  airWith,
  type Evidence,
  evidenceOf,
  hasStart,
  isFirstMoment,
  isHeld,
  limited,
  noSums,
  othersOf,
  placeAfter,
  placeIn,
} from './state'
import { type Place, type Start, startAt, started, withoutSums } from './sums'
import type { Taught } from './taught'
import { comparable, momentOf, weigh } from './weigh'

/**
 * The location decision (docs/history.md, Location decision). An asset moves when the evidence for another location is
 * sufficient: the lead of its signal over that of the current location, summed over time. The state of an asset has a
 * limited size, and earlier reads are not needed. Levels are in dBm, evidence in dB·s, durations in seconds.
 */

/** What decides besides the reads. */
export interface DecisionRules {
  /** Evidence that moves an asset, without the factors for its stay. */
  readonly need: number
  /** The samples of taught locations; null without any. */
  readonly taught: Taught | null
}

/** A move of the asset to another location. */
interface Decision {
  readonly locationId: number
  readonly cause: 'stronger' | 'unheard' | 'matches'
  /** The current event was a first guess, which the new one replaces. */
  readonly isGuess: boolean
  readonly start: Start
  readonly why: Why
}

/** The effect of a read: a move, with the start of the evidence, or only a new state. */
export interface Judgment {
  readonly evidence: Evidence
  readonly move?: Decision
}

/** The evidence that moves an asset, by the sensitivity of its organization. */
export const needs: Readonly<Record<Sensitivity, number>> = { calm: 30, normal: 20, quick: 14 }

/** A read represents the time since the previous one of its location, up to this maximum or a tenth of the usual pause. */
const standsMin = 1
/** The maximum while the current location is overdue. */
const overdueStandsMax = 10
const pauseMemorySeconds = 300
const pauseMax = 60
/** Reads of an event from which the usual pause is known well enough to name it. */
const usualReads = 10
/** Time after a scan during which reads do not count as evidence. */
const holdMicros = 10 * second

/** The state after the first read of an asset. */
export const firstEvidence = (read: Read): Evidence => {
  const before = {
    ...evidenceOf({ locationId: read.locationId, firstAt: read.at, lastAt: read.at, readCount: 1 }),
    places: [],
  }
  const place = placeAfter(undefined, read)
  return { ...before, air: airWith(before, undefined, [place], read), places: [place] }
}

/** The state after a scan: the asset is at the location, and reads count as evidence again after a pause. */
export function afterScan(before: Evidence | null, { at, locationId }: Read): Evidence {
  const others = othersOf(before?.places ?? [], locationId).map(withoutSums)
  const scanned: Place = { locationId, antennas: [], lastAt: at, reads: 1, rate: 1, ...noSums }
  return {
    startedAt: before?.startedAt ?? at,
    pause: 0,
    heldUntil: at + holdMicros,
    air: before?.air ?? firstAir(at),
    places: limited([...others, scanned], locationId),
    matching: null,
  }
}

/** The state after a read of the current location that came after more than the presence timeout. */
export function afterGap(before: Evidence, read: Read): Evidence {
  const old = placeIn(before, read.locationId)
  const places = limited(
    [...othersOf(before.places, read.locationId), placeAfter(old, read)],
    read.locationId,
  )
  const air = airWith(before, old, places, read)
  return { ...before, startedAt: read.at, air, places: places.map(withoutSums), matching: null }
}

/** The state after a read of the current location, which counts against all others. Samples may move the asset. */
export function afterReadHere(
  before: Evidence,
  current: Presence,
  read: Read,
  { taught }: DecisionRules,
): Judgment {
  const { at, locationId } = read
  const old = placeIn(before, locationId)
  const here = placeAfter(old, read)
  const places = [...othersOf(before.places, locationId), here]
  const air = airWith(before, old, places, read)
  const gap = gapOf(old, at)
  const pause = rounded(Math.max(Math.min(gap, pauseMax), before.pause / (1 + gap / pauseMemorySeconds)), 3)
  const now = { ...before, pause, air, matching: null }
  if (isHeld(before, at)) return { evidence: { ...now, places: limited(places, locationId) } }

  const matched = match({ before, air, places, current, read }, taught)
  if (matched) return afterMatch(matched, now, { places, current, at })
  const seconds = isFirstMoment(before, at) ? 0 : Math.min(gap, standsMaxOf(before)) / 2
  const moment = momentOf(before, air, here, { at, seconds })
  for (let index = 0; index < places.length - 1; index++)
    places[index] = weigh(places[index] as Place, moment)
  return { evidence: { ...now, places: limited(places, locationId) } }
}

/** The state after a read of another location, and the move if there is enough evidence for it. */
export function afterReadElsewhere(
  before: Evidence,
  current: Presence,
  read: Read,
  { need, taught }: DecisionRules,
): Judgment {
  const { at, locationId } = read
  const old = placeIn(before, locationId)
  const there = placeAfter(old, read)
  const others = othersOf(before.places, locationId)
  const air = airWith(before, old, [...others, there], read)
  const now = { ...before, air, matching: null }
  // An event that is never replaced cannot end at the instant at which it begins.
  if (isHeld(before, at) || (isNeverReplaced(current) && at <= current.firstAt))
    return { evidence: staying(now, others, there, current) }

  const places = [...others, there]
  const matched = match({ before, air, places, current, read }, taught)
  if (matched) return afterMatch(matched, now, { places, current, at })
  const present = placeIn(before, current.locationId) as Place
  const overdue = overdueOf(present, at, before.pause)
  const standsUpTo = Math.max(standsMaxOf(before), Math.min(overdue, overdueStandsMax))
  const stands = Math.min(gapOf(old, at), standsUpTo) * (overdue > 0 ? 1 : 0.5)
  const seconds = isFirstMoment(before, at) ? 0 : stands
  const rival = started(weigh(there, momentOf(before, air, present, { at, seconds })), current, read)
  const judged = judge({ before, air, current, present, rival, at, need })
  if (!judged) return { evidence: staying(now, others, rival, current) }

  const { sum, isGuess } = judged
  const start = sum?.start ?? startAt(current, read)
  const count = isDense(air, at) ? comparable(rival, present, before.pause) : 1
  const why: Why = {
    ...whyOf({ before, current, present, rival, start, at, count }, judged),
    ...(isMoving(air, at, before.pause) && {
      carriedSince: air.changingSince,
      carriedSeconds: rounded(secondsBetween(air.changingSince, at), 1),
    }),
    ...(count > 1 && { antennas: strongestIn(rival, before.pause, count) }),
  }
  return {
    evidence: { ...now, places: limited([...others, rival].map(withoutSums), locationId) },
    move: { locationId, cause: overdue > 0 ? 'unheard' : 'stronger', isGuess, start, why },
  }
}

/** The state after a read where taught locations decide. The sums of the untaught rule do not grow meanwhile. */
function afterMatch(
  { matching, move }: Match,
  now: Evidence,
  { places, current, at }: Pick<Explained, 'current' | 'at'> & Pick<Evidence, 'places'>,
): Judgment {
  const cleared = places.map(withoutSums)
  if (!move) return { evidence: { ...now, places: limited(cleared, current.locationId), matching } }
  const { locationId, start, isGuess } = move
  const present = placeIn({ places }, current.locationId) as Place
  const known = placeIn({ places }, locationId)
  const rival: Place = known ?? { locationId, antennas: [], lastAt: at, reads: 1, rate: 1, ...noSums }
  const why = whyOf({ before: now, current, present, rival, start, at, count: 1 }, move)
  return {
    evidence: { ...now, places: limited(known ? cleared : [...cleared, rival], locationId) },
    move: { locationId, cause: 'matches', isGuess, start, why },
  }
}

/** A move, with what its reason needs. */
interface Explained {
  readonly before: Evidence
  readonly current: Presence
  readonly present: Place
  readonly rival: Place
  readonly start: Start
  readonly at: Micros
  /** Number of antennas whose power is added up. */
  readonly count: number
}

function whyOf(
  { before, current, present, rival, start, at, count }: Explained,
  { evidence, needed }: Pick<Why, 'evidence' | 'needed'>,
): Why {
  const isStart = hasStart(before) && secondsBetween(before.startedAt, at) < startSeconds
  return {
    fromId: current.locationId,
    fromDbm: shownLevel(present, before.pause, count),
    toDbm: shownLevel(rival, before.pause, count),
    silentSeconds: rounded(secondsBetween(present.lastAt, at), 1),
    pauseSeconds: current.readCount < usualReads ? 0 : rounded(before.pause, 1),
    leadSeconds: rounded(secondsBetween(start.at, at), 1),
    evidence: rounded(evidence, 1),
    needed: rounded(needed, 1),
    ...(isStart && { isProvisional: true }),
  }
}

const staying = (now: Evidence, others: readonly Place[], place: Place, current: Presence): Evidence => ({
  ...now,
  places: limited([...others, place], current.locationId),
})

/** Returns the maximum time that a read represents. It is longer where the usual pause is long. */
const standsMaxOf = ({ pause }: Evidence): number => Math.max(standsMin, pause / 10)

const shownLevel = (place: Place, pause: number, count: number): number | null => {
  const level = levelOf(place, pause, 'level', count)
  return level === null ? null : rounded(level, 1)
}
