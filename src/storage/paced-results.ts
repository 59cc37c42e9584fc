import { createTurns } from '../turns'

/** Passes a result of a party to the request that waits for it. `settle` must not throw. */
export type PassResult = (party: string, settle: () => void) => void

/**
 * Passes results to the waiting requests, one in each turn of the event loop; parties take turns. The serving thread
 * builds a response after each result. If many results were passed at once, new requests would wait for all of these
 * responses.
 */
export function createPacedResults(): PassResult {
  const waiting = createTurns<string, () => void>()
  let isTurnUsed = false

  function pass(settle: () => void): void {
    isTurnUsed = true
    setImmediate(nextTurn)
    settle()
  }

  function nextTurn(): void {
    isTurnUsed = false
    const next = waiting.next()
    if (next) pass(next.item)
  }

  return (party, settle) => {
    if (isTurnUsed) waiting.push(party, settle)
    else pass(settle)
  }
}
