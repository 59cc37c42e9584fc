import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../base/log'
import type { Store, Writes } from '../../storage/core/store'
import { startLeaderTask } from '../records/leader-task'

/** Number of values of a transaction, and the time for other work after it, in milliseconds. */
const valuesAtOnce = 500
const restMillis = 10
/** Number of ids among which a statement looks for assets of an organization. */
const idsAtOnce = 20_000

/** Stores the values of the assets that are older than a field, or than the table of values. */
export const keepFieldValues = (store: Store, log: Log) =>
  startLeaderTask(store, log, {
    intervalMillis: 1_000,
    failed: 'values of fields could not be stored for searches; retrying',
    async run(isOver) {
      while (!isOver() && (await storeSome(store))) await sleep(restMillis)
    },
  })

/** Returns whether there was anything to do. */
async function storeSome(store: Store): Promise<boolean> {
  const found = await store.read.assetFieldValues.unfinished()
  if (!found) return false
  const { organizationId } = found
  // Read again in the transaction, so that no asset and no field changes in between.
  await store.write(
    async (tx) => {
      const unfinished = await tx.assetFieldValues.unfinished()
      if (unfinished?.organizationId !== organizationId) return
      const { count, indexedTo } = unfinished
      const limit = Math.ceil(valuesAtOnce / count)
      const to = indexedTo + idsAtOnce
      const assets = await tx.assetFieldValues.assetsBetween(organizationId, indexedTo, to, limit)
      for (const asset of assets) await tx.assetFieldValues.set(asset)
      const done = assets.length === limit ? (assets.at(-1)?.id ?? to) : to
      const isLast = done >= (await tx.assetFieldValues.lastAssetId())
      await tx.assetFieldValues.record(organizationId, isLast ? undefined : done)
    },
    [organizationId],
  )
  return true
}

/** Removes values of a deleted field. Returns their number. */
export async function removeSomeValues({ assetFieldValues }: Writes, max: number): Promise<number> {
  const fieldId = await assetFieldValues.orphan()
  return fieldId === undefined ? 0 : assetFieldValues.removeSome(fieldId, max)
}
