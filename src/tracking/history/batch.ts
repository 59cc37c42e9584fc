import type { Pause } from '../../base/turns/pause'
import type { DecisionRow } from '../../storage/core/store'
import type { History } from './late'

/**
 * Returns the history for recording reads of many assets in one write. It reads the placements of all of them with one
 * query. Its functions return the same results as those of `history`.
 */
export async function openBatch(history: History, assetIds: readonly number[]): Promise<History> {
  const loaded = await history.placements(assetIds)
  const decisions = new Map<number, Promise<DecisionRow>>()
  return {
    ...history,
    async placement(assetId) {
      return loaded.get(assetId)
    },
    async savePlacement(placement) {
      await history.savePlacement(placement)
      loaded.set(placement.assetId, placement)
    },
    async advancePlacement(placement) {
      await history.advancePlacement(placement)
      loaded.set(placement.assetId, placement)
    },
    decision: (organizationId) =>
      decisions.getOrInsertComputed(organizationId, () => history.decision(organizationId)),
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
