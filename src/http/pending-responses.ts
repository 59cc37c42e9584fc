import { AppError } from '../errors'

/**
 * Tracks responses that clients have not read yet. They occupy memory, so a party with too many of them gets no further
 * ones until it has read some.
 */

/** Maximum number of unread responses of one party, and of their characters. */
const responsesMax = 512
const charactersMax = 268_435_456

export type PendingResponses = ReturnType<typeof createPendingResponses>

/** @param isPending reports whether the client is still connected and has not read the whole response to its request */
export function createPendingResponses(isPending: (request: Request) => boolean) {
  const ofParty = new Map<string, Map<Request, number>>()
  let sent: { readonly party: string; readonly request: Request; readonly length: number }[] = []

  /**
   * Keeps the responses that are still unread after a turn of the event loop. Most clients have read theirs by then.
   */
  function keepUnread(): void {
    const candidates = sent
    sent = []
    for (const { party, request, length } of candidates)
      if (isPending(request)) ofParty.getOrInsertComputed(party, () => new Map()).set(request, length)
  }

  return {
    /** Throws `rate_limited` if the party has too many unread responses. */
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
      if (sent.length === 0) setImmediate(keepUnread)
      sent.push({ party, request, length })
    },
  }
}
