import { createFairQueue } from '../../base/turns/fair-queue'

/** Passes a result of a requester to the request that waits for it. `settle` must not throw. */
type PassResult = (requester: string, settle: () => void) => void

/**
 * Passes results to the waiting requests, a few in each turn of the event loop; requesters take turns. The serving thread
 * builds a response after each result. If many results were passed at once, new requests would wait for all of these
 * responses.
 *
 * @param perTurn the number of results of a turn. A result with many rows takes a turn of its own.
 */
export function createPacedResults(perTurn = 1): PassResult {
  const waiting = createFairQueue<string, () => void>()
  /** Results that this turn has passed. */
  let passed = 0

  function pass(settle: () => void): void {
    if (passed === 0) setImmediate(nextTurn)
    passed++
    settle()
  }

  function nextTurn(): void {
    passed = 0
    while (passed < perTurn) {
      const next = waiting.next()
      if (!next) break
      pass(next.item)
    }
  }

  return (requester, settle) => {
    if (passed < perTurn) pass(settle)
    else waiting.push(requester, settle)
  }
}
