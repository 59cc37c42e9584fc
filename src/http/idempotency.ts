import { type AppError, conflict, malformed } from '../errors'
import type { ApiKeyCaller, SessionCaller } from '../caller'
import type { KeptResponse, Store, Writes } from '../storage/store'
import { type Clock, plusSeconds } from '../time'
import type { Reply } from './endpoint'

/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a request that is sent again gets the answer of the
 * first time and does nothing. The answer is written in the transaction of the change that it tells of, so that there
 * is never one without the other. Only successes are kept: after a failure the key is as good as new.
 */

export const keptSeconds = 86_400
/** The oldest beyond these go before their time, for the sake of the disk. */
export const keptResponsesMax = 1_000_000

/** A request that carries a key. */
export type Attempt = Pick<KeptResponse, 'owner' | 'key' | 'fingerprint'>

/** Writes the answer down, in the write that makes it true. */
export type Keep = (tx: Writes, reply: Reply) => Promise<void>

/** Undefined where the request carries no key. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw malformed('Idempotency-Key must be 1 to 255 visible ASCII characters')
  return key
}

export const attemptOf = (
  caller: ApiKeyCaller | SessionCaller,
  key: string,
  { method }: Request,
  path: string,
  bytes: Uint8Array,
): Attempt => ({
  owner: ownerOf(caller),
  key,
  fingerprint: new Bun.CryptoHasher('sha256').update(`${method} ${path}\n`).update(bytes).digest('hex'),
})

/** A person's next session may repeat what the last one began; an API key belongs to one organization. */
const ownerOf = (caller: ApiKeyCaller | SessionCaller): string =>
  caller.kind === 'apiKey' ? `key:${caller.apiKeyId}` : `user:${caller.organizationId}:${caller.userId}`

export type RespondOnce = ReturnType<typeof createRespondOnce>

/** Gives the kept answer, or calls `respond` unless another request with the same key is running. */
export function createRespondOnce(store: Pick<Store, 'read'>, now: Clock) {
  const running = new Set<string>()
  const forgotten = () => plusSeconds(now(), -keptSeconds)

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
      // Another has come first after all, in the time between our looking and our writing: nothing is done twice.
      if (!(await tx.idempotency.keep(response, forgotten()))) throw stillRunning()
    }

  return async (attempt: Attempt, respond: (keep: Keep) => Promise<Reply>): Promise<Reply> => {
    // Neither an owner nor a key has a space.
    const name = `${attempt.owner} ${attempt.key}`
    const kept = await store.read.idempotency.find(attempt.owner, attempt.key, forgotten())
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

const stillRunning = (): AppError => conflict('A request with this Idempotency-Key is still being processed')

function replayed({ fingerprint, status, location, body }: KeptResponse, attempt: Attempt): Reply {
  if (fingerprint !== attempt.fingerprint)
    throw malformed('This Idempotency-Key was used for another request')
  const headers = {
    'content-type': 'application/json',
    'idempotent-replayed': 'true',
    ...(location !== null && { location }),
  }
  return { status, headers, body }
}
