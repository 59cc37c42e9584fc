import { providerMessages } from './messages'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { type AppError, forbidden } from '../../base/errors'
import type { ProviderSetting } from '../../settings/providers'
import type { Claims } from './claims'
import { unreachable } from './clients'
import type { Flow } from './flow'

/** The authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 9700). */

/** Returns the address to which the browser goes, and the values that the response must fit. */
export async function beginAt(
  client: Configuration,
  { id: providerId, scope }: ProviderSetting,
  redirectUri: string,
  userId: string | null,
): Promise<{ readonly url: string; readonly flow: Flow }> {
  const flow = {
    providerId,
    userId,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
  }
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, flow }
}

export interface ProvenUser {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
}

/** Exchanges the parameters of the redirect for the claims of the user. Rejects if they are not valid. */
export async function finishAt(
  client: Configuration,
  redirectUri: string,
  parameters: string,
  { state, nonce, verifier }: Flow,
): Promise<ProvenUser> {
  const url = new URL(redirectUri)
  url.search = parameters
  const tokens = await authorizationCodeGrant(client, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider returned no ID token.')
  if (!isSubject(claims.sub)) throw new Error('The provider sent an unusable claim "sub".')
  const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserInfo ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {}
  const given = Object.entries(claims).filter(([, value]) => value !== null)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    claims: { ...claims, ...more, ...Object.fromEntries(given) },
  }
}

/**
 * Returns whether a subject is not empty, because all users of such a provider would share one account, and has at most 255 characters
 * (OpenID Connect Core 1.0, 2), none of which is a control character. PostgreSQL cannot store U+0000.
 */
const isSubject = (sub: string): boolean => sub.trim() !== '' && sub.length <= 255 && !/\p{Cc}/u.test(sub)

const reasonMax = 200

/** Returns the error of an exchange as a sentence for the user. */
export function toSentence(error: unknown, provider: ProviderSetting): AppError {
  if (error instanceof AuthorizationResponseError) {
    const reason = (error.error_description ?? error.error)
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, reasonMax)
    return forbidden(providerMessages('provider.refused', { provider: provider.name, reason }))
  }
  if (isUnusable(error)) return unreachable(provider)
  return forbidden(providerMessages('provider.response', { provider: provider.name }))
}

/** Errors that are not about the code: the client is not accepted, or the provider fails, whatever the status of its response is. */
const unusableErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'server_error',
  'temporarily_unavailable',
  'slow_down',
])

/** Reports whether the provider is away, fails or does not accept the client; another response is not valid. */
function isUnusable(error: unknown): boolean {
  // The client is not authenticated (RFC 6749 5.2).
  if (error instanceof WWWAuthenticateChallengeError) return true
  if (error instanceof ResponseBodyError) return isFailure(error.status) || unusableErrors.has(error.error)
  if (!(error instanceof ClientError)) return isOfNetwork(error)
  const { code, cause } = error
  if (cause instanceof Response) return isFailure(cause.status)
  return code === 'OAUTH_TIMEOUT' || isOfNetwork(cause)
}

const isFailure = (status: number): boolean => status >= 500 || status === 429

/** Reports whether an error is one of the connection: its code is neither of the library nor of a wrong argument. */
function isOfNetwork(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  return name === 'TimeoutError' || (typeof code === 'string' && !/^(OAUTH|ERR)_/.test(code))
}
