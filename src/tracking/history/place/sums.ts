import type { Presence, Read } from '../../../storage/core/store'
import type { Micros } from '../../../base/time'
import { rounded, type Signal, strongest } from './signal'

/** Sums of evidence for a location (docs/history.md, Evidence), in dB·s. They are never negative. */

/** The time at which a sum of evidence became positive, and what the two events are if the asset moved then. */
export interface Start {
  readonly at: Micros
  /** The reads of the other location since then. */
  readonly readCount: number
  readonly strongestRssi: number | null
  readonly readerId: number | null
  readonly antenna: number | null
  /** The event of the current location up to then. */
  readonly current: Pick<Presence, 'lastAt' | 'readCount' | 'strongestRssi'>
}

export interface Sum {
  readonly evidence: number
  /** The first read of the location since the sum left zero. */
  readonly start: Start | null
}

/** The sum of a taught location, which needs no antenna of its own. */
export interface TaughtSum {
  readonly locationId: number
  readonly sum: Sum
}

/** The state of the decision between taught locations. Only sums above zero are kept. */
export interface Matching {
  /** The last time at which the levels were compared with the samples. */
  readonly at: Micros
  readonly sums: readonly TaughtSum[]
}

/** A location that has read the asset recently. A sum is null while it is zero. */
export interface Place extends Signal {
  /** A large lead moves the asset soon. */
  readonly fast: Sum | null
  /** A small lead moves it when it lasts. */
  readonly slow: Sum | null
  /** A lead while the asset is being carried moves it at once. */
  readonly moving: Sum | null
}

export const evidenceIn = (sum: Sum | null): number => sum?.evidence ?? 0

export function added(sum: Sum | null, amount: number): Sum | null {
  const evidence = rounded(evidenceIn(sum) + amount, 3)
  return evidence > 0 ? { evidence, start: sum?.start ?? null } : null
}

export const withoutSums = (place: Place): Place =>
  place.fast || place.slow || place.moving ? { ...place, fast: null, slow: null, moving: null } : place

/** Starts the sums that are positive since this read, and counts the read in the others. */
export const started = (place: Place, current: Presence, read: Read): Place => ({
  ...place,
  fast: place.fast && startedSum(place.fast, current, read),
  slow: place.slow && startedSum(place.slow, current, read),
  moving: place.moving && startedSum(place.moving, current, read),
})

const startedSum = ({ evidence, start }: Sum, current: Presence, read: Read): Sum => ({
  evidence,
  start: start ? counted(start, read) : startAt(current, read),
})

export const startAt = (current: Presence, { at, rssi, readerId, antenna }: Read): Start => ({
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

export const counted = (start: Start, { rssi }: Read): Start => ({
  ...start,
  readCount: start.readCount + 1,
  strongestRssi: strongest(start.strongestRssi, rssi),
})
