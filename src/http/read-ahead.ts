import { BoundedMap } from '../base/bounded-map'
import type { Caller } from '../base/caller'
import { type Work, workFor } from '../base/turns/request-work'
import type { Endpoint, Reply } from './endpoint'

/**
 * The handler of a read runs while the rights of its caller are read, with those that the caller had in its last request. So both
 * share a round trip to the database (decision 0031). The reply is sent only after all checks, and only if the rights are the same.
 */

/** The reply to a caller whose rights are not known yet. */
export interface Ahead {
  readonly caller: Caller
  readonly work: Work
  readonly reply: Promise<Reply>
}

/** Called with the rights that a caller had in its last request, while those that it has now are being read. */
export type Expect = (caller: Caller) => void

/** Maximum number of API keys and sessions whose last rights are kept in memory. */
const knownMax = 10_000

/** Creates a memory of the rights of API keys and sessions in their last requests. They authorize nothing. */
export function createKnownCallers() {
  const known = new BoundedMap<string, Caller>(knownMax)

  /**
   * Returns the caller when its rights have been read. It is the object that `expect` is called with if they are those of the last
   * request.
   */
  return (id: string, reading: Promise<Caller>, expect: Expect): Promise<Caller> => {
    const last = known.get(id)
    if (last) expect(last)
    const keep = (caller: Caller): Caller => {
      if (last && Bun.deepEquals(caller, last, true)) return last
      known.set(id, caller)
      return caller
    }
    return reading.then(keep, (error: unknown) => {
      known.delete(id)
      throw error
    })
  }
}

/** Whether the handler only reads, and replies with JSON that can be discarded. */
export const readsAhead = (route: Endpoint): boolean =>
  route.method === 'GET' &&
  route.access.kind === 'scope' &&
  route.response.schema !== undefined &&
  !(route.exists || route.isAlsoStream || route.isAlsoCsv)

/** Runs the handler for an expected caller. */
export function readAhead(caller: Caller, work: Work, handle: () => Promise<Reply>): Ahead {
  const reply = workFor(work, handle)
  // Nobody waits for the failure of a reply that is not sent.
  reply.catch(() => {})
  return { caller, work, reply }
}
