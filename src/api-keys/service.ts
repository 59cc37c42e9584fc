import { audit, type Subject } from '../audit/record'
import { accepted, problemsOf } from '../contract/check'
import type { Page } from '../contract/parameters'
import { type FieldError, notFound, unauthenticated } from '../errors'
import type { JsonObject } from '../json'
import type { ApiKeyRow, Store, Writes } from '../storage/store'
import { type Clock, type Instant, parseInstant, plusSeconds, toMicros, toWire, wireOrNull } from '../time'
import { type Author, type ApiKeyCaller, isScope, type Scope, type SessionCaller } from '../caller'
import {
  TokenRequest,
  type ApiKeyRequestView,
  type ApiKeyView,
  type CreatedApiKeyView,
  NewApiKey,
  type OrganizationView,
} from './schema'
import type { Origins } from '../authentication/origins'
import type { FinishedRequest } from '../finished-request'
import { isSame, newClientSecret, newRefreshToken, sha256 } from '../secrets'
import type { Throttle } from '../authentication/throttle'
import { accessSeconds, refreshSeconds, type Tokens } from '../authentication/tokens'
import { createRecentRequests } from './recent-requests'
import { createRevocations } from './revocations'

/** Minimum time between two updates of the last use of an API key, in seconds. */
const lastUsedSeconds = 60

export interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>

/** API keys and their tokens (docs/api.md, Authentication). */
export function createApiKeyService(
  store: Store,
  tokens: Tokens,
  throttle: Throttle,
  origins: Origins,
  environment: string,
  now: Clock,
) {
  const recent = createRecentRequests()

  async function issueRefreshToken(tx: Writes, apiKeyId: string, chainId: string): Promise<string> {
    const refreshToken = newRefreshToken()
    await tx.refreshTokens.insert({
      hash: sha256(refreshToken),
      chainId,
      apiKeyId,
      sessionId: null,
      environment,
      expiresAt: plusSeconds(now(), refreshSeconds),
    })
    return refreshToken
  }

  const toPair = async (apiKeyId: string, refreshToken: string): Promise<TokenPair> => ({
    access_token: await tokens.sign('access', apiKeyId),
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: accessSeconds,
  })

  /**
   * The same error for a wrong client_id and a wrong client_secret, so that it does not reveal which API keys exist.
   */
  const wrongCredentials = () => unauthenticated('Invalid client credentials')

  async function exchange(
    key: ApiKeyRow | undefined,
    clientSecret: string,
    address: string,
  ): Promise<TokenPair> {
    const isRight = isSame(sha256(clientSecret), key?.secretHash ?? sha256(''))
    if (!key || !isRight || !isUsable(key, environment, now())) throw wrongCredentials()
    const refreshToken = await store.write(
      async (tx) => {
        await tx.identity.markApiKeyUsed(key.id, now())
        await origins.recordAddress(tx, key.id, address)
        return issueRefreshToken(tx, key.id, crypto.randomUUID())
      },
      [key.organizationId],
    )
    return toPair(key.id, refreshToken)
  }

  const invalidRefresh = () => unauthenticated('Invalid or expired refresh token')

  /** Uses up the refresh token and issues the next pair. A second use revokes the whole chain. */
  async function refresh(refreshToken: string): Promise<TokenPair> {
    const issued = await store.write(async (tx) => {
      const token = await tx.refreshTokens.spend(sha256(refreshToken), environment, 'api_key', now())
      if (!token) {
        const spent = await tx.refreshTokens.find(sha256(refreshToken))
        if (spent?.spentAt && spent.apiKeyId !== null) await tx.refreshTokens.deleteChain(spent.chainId)
        return undefined
      }
      const key = token.apiKeyId === null ? undefined : await tx.identity.findApiKey(token.apiKeyId)
      if (!key || !isUsable(key, environment, now())) return undefined
      return { apiKeyId: key.id, refreshToken: await issueRefreshToken(tx, key.id, token.chainId) }
    })
    if (!issued) throw invalidRefresh()
    return toPair(issued.apiKeyId, issued.refreshToken)
  }

  /**
   * Returns tokens for an API key or a refresh token.
   *
   * @param address the client's address, by which failures are counted
   */
  async function token(body: JsonObject, address: string): Promise<TokenPair> {
    const request = acceptTokenRequest(body)
    if (request.grant_type === 'refresh_token') {
      const refreshToken = request.refresh_token as string
      // A refresh token is random and known to one API client, so it cannot be guessed from another address.
      const attempt = { account: `refresh:${sha256(refreshToken)}`, source: address, address, isKnown: true }
      return throttle.pass(attempt, () => refresh(refreshToken))
    }
    // UUIDs ignore case. Without this, each spelling of a client_id would have a separate limit of failures.
    const clientId = (request.client_id as string).toLowerCase()
    const key = await store.read.identity.findApiKey(clientId)
    const attempt = await origins.attemptFrom(`client:${clientId.slice(0, 64)}`, key?.id, {
      address,
      device: undefined,
      deviceName: null,
    })
    return throttle.pass(attempt, () => exchange(key, request.client_secret as string, address))
  }

  /**
   * Checks the credentials of a client that keeps a connection open, such as an MQTT subscriber. Throws
   * `unauthenticated` when they are wrong and `rate_limited` after too many failures.
   */
  async function signIn(clientId: string, clientSecret: string, address: string): Promise<ApiKeyRow> {
    const id = clientId.toLowerCase()
    const key = await store.read.identity.findApiKey(id)
    const attempt = await origins.attemptFrom(`client:${id.slice(0, 64)}`, key?.id, {
      address,
      device: undefined,
      deviceName: null,
    })
    return throttle.pass(attempt, async () => {
      const isRight = isSame(sha256(clientSecret), key?.secretHash ?? sha256(''))
      if (!key || !isRight || !isUsable(key, environment, now())) throw wrongCredentials()
      await store.write((tx) => origins.recordAddress(tx, key.id, address), [key.organizationId])
      return key
    })
  }

  const revocations = createRevocations(store.instances)

  /** Creates an API key and returns its secret. Only the hash of the secret is stored. */
  async function create(caller: SessionCaller, body: JsonObject): Promise<CreatedApiKeyView> {
    const input = acceptNewApiKey(body, now())
    const expiresAt = input.expires_at ? (parseInstant(input.expires_at) as Instant) : null
    const secret = newClientSecret()
    const key = {
      id: crypto.randomUUID() as string,
      organizationId: caller.organizationId,
      environment,
      name: input.name,
      scopes: [...new Set(input.scopes)] as string[],
      secretHash: sha256(secret),
      createdAt: now(),
      expiresAt,
    }
    const { id, name, scopes, createdAt: at } = key
    const view = { client_id: id, name, scopes, expires_at: wireOrNull(expiresAt) }
    await store.write(async (tx) => {
      await tx.identity.insertApiKey(key)
      await audit(tx, caller, { at, action: 'created', subject: subjectOf(key), after: view })
    })
    return { ...view, client_secret: secret }
  }

  async function list(caller: SessionCaller, page: Page): Promise<{ rows: ApiKeyView[]; total: number }> {
    const { rows, total } = await store.read.identity.listApiKeys(caller.organizationId, page)
    return { rows: rows.map(toView), total }
  }

  /** Returns the API key if it belongs to the caller's organization. Throws `not_found`. */
  async function ownKey(caller: SessionCaller, clientId: string): Promise<ApiKeyRow> {
    const key = await store.read.identity.findApiKey(clientId.toLowerCase())
    if (key?.organizationId !== caller.organizationId) throw notFound('API key')
    return key
  }

  const get = async (caller: SessionCaller, clientId: string): Promise<ApiKeyView> =>
    toView(await ownKey(caller, clientId))

  /** Returns the recent requests of an API key, newest first. */
  async function requestsOf(
    caller: SessionCaller,
    clientId: string,
    page: Page,
  ): Promise<{ rows: ApiKeyRequestView[]; total: number }> {
    const { rows, total } = recent.list((await ownKey(caller, clientId)).id, page)
    return { rows: rows.map(toRequestView), total }
  }

  /** Revokes an API key. A second revocation does not change the time of the first. */
  async function revoke(caller: SessionCaller, clientId: string): Promise<void> {
    await store.write(async (tx) => {
      const key = await tx.identity.findApiKey(clientId.toLowerCase())
      if (key?.organizationId !== caller.organizationId) throw notFound('API key')
      if (key.revokedAt !== null) return
      const at = now()
      await tx.identity.revokeApiKey(key.id, at)
      const [before, after] = [toView(key), toView({ ...key, revokedAt: at })]
      await audit(tx, caller, { at, action: 'revoked', subject: subjectOf(key), before, after })
    })
    revocations.tell(clientId.toLowerCase())
  }

  /**
   * Returns the current rights of an API key and notes its use. Throws `unauthenticated` if it is revoked or expired.
   */
  async function authenticate(apiKeyId: string): Promise<Author & { scopes: Scope[] }> {
    const key = await store.read.identity.findApiKey(apiKeyId)
    if (!key || key.environment !== environment) throw unauthenticated('Invalid or expired token')
    if (key.revokedAt !== null) throw unauthenticated('API key has been revoked')
    if (key.expiresAt !== null && key.expiresAt <= now()) throw unauthenticated('API key has expired')
    noteUse(key)
    return {
      organizationId: key.organizationId,
      actor: { kind: 'api_key', id: key.id, name: key.name },
      scopes: key.scopes.filter(isScope),
    }
  }

  /** Returns the organization, API key and scopes of a token. */
  async function organizationOf(caller: ApiKeyCaller): Promise<OrganizationView> {
    const organization = await store.read.identity.findOrganization(caller.organizationId)
    if (!organization) throw notFound('Organization')
    const { id, name } = organization
    return { id, name, scopes: [...caller.scopes], api_key_id: caller.apiKeyId }
  }

  const noted = new Map<string, number>()

  /** Stores the time of use without waiting: a request does not fail because this write fails. */
  function noteUse(key: ApiKeyRow): void {
    const at = toMicros(now())
    // The difference is absolute because the clock may have been set back.
    if (Math.abs(at - (noted.get(key.id) ?? 0)) < lastUsedSeconds * 1_000_000) return
    noted.set(key.id, at)
    store
      .write((tx) => tx.identity.markApiKeyUsed(key.id, now()), [key.organizationId])
      .catch(() => noted.delete(key.id))
  }

  return {
    token,
    signIn,
    /** Calls `listener` when an API key was revoked. */
    onRevoked: revocations.listen,
    create,
    list,
    get,
    requestsOf,
    revoke,
    authenticate,
    organizationOf,
    noteRequest: (apiKeyId: string, request: FinishedRequest): void => recent.add(apiKeyId, request),
  }
}

const isUsable = (key: ApiKeyRow, environment: string, at: Instant): boolean =>
  key.environment === environment && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > at)

const fieldsOfGrant: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['client_credentials', ['client_id', 'client_secret']],
  ['refresh_token', ['refresh_token']],
])

/** Checks a token request. The schema cannot express which fields a grant needs. */
function acceptTokenRequest(body: JsonObject) {
  const problems: FieldError[] = problemsOf(TokenRequest, body)
  for (const field of fieldsOfGrant.get(body['grant_type']) ?? []) {
    if (!Object.hasOwn(body, field))
      problems.push({ field, code: 'required', message: `${field} is required` })
  }
  return accepted(TokenRequest, body, problems)
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
      message: 'expires_at must be in the future',
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
