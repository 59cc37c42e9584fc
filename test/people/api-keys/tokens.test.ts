import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, type Credential, mintKey, signIn } from '../../support/client'
import {
  basic,
  begin,
  decodeJwt,
  exchange,
  exchangeForm,
  refresh,
  statusAndError,
  tokenPath,
} from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** The token endpoint: both grants, in JSON and as a form (docs/api.md, Token endpoint). */

let program: Program
let session: Client
let anyone: Client
let key: Credential

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  anyone = clientOf(program.http)
  key = await mintKey(session)
})
afterAll(stopPrograms)

const organizationOf = (token: string) => clientOf(program.http, token).get('/api/v1/orgs/me')

const pair = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: expect.any(String),
  token_type: 'Bearer',
  expires_in: 900,
}

const grant = 'client_credentials'

// Rule: api.md, Token endpoint
describe('the client credentials grant', () => {
  test('returns a pair of tokens and nothing else, with no-store', async () => {
    const response = await exchange(anyone, key)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(pair)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    expect((await organizationOf(response.body.access_token)).status).toBe(200)
  })

  // Rule: api.md, Organization
  // Rule: api.md, Refresh tokens
  // Rule: api.md, Limits
  test('issues a JWT of 900 seconds whose subject is the API key', async () => {
    const { body } = await exchange(anyone, key)
    const { claims } = decodeJwt(body.access_token)
    expect(claims['sub']).toBe(key.client_id)
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900)
    expect(Math.abs(Number(claims['iat']) - Date.now() / 1000)).toBeLessThan(5)
  })

  test('accepts a form like JSON', async () => {
    const { client_id, client_secret } = key
    const response = await exchangeForm(
      anyone,
      { grant_type: grant, client_id, client_secret },
      { 'content-type': 'Application/X-WWW-Form-URLencoded; charset=utf-8' },
    )
    expect([response.status, response.body]).toEqual([200, pair])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    expect((await organizationOf(response.body.access_token)).status).toBe(200)
  })

  test('accepts the client of a form in HTTP Basic', async () => {
    const authorization = basic(key.client_id, key.client_secret)
    for (const header of [authorization, authorization.replace('Basic', 'basic')]) {
      const response = await exchangeForm(anyone, { grant_type: grant }, { authorization: header })
      expect([response.status, response.body]).toEqual([200, pair])
    }
    const wrong = await exchangeForm(
      anyone,
      { grant_type: grant },
      { authorization: basic(key.client_id, 'wab_0') },
    )
    expect(wrong.status).toBe(401)
  })

  test('returns the same for all wrong credentials', async () => {
    const revoked = await mintKey(session)
    await session.delete(`/internal/v1/api-keys/${revoked.client_id}`)
    const wrongSecret = await exchange(anyone, { ...key, client_secret: `wab_${'0'.repeat(64)}` })
    expect(faultsOf(wrongSecret)).toEqual([401, 'unauthorized'])
    expect(wrongSecret.headers.get('www-authenticate')).toStartWith('Bearer')
    const others = [
      { ...key, client_secret: '' },
      { ...key, client_id: crypto.randomUUID() },
      { ...key, client_id: 'not a UUID' },
      { client_id: key.client_id, client_secret: revoked.client_secret },
      revoked,
    ]
    for (const other of others)
      expect(statusAndError(await exchange(anyone, other))).toEqual(statusAndError(wrongSecret))
    const { client_id } = key
    const form = await exchangeForm(anyone, { grant_type: grant, client_id, client_secret: 'x' })
    expect(statusAndError(form)).toEqual(statusAndError(wrongSecret))
  })
})

// Rule: api.md, Refresh tokens
describe('the refresh grant', () => {
  const issued = async () => (await exchange(anyone, key)).body.refresh_token as string

  // Rule: api.md, Token endpoint
  test('rotates the pair without the secret', async () => {
    const first = (await exchange(anyone, key)).body
    const response = await refresh(anyone, first.refresh_token)
    expect([response.status, response.body]).toEqual([200, pair])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    expect(response.body.refresh_token).not.toBe(first.refresh_token)
    expect(response.body.access_token).not.toBe(first.access_token)
    expect((await organizationOf(response.body.access_token)).body.data.api_key_id).toBe(key.client_id)
    expect((await refresh(anyone, response.body.refresh_token)).status).toBe(200)
  })

  // Rule: api.md, Token endpoint
  test('accepts a form, too', async () => {
    const response = await exchangeForm(anyone, {
      grant_type: 'refresh_token',
      refresh_token: await issued(),
    })
    expect([response.status, response.body]).toEqual([200, pair])
  })

  // Rule: api.md, Error types
  test('ends the whole chain when a spent token is replayed', async () => {
    const first = await issued()
    const second = (await refresh(anyone, first)).body.refresh_token
    const third = (await refresh(anyone, second)).body.refresh_token
    expect(faultsOf(await refresh(anyone, first))).toEqual([401, 'unauthorized'])
    for (const token of [third, second, first]) expect((await refresh(anyone, token)).status).toBe(401)
  })

  test('leaves the access tokens of a chain that ends valid until they expire', async () => {
    const first = await issued()
    const next = (await refresh(anyone, first)).body
    expect((await refresh(anyone, first)).status).toBe(401)
    expect((await refresh(anyone, next.refresh_token)).status).toBe(401)
    expect((await organizationOf(next.access_token)).body.data.api_key_id).toBe(key.client_id)
  })

  test('leaves the other chains of a key unchanged when one ends', async () => {
    const [replayed, other] = [await issued(), await issued()]
    await refresh(anyone, replayed)
    expect((await refresh(anyone, replayed)).status).toBe(401)
    expect((await refresh(anyone, other)).status).toBe(200)
    expect((await exchange(anyone, key)).status).toBe(200)
  })

  test('lets exactly one of 20 simultaneous refreshes succeed, and ends the chain', async () => {
    const token = await issued()
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(anyone, token)))
    const [winner, ...others] = responses.toSorted((a, b) => a.status - b.status)
    expect(winner?.status).toBe(200)
    expect(others[0]?.status).toBe(401)
    // So many failures may also be throttled.
    expect(others.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
    expect((await refresh(anyone, winner?.body.refresh_token)).status).toBe(401)
  })

  // Rule: api.md, Token endpoint
  test('rejects tokens of other kinds', async () => {
    const { access_token } = (await exchange(anyone, key)).body
    const token = await issued()
    const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    const ofSession = (await begin(anyone)).cookie.split('=')[1] as string
    for (const wrong of ['', 'x', changed, `${token} `, access_token, key.client_secret, ofSession])
      expect(faultsOf(await refresh(anyone, wrong))).toEqual([401, 'unauthorized'])
    expect((await refresh(anyone, token)).status).toBe(200)
  })

  test('ends with the key', async () => {
    const lost = await mintKey(session)
    const { refresh_token } = (await exchange(anyone, lost)).body
    await session.delete(`/internal/v1/api-keys/${lost.client_id}`)
    expect((await refresh(anyone, refresh_token)).status).toBe(401)
  })
})

describe('a token request', () => {
  const allowed = { allowed_values: ['client_credentials', 'refresh_token'] }

  // Rule: api.md, Token endpoint
  // Rule: api.md, Refresh tokens
  // Rule: api.md, Field codes
  test.each<[name: string, body: object, faults: string[]]>([
    ['an empty body', {}, ['grant_type required']],
    ['no credentials', { grant_type: grant }, ['client_id required', 'client_secret required']],
    ['no secret', { client_id: 'x', grant_type: grant }, ['client_secret required']],
    ['no refresh token', { grant_type: 'refresh_token' }, ['refresh_token required']],
    ['another grant', { grant_type: 'password' }, ['grant_type invalid_value']],
    ['the name of something else', { grant_type: 'constructor' }, ['grant_type invalid_value']],
    ['no grant at all', { grant_type: null }, ['grant_type invalid_value']],
    [
      'numbers, in the order of the body',
      { client_secret: 5, client_id: 5, grant_type: grant },
      ['client_secret invalid_value', 'client_id invalid_value'],
    ],
    [
      'an explicit null',
      { refresh_token: null, grant_type: 'refresh_token' },
      ['refresh_token invalid_value'],
    ],
    ['what it does not know', { password: 'x' }, ['password unknown_field', 'grant_type required']],
  ])('with %s names the fields at fault', async (_, body, faults) => {
    expect(faultsOf(await anyone.post(tokenPath, body))).toEqual([400, ...faults])
  })

  // Rule: api.md, Token endpoint
  test('is rejected with the list of grants for another grant', async () => {
    const { body } = await anyone.post(tokenPath, { grant_type: 'implicit' })
    expect(body.error.fields[0].params).toEqual(allowed)
  })

  test('as a form has the same checks of its fields', async () => {
    expect(faultsOf(await exchangeForm(anyone, {}))).toEqual([400, 'grant_type required'])
    expect(faultsOf(await exchangeForm(anyone, { grant_type: grant, client_id: 'x' }))).toEqual([
      400,
      'client_secret required',
    ])
    const { body } = await exchangeForm(anyone, { grant_type: 'password' })
    expect(body.error.fields[0]).toMatchObject({ code: 'invalid_value', params: allowed })
  })

  test('may not carry credentials in its query', async () => {
    const response = await anyone.post(`${tokenPath}?client_id=x`, { grant_type: grant })
    expect(faultsOf(response)).toEqual([400, 'client_id unknown_field'])
  })

  // Rule: api.md, Token endpoint
  // Rule: api.md, Error types
  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/merge-patch+json', ''])(
    'of the media type "%s" is refused',
    async (type) => {
      const body = new TextEncoder().encode('{"grant_type":"client_credentials"}')
      const headers = type === '' ? {} : { 'content-type': type }
      const response = await anyone.request('POST', tokenPath, { headers, body })
      expect(faultsOf(response)).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['', '{', '[]', '"text"', 'null'])(
    'that is not a JSON object but "%s" is refused',
    async (body) => {
      expect(faultsOf(await anyone.post(tokenPath, body))).toEqual([400, 'bad_request'])
    },
  )

  test('must be a POST', async () => {
    const response = await anyone.get(tokenPath)
    expect(faultsOf(response)).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')).toContain('POST')
  })
})
