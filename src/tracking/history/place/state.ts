import type { Presence, Read } from '../../../storage/core/store'
import type { Micros } from '../../../base/time'
import { type Air, airAfter, firstAir } from './air'
import { antennaIn, levelsAfter, rateAfter, secondsBetween } from './signal'
import type { Matching, Place } from './sums'

/** The state of the decision for one asset. */
export interface Evidence {
  /** Time of the first read, or of the first read after a gap of more than the presence timeout. */
  readonly startedAt: Micros
  /** Longest recent time between two reads of the current location. It decays. */
  readonly pause: number
  /** Until this time after a scan, reads do not count as evidence; 0 without a scan. */
  readonly heldUntil: Micros
  readonly air: Air
  /** The current location and those that read the asset last, at most `placesMax`. */
  readonly places: readonly Place[]
  /** Null while samples of taught locations do not decide. */
  readonly matching: Matching | null
}

const placesMax = 8

/** Reads of the first moment are of one transmission, so that their order means nothing. */
const firstMoment = 0.01

export const noSums = { fast: null, slow: null, moving: null }

/** The state that follows from an event alone, without its reads. */
export const evidenceOf = ({
  locationId,
  firstAt,
  lastAt,
  readCount,
}: Pick<Presence, 'locationId' | 'firstAt' | 'lastAt' | 'readCount'>): Evidence => ({
  startedAt: firstAt,
  pause: 0,
  heldUntil: 0,
  air: firstAir(lastAt),
  places: [{ locationId, antennas: [], lastAt, reads: readCount, rate: 1, ...noSums }],
  matching: null,
})

export const isHeld = ({ heldUntil }: Evidence, at: Micros): boolean => at < heldUntil

/** Whether the location at the beginning is a guess. After a scan it is not. */
export const hasStart = ({ startedAt, heldUntil }: Evidence): boolean => heldUntil <= startedAt

export const isFirstMoment = ({ startedAt }: Evidence, at: Micros): boolean =>
  secondsBetween(startedAt, at) < firstMoment

/** Returns a location with one more read, and with its sums. */
export const placeAfter = (old: Place | undefined, read: Read): Place => ({
  locationId: read.locationId,
  antennas: levelsAfter(old?.antennas ?? [], antennaIn(old, read), read),
  lastAt: read.at,
  reads: (old?.reads ?? 0) + 1,
  rate: rateAfter(old, read.at),
  fast: old?.fast ?? null,
  slow: old?.slow ?? null,
  moving: old?.moving ?? null,
})

/** @param places the locations after the read */
export const airWith = (
  before: Evidence,
  old: Place | undefined,
  places: readonly Place[],
  read: Read,
): Air =>
  read.rssi === null
    ? before.air
    : airAfter(before.air, {
        at: read.at,
        rssi: read.rssi,
        last: antennaIn(old, read),
        places,
        pause: before.pause,
      })

export function placeIn({ places }: Pick<Evidence, 'places'>, locationId: number): Place | undefined {
  for (const place of places) if (place.locationId === locationId) return place
  return undefined
}

export function othersOf(places: readonly Place[], locationId: number): Place[] {
  const others: Place[] = []
  for (const place of places) if (place.locationId !== locationId) others.push(place)
  return others
}

/** Keeps the current location and those that were read last. */
export function limited(places: readonly Place[], currentId: number): readonly Place[] {
  if (places.length <= placesMax) return places
  const rank = ({ locationId, lastAt }: Place) => (locationId === currentId ? Infinity : lastAt)
  return places.toSorted((a, b) => rank(b) - rank(a) || a.locationId - b.locationId).slice(0, placesMax)
}
