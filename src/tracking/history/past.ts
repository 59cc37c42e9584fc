import type { Placement } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import type { Base } from './base'
import type { Evidence } from './place/state'
import { evidenceFrom } from './place/evidence-text'

/** What is known of placements that are still in memory. Without it, the result is the same and takes longer. */
interface Known {
  /** The evidence of the placement, whose text is long. */
  readonly evidence: Evidence | null
  /** States before the newest reads, oldest first. The events of reads that are a little late are computed from them. */
  readonly past: readonly Base[]
}

const known = new WeakMap<Placement, Known>()

/** Maximum number of past states of an asset, and the minimum time between two of them. */
const pastMax = 4
const pastInterval: Micros = second

export function setPast(placement: Placement, evidence: Evidence | null, past: readonly Base[]): void {
  known.set(placement, { evidence, past })
}

export function openEvidence(placement: Placement): Evidence | null {
  return known.get(placement)?.evidence ?? evidenceFrom(placement.evidence)
}

/** Returns the past states of a placement after newer reads, for which the present state is past. */
export function pastAfter(placement: Placement): readonly Base[] {
  const past = known.get(placement)?.past ?? []
  const { lastSeenAt: at, head: current } = placement
  if (at - (past.at(-1)?.at ?? 0) < pastInterval) return past
  return [...past, { at, reads: 0, current, evidence: openEvidence(placement) }].slice(-pastMax)
}

/** Returns the past states from `from` on that are older than a read. */
export const pastBefore = (placement: Placement, at: Micros, from: Micros): readonly Base[] =>
  (known.get(placement)?.past ?? []).filter((state) => state.at < at && state.at >= from)
