import type { Placement } from '../../storage/core/store'
import { closedAt, storedBase } from './base'
import { evidenceText } from './place/evidence-text'
import { afterReadElsewhere, afterReadHere } from './place/evidence'
import type { History } from './late'
import { type Evidence, evidenceOf } from './place/state'
import { inOrder } from './presence'

/** The reads do not decide, because the state is held. */
const undecided = { need: 0, taught: null }

/**
 * Gives a placement that an earlier version stored a state of the location decision. The kept reads give the levels of
 * the antennas. They do not move the asset, and the events before them are closed, because history is not computed again
 * with other rules.
 */
export async function withEvidence(history: History, placement: Placement): Promise<Placement> {
  const { assetId, head, lastSeenAt } = placement
  const kept = (await history.recentReads(assetId, 0)).toSorted(inOrder)
  const held: Evidence = { ...evidenceOf(head), heldUntil: lastSeenAt + 1 }
  const state = kept.reduce(
    (before, read) =>
      read.locationId === head.locationId
        ? afterReadHere(before, head, read, undecided).evidence
        : afterReadElsewhere(before, head, read, undecided).evidence,
    held,
  )
  const evidence = evidenceText(state)
  await history.deleteRecentReads(assetId, lastSeenAt)
  return { ...placement, evidence, base: storedBase(closedAt(lastSeenAt, head, evidence)) }
}
