import { generateKeyPairSync, sign } from 'node:crypto'
import { freePort } from '../../scripts/free-port'
import { clientOf } from './client'
import { type Program, startProgram } from './program'
import { beginSignIn, finishSignIn, providerSetting, visitProvider } from './provider'

/** A provider that sends any claims, and fails on request. */
interface ForgedProvider {
  /** The origin of its addresses. */
  readonly url: string
  /** The claims of the next ID token, in addition to the technical ones. */
  claims: Record<string, unknown>
  /** The issuer that its configuration names. */
  issuer: string
  /** The response of the token endpoint; undefined for tokens. */
  tokenResponse: (() => Response) | undefined
  [Symbol.dispose](): void
}

export async function startForgedProvider(): Promise<ForgedProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/.well-known/openid-configuration')) return Response.json(configuration())
      if (pathname === '/keys') return Response.json({ keys: [jwk] })
      if (pathname === '/authorize') return redirectBack(searchParams)
      if (pathname !== '/token') return new Response(null, { status: 404 })
      if (provider.tokenResponse) return provider.tokenResponse()
      const code = new URLSearchParams(await request.text()).get('code') ?? ''
      return Response.json({
        access_token: 'any',
        token_type: 'Bearer',
        id_token: idToken(nonces.get(code)),
      })
    },
  })
  const configuration = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  function idToken(nonce = ''): string {
    const iat = Math.floor(Date.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: 'whereabouts',
      iat,
      exp: iat + 300,
      nonce,
      ...provider.claims,
    }
    const signed = [{ alg: 'RS256', kid: 'one' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  function redirectBack(parameters: URLSearchParams): Response {
    const code = crypto.randomUUID()
    nonces.set(code, String(parameters.get('nonce')))
    const back = new URL(String(parameters.get('redirect_uri')))
    back.search = new URLSearchParams({ code, state: String(parameters.get('state')) }).toString()
    return new Response(null, { status: 303, headers: { location: back.href } })
  }
  const provider: ForgedProvider = {
    url,
    claims: {},
    issuer: url,
    tokenResponse: undefined,
    [Symbol.dispose]: () => void server.stop(true),
  }
  return provider
}

/** Starts a service that signs users in with a forged provider. */
export async function startWithForgedProvider(
  more: object = {},
  env: Record<string, string> = {},
): Promise<{ program: Program; provider: ForgedProvider }> {
  const provider = await startForgedProvider()
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const setting = providerSetting({ issuer: provider.url }, more)
  const program = await startProgram({
    env: {
      WHEREABOUTS_PORT: new URL(publicUrl).port,
      WHEREABOUTS_PUBLIC_URL: publicUrl,
      WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify([setting]),
      ...env,
    },
  })
  return { program, provider }
}

/** Signs in as the user of the claims. Returns the response of the service. */
export async function signInWithClaims(
  program: Pick<Program, 'http'>,
  provider: ForgedProvider,
  claims: Record<string, unknown>,
) {
  provider.claims = { email_verified: true, name: 'Kim', ...claims }
  const { url, cookie } = await beginSignIn(program)
  return finishSignIn(clientOf(program.http), await visitProvider(url, 'any'), cookie)
}
