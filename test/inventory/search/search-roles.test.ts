import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, mintKey, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { newMember, type Role } from '../../support/users'

/** What the search of the console finds for each role, in another organization and without a session. */

let program: Program
let admin: Client
let other: Client
const sessions = new Map<Role, Client>()

const everything = { deleted_assets: 1, members: 1, api_keys: 1, webhooks: 1 }

beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
  other = await otherOrganization(program)
  const gone = await newAsset(admin, { name: 'Zeppelin press', external_key: 'Z-1' })
  await admin.delete(`/api/v1/assets/${gone.id}`)
  await admin.post('/internal/v1/api-keys', { name: 'Zeppelin export', scopes: ['assets:read'] })
  await admin.post('/internal/v1/webhooks', {
    name: 'Zeppelin hook',
    url: 'https://example.org/zeppelin?token=1',
    types: ['asset.moved'],
  })
  await newMember(program, admin, 'viewer', 'Zeppelin Bea')
  for (const role of ['viewer', 'operator', 'manager', 'admin'] as const)
    sessions.set(role, (await newMember(program, admin, role, role)).session)
})
afterAll(stopPrograms)

const search = (q: string, by: Client) =>
  by.get(`/internal/v1/search?${new URLSearchParams({ q }).toString()}`)
const counts = async (q: string, by: Client) => {
  const { deleted_assets, members, api_keys, webhooks } = (await search(q, by)).body.data
  return {
    deleted_assets: deleted_assets.length,
    members: members.length,
    api_keys: api_keys.length,
    webhooks: webhooks.length,
  }
}

// Rule: internal-api.md, Search
describe('the search for what admins manage', () => {
  test.each<[role: Role, found: typeof everything]>([
    ['viewer', { deleted_assets: 0, members: 1, api_keys: 0, webhooks: 0 }],
    ['operator', { deleted_assets: 0, members: 1, api_keys: 0, webhooks: 0 }],
    ['manager', { deleted_assets: 1, members: 1, api_keys: 0, webhooks: 0 }],
    ['admin', everything],
  ])('as %s finds %j', async (role, found) => {
    expect(await counts('zeppelin', sessions.get(role) as Client)).toEqual(found)
  })

  test('finds nothing of another organization', async () => {
    expect(await counts('zeppelin', other)).toEqual({
      deleted_assets: 0,
      members: 0,
      api_keys: 0,
      webhooks: 0,
    })
  })

  test('needs a session, which no API key has', async () => {
    expect((await search('zeppelin', clientOf(program.http))).status).toBe(401)
    expect((await search('zeppelin', await apiClient(program, admin))).status).toBe(401)
  })

  test('returns no secret and only what the lists of these records show', async () => {
    const { data } = (await search('zeppelin', admin)).body
    expect(data.deleted_assets).toEqual([
      { id: expect.any(Number), external_key: 'Z-1', name: 'Zeppelin press', matched: [] },
    ])
    expect(data.members).toEqual([
      { user_id: expect.any(String), name: 'Zeppelin Bea', email: expect.any(String) },
    ])
    expect(data.api_keys).toEqual([
      { client_id: expect.any(String), name: 'Zeppelin export', is_revoked: false },
    ])
    expect(data.webhooks).toEqual([
      { id: expect.any(Number), name: 'Zeppelin hook', url: 'https://example.org/zeppelin?token=1' },
    ])
  })

  test.each([
    ['zeppelin z-1', { deleted_assets: 1, members: 0, api_keys: 0, webhooks: 0 }],
    ['example.org', { deleted_assets: 0, members: 5, api_keys: 0, webhooks: 1 }],
    ['B\u00c9A zeppelin', { deleted_assets: 0, members: 1, api_keys: 0, webhooks: 0 }],
    ['zeppelin nowhere', { deleted_assets: 0, members: 0, api_keys: 0, webhooks: 0 }],
  ])('compares each word of %p with names and keys, without case and accents', async (q, found) => {
    expect(await counts(q, admin)).toEqual(found)
  })

  test('finds an API key by its client id, and lists whole words first', async () => {
    const { client_id: id } = await mintKey(other)
    expect((await search(id, other)).body.data.api_keys).toMatchObject([{ client_id: id, name: 'Test' }])
    for (const name of ['Contest', 'Tester', 'Test'])
      await other.post('/internal/v1/api-keys', { name: `${name} key`, scopes: ['assets:read'] })
    const { api_keys: found } = (await search('test', other)).body.data
    expect(found.map(({ name }: { name: string }) => name)).toEqual([
      'Test',
      'Test key',
      'Tester key',
      'Contest key',
    ])
  })
})

// Rule: internal-api.md, Members
test('the list of members is searched by the words of names and e-mail addresses', async () => {
  const names = async (query: string, by = admin): Promise<string[]> =>
    (await by.get(`/internal/v1/members?${query}`)).body.data.map(({ name }: { name: string }) => name)
  expect(await names('q=zeppelin')).toEqual(['Zeppelin Bea'])
  expect(await names('q=BEA%20example.org')).toEqual(['Zeppelin Bea'])
  expect(await names('q=example.org&limit=2&offset=1')).toHaveLength(2)
  expect(await names('q=zeppelin', other)).toEqual([])
})
