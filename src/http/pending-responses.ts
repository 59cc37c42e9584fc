import { AppError } from '../errors'

/**
 * Responses that their clients have not read yet. They stay in memory, so a party with too many of them must read those
 * first.
 */

/** Unread responses of one party, and their characters, beyond which it gets no further ones. */
const responsesMax = 512
const charactersMax = 268_435_456

export type PendingResponses = ReturnType<typeof createPendingResponses>

/** @param isPending whether the client is still connected and has not read the whole response to its request */
export function createPendingResponses(isPending: (request: Request) => boolean) {
  const ofParty = new Map<string, Map<Request, number>>()
  let sent: { readonly party: string; readonly request: Request; readonly length: number }[] = []

  /** Most clients read a response at once: only the others are kept. */
  function sort(): void {
    const candidates = sent
    sent = []
    for (const { party, request, length } of candidates)
      if (isPending(request)) ofParty.getOrInsertComputed(party, () => new Map()).set(request, length)
  }

  return {
    /** Throws `rate_limited` when the party has too much to read already. */
    requireRead(party: string): void {
      const responses = ofParty.get(party)
      if (!responses) return
      let characters = 0
      for (const [request, length] of responses) {
        if (isPending(request)) characters += length
        else responses.delete(request)
      }
      if (responses.size === 0) ofParty.delete(party)
      if (responses.size <= responsesMax && characters <= charactersMax) return
      throw new AppError('rate_limited', 'Too many responses are still being sent; try again in 1 s', {
        headers: { 'retry-after': '1' },
      })
    },

    /** Counts a response that is about to be sent. */
    add(party: string, request: Request, { length }: string): void {
      if (sent.length === 0) setImmediate(sort)
      sent.push({ party, request, length })
    },
  }
}
