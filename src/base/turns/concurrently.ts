import type { Pause } from './pause'

/** Maximum number of items whose work runs at the same time. SQLite executes their statements in about a millisecond, and requests wait. */
const itemsMax = 16

/**
 * Runs `work` for each item, for several items at the same time. On PostgreSQL, the statements of different items then share
 * round trips. After an error, no further item begins. The function rejects with the first error when all work has ended, so
 * that none of it runs in a later transaction.
 */
export async function concurrently<T>(
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
