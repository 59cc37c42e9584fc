import { afterAll, describe, expect, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf } from '../support/records'

/** The rate limit, with a small budget that a test can use up (docs/api.md, Request budget). */

afterAll(stopPrograms)

const burst = 12
/** The budget regains one request every minute: none within a test, even on a loaded machine. */
const perMinute = 1
const secondsOfOne = 60 / perMinute
/** How long a test may take, in seconds, for the bounds of times in headers. */
const patience = 30

const start = (): Promise<Program> =>
  startProgram({
    env: {
      WHEREABOUTS_RATE_LIMIT_BURST: String(burst),
      WHEREABOUTS_RATE_LIMIT_PER_MINUTE: String(perMinute),
    },
  })

const header = ({ headers }: ApiResponse, name: string): number => Number(headers.get(name) ?? NaN)
const now = (): number => Math.floor(Date.now() / 1000)

async function useUp(client: Client): Promise<void> {
  for (let i = 0; i < burst; i++) expect((await client.get('/api/v1/orgs/me')).status).toBe(200)
}

// Rule: api.md, Request budget
// Rule: api.md, Error types
test('an API key has a limited number of requests, and responses contain the number that is left and the time of a retry', async () => {
  const program = await start()
  const api = await apiClient(program, await signIn(program))
  for (let used = 1; used <= burst; used++) {
    const response = await api.get('/api/v1/assets')
    expect(response.status).toBe(200)
    expect(header(response, 'x-ratelimit-limit')).toBe(burst)
    expect(header(response, 'x-ratelimit-remaining')).toBe(burst - used)
    // The bucket is full again when all that was used has come back.
    expect(header(response, 'x-ratelimit-reset') - now()).toBeWithin(
      used * secondsOfOne - patience,
      used * secondsOfOne + 2,
    )
    expect(response.headers.has('retry-after')).toBe(false)
    expect(response.headers.get('ratelimit-policy')).toBe(`"default";q=${burst};w=${burst * secondsOfOne}`)
  }
  const refused = await api.get('/api/v1/assets')
  expect(faultsOf(refused)).toEqual([429, 'rate_limited'])
  expect(refused.body.error.title).toBe('Rate limited')
  expect(header(refused, 'retry-after')).toBeWithin(secondsOfOne - patience, secondsOfOne + 1)
  expect(header(refused, 'x-ratelimit-limit')).toBe(burst)
  expect(header(refused, 'x-ratelimit-remaining')).toBe(0)
  expect(header(refused, 'x-ratelimit-reset') - now()).toBeWithin(
    burst * secondsOfOne - patience,
    burst * secondsOfOne + 2,
  )
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.body.error.request_id).toBe(refused.headers.get('x-request-id'))
})

// Rule: api.md, Request budget
describe('of an API key that has used up its rate limit', () => {
  // Rule: api.md, Order of checks
  test('every request is rejected after its token is checked and before all other checks', async () => {
    const program = await start()
    const api = await apiClient(program, await signIn(program), ['tracking:read'])
    await useUp(api)
    for (const [method, path] of [
      ['GET', '/api/v1/assets'],
      ['HEAD', '/api/v1/orgs/me'],
      ['POST', '/api/v1/assets'],
      ['PATCH', '/api/v1/assets/0?color=blue'],
      ['DELETE', '/api/v1/locations/x'],
    ] as const)
      expect([path, (await api.request(method, path)).status]).toEqual([path, 429])
    expect(faultsOf(await api.get('/api/v1/pallets'))).toEqual([404, 'not_found'])
    expect(faultsOf(await api.request('PUT', '/api/v1/assets'))).toEqual([405, 'method_not_allowed'])
    const forged = clientOf(program.http, `${api.token}x`)
    expect(faultsOf(await forged.get('/api/v1/assets'))).toEqual([401, 'unauthorized'])
  })

  test('others are not affected: another API key, a session, a caller without a token', async () => {
    const program = await start()
    const session = await signIn(program)
    const [first, second] = [await apiClient(program, session), await apiClient(program, session)]
    await useUp(first)
    expect((await first.get('/api/v1/orgs/me')).status).toBe(429)
    expect(header(await second.get('/api/v1/orgs/me'), 'x-ratelimit-remaining')).toBe(burst - 1)
    expect((await session.get('/api/v1/assets')).status).toBe(200)
    expect((await clientOf(program.http).get('/api/v1/assets')).status).toBe(401)
  })

  test('failed requests cost as much as others', async () => {
    const program = await start()
    const api = await apiClient(program, await signIn(program), ['assets:read'])
    await api.get('/api/v1/assets/999999')
    await api.get('/api/v1/assets?limit=0')
    await api.post('/api/v1/assets', {})
    await api.request('PATCH', '/api/v1/assets/1')
    expect(header(await api.get('/api/v1/orgs/me'), 'x-ratelimit-remaining')).toBe(burst - 5)
  })
})

// Rule: api.md, Request budget
test('a request without a token is charged to its address, regardless of its headers', async () => {
  const program = await start()
  const anyone = clientOf(program.http)
  const ask = (i: number) =>
    anyone.request('POST', '/api/v1/oauth/token', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${i}` },
      body: '{}',
    })
  for (let i = 1; i <= burst; i++) {
    const response = await ask(i)
    expect(faultsOf(response)).toEqual([400, 'grant_type required'])
    expect(header(response, 'x-ratelimit-remaining')).toBe(burst - i)
  }
  expect(faultsOf(await ask(99))).toEqual([429, 'rate_limited'])
})

// Rule: api.md, Request budget
test('behind a trusted proxy the address is the one in its header', async () => {
  const program = await startProgram({
    env: {
      WHEREABOUTS_RATE_LIMIT_BURST: '1',
      WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '1',
      WHEREABOUTS_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  const ask = async (forwarded: string) =>
    (
      await clientOf(program.http).request('POST', '/api/v1/oauth/token', {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: '{}',
      })
    ).status
  expect(await ask('10.0.0.1')).toBe(400)
  expect(await ask('10.0.0.2')).toBe(400)
  // The client can invent everything before the last address that is not a proxy's.
  expect(await ask('10.9.9.9, 10.0.0.1')).toBe(429)
  expect(await ask('10.0.0.2, 127.0.0.1')).toBe(429)
})

test('health checks and metrics have no budget', async () => {
  const program = await start()
  const anyone = clientOf(program.http)
  for (let i = 0; i < 2 * burst; i++) {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const response = await anyone.get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect([...response.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
    }
  }
})

describe('a request that is refused before its caller is known', () => {
  const anyone = (program: Program): Client => clientOf(program.http)
  const body = { headers: { 'content-type': 'application/json' }, body: '{' }
  const large = { ...body, body: ' '.repeat(16_385) }
  const compressed = { ...body, headers: { ...body.headers, 'content-encoding': 'gzip' } }
  const token = '/api/v1/oauth/token'
  const refusals: [status: number, method: string, path: string, init?: RequestInit][] = [
    [404, 'GET', '/api/v1/pallets'],
    [405, 'PUT', '/api/v1/assets'],
    [405, 'POST', '/api/openapi.json'],
    [401, 'GET', '/api/v1/assets'],
    [401, 'GET', '/api/v1/assets', { headers: { authorization: 'Bearer a.b.c' } }],
    [400, 'POST', token, body],
    [413, 'POST', token, large],
    [415, 'POST', token, { body: '{}', headers: { 'content-type': 'text/plain' } }],
    [415, 'POST', token, compressed],
  ]

  // Rule: api.md, Request budget
  test('is charged to its address like a successful request', async () => {
    const program = await start()
    for (const [index, [status, method, path, init]] of refusals.entries()) {
      const response = await anyone(program).request(method, path, init)
      expect([path, response.status]).toEqual([path, status])
      expect([path, header(response, 'x-ratelimit-remaining')]).toEqual([path, burst - 1 - index])
    }
  })

  test.each([
    [404, 'GET', '/api/v1/pallets'],
    [405, 'PUT', '/api/v1/assets'],
    [401, 'GET', '/api/v1/assets'],
    [404, 'GET', '/internal/v1/none'],
    [401, 'GET', '/internal/v1/readers'],
    [405, 'DELETE', '/internal/v1/setup'],
    [404, 'GET', '/console/files/none'],
    [405, 'POST', '/healthz'],
  ])('(%i %s %s) uses up the budget of its address, and no other', async (status, method, path) => {
    const program = await start()
    const api = await apiClient(program, await signIn(program))
    for (let i = 0; i < burst; i++) expect((await anyone(program).request(method, path)).status).toBe(status)
    expect(faultsOf(await anyone(program).post(token, {}))).toEqual([429, 'rate_limited'])
    expect((await anyone(program).request(method, path)).status).toBe(status)
    expect((await api.get('/api/v1/assets')).status).toBe(200)
    expect((await anyone(program).get('/healthz')).status).toBe(200)
  })
})
