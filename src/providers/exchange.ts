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
} from 'openid-client'
import { type AppError, forbidden } from '../errors'
import type { ProviderSetting } from '../settings/providers'
import type { Claims } from './claims'
import { isAway } from './clients'
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
  const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserInfo ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {}
  return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } }
}

const reasonMax = 200

/** Returns the error of an exchange as a sentence for the user. */
export function toSentence(error: unknown, provider: ProviderSetting): AppError {
  if (error instanceof AuthorizationResponseError) {
    const reason = (error.error_description ?? error.error)
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, reasonMax)
    return forbidden(`${provider.name} refused the sign-in: ${reason}`)
  }
  if (isTimeout(error)) return isAway(provider)
  return forbidden(`The response of ${provider.name} is not valid: begin the sign-in again`)
}

/** Reports whether there was no response, in contrast to one that is not valid. */
const isTimeout = (error: unknown): boolean =>
  error instanceof ClientError
    ? error.code === 'OAUTH_TIMEOUT'
    : (error as { code?: string }).code === 'ConnectionRefused' || (error as Error).name === 'TimeoutError'
