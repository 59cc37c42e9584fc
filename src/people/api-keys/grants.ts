import { callerMessages } from '../../contract/messages'
import { apiKeyMessages } from './messages'
import { fieldMessages } from '../../contract/messages'
import type { Origins } from '../authentication/origins'
import type { Throttle } from '../authentication/throttle'
import { accessSeconds, refreshSeconds, type Tokens } from '../authentication/tokens'
import { accepted, problemsOf } from '../../contract/check'
import { type FieldError, unauthenticated } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { isSame, newRefreshToken, sha256 } from '../../base/secrets'
import type { ApiKeyRow, Store, Writes } from '../../storage/core/store'
import { type Clock, type Instant, plusSeconds } from '../../base/time'
import { TokenRequest } from './schema'

interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

interface GrantParts {
  readonly store: Store
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly origins: Origins
  readonly environment: string
  readonly now: Clock
}

/** The tokens that API clients get for the credentials of an API key (docs/api.md, Authentication; RFC 6749). */
export class Grants {
  readonly #store: Store
  readonly #tokens: Tokens
  readonly #throttle: Throttle
  readonly #origins: Origins
  readonly #environment: string
  readonly #now: Clock

  constructor({ store, tokens, throttle, origins, environment, now }: GrantParts) {
    this.#store = store
    this.#tokens = tokens
    this.#throttle = throttle
    this.#origins = origins
    this.#environment = environment
    this.#now = now
  }

  async #issueRefreshToken(tx: Writes, apiKeyId: string, chainId: string): Promise<string> {
    const refreshToken = newRefreshToken()
    await tx.refreshTokens.insert({
      hash: sha256(refreshToken),
      chainId,
      apiKeyId,
      sessionId: null,
      environment: this.#environment,
      expiresAt: plusSeconds(this.#now(), refreshSeconds),
    })
    return refreshToken
  }

  async #toPair(apiKeyId: string, refreshToken: string): Promise<TokenPair> {
    return {
      access_token: await this.#tokens.sign('access', apiKeyId),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: accessSeconds,
    }
  }

  /** Reads the API key of a client_id. UUIDs ignore case. */
  async #findKey(clientId: string): Promise<ApiKeyRow | undefined> {
    return this.#store.read.accounts.findApiKey(clientId.toLowerCase())
  }

  /** Returns the API key. The error does not reveal whether the client_id or the client_secret is wrong. */
  #requireKey(key: ApiKeyRow | undefined, clientSecret: string): ApiKeyRow {
    const isRight = isSame(sha256(clientSecret), key?.secretHash ?? sha256(''))
    if (!key || !isRight || !isUsable(key, this.#environment, this.#now()))
      throw unauthenticated(callerMessages('caller.client_credentials'))
    return key
  }

  /** Failures are counted by the client_id in lower case. Otherwise, each spelling would have a separate limit. */
  #attemptOf(clientId: string, key: ApiKeyRow | undefined, address: string) {
    return this.#origins.attemptFrom(`client:${clientId.toLowerCase().slice(0, 64)}`, key?.id, {
      address,
      device: undefined,
      deviceName: null,
    })
  }

  async #exchange({ id, organizationId }: ApiKeyRow, address: string): Promise<TokenPair> {
    const refreshToken = await this.#store.write(
      async (tx) => {
        await tx.accounts.markApiKeyUsed(id, this.#now())
        await this.#origins.recordAddress(tx, id, address)
        return this.#issueRefreshToken(tx, id, crypto.randomUUID())
      },
      [organizationId],
    )
    return this.#toPair(id, refreshToken)
  }

  #invalidRefresh() {
    return unauthenticated(apiKeyMessages('api_key.refresh_token'))
  }

  /** Uses up the refresh token and issues the next pair. A second use revokes the whole chain. */
  async #refresh(refreshToken: string): Promise<TokenPair> {
    const issued = await this.#store.write(async (tx) => {
      const token = await tx.refreshTokens.spend(
        sha256(refreshToken),
        this.#environment,
        'api_key',
        this.#now(),
      )
      if (!token) {
        const spent = await tx.refreshTokens.find(sha256(refreshToken))
        if (spent?.spentAt && spent.apiKeyId !== null) await tx.refreshTokens.deleteChain(spent.chainId)
        return undefined
      }
      const key = token.apiKeyId === null ? undefined : await tx.accounts.findApiKey(token.apiKeyId)
      if (!key || !isUsable(key, this.#environment, this.#now())) return undefined
      return { apiKeyId: key.id, refreshToken: await this.#issueRefreshToken(tx, key.id, token.chainId) }
    })
    if (!issued) throw this.#invalidRefresh()
    return this.#toPair(issued.apiKeyId, issued.refreshToken)
  }

  /**
   * Returns tokens for an API key or a refresh token.
   *
   * @param address the client's address, by which failures are counted
   */
  async token(body: JsonObject, address: string): Promise<TokenPair> {
    const request = acceptTokenRequest(body)
    if (request.grant_type === 'refresh_token') {
      const refreshToken = request.refresh_token as string
      // A refresh token is random and known to one API client, so it cannot be guessed from another address.
      const attempt = { account: `refresh:${sha256(refreshToken)}`, source: address, address, isKnown: true }
      return this.#throttle.pass(attempt, () => this.#refresh(refreshToken))
    }
    const [clientId, secret] = [request.client_id as string, request.client_secret as string]
    const key = await this.#findKey(clientId)
    const attempt = await this.#attemptOf(clientId, key, address)
    return this.#throttle.pass(attempt, async () => this.#exchange(this.#requireKey(key, secret), address))
  }

  /**
   * Checks the credentials of a client that gets no token, such as an MQTT subscriber or a spreadsheet. Throws
   * `unauthenticated` when they are wrong and `rate_limited` after too many failures.
   */
  async signIn(clientId: string, clientSecret: string, address: string): Promise<ApiKeyRow> {
    const key = await this.#findKey(clientId)
    return this.#throttle.pass(await this.#attemptOf(clientId, key, address), async () => {
      const known = this.#requireKey(key, clientSecret)
      if (!(await this.#origins.isRecorded(known.id, address)))
        await this.#store.write(
          (tx) => this.#origins.recordAddress(tx, known.id, address),
          [known.organizationId],
        )
      return known
    })
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
      problems.push({ field, code: 'required', message: fieldMessages('field.required', { field }) })
  }
  return accepted(TokenRequest, body, problems)
}
