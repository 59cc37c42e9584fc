import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, clientOf, mintKey, signIn } from '../../support/client'
import { exchange } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'

/** The recent requests of an API key. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_RATE_LIMIT_BURST: '10000' } })
  session = await signIn(program)
})
afterAll(stopPrograms)

/** A new API key with these scopes, a client with its token, and a function that lists its recent requests. */
async function newKey(scopes: readonly string[]) {
  const key = await mintKey(session, scopes)
  const { access_token: token } = (await exchange(clientOf(program.http), key)).body
  const path = `/internal/v1/api-keys/${key.client_id}`
  return {
    path,
    client: clientOf(program.http, token),
    requests: async (query = '') => (await session.get(`${path}/requests${query}`)).body,
  }
}

test('lists the requests of the key with their outcome, newest first, without queries and bodies', async () => {
  const { client, requests } = await newKey(['assets:read', 'assets:write'])
  const created = await client.post('/api/v1/assets', { name: 'Pallet' })
  await client.get('/api/v1/assets?q=secret')
  await client.get('/api/v1/assets?limit=0&color=red')
  await client.post('/api/v1/assets', { name: '', valid_from: 'yesterday' })
  await client.get('/api/v1/locations')
  await client.get(`/api/v1/assets/${created.body.data.id + 1_000_000}`)
  const { data, total_count: total } = await requests()
  const outcome = ({ method, path, status, error, fields }: Record<string, unknown>) => [
    method,
    path,
    status,
    error,
    fields,
  ]
  expect(total).toBe(6)
  expect(data.map(outcome)).toEqual([
    ['GET', `/api/v1/assets/${created.body.data.id + 1_000_000}`, 404, 'not_found', []],
    ['GET', '/api/v1/locations', 403, 'forbidden', []],
    [
      'POST',
      '/api/v1/assets',
      400,
      'validation_error',
      [
        { field: 'name', code: 'too_short' },
        { field: 'valid_from', code: 'invalid_value' },
      ],
    ],
    [
      'GET',
      '/api/v1/assets',
      400,
      'validation_error',
      [
        { field: 'limit', code: 'too_small' },
        { field: 'color', code: 'unknown_field' },
      ],
    ],
    ['GET', '/api/v1/assets', 200, null, []],
    ['POST', '/api/v1/assets', 201, null, []],
  ])
  expect(data.at(-1)).toMatchObject({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    duration_ms: expect.any(Number),
    request_id: created.headers.get('x-request-id'),
  })
})

test('keeps the newest 1,000 requests and returns pages of them', async () => {
  const { client, requests } = await newKey(['assets:read'])
  await client.get('/api/v1/assets/1')
  for (let sent = 0; sent < 1000; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => client.get('/api/v1/assets')))
  await client.get('/api/v1/assets/2')
  const page = await requests('?limit=2')
  expect([page.total_count, page.data[0].path, page.data[1].path]).toEqual([
    1000,
    '/api/v1/assets/2',
    '/api/v1/assets',
  ])
  expect((await requests('?limit=2&offset=999')).data.map(({ path }: { path: string }) => path)).toEqual([
    '/api/v1/assets',
  ])
})

test('lists no requests of other keys, and none that were refused before the key was known', async () => {
  const [one, other] = [await newKey(['assets:read']), await newKey(['assets:read'])]
  await one.client.get('/api/v1/assets')
  expect((await other.requests()).data).toEqual([])
  await session.delete(one.path)
  expect((await one.client.get('/api/v1/assets')).status).toBe(401)
  expect((await one.requests()).total_count).toBe(1)
})

test('returns a single key as the list does', async () => {
  const { path } = await newKey(['assets:read'])
  const { data } = (await session.get('/internal/v1/api-keys?limit=200')).body
  const single = (await session.get(path)).body.data
  expect(data).toContainEqual(single)
})
