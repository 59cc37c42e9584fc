import type { Presence, Read, Sensitivity, Why } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import {
  gapOf,
  leadOf,
  levelOf,
  overdueOf,
  rounded,
  secondsBetween,
  type Signal,
  signalAfter,
  strongest,
} from './signal'

/**
 * The location decision (docs/history.md, Location decision). An asset moves when the evidence for another location is
 * sufficient: the lead of its signal over that of the current location, summed over time. The state of an asset has a
 * limited size, and earlier reads are not needed. Levels are in dBm, evidence in dB·s, durations in seconds.
 */

/** The time at which a sum of evidence became positive, and what the two events are if the asset moved then. */
interface Start {
  readonly at: Micros
  /** The reads of the other location since then. */
  readonly readCount: number
  readonly strongestRssi: number | null
  readonly readerId: number | null
  readonly antenna: number | null
  /** The event of the current location up to then. */
  readonly current: Pick<Presence, 'lastAt' | 'readCount' | 'strongestRssi'>
}

/** A sum of evidence against the current location. It is never negative. */
interface Sum {
  readonly evidence: number
  /** The first read of the location since the sum left zero. */
  readonly start?: Start
}

/** A location that has read the asset recently. */
interface Place extends Signal {
  /** A large lead moves the asset soon. Absent while there is no evidence. */
  readonly fast?: Sum
  /** A small lead moves it when it lasts. */
  readonly slow?: Sum
}

/** The state of the decision for one asset. */
export interface Evidence {
  /** Time of the first read, or of the first read after a gap of more than the presence timeout. */
  readonly startedAt: Micros
  /** Longest recent time between two reads of the current location. It decays. */
  readonly pause: number
  /** Until this time after a scan, reads do not count as evidence. */
  readonly heldUntil?: Micros
  /** The current location and those that read the asset last, at most `placesMax`. */
  readonly places: readonly Place[]
}

/** The effect of a read of another location: a move, with the start of the evidence, or only a new state. */
export interface Judgment {
  readonly evidence: Evidence
  readonly move?: { readonly isUnheard: boolean; readonly start: Start; readonly why: Why }
}

const placesMax = 8

/** The evidence that moves an asset, by the sensitivity of its organization. */
export const needs: Readonly<Record<Sensitivity, number>> = { calm: 30, normal: 20, quick: 14 }
/** The evidence that moves it by a small lead that lasts. */
const slowNeed = 100
/** Lead that does not count, in dB. */
const fastMargin = 5
const slowMargin = 1
/** The longer an asset has been at a location, the more evidence is needed. */
const dwellGain = 0.2
/** The first location is a guess. The needed evidence grows from this share to all of it over this time. */
const guessShare = 0.05
const guessSeconds = 10

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

/** Whether an event stays in the history, however short it is: that of a scan, and the rest of an event that a scan split. */
export const isNeverReplaced = ({ cause }: Presence): boolean => cause === 'scanned' || cause === 'resumed'

/** The state that follows from an event alone, without its reads. */
export const evidenceOf = ({
  locationId,
  firstAt,
  lastAt,
  readCount,
}: Pick<Presence, 'locationId' | 'firstAt' | 'lastAt' | 'readCount'>): Evidence => ({
  startedAt: firstAt,
  pause: 0,
  places: [{ locationId, antennas: [], lastAt, reads: readCount, rate: 1 }],
})

/** The state after the first read of an asset. */
export const firstEvidence = (read: Read): Evidence => ({
  startedAt: read.at,
  pause: 0,
  places: [placeAfter(undefined, read)],
})

/** The state after a scan: the asset is at the location, and reads count as evidence again after a pause. */
export function afterScan(before: Evidence | null, { at, locationId }: Read): Evidence {
  const others = (before?.places ?? []).filter((place) => place.locationId !== locationId).map(withoutSums)
  const scanned: Place = { locationId, antennas: [], lastAt: at, reads: 1, rate: 1 }
  return {
    startedAt: before?.startedAt ?? at,
    pause: 0,
    heldUntil: at + holdMicros,
    places: limited([...others, scanned], locationId),
  }
}

/** The state after a read of the current location that came after more than the presence timeout. */
export function afterGap(before: Evidence, read: Read): Evidence {
  const { old, others } = split(before, read.locationId)
  const places = [...others, placeAfter(old, read)].map(withoutSums)
  return { ...before, startedAt: read.at, places: limited(places, read.locationId) }
}

/** The state after a read of the current location, which counts against all others. */
export function afterReadHere(before: Evidence, read: Read): Evidence {
  const { old, others } = split(before, read.locationId)
  const here = placeAfter(old, read)
  const gap = gapOf(old, read.at)
  const pause = rounded(Math.max(Math.min(gap, pauseMax), before.pause / (1 + gap / pauseMemorySeconds)), 3)
  const stands = Math.min(gap, standsMaxOf(before)) / 2
  const weighed = isHeld(before, read.at)
    ? others
    : others.map((other) => weigh(other, stands, leadOf(other, here, read.at, before.pause)))
  return { ...before, pause, places: limited([...weighed, here], read.locationId) }
}

/**
 * The state after a read of another location, and the move if there is enough evidence for it.
 *
 * @param need evidence that moves an asset, without the factors for its stay
 */
export function afterReadElsewhere(before: Evidence, current: Presence, read: Read, need: number): Judgment {
  const { at } = read
  const { old, others } = split(before, read.locationId)
  const there = placeAfter(old, read)
  const present = others.find(({ locationId }) => locationId === current.locationId) as Place
  const stay = (place: Place): Evidence => ({
    ...before,
    places: limited([...others, place], current.locationId),
  })
  // An event that is never replaced cannot end at the instant at which it begins.
  if (isHeld(before, at) || (isNeverReplaced(current) && at <= current.firstAt))
    return { evidence: stay(there) }

  const overdue = overdueOf(present, at, before.pause)
  const standsUpTo = Math.max(standsMaxOf(before), Math.min(overdue, overdueStandsMax))
  const stands = Math.min(gapOf(old, at), standsUpTo) * (overdue > 0 ? 1 : 0.5)
  const rival = started(weigh(there, stands, leadOf(there, present, at, before.pause)), current, read)
  const dwell = 1 + dwellGain * Math.log10(1 + secondsBetween(current.firstAt, at) / 60)
  const guess = guessShare + ((1 - guessShare) * secondsBetween(before.startedAt, at)) / guessSeconds
  const fastNeed = need * dwell * Math.min(Math.max(guess, guessShare), 1)
  const isFast = evidenceIn(rival.fast) >= fastNeed
  const sum = isFast ? rival.fast : rival.slow
  const needed = isFast ? fastNeed : slowNeed * dwell
  if (evidenceIn(sum) < needed) return { evidence: stay(rival) }

  const start = sum?.start ?? startAt(current, read)
  const why: Why = {
    fromId: current.locationId,
    fromDbm: shownLevel(present, before.pause),
    toDbm: shownLevel(rival, before.pause),
    silentSeconds: rounded(secondsBetween(present.lastAt, at), 1),
    pauseSeconds: current.readCount < usualReads ? 0 : rounded(before.pause, 1),
    leadSeconds: rounded(secondsBetween(start.at, at), 1),
    evidence: rounded(evidenceIn(sum), 1),
    needed: rounded(needed, 1),
  }
  const places = limited([...others, rival].map(withoutSums), read.locationId)
  return { evidence: { ...before, places }, move: { isUnheard: overdue > 0, start, why } }
}

/** Returns the maximum time that a read represents. It is longer where the usual pause is long. */
const standsMaxOf = ({ pause }: Evidence): number => Math.max(standsMin, pause / 10)

const isHeld = ({ heldUntil }: Evidence, at: Micros): boolean => heldUntil !== undefined && at < heldUntil

/** Returns a location with one more read, and with its sums. */
const placeAfter = (old: Place | undefined, read: Read): Place => ({ ...old, ...signalAfter(old, read) })

function split({ places }: Evidence, locationId: number): { old: Place | undefined; others: Place[] } {
  return {
    old: places.find((place) => place.locationId === locationId),
    others: places.filter((place) => place.locationId !== locationId),
  }
}

const shownLevel = (place: Signal, pause: number): number | null => {
  const level = levelOf(place, pause)
  return level === null ? null : rounded(level, 1)
}

const evidenceIn = (sum: Sum | undefined): number => sum?.evidence ?? 0

/** Adds the lead of a location, for a number of seconds, to its sums of evidence. */
function weigh({ fast, slow, ...place }: Place, seconds: number, lead: number): Place {
  const nextFast = added(fast, (lead - fastMargin) * seconds)
  const nextSlow = added(slow, (lead - slowMargin) * seconds)
  return { ...place, ...(nextFast && { fast: nextFast }), ...(nextSlow && { slow: nextSlow }) }
}

function added(sum: Sum | undefined, amount: number): Sum | undefined {
  const evidence = rounded(evidenceIn(sum) + amount, 3)
  return evidence > 0 ? { ...sum, evidence } : undefined
}

const withoutSums = ({ fast: _fast, slow: _slow, ...place }: Place): Place => place

/** Starts the sums that are positive since this read, and counts the read in the others. */
function started(place: Place, current: Presence, read: Read): Place {
  const next = (sum: Sum): Sum => ({
    ...sum,
    start: sum.start ? counted(sum.start, read) : startAt(current, read),
  })
  return {
    ...place,
    ...(place.fast && { fast: next(place.fast) }),
    ...(place.slow && { slow: next(place.slow) }),
  }
}

const startAt = (current: Presence, { at, rssi, readerId, antenna }: Read): Start => ({
  at,
  readCount: 1,
  strongestRssi: rssi,
  readerId,
  antenna,
  current: {
    lastAt: current.lastAt,
    readCount: current.readCount,
    strongestRssi: current.strongestRssi,
  },
})

const counted = (start: Start, { rssi }: Read): Start => ({
  ...start,
  readCount: start.readCount + 1,
  strongestRssi: strongest(start.strongestRssi, rssi),
})

/** Keeps the current location and those that were read last. */
function limited(places: readonly Place[], currentId: number): readonly Place[] {
  if (places.length <= placesMax) return places
  const rank = ({ locationId, lastAt }: Place) => (locationId === currentId ? Infinity : lastAt)
  return places.toSorted((a, b) => rank(b) - rank(a) || a.locationId - b.locationId).slice(0, placesMax)
}
