import type { Read } from '../../storage/core/store'
import type { BatchHistory } from './batch'
import { horizonOf, type HistoryRules, isFull, isLong, lastReadAfter } from './closing'
import { presentOf } from './decided'
import { type Asset, isExtended } from './late'
import { openEvidence, pastAfter, setPast } from './past'
import { evidenceText } from './place/evidence-text'
import { eventsOf, inOrder } from './presence'

/**
 * Records reads of an asset that stays where it is, which are most reads, without a promise. `recordReads` would store the same.
 * Returns false, and stores nothing, when the reads do more than continue the newest event, or when something must be read for
 * them.
 */
export function appendAtOnce(
  history: BatchHistory,
  { organizationId, assetId }: Asset,
  unordered: readonly Read[],
  rules: HistoryRules,
): boolean {
  const [stored, decision] = [history.known(assetId), history.rulesOf(organizationId)]
  if (!stored || stored.evidence === null || !decision) return false
  const reads = unordered.length > 1 ? unordered.toSorted(inOrder) : unordered
  const [first, last] = [reads[0], reads[reads.length - 1]]
  const { head } = stored
  if (!first || !last || first.at <= stored.lastSeenAt) return false
  if (isLong(stored, horizonOf(stored, [], rules))) return false
  const base = { ...stored.base, reads: stored.base.reads + reads.length }
  if (isFull({ base })) return false

  const before = presentOf(head, openEvidence(stored))
  const { events, evidence } = eventsOf(before, reads, decision.need, decision.taught)
  const [event] = events
  if (!event || events.length > 1 || !isExtended(event, head)) return false
  if (event !== head) history.extendEvent(event)
  for (const read of reads) history.insertRecentRead(assetId, read)
  const placement = {
    organizationId,
    assetId,
    lastSeenAt: last.at,
    lastRead: lastReadAfter(stored.lastRead, reads),
    base,
    head: event,
    evidence: evidenceText(evidence),
  }
  history.advancePlacement(placement)
  setPast(placement, evidence, pastAfter(stored))
  return true
}
