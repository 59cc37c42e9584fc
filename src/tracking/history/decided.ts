import type { Presence, Read } from '../../storage/core/store'
import type { Base } from './base'
import type { Asset, History } from './late'
import { type DecisionRules, needs } from './place/evidence'
import { type Evidence, evidenceOf } from './place/state'
import { eventsOf, type Present } from './presence'
import { taughtIn } from './taught-cache'

/** Returns the rules of an organization: its sensitivity, and what it has taught. */
export async function decisionRules(
  history: Pick<History, 'decision' | 'taughtSamples'>,
  organizationId: number,
): Promise<DecisionRules> {
  const { sensitivity, taughtRevision } = await history.decision(organizationId)
  return { need: needs[sensitivity], taught: await taughtIn(history, organizationId, taughtRevision) }
}

/** Returns the events of reads by the rules of the organization. */
export async function decided(
  history: History,
  { organizationId }: Asset,
  before: Present | null,
  reads: readonly Read[],
): Promise<ReturnType<typeof eventsOf>> {
  const { need, taught } = await decisionRules(history, organizationId)
  return eventsOf(before, reads, need, taught)
}

/** Returns an event with its state of the location decision. */
export const presentOf = (event: Presence, evidence: Evidence | null): Present => ({
  event,
  evidence: evidence ?? evidenceOf(event),
})

export const presentAt = ({ current, evidence }: Base): Present | null =>
  current && presentOf(current, evidence)
