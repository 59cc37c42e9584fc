import type { AppParts } from './app'
import type { Services } from './features'
import { Admission } from '../http/admission'
import { Guard } from '../http/guard'
import { createPendingResponses } from '../http/pending-responses'
import type { createOriginOf } from '../http/server'
import type { Tokens } from '../people/authentication/tokens'
import type { Log } from '../base/log'
import { type Clock, toMicros } from '../base/time'
import { createBudgets, type CreateBudgets } from '../base/turns/budget'
import type { Settings } from '../settings/table'

/**
 * Work that each request of the rate limit allows, in milliseconds. With the default settings an organization or a user
 * may use one core, so sequential requests of one client are never rejected because of their work.
 */
const workMillisPerRequest = 10

/** The least work at once and in a minute, in milliseconds. One import may take longer than all requests of a low limit allow. */
const leastWorkMillis = 1_000

const workOf = (requests: number): number => Math.max(leastWorkMillis, requests * workMillisPerRequest)

interface LimitParts {
  readonly settings: Settings
  readonly log: Log
  readonly now: Clock
  readonly services: Services
  readonly tokens: Tokens
  readonly create: CreateBudgets
  readonly origin: ReturnType<typeof createOriginOf>
}

/** Creates the parts that limit and order requests. */
export function limitsOf({
  settings,
  log,
  now,
  services: { apiKeys, sessions, readerSignIn, respondOnce },
  tokens,
  create,
  origin,
}: LimitParts): Omit<AppParts, 'health' | 'authority' | 'jwt' | 'metrics'> {
  const { rateLimitBurst: burst, rateLimitPerMinute: perMinute } = settings
  const micros = () => toMicros(now())
  return {
    guard: new Guard({
      verifyToken: (token) => tokens.verify(token),
      authenticateApiKey: (id) => apiKeys.authenticate(id),
      async signInApiKey(clientId, clientSecret, address) {
        const { id } = await apiKeys.signIn(clientId, clientSecret, address)
        return { apiKeyId: id, ...(await apiKeys.authenticate(id)) }
      },
      authenticateSession: (id) => sessions.authenticate(id),
      findDevice: readerSignIn.findByToken,
      // The requests of a second, so that few of them wait for a shared bucket.
      budgets: create.requests('requests', { burst, perMinute }, Math.max(1, Math.round(perMinute / 60))),
      workBudgets: createBudgets(workOf(burst), workOf(perMinute), micros),
      now,
    }),
    respondOnce,
    admission: new Admission(origin.address, origin.isWaiting),
    pending: createPendingResponses(origin.isWaiting),
    isWanted: origin.isWaiting,
    maxBodyBytes: settings.maxBodyBytes,
    addressOf: origin.address,
    isSecure: origin.isSecure,
    finished: (id, request) => apiKeys.noteRequest(id, request),
    now,
    log,
  }
}
