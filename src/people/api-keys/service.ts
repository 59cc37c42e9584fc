import { callerMessages } from '../../contract/messages'
import { fieldMessages } from '../../contract/messages'
import { apiKeyMessages } from './messages'
import { audit, type Subject } from '../audit/record'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { type FieldError, notFound, unauthenticated } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { ApiKeyRow, Store } from '../../storage/core/store'
import { type Clock, type Instant, parseInstant, toMicros, toWire, wireOrNull } from '../../base/time'
import { chain, type MaybePromise } from '../../base/turns/maybe-promise'
import { type Author, type ApiKeyCaller, isScope, type Scope, type SessionCaller } from '../../base/caller'
import {
  type ApiKeyRequestView,
  type ApiKeyView,
  type CreatedApiKeyView,
  NewApiKey,
  type OrganizationView,
} from './schema'
import type { Origins } from '../authentication/origins'
import type { FinishedRequest } from '../../base/finished-request'
import { newClientSecret, sha256 } from '../../base/secrets'
import type { Throttle } from '../authentication/throttle'
import type { Tokens } from '../authentication/tokens'
import { Grants } from './grants'
import { createRecentRequests } from './recent-requests'
import { createRevocations, type RevokedKey } from './revocations'

/** Minimum time between two updates of the last use of an API key, in seconds. */
const lastUsedSeconds = 60

interface ApiKeyParts {
  readonly store: Store
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly origins: Origins
  readonly environment: string
  readonly now: Clock
}

/** API keys (docs/api.md, Authentication). */
export class ApiKeyService {
  readonly #store: Store
  readonly #environment: string
  readonly #now: Clock
  readonly #grants: Grants
  readonly #recent = createRecentRequests()
  readonly #revocations: ReturnType<typeof createRevocations>
  readonly #noted = new Map<string, number>()

  constructor({ store, tokens, throttle, origins, environment, now }: ApiKeyParts) {
    this.#store = store
    this.#environment = environment
    this.#now = now
    this.#grants = new Grants({ store, tokens, throttle, origins, environment, now })
    this.#revocations = createRevocations(store.instances)
  }

  /** Creates an API key and returns its secret. Only the hash of the secret is stored. */
  async create(caller: SessionCaller, body: JsonObject): Promise<CreatedApiKeyView> {
    const input = acceptNewApiKey(body, this.#now())
    const expiresAt = input.expires_at ? (parseInstant(input.expires_at) as Instant) : null
    const secret = newClientSecret()
    const key = {
      id: crypto.randomUUID() as string,
      organizationId: caller.organizationId,
      environment: this.#environment,
      name: input.name,
      scopes: [...new Set(input.scopes)] as string[],
      secretHash: sha256(secret),
      createdAt: this.#now(),
      expiresAt,
    }
    const { id, name, scopes, createdAt: at } = key
    const view = { client_id: id, name, scopes, expires_at: wireOrNull(expiresAt) }
    await this.#store.write(async (tx) => {
      await tx.accounts.insertApiKey(key)
      await audit(tx, caller, { at, action: 'created', subject: subjectOf(key), after: view })
    })
    return { ...view, client_secret: secret }
  }

  async list(caller: SessionCaller, page: Page): Promise<{ rows: ApiKeyView[]; total: number }> {
    const { rows, total } = await this.#store.read.accounts.listApiKeys(caller.organizationId, page)
    return { rows: rows.map(toView), total }
  }

  /** Returns the API key if it belongs to the caller's organization. Throws `not_found`. */
  async #ownKey(caller: SessionCaller, clientId: string): Promise<ApiKeyRow> {
    const key = await this.#store.read.accounts.findApiKey(clientId.toLowerCase())
    if (key?.organizationId !== caller.organizationId) throw notFound(apiKeyMessages('api_key.not_found'))
    return key
  }

  async get(caller: SessionCaller, clientId: string): Promise<ApiKeyView> {
    return toView(await this.#ownKey(caller, clientId))
  }

  /** Returns the recent requests of an API key, newest first. */
  async requestsOf(
    caller: SessionCaller,
    clientId: string,
    page: Page,
  ): Promise<{ rows: ApiKeyRequestView[]; total: number }> {
    const { rows, total } = this.#recent.list((await this.#ownKey(caller, clientId)).id, page)
    return { rows: rows.map(toRequestView), total }
  }

  /** Revokes an API key. A second revocation does not change the time of the first. */
  async revoke(caller: SessionCaller, clientId: string): Promise<void> {
    const { organizationId } = caller
    const revoked = { id: clientId.toLowerCase(), organizationId }
    await this.#store.write(async (tx) => {
      const key = await tx.accounts.findApiKey(revoked.id)
      if (key?.organizationId !== organizationId) throw notFound(apiKeyMessages('api_key.not_found'))
      if (key.revokedAt !== null) return
      const at = this.#now()
      await tx.accounts.revokeApiKey(key.id, at)
      const [before, after] = [toView(key), toView({ ...key, revokedAt: at })]
      await audit(tx, caller, { at, action: 'revoked', subject: subjectOf(key), before, after })
      await this.#revocations.announce(tx, revoked)
    })
    this.#revocations.tellOwn(revoked)
  }

  /**
   * Returns the current rights of an API key and notes its use. Throws `unauthenticated` if it is revoked or expired.
   */
  authenticate(apiKeyId: string): MaybePromise<Author & { scopes: Scope[] }> {
    return chain(this.#store.read.accounts.findApiKey(apiKeyId), (key) => this.#rightsOf(key))
  }

  #rightsOf(key: ApiKeyRow | undefined): Author & { scopes: Scope[] } {
    if (!key || key.environment !== this.#environment) throw unauthenticated(callerMessages('caller.token'))
    if (key.revokedAt !== null) throw unauthenticated(apiKeyMessages('api_key.revoked'))
    if (key.expiresAt !== null && key.expiresAt <= this.#now())
      throw unauthenticated(apiKeyMessages('api_key.expired'))
    this.#noteUse(key)
    return {
      organizationId: key.organizationId,
      actor: { kind: 'api_key', id: key.id, name: key.name },
      scopes: key.scopes.filter(isScope),
    }
  }

  /** Returns the organization, API key and scopes of a token. */
  async organizationOf(caller: ApiKeyCaller): Promise<OrganizationView> {
    const organization = await this.#store.read.accounts.findOrganization(caller.organizationId)
    if (!organization) throw notFound(callerMessages('caller.no_organization'))
    const { id, name } = organization
    return { id, name, scopes: [...caller.scopes], api_key_id: caller.apiKeyId }
  }

  /** Stores the time of use without waiting: a request does not fail because this write fails. */
  #noteUse(key: ApiKeyRow): void {
    const at = toMicros(this.#now())
    // The difference is absolute because the clock may have been set back.
    if (Math.abs(at - (this.#noted.get(key.id) ?? 0)) < lastUsedSeconds * 1_000_000) return
    this.#noted.set(key.id, at)
    this.#store
      .write((tx) => tx.accounts.markApiKeyUsed(key.id, this.#now()), [key.organizationId])
      .catch(() => this.#noted.delete(key.id))
  }

  token(body: JsonObject, address: string) {
    return this.#grants.token(body, address)
  }

  signIn(clientId: string, clientSecret: string, address: string) {
    return this.#grants.signIn(clientId, clientSecret, address)
  }

  /** Calls `listener` when an API key was revoked. */
  onRevoked(listener: (key: RevokedKey) => void): void {
    return this.#revocations.listen(listener)
  }

  noteRequest(apiKeyId: string, request: FinishedRequest): void {
    return this.#recent.add(apiKeyId, request)
  }
}

function acceptNewApiKey(body: JsonObject, at: Instant) {
  const problems: FieldError[] = problemsOf(NewApiKey, body)
  const { expires_at: expiresAt } = body
  const expiry = typeof expiresAt === 'string' ? parseInstant(expiresAt) : undefined
  const isPast = expiry !== undefined && expiry <= at
  if (isPast && !problems.some(({ field }) => field === 'expires_at'))
    problems.push({
      field: 'expires_at',
      code: 'invalid_value',
      message: fieldMessages('field.future', { field: 'expires_at' }),
    })
  return accepted(NewApiKey, body, problems)
}

const subjectOf = ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>): Subject => ({ kind: 'api_key', id, name })

const toView = (key: Omit<ApiKeyRow, 'secretHash'>): ApiKeyView => ({
  client_id: key.id,
  name: key.name,
  scopes: key.scopes,
  created_at: toWire(key.createdAt),
  last_used_at: wireOrNull(key.lastUsedAt),
  expires_at: wireOrNull(key.expiresAt),
  revoked_at: wireOrNull(key.revokedAt),
})

const toRequestView = ({
  at,
  method,
  path,
  status,
  error,
  fields,
  milliseconds,
  requestId,
}: FinishedRequest): ApiKeyRequestView => ({
  at: toWire(at),
  method,
  path,
  status,
  error,
  fields: [...fields],
  duration_ms: Math.round(milliseconds * 100) / 100,
  request_id: requestId,
})
