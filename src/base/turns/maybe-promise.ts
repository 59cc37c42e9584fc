/**
 * Steps that wait only if they have to. A request whose caller is known and whose rows are read by SQLite gets its response in
 * the turn of the event loop in which it arrived (decision 0040).
 */

export type MaybePromise<T> = T | Promise<T>

/** Calls `next` with the value: now if it is known, otherwise later. */
export const chain = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Returns what `recover` returns for the error of `work`. */
export function recovering<T>(
  work: () => MaybePromise<T>,
  recover: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}

/** Calls `last` when `work` has ended, with or without an error. */
export function ending<T>(work: () => MaybePromise<T>, last: () => void): MaybePromise<T> {
  let isPending = false
  try {
    const result = work()
    if (!(result instanceof Promise)) return result
    isPending = true
    return result.finally(last)
  } finally {
    if (!isPending) last()
  }
}
