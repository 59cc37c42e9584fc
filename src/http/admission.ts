import { BoundedMap } from '../bounded-map'
import { createTurns } from '../turns'

/**
 * The order in which requests are served. As long as the thread keeps up, each request is served when it comes.
 * Otherwise the parties take turns: a party with a thousand requests does not hold up the one request of another.
 */

/**
 * Reads of one party that are in progress at once; further ones wait. Requests with a body are not counted: a body may
 * arrive slowly, and must not hold up others at the same address. What bodies occupy has its own limit (body.ts).
 */
const inProgressMax = 128

/** After the thread has served requests for so long without a pause, further ones wait for their party's turn. */
const burstMillis = 2

/** Callers whose party is remembered; the oldest is forgotten first. */
const callersMax = 10_000

export type Admission = ReturnType<typeof createAdmission>

/**
 * @param addressOf the client's address, which is the party of callers that are not known yet
 * @param isWanted whether the client still waits for the response
 */
export function createAdmission(
  addressOf: (request: Request) => string,
  isWanted: (request: Request) => boolean,
) {
  const waiting = createTurns<string, () => void>()
  const inProgress = new Map<string, number>()
  const parties = new BoundedMap<bigint | number, string>(callersMax)
  let burstStartedAt: number | undefined
  let isDraining = false

  /** The Authorization header stands for the caller; only its hash is kept. */
  function callerOf(request: Request): bigint | number | undefined {
    const header = request.headers.get('authorization')
    return header === null ? undefined : Bun.hash(header)
  }

  function partyOf(request: Request): string {
    const caller = callerOf(request)
    return (caller !== undefined && parties.get(caller)) || `address:${addressOf(request)}`
  }

  const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

  const hasRoom = (party: string): boolean => (inProgress.get(party) ?? 0) < inProgressMax

  /** Whether the thread has had no pause for too long. The burst ends when the event loop turns. */
  function isBusy(): boolean {
    if (burstStartedAt !== undefined) return performance.now() - burstStartedAt > burstMillis
    burstStartedAt = performance.now()
    setImmediate(() => (burstStartedAt = undefined))
    return false
  }

  async function start(party: string, request: Request, serve: () => Promise<Response>): Promise<Response> {
    if (!isRead(request)) return serve()
    inProgress.set(party, (inProgress.get(party) ?? 0) + 1)
    try {
      return await serve()
    } finally {
      const left = (inProgress.get(party) ?? 1) - 1
      if (left > 0) inProgress.set(party, left)
      else inProgress.delete(party)
      if (waiting.size > 0) void drain()
    }
  }

  /** Starts one request in each turn of the event loop, so that new requests arrive in between. */
  async function drain(): Promise<void> {
    if (isDraining) return
    isDraining = true
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = waiting.next(hasRoom)
      if (!next) break
      next.item()
    }
    isDraining = false
  }

  return {
    /** Serves the request, at once or when it is its party's turn. */
    admit(request: Request, serve: () => Promise<Response>): Promise<Response> {
      const party = partyOf(request)
      if (waiting.size === 0 && hasRoom(party) && !isBusy()) return start(party, request, serve)
      return new Promise((resolve, reject) => {
        waiting.push(party, () => {
          if (isWanted(request)) start(party, request, serve).then(resolve, reject)
          else resolve(new Response(null, { status: 503 }))
        })
        void drain()
      })
    },

    /** Remembers the party of an authenticated caller, for its further requests. */
    know(request: Request, party: string): void {
      const caller = callerOf(request)
      if (caller === undefined || parties.get(caller) === party) return
      parties.set(caller, party)
    },
  }
}
