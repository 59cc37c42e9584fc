import type { Pause } from '../../base/turns/pause'
import type { DecisionRow, Placement } from '../../storage/core/store'
import { decisionRules } from './decided'
import type { History } from './late'
import type { DecisionRules } from './place/evidence'

/** The history for recording reads of many assets in one write. */
export interface BatchHistory extends History {
  /** Returns the placement of one of the assets without a promise. */
  readonly known: (assetId: number) => Placement | undefined
  /** Returns the rules of an organization without a promise; undefined when they were not loaded. */
  readonly rulesOf: (organizationId: number) => DecisionRules | undefined
}

/**
 * Returns the history for recording reads of many assets in one write. It reads the placements of all of them with one
 * query. The functions of `History` return the same results as those of `history`.
 *
 * @param organizationIds the organizations whose rules are loaded
 */
export async function openBatch(
  history: History,
  assetIds: readonly number[],
  organizationIds: Iterable<number> = [],
): Promise<BatchHistory> {
  const loaded = await history.placements(assetIds)
  const decisions = new Map<number, Promise<DecisionRow>>()
  const decision = (organizationId: number): Promise<DecisionRow> =>
    decisions.getOrInsertComputed(organizationId, () => history.decision(organizationId))
  const rules = new Map<number, DecisionRules>()
  for (const id of organizationIds) rules.set(id, await decisionRules({ ...history, decision }, id))
  return {
    ...history,
    known: (assetId) => loaded.get(assetId),
    rulesOf: (organizationId) => rules.get(organizationId),
    async placement(assetId) {
      return loaded.get(assetId)
    },
    async savePlacement(placement) {
      await history.savePlacement(placement)
      loaded.set(placement.assetId, placement)
    },
    advancePlacement(placement) {
      history.advancePlacement(placement)
      loaded.set(placement.assetId, placement)
    },
    decision,
  }
}

/** Number of parts of the newest reads that one write moves at most. It moves more reads than a batch stores. */
const partsMax = 4

/**
 * Brings a part of the reads that were stored last into the order of the assets, when there are many. Call it in each write of
 * reads.
 */
export async function settleReads({ newestReads }: History, pause: Pause): Promise<void> {
  for (let part = 0; part < partsMax && (await newestReads?.settle()); part++) await pause()
}
