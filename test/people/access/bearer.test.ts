import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, type Credential, mintKey, signIn } from '../../support/client'
import { decodeJwt, exchange, type Jwt, refresh, signingKey, signJwt } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'
import { newReader } from '../../support/scans'

/** Which bearer tokens are accepted, and the errors for others (docs/api.md, Bearer tokens). */

let program: Program
let session: Client
let anyone: Client
let key: Credential
let accessToken: string
let refreshToken: string

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  anyone = clientOf(program.http)
  key = await mintKey(session)
  const { body } = await exchange(anyone, key)
  accessToken = body.access_token
  refreshToken = body.refresh_token
})
afterAll(stopPrograms)

const me = '/api/v1/orgs/me'

/** Status and detail of the response to a request with these headers; every 401 has its challenge. */
async function detailOf(headers: Record<string, string>, path = me): Promise<unknown[]> {
  const response = await anyone.request('GET', path, { headers })
  if (response.status === 401) expect(response.headers.get('www-authenticate')).toStartWith('Bearer')
  return [response.status, response.body.error?.detail]
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const invalid = [401, 'Invalid or expired token']

// Rule: api.md, Bearer tokens
describe('a request', () => {
  // Rule: api.md, Error types
  test('without credentials is rejected because the header is missing', async () => {
    expect(await detailOf({})).toEqual([401, 'Missing authorization header'])
    expect(faultsOf(await anyone.get('/api/v1/assets'))).toEqual([401, 'unauthorized'])
  })

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Token abc', 'abc', 'Bearer a b'])(
    'with the header "%s" is rejected because of its format',
    async (authorization) => {
      expect(await detailOf({ authorization })).toEqual([401, 'Invalid authorization header format'])
    },
  )

  test('with its token in another header is rejected with the name of the right header', async () => {
    const hint = [401, 'Use Authorization: Bearer <token>']
    for (const header of ['X-API-Key', 'Api-Key', 'ApiKey', 'X-Auth-Token', 'X-Access-Token'])
      for (const value of [key.client_secret, accessToken])
        expect([header, await detailOf({ [header]: value })]).toEqual([header, hint])
    expect(await detailOf({ 'x-api-key': 'x', ...bearer(accessToken) })).toEqual([200, undefined])
  })

  test('may write the scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await detailOf({ authorization: `${scheme} ${accessToken}` })).toEqual([200, undefined])
  })

  test('gets the same response for every invalid token', async () => {
    const device = await newReader(session, 'gate', [])
    const wrong = ['x', refreshToken, key.client_secret, key.client_id, device.device_token, 'a.b.c', '..']
    for (const token of wrong) expect(await detailOf(bearer(token))).toEqual(invalid)
    expect((await refresh(anyone, refreshToken)).status).toBe(200)
  })
})

// Rule: api.md, Organization
describe('the identity endpoint', () => {
  test('returns the organization, the scopes and the API key, with any scopes', async () => {
    const narrow = await mintKey(session, ['tracking:read'])
    const { body } = await exchange(anyone, narrow)
    expect((await clientOf(program.http, body.access_token).get(me)).body).toEqual({
      data: {
        id: expect.any(Number),
        name: 'North',
        scopes: ['tracking:read'],
        api_key_id: narrow.client_id,
      },
    })
  })

  // Rule: api.md, Bearer tokens
  test('rejects the token of a session, which other endpoints accept', async () => {
    expect(faultsOf(await session.get(me))).toEqual([401, 'unauthorized'])
    expect((await session.get('/api/v1/assets')).status).toBe(200)
  })
})

// Rule: api.md, Bearer tokens
describe('a live access token', () => {
  test('is rejected with the reason as soon as its API key is revoked', async () => {
    const lost = await mintKey(session)
    const token = (await exchange(anyone, lost)).body.access_token
    expect(await detailOf(bearer(token))).toEqual([200, undefined])
    await session.delete(`/internal/v1/api-keys/${lost.client_id}`)
    const revoked = [401, 'API key has been revoked']
    expect(await detailOf(bearer(token))).toEqual(revoked)
    expect(await detailOf(bearer(token), '/api/v1/assets')).toEqual(revoked)
    expect(await detailOf(bearer(accessToken))).toEqual([200, undefined])
  })

  test('is rejected with the reason when its API key expires', async () => {
    const expiresAt = Date.now() + 5000
    const minted = await session.post('/internal/v1/api-keys', {
      name: 'Short',
      scopes: ['assets:read'],
      expires_at: new Date(expiresAt).toISOString(),
    })
    const { access_token, refresh_token } = (await exchange(anyone, minted.body.data)).body
    expect(await detailOf(bearer(access_token))).toEqual([200, undefined])
    while (Date.now() <= expiresAt) await Bun.sleep(20)
    expect(await detailOf(bearer(access_token))).toEqual([401, 'API key has expired'])
    expect((await exchange(anyone, minted.body.data)).status).toBe(401)
    expect((await refresh(anyone, refresh_token)).status).toBe(401)
  })
})

const now = Math.floor(Date.now() / 1000)

/** Each function makes an invalid token of a valid one; `other` is a valid token of the other kind. */
const forgeries: [name: string, forge: (good: Jwt, other: Jwt) => Jwt][] = [
  ['another audience', (good) => withClaims(good, { aud: 'elsewhere' })],
  ['the audience of the other kind', (good, other) => withClaims(good, { aud: other.claims['aud'] })],
  ['no audience', (good) => withClaims(good, { aud: undefined })],
  ['another issuer', (good) => withClaims(good, { iss: 'elsewhere' })],
  ['the type JWT', (good) => withHeader(good, { typ: 'JWT' })],
  ['the type of the other kind', (good, other) => withHeader(good, { typ: other.header['typ'] })],
  ['no type', (good) => withHeader(good, { typ: undefined })],
  ['no expiry', (good) => withClaims(good, { exp: undefined })],
  ['an expiry that is text', (good) => withClaims(good, { exp: String(now + 600) })],
  ['an expiry that has passed', (good) => withClaims(good, { iat: now - 1000, exp: now - 100 })],
  ['an expiry further away than any token lives', (good) => withClaims(good, { exp: now + 31_536_000 })],
  ['a time of issue in the future', (good) => withClaims(good, { iat: now + 600, exp: now + 1500 })],
  ['a time of issue that is text', (good) => withClaims(good, { iat: String(now) })],
  ['no time of issue', (good) => withClaims(good, { iat: undefined })],
  ['no subject', (good) => withClaims(good, { sub: undefined })],
  ['an unknown subject', (good) => withClaims(good, { sub: crypto.randomUUID() })],
  ['a subject of the other kind', (good, other) => withClaims(good, { sub: other.claims['sub'] })],
  ['a subject that is a number', (good) => withClaims(good, { sub: 1 })],
  ['an extension that must be understood', (good) => withHeader(good, { crit: ['x'], x: 1 })],
]

const withClaims = ({ header, claims }: Jwt, changes: object): Jwt => ({
  header,
  claims: { ...claims, jti: crypto.randomUUID(), ...changes },
})

const withHeader = (jwt: Jwt, changes: object): Jwt => ({
  header: { ...jwt.header, ...changes },
  claims: withClaims(jwt, {}).claims,
})

/** The other last characters that decode to the same bytes: two of the six bits belong to no byte. */
function nonCanonical(token: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) as string)
  return [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last + bits])
}

describe.each(['access', 'session'] as const)('a forged %s token', (kind) => {
  const path = kind === 'access' ? me : '/internal/v1/organizations'
  const tokens = () => {
    const [good, other] =
      kind === 'access' ? [accessToken, session.token as string] : [session.token as string, accessToken]
    return { good, jwt: decodeJwt(good), other: decodeJwt(other), secret: signingKey(program) }
  }
  const accepts = async (token: string) => (await detailOf(bearer(token), path))[0] === 200

  test('is accepted when it is unchanged', async () => {
    const { jwt, secret } = tokens()
    expect(await accepts(signJwt(withClaims(jwt, {}), secret))).toBe(true)
  })

  // Rule: api.md, Token endpoint
  // Rule: api.md, Bearer tokens
  // Rule: api.md, Error types
  test.each(forgeries)('with %s is refused', async (_, forge) => {
    const { jwt, other, secret } = tokens()
    expect(await detailOf(bearer(signJwt(forge(jwt, other), secret)), path)).toEqual(invalid)
  })

  test.each([
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ])('signed with %s is refused', async (alg, hash) => {
    const { jwt, secret } = tokens()
    const token = signJwt(withHeader(jwt, { alg }), secret, hash)
    expect(await detailOf(bearer(token), path)).toEqual(invalid)
    expect(await detailOf(bearer(signJwt(withHeader(jwt, { alg }), secret)), path)).toEqual(invalid)
  })

  test('that names no algorithm is refused, with and without a signature', async () => {
    const { jwt, secret } = tokens()
    for (const alg of ['none', 'None', undefined]) {
      const token = signJwt(withHeader(jwt, { alg }), secret)
      expect(await detailOf(bearer(token), path)).toEqual(invalid)
      expect(await detailOf(bearer(token.replace(/[^.]+$/, '')), path)).toEqual(invalid)
      expect(await detailOf(bearer(token.replace(/\.[^.]+$/, '')), path)).toEqual(invalid)
    }
  })

  test('signed with another key is refused', async () => {
    const { jwt, secret } = tokens()
    const bytes = Buffer.from(secret, 'hex')
    for (const key of ['0'.repeat(64), `${secret}\n`, secret.toUpperCase(), bytes])
      expect(await detailOf(bearer(signJwt(withClaims(jwt, {}), key)), path)).toEqual(invalid)
  })

  test('with changed content is refused', async () => {
    const { good } = tokens()
    const [header, claims, signature] = good.split('.') as [string, string, string]
    const longer = Buffer.from(JSON.stringify({ ...decodeJwt(good).claims, exp: now + 86_400 })).toString(
      'base64url',
    )
    expect(await detailOf(bearer(`${header}.${longer}.${signature}`), path)).toEqual(invalid)
    expect(await detailOf(bearer(`${header}.${claims}.${signature.slice(0, -1)}`), path)).toEqual(invalid)
  })

  test('with another encoding of the same signature is refused, cached or not', async () => {
    const { good, jwt, secret } = tokens()
    const unseen = signJwt(withClaims(jwt, {}), secret)
    expect(await accepts(good)).toBe(true)
    for (const token of [good, unseen]) {
      for (const changed of [`${token}=`, `${token}==`, `${token}.`, `.${token}`, ...nonCanonical(token)])
        expect(await detailOf(bearer(changed), path)).toEqual(invalid)
    }
  })
})
