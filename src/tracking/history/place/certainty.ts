import type { Micros } from '../../../base/time'
import { isDense, isMoving } from './air'
import { isOverdue, levelOf, summableIn } from './signal'
import { type Evidence, isHeld, placeIn } from './state'
import type { Place } from './sums'

/** How sure the location of an asset is (docs/history.md, Certainty). */
export type Certainty = 'sure' | 'probably' | 'maybe'

interface Sureness {
  readonly certainty: Certainty
  /** The location where the asset may be instead; null when no other one reads it. */
  readonly rivalId: number | null
}

/**
 * The chance that the shown location is right, from its lead in dB over the best other one. It was fitted to reads of a real
 * BLE beacon, while it stood still and while it was carried.
 */
const chanceAt = (lead: number, isCarried: boolean): number =>
  1 / (1 + Math.exp(isCarried ? -(0.4 + 0.44 * lead) : -(0.12 + 0.52 * lead)))
const leadMax = 20
const sureFrom = 0.95
const probableFrom = 0.75

/** Returns how sure a location is. Null outside dense air and after a scan, where it cannot be said honestly. */
export function surenessOf(evidence: Evidence, locationId: number, at: Micros): Sureness | null {
  const { air, pause, places } = evidence
  const present = placeIn(evidence, locationId)
  if (!present || !isDense(air, at) || isHeld(evidence, at)) return null
  // Until the air is no longer dense, what was known at the newest read is said.
  const readAt = Math.max(...places.map(({ lastAt }) => lastAt))
  const isCarried = isMoving(air, readAt, pause)
  const leadOver = (rival: Place): number | null => {
    const mean = isCarried ? 'quick' : 'calm'
    const count = Math.max(1, Math.min(summableIn(present, pause), summableIn(rival, pause)))
    const [here, there] = [levelOf(present, pause, mean, count), levelOf(rival, pause, mean, count)]
    return here === null || there === null ? null : here - there
  }
  if (levelOf(present, pause, 'calm', 1) === null) return null
  let [lead, rivalId]: [number, number | null] = [leadMax, null]
  for (const rival of places) {
    const over = rival === present || isOverdue(rival, readAt, pause) ? null : leadOver(rival)
    if (over !== null && (rivalId === null || over < lead)) [lead, rivalId] = [over, rival.locationId]
  }
  const chance = chanceAt(Math.min(Math.max(lead, -leadMax), leadMax), isCarried)
  if (chance >= sureFrom) return { certainty: 'sure', rivalId }
  return { certainty: chance >= probableFrom ? 'probably' : 'maybe', rivalId }
}
