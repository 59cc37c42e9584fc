import { BoundedMap } from '../base/bounded-map'
import { createFairQueue } from '../base/turns/fair-queue'
import type { MaybePromise } from '../base/turns/maybe-promise'

/**
 * Decides the order in which requests are served. As long as the thread keeps up, each request is served when it
 * arrives. Otherwise the requesters take turns: a requester with a thousand requests does not delay the single request of
 * another requester.
 */

/**
 * Maximum number of GET and HEAD requests of one requester that are in progress at the same time; further ones wait.
 * Requests with a body are not counted, because a body may arrive slowly and must not delay other clients at the same
 * address. The memory that bodies occupy has its own limit (body.ts).
 */
const inProgressMax = 128

/** Time without a pause, in milliseconds, after which further requests wait for the turn of their requester. */
const burstMillis = 2

/**
 * Milliseconds of work after which a turn of the event loop should end while requests wait, and the maximum number of
 * requests that it starts. A turn for each request would cost as much as a small request.
 */
const turnMillis = 1
const turnMax = 32

/** Time in milliseconds after which a waiting request is checked for a client that has left. The check is a system call. */
const waitMillis = 20

/** Maximum number of callers whose requester is known. The oldest is removed first. */
const callersMax = 10_000

/** The queue that every request passes through. */
export class Admission {
  readonly #addressOf: (request: Request) => string
  readonly #isWanted: (request: Request) => boolean
  readonly #waiting = createFairQueue<string, () => void>()
  readonly #inProgress = new Map<string, number>()
  readonly #requesters = new BoundedMap<number, string>(callersMax)
  #burstStartedAt: number | undefined
  #isDraining = false

  /**
   * @param addressOf returns the client's address, which is the requester of a caller that has not authenticated before
   * @param isWanted reports whether the client still waits for the response
   */
  constructor(addressOf: (request: Request) => string, isWanted: (request: Request) => boolean) {
    this.#addressOf = addressOf
    this.#isWanted = isWanted
  }

  /**
   * Serves the request immediately, or when it is the turn of its requester. Responds with 503 if the client has left
   * during a long wait.
   */
  admit(request: Request, serve: () => MaybePromise<Response>): MaybePromise<Response> {
    const requester = this.#requesterOf(request)
    if (this.#waiting.size === 0 && this.#isBelowLimit(requester) && !this.#isBusy())
      return this.#start(requester, request, serve)
    const since = performance.now()
    return new Promise((resolve, reject) => {
      this.#waiting.push(requester, () => {
        const isWanted = performance.now() - since < waitMillis || this.#isWanted(request)
        try {
          resolve(isWanted ? this.#start(requester, request, serve) : new Response(null, { status: 503 }))
        } catch (error) {
          reject(error)
        }
      })
      void this.#drain()
    })
  }

  /** Sets the requester of an authenticated caller, for its next requests. */
  setRequester(request: Request, requester: string): void {
    const caller = callerOf(request)
    if (caller === undefined || this.#requesters.get(caller) === requester) return
    this.#requesters.set(caller, requester)
  }

  #requesterOf(request: Request): string {
    const caller = callerOf(request)
    return (caller !== undefined && this.#requesters.get(caller)) || `address:${this.#addressOf(request)}`
  }

  #isBelowLimit(requester: string): boolean {
    return (this.#inProgress.get(requester) ?? 0) < inProgressMax
  }

  /** Reports whether the thread has worked for too long without a pause. A turn of the event loop is a pause. */
  #isBusy(): boolean {
    if (this.#burstStartedAt !== undefined) return performance.now() - this.#burstStartedAt > burstMillis
    this.#burstStartedAt = performance.now()
    setImmediate(() => (this.#burstStartedAt = undefined))
    return false
  }

  #start(requester: string, request: Request, serve: () => MaybePromise<Response>): MaybePromise<Response> {
    const response = serve()
    return response instanceof Promise && isRead(request) ? this.#count(requester, response) : response
  }

  /** Counts a request until it has its response. */
  async #count(requester: string, response: Promise<Response>): Promise<Response> {
    this.#inProgress.set(requester, (this.#inProgress.get(requester) ?? 0) + 1)
    try {
      return await response
    } finally {
      const left = (this.#inProgress.get(requester) ?? 1) - 1
      if (left > 0) this.#inProgress.set(requester, left)
      else this.#inProgress.delete(requester)
      if (this.#waiting.size > 0) void this.#drain()
    }
  }

  /**
   * Starts waiting requests in turns of the event loop, so that new requests arrive in between. A turn starts twice as
   * many as the one before, which is measured with all that it has caused, or half as many if that took too long.
   */
  async #drain(): Promise<void> {
    if (this.#isDraining) return
    this.#isDraining = true
    let size = 1
    let startedAt: number | undefined
    while (this.#waiting.size > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const at = performance.now()
      if (startedAt !== undefined)
        size = at - startedAt < turnMillis ? Math.min(size * 2, turnMax) : Math.max(1, Math.floor(size / 2))
      startedAt = at
      if (this.#startNext(size) === 0) break
    }
    this.#isDraining = false
  }

  /** Starts at most `most` waiting requests, and no further one after the time of a turn. Returns their number. */
  #startNext(most: number): number {
    const until = performance.now() + turnMillis
    let started = 0
    while (started < most && (started === 0 || performance.now() < until)) {
      const next = this.#waiting.next((requester) => this.#isBelowLimit(requester))
      if (!next) break
      next.item()
      started++
    }
    return started
  }
}

/** Returns a hash of the Authorization header, which identifies the caller; undefined if there is no header. */
function callerOf(request: Request): number | undefined {
  const header = request.headers.get('authorization')
  return header === null ? undefined : Bun.hash.xxHash32(header)
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'
