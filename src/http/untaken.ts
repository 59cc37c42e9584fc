import { AppError } from '../errors'

/**
 * Large answers that their clients have yet to take. Whoever asks for many and takes none would have all of them wait
 * here, so an organization that has enough waiting is asked to take those first.
 */

/** Answers with fewer characters are not counted: the budget of requests bounds them. */
const largeMin = 131_072

/** Characters of one organization that may wait when another answer is asked for. */
const waitingMax = 268_435_456

export type Untaken = ReturnType<typeof createUntaken>

/** `isWaiting` tells whether the answer to a request has yet to be taken, and the client is still there. */
export function createUntaken(isWaiting: (request: Request) => boolean) {
  const ofOrganization = new Map<number, Map<Request, number>>()

  return {
    /** Throws `rate_limited` where too much waits already. */
    requireTaken(organizationId: number): void {
      const answers = ofOrganization.get(organizationId)
      if (!answers) return
      let waiting = 0
      for (const [request, length] of answers) {
        if (isWaiting(request)) waiting += length
        else answers.delete(request)
      }
      if (answers.size === 0) ofOrganization.delete(organizationId)
      if (waiting <= waitingMax) return
      throw new AppError('rate_limited', 'Too many answers wait to be taken; try again in 1 s', {
        headers: { 'retry-after': '1' },
      })
    },

    /** Counts an answer that is about to be sent. */
    add(organizationId: number, request: Request, { length }: string): void {
      if (length < largeMin) return
      ofOrganization.getOrInsertComputed(organizationId, () => new Map()).set(request, length)
    },
  }
}
