import type { Pause } from './pause'

/** Number of items whose work runs at the same time. Requests wait for about a millisecond while SQLite executes their statements. */
const itemsMax = 16

/**
 * Runs `work` for each item, for several items at the same time. The statements of different items then do not wait for each
 * other's results, which take a round trip to a database on another machine. Rejects with the first error when the work of
 * all items that have begun has ended, so that none of it continues in another transaction.
 */
export async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  pause: Pause,
): Promise<void> {
  for (let from = 0; from < items.length; from += itemsMax) {
    const results = await Promise.allSettled(items.slice(from, from + itemsMax).map(work))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    await pause()
  }
}
