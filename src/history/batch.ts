import type { Read, Sensitivity } from '../storage/store'
import type { History } from './late'

export interface HistoryBatch {
  readonly history: History
  /** Stores the reads that are not stored yet. */
  save(): Promise<void>
}

/**
 * Returns the history for recording reads of many assets in one write. It reads the placements of all of them with one
 * query, and stores their recent reads together. Its functions return the same results as those of `history`.
 */
export async function openBatch(history: History, assetIds: readonly number[]): Promise<HistoryBatch> {
  const loaded = await history.placements(assetIds)
  const pending: { readonly assetId: number; readonly read: Read }[] = []
  const pendingAssets = new Set<number>()
  const sensitivities = new Map<number, Sensitivity>()

  async function save(): Promise<void> {
    await history.insertRecentReads(pending)
    pending.length = 0
    pendingAssets.clear()
  }

  /** Stores the reads of an asset before its recent reads are read or deleted. */
  const settled = async (assetId: number): Promise<void> => {
    if (pendingAssets.has(assetId)) await save()
  }

  const batch: History = {
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
    async sensitivity(organizationId) {
      const known = sensitivities.get(organizationId) ?? (await history.sensitivity(organizationId))
      sensitivities.set(organizationId, known)
      return known
    },
    async insertRecentRead(assetId, read) {
      pending.push({ assetId, read })
      pendingAssets.add(assetId)
    },
    async recentReads(assetId, after, limits) {
      await settled(assetId)
      return history.recentReads(assetId, after, limits)
    },
    async deleteRecentReads(assetId, upTo) {
      await settled(assetId)
      await history.deleteRecentReads(assetId, upTo)
    },
    async deleteRecentReadsAfter(assetId, after) {
      await settled(assetId)
      await history.deleteRecentReadsAfter(assetId, after)
    },
  }
  return { history: batch, save }
}
