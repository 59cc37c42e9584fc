import type { Scope } from '../sql/transactions'

/** Whether a transaction with this scope may run a write with another. */
export const covers = (scope: Scope, other: Scope): boolean =>
  scope === 'all' || (other !== 'all' && other.every((id) => scope.includes(id)))

/** Counts the organizations of the writes that wait. */
export function createWaitingScopes() {
  const counts = new Map<number, number>()

  function change(scope: Scope, by: 1 | -1): void {
    if (scope === 'all') return
    for (const id of scope) {
      const count = (counts.get(id) ?? 0) + by
      if (count === 0) counts.delete(id)
      else counts.set(id, count)
    }
  }

  return {
    add: (scope: Scope): void => change(scope, 1),
    remove: (scope: Scope): void => change(scope, -1),

    /** Returns a scope with the organizations that have waited longest, in ascending order. */
    with(scope: Scope, max: number): Scope {
      if (scope === 'all') return 'all'
      const all = new Set(scope)
      for (const id of counts.keys()) if (all.size < max) all.add(id)
      return [...all].toSorted((one, other) => one - other)
    },
  }
}
