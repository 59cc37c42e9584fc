import type { Placement, Presence } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import type { Evidence } from './place/state'
import { evidenceFrom, type FormerEvidence, type Packed, packed, unpacked } from './place/evidence-text'

/**
 * The state of the rules at the horizon of a history, from which the events of late reads are computed again. Reads that
 * are not late do not need it, so the placement contains it as text.
 */
export interface Base {
  readonly at: Micros
  /** Number of stored reads after the horizon. */
  readonly reads: number
  /** The newest event that reads up to the horizon began; null if there is none. */
  readonly current: Presence | null
  /** The state of the location decision; null if the event has none. */
  readonly evidence: Evidence | null
}

interface Stored extends Pick<Base, 'current'> {
  readonly evidence: Packed | FormerEvidence | null
}

export function openBase({ at, reads, state }: Placement['base']): Base {
  const { current, evidence } = JSON.parse(state) as Stored
  return { at, reads, current, evidence: evidence && unpacked(evidence) }
}

export const storedBase = ({ at, reads, current, evidence }: Base): Placement['base'] => ({
  at,
  reads,
  state: JSON.stringify({ current, evidence: evidence && packed(evidence) }),
})

/** Returns the base of a history that is closed up to its newest read. */
export const closedAt = (lastSeenAt: Micros, head: Presence, evidence: string | null): Base => ({
  at: lastSeenAt,
  reads: 0,
  current: head,
  evidence: evidenceFrom(evidence),
})
