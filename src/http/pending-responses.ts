import { requestMessages } from './messages'
import { AppError } from '../base/errors'

/**
 * Tracks responses that clients have not read yet. They occupy memory, so a requester with too many of them gets no further
 * ones until it has read some.
 */

/** Maximum number of unread responses of one requester, and of their characters. */
const responsesMax = 512
const charactersMax = 268_435_456

export type PendingResponses = ReturnType<typeof createPendingResponses>

/** @param isPending reports whether the client is still connected and has not read the whole response to its request */
export function createPendingResponses(isPending: (request: Request) => boolean) {
  const ofRequester = new Map<string, Map<Request, number>>()
  let sent: { readonly requester: string; readonly request: Request; readonly length: number }[] = []

  /**
   * Keeps the responses that are still unread after a turn of the event loop. Most clients have read theirs by then.
   */
  function keepUnread(): void {
    const candidates = sent
    sent = []
    for (const { requester, request, length } of candidates)
      if (isPending(request)) ofRequester.getOrInsertComputed(requester, () => new Map()).set(request, length)
  }

  return {
    /** Throws `rate_limited` if the requester has too many unread responses. */
    requireRead(requester: string): void {
      const responses = ofRequester.get(requester)
      if (!responses) return
      let characters = 0
      for (const [request, length] of responses) {
        if (isPending(request)) characters += length
        else responses.delete(request)
      }
      if (responses.size === 0) ofRequester.delete(requester)
      if (responses.size <= responsesMax && characters <= charactersMax) return
      throw new AppError('rate_limited', requestMessages('request.many_responses'), {
        headers: { 'retry-after': '1' },
      })
    },

    /** Counts a response that is about to be sent. */
    add(requester: string, request: Request, { length }: string): void {
      if (sent.length === 0) setImmediate(keepUnread)
      sent.push({ requester, request, length })
    },
  }
}
