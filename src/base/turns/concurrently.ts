import type { Pause } from './pause'

/** Maximum number of items whose work runs at the same time. SQLite executes their statements in about a millisecond, and requests wait. */
const itemsMax = 16

/**
 * Returns the results of work that runs at the same time, when all has ended. Rejects with the first error in the order of the list,
 * whichever came first.
 */
export async function allOf<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  for (const each of work) await each
  return Promise.all(work)
}

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
