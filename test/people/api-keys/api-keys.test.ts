import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  allScopes,
  apiClient,
  type Client,
  clientOf,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { exchange } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey } from '../../support/records'

/** API keys: minted, listed and revoked by users in a session. */

let program: Program
let session: Client
let anyone: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  anyone = clientOf(program.http)
})
afterAll(stopPrograms)

const keys = '/internal/v1/api-keys'
const wireTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const mint = (body: object, client = session) => client.post(keys, { name: 'K', scopes: allScopes, ...body })

/** The row of a key in the list of its organization. */
async function rowOf(clientId: string, client = session) {
  const { data } = (await client.get(`${keys}?limit=200`)).body
  return data.find((row: { client_id: string }) => row.client_id === clientId)
}

describe('minting a key', () => {
  // Rule: api.md, API keys
  // Rule: internal-api.md, API keys
  test('returns its id and its secret, only once', async () => {
    const response = await mint({ name: 'ERP', scopes: ['assets:read', 'tracking:read'] })
    expect([response.status, response.body]).toEqual([
      201,
      {
        data: {
          client_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          client_secret: expect.stringMatching(/^wab_[0-9a-f]{64}$/),
          name: 'ERP',
          scopes: ['assets:read', 'tracking:read'],
          expires_at: null,
        },
      },
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await session.get(keys)).text).not.toContain(response.body.data.client_secret)
  })

  test('never returns the same secret again', async () => {
    const minted = await Promise.all(Array.from({ length: 5 }, () => mintKey(session)))
    expect(new Set(minted.map((key) => key.client_secret)).size).toBe(5)
    expect(new Set(minted.map((key) => key.client_id)).size).toBe(5)
  })

  test('may set an expiry in any offset, or none', async () => {
    const { body } = await mint({ expires_at: '2999-12-31T23:30:00.1239+01:00' })
    expect(body.data.expires_at).toBe('2999-12-31T22:30:00.123Z')
    expect((await mint({ expires_at: null })).body.data.expires_at).toBeNull()
  })

  test.each<[name: string, body: object, faults: string[]]>([
    ['nothing', {}, ['name required', 'scopes required']],
    ['a scope that is none', { name: 'K', scopes: ['assets:read', 'admin'] }, ['scopes[1] invalid_value']],
    ['scopes in one text', { name: 'K', scopes: 'assets:read' }, ['scopes invalid_value']],
    ['no scope', { name: 'K', scopes: [] }, ['scopes too_short']],
    ['nulls', { name: null, scopes: null }, ['name invalid_value', 'scopes invalid_value']],
    ['a line break', { name: 'a\nb', scopes: ['assets:read'] }, ['name invalid_value']],
    [
      'a date',
      { name: 'K', scopes: ['assets:read'], expires_at: '2999-12-31' },
      ['expires_at invalid_value'],
    ],
    [
      'the past',
      { name: 'K', scopes: ['assets:read'], expires_at: '2020-01-01T00:00:00Z' },
      ['expires_at invalid_value'],
    ],
    ['its own id', { name: 'K', client_id: 'x', scopes: ['assets:read'] }, ['client_id unknown_field']],
    [
      'all of it wrong, in the order of the body',
      { expires_at: '2020-01-01T00:00:00Z', scopes: [], x: 1 },
      ['expires_at invalid_value', 'scopes too_short', 'x unknown_field', 'name required'],
    ],
  ])('with %s is rejected', async (_, body, faults) => {
    expect(faultsOf(await session.post(keys, body))).toEqual([400, ...faults])
  })

  // Rule: api.md, API keys
  test('is for users only: a key cannot mint another', async () => {
    const api = await apiClient(program, session)
    for (const client of [api, anyone]) {
      expect(faultsOf(await mint({}, client))).toEqual([401, 'unauthorized'])
      expect(faultsOf(await client.get(keys))).toEqual([401, 'unauthorized'])
      expect((await client.delete(`${keys}/${crypto.randomUUID()}`)).status).toBe(401)
    }
  })
})

describe('the scopes of a key', () => {
  // Rule: api.md, Purpose
  test('are the rights of its tokens, in its own organization', async () => {
    const reader = await apiClient(program, session, ['assets:read'])
    expect((await reader.get('/api/v1/assets')).status).toBe(200)
    expect((await reader.get('/api/v1/orgs/me')).body.data.scopes).toEqual(['assets:read'])
    expect(faultsOf(await reader.post('/api/v1/assets', { name: 'A' }))).toEqual([403, 'forbidden'])
    expect(faultsOf(await reader.get('/api/v1/locations'))).toEqual([403, 'forbidden'])
    expect(faultsOf(await reader.get('/api/v1/reports/asset-locations'))).toEqual([403, 'forbidden'])
  })

  // Rule: internal-api.md, Callers
  test('give no access to private endpoints', async () => {
    const api = await apiClient(program, session)
    for (const path of ['/internal/v1/organizations', '/internal/v1/readers'])
      expect(faultsOf(await api.get(path))).toEqual([401, 'unauthorized'])
    expect((await api.post('/internal/v1/scans', {})).status).toBe(401)
  })

  // Rule: api.md, API keys
  test('cannot be edited', async () => {
    const { client_id } = await mintKey(session)
    const response = await session.patch(`${keys}/${client_id}`, { scopes: ['assets:read'] })
    expect(faultsOf(response)).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')).toContain('DELETE')
  })
})

describe('the list of keys', () => {
  // Rule: api.md, API keys
  // Rule: internal-api.md, API keys
  test('shows each with all its times and without its secret', async () => {
    const { client_id } = (await mint({ name: 'Listed', expires_at: '2999-01-01T00:00:00Z' })).body.data
    expect(await rowOf(client_id)).toEqual({
      client_id,
      name: 'Listed',
      scopes: allScopes,
      created_at: wireTime,
      last_used_at: null,
      expires_at: '2999-01-01T00:00:00.000Z',
      revoked_at: null,
    })
  })

  // Rule: internal-api.md, API keys
  test('shows when a key was last used', async () => {
    const key = await mintKey(session)
    const before = new Date().toISOString()
    await exchange(anyone, key)
    const { last_used_at } = await rowOf(key.client_id)
    expect(before <= last_used_at && last_used_at <= new Date().toISOString()).toBe(true)
  })

  test('has pages', async () => {
    const other = await otherOrganization(program, freshKey('Pages'))
    const minted = [await mintKey(other), await mintKey(other), await mintKey(other)]
    const page = async (query: string) => (await other.get(`${keys}?${query}`)).body
    const all = await page('')
    expect(all).toMatchObject({ limit: 50, offset: 0, total_count: 3 })
    expect(all.data.map((row: { client_id: string }) => row.client_id).toSorted()).toEqual(
      minted.map((key) => key.client_id).toSorted(),
    )
    expect(await page('limit=1&offset=1')).toEqual({
      data: [all.data[1]],
      limit: 1,
      offset: 1,
      total_count: 3,
    })
    expect(faultsOf(await other.get(`${keys}?limit=201&q=x`))).toEqual([
      400,
      'limit too_large',
      'q unknown_field',
    ])
  })

  test('shows the API keys of one organization', async () => {
    const other = await otherOrganization(program, freshKey('Own'))
    const { client_id } = await mintKey(other)
    expect(await rowOf(client_id, other)).toBeDefined()
    expect(await rowOf(client_id)).toBeUndefined()
  })
})

// Rule: internal-api.md, API keys
describe('revoking a key', () => {
  const revoke = (clientId: string, client = session) => client.delete(`${keys}/${clientId}`)

  test('is shown in the list, and ends its tokens immediately', async () => {
    const key = await mintKey(session)
    const token = (await exchange(anyone, key)).body.access_token
    const response = await revoke(key.client_id)
    expect([response.status, response.text]).toEqual([204, ''])
    expect((await rowOf(key.client_id)).revoked_at).toEqual(wireTime)
    expect((await clientOf(program.http, token).get('/api/v1/orgs/me')).status).toBe(401)
    expect((await exchange(anyone, key)).status).toBe(401)
  })

  test('a second time keeps the time of the first revocation', async () => {
    const { client_id } = await mintKey(session)
    await revoke(client_id)
    const { revoked_at } = await rowOf(client_id)
    expect((await revoke(client_id)).status).toBe(204)
    expect((await rowOf(client_id)).revoked_at).toBe(revoked_at)
  })

  test('needs a key of the organization', async () => {
    const other = await otherOrganization(program, freshKey('Foreign'))
    const key = await mintKey(other)
    for (const clientId of [key.client_id, crypto.randomUUID(), 'x', '1'])
      expect(faultsOf(await revoke(clientId))).toEqual([404, 'not_found'])
    expect((await exchange(anyone, key)).status).toBe(200)
  })
})
