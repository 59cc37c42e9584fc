import type { Presence, Read } from '../../storage/core/store'
import type { Base } from './base'
import type { Asset, History } from './late'
import { needs } from './place/evidence'
import { type Evidence, evidenceOf } from './place/state'
import { eventsOf, type Present } from './presence'
import { taughtIn } from './taught-cache'

/** Returns the events of reads by the rules of the organization: its sensitivity, and what it has taught. */
export async function decided(
  history: History,
  { organizationId }: Asset,
  before: Present | null,
  reads: readonly Read[],
): Promise<ReturnType<typeof eventsOf>> {
  const { sensitivity, taughtRevision } = await history.decision(organizationId)
  const taught = await taughtIn(history, organizationId, taughtRevision)
  return eventsOf(before, reads, needs[sensitivity], taught)
}

/** Returns an event with its state of the location decision. */
export const presentOf = (event: Presence, evidence: Evidence | null): Present => ({
  event,
  evidence: evidence ?? evidenceOf(event),
})

export const presentAt = ({ current, evidence }: Base): Present | null =>
  current && presentOf(current, evidence)
