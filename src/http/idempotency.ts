import { requestMessages } from './messages'
import { type AppError, conflict, malformed } from '../base/errors'
import type { ApiKeyCaller, Caller, SessionCaller } from '../base/caller'
import type { KeptResponse, Store, Writes } from '../storage/core/store'
import type { MaybePromise } from '../base/turns/maybe-promise'
import { type Clock, plusSeconds } from '../base/time'
import type { Reply } from './endpoint'
import { type Base, feature } from './feature'

/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a repeated request gets the stored response and changes
 * nothing. The response is stored in the transaction of the change, so that neither exists without the other. Only
 * successful responses are stored: after a failure the key can be used again.
 */

/** Time for which a response is stored, in seconds. */
const keptSeconds = 86_400
/** Maximum number of stored responses. The oldest surplus ones are deleted early, to bound the size of the database. */
const keptResponsesMax = 1_000_000

/** A request with an Idempotency-Key. */
export type Attempt = Pick<KeptResponse, 'owner' | 'key' | 'fingerprint'>

/** Stores the response, in the transaction of the change. */
export type Keep = (tx: Writes, reply: Reply) => Promise<void>

/** Returns the key; undefined if the request has none. Throws `malformed` if it is not valid. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw malformed(requestMessages('request.idempotency_key'))
  return key
}

/** Whether responses are stored for the caller. */
export const ownsKeys = (caller: Caller | null): caller is ApiKeyCaller | SessionCaller =>
  caller?.kind === 'apiKey' || caller?.kind === 'session'

export const attemptOf = (
  caller: ApiKeyCaller | SessionCaller,
  key: string,
  { method, path, bytes }: { readonly method: string; readonly path: string; readonly bytes: Uint8Array },
): Attempt => ({
  owner: ownerOf(caller),
  key,
  fingerprint: new Bun.CryptoHasher('sha256').update(`${method} ${path}\n`).update(bytes).digest('hex'),
})

/** Returns the owner of the key. A user may repeat a request in a later session, so sessions are not owners. */
const ownerOf = (caller: ApiKeyCaller | SessionCaller): string =>
  caller.kind === 'apiKey' ? `key:${caller.apiKeyId}` : `user:${caller.organizationId}:${caller.userId}`

export const idempotency = feature({
  name: 'idempotency',
  create: ({ store, now }: Base) => ({ respondOnce: createRespondOnce(store, now) }),
  retention: (_, { ago, inSlices }) =>
    inSlices((tx, rows) => tx.idempotency.prune(ago(keptSeconds / 86_400), keptResponsesMax, rows)),
})

export type RespondOnce = ReturnType<typeof createRespondOnce>

/**
 * Creates the function that returns the stored response of an attempt, or calls `respond` if there is none. It throws
 * `conflict` while another request with the same key is running, and `malformed` if the key was used for another
 * request.
 */
function createRespondOnce(store: Pick<Store, 'read'>, now: Clock) {
  const running = new Set<string>()
  const expiry = () => plusSeconds(now(), -keptSeconds)

  const keeping =
    (attempt: Attempt): Keep =>
    async (tx, { status, headers, body }) => {
      const response = {
        ...attempt,
        status,
        location: headers?.['location'] ?? null,
        body: JSON.stringify(body),
        createdAt: now(),
      }
      // Another request has stored its response since this one looked for it: this transaction is rolled back.
      if (!(await tx.idempotency.keep(response, expiry()))) throw stillRunning()
    }

  return async (attempt: Attempt, respond: (keep: Keep) => MaybePromise<Reply>): Promise<Reply> => {
    // Owners and keys contain no space, so the name is unique.
    const name = `${attempt.owner} ${attempt.key}`
    const kept = await store.read.idempotency.find(attempt.owner, attempt.key, expiry())
    if (kept) return replayed(kept, attempt)
    if (running.has(name)) throw stillRunning()
    running.add(name)
    try {
      return await respond(keeping(attempt))
    } finally {
      running.delete(name)
    }
  }
}

const stillRunning = (): AppError => conflict(requestMessages('request.idempotency_running'))

function replayed({ fingerprint, status, location, body }: KeptResponse, attempt: Attempt): Reply {
  if (fingerprint !== attempt.fingerprint) throw malformed(requestMessages('request.idempotency_used'))
  const headers = {
    'content-type': 'application/json',
    'idempotent-replayed': 'true',
    ...(location !== null && { location }),
  }
  return { status, headers, body }
}
