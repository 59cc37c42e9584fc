import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type ApiResponse, apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, newAsset, newLocation } from '../support/records'

/** Headers and envelope of every public response. */

let program: Program
let api: Client
let reader: Client
let anyone: Client
let ids: { asset: number; location: number }

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_MAX_BODY_BYTES: '2000' } })
  const session = await signIn(program)
  api = await apiClient(program, session)
  reader = await apiClient(program, session, ['assets:read'])
  anyone = clientOf(program.http)
  await newAsset(api, { external_key: 'TAKEN' })
  await newAsset(api)
  ids = { asset: (await newAsset(api)).id, location: (await newLocation(api)).id }
})
afterAll(stopPrograms)

/** One response of each status that a request to the public API can cause. */
const responses: [status: number, what: string, ask: () => Promise<ApiResponse>][] = [
  [200, 'a list', () => api.get('/api/v1/assets?limit=1')],
  [200, 'a read', () => api.get(`/api/v1/assets/${ids.asset}`)],
  [200, 'a PATCH', () => api.patch(`/api/v1/locations/${ids.location}`, {})],
  [200, 'the document', () => anyone.get('/api/openapi.json')],
  [201, 'a create', () => api.post('/api/v1/assets', { name: 'New' })],
  [204, 'a delete', async () => api.delete(`/api/v1/assets/${(await newAsset(api)).id}`)],
  [204, 'a preflight', () => anyone.request('OPTIONS', '/api/v1/assets')],
  [301, 'a redirect', () => anyone.get('/openapi.json')],
  [304, 'an unchanged read', () => ifNoneMatch('*')],
  [400, 'a wrong field', () => api.post('/api/v1/assets', {})],
  [400, 'a wrong query', () => api.get('/api/v1/assets?limit=0')],
  [400, 'a wrong path', () => api.get('/api/v1/assets/x')],
  [400, 'bad JSON', () => api.post('/api/v1/assets', '{')],
  [401, 'no token', () => anyone.get('/api/v1/assets')],
  [401, 'a wrong secret', () => anyone.post('/api/v1/oauth/token', wrongGrant)],
  [403, 'too few scopes', () => reader.delete(`/api/v1/assets/${ids.asset}`)],
  [404, 'no such row', () => api.get('/api/v1/assets/999999')],
  [404, 'no such route', () => anyone.get('/api/v1/pallets')],
  [405, 'a wrong method', () => anyone.request('PUT', '/api/v1/assets')],
  [409, 'a conflict', () => api.post('/api/v1/assets', { name: 'A', external_key: 'TAKEN' })],
  [412, 'a lost race', () => ifMatch('"other"')],
  [413, 'too much', () => api.post('/api/v1/assets', { name: 'x'.repeat(3000) })],
  [415, 'a wrong type', () => api.request('POST', '/api/v1/assets', { body: 'name' })],
]

const wrongGrant = {
  grant_type: 'client_credentials',
  client_id: '00000000-0000-4000-8000-000000000000',
  client_secret: 'wrong',
}

const ifNoneMatch = (etag: string) =>
  api.request('GET', `/api/v1/assets/${ids.asset}`, { headers: { 'if-none-match': etag } })

const ifMatch = (etag: string) =>
  api.request('PATCH', `/api/v1/assets/${ids.asset}`, {
    headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' },
    body: '{}',
  })

describe('every public response', () => {
  test('has the expected status', async () => {
    for (const [status, what, ask] of responses) expect([what, (await ask()).status]).toEqual([what, status])
  })

  // Rule: api.md, CORS
  test('allows other origins', async () => {
    for (const [, what, ask] of responses) {
      const { headers } = await ask()
      const listOf = (name: string) => headers.get(name)?.toLowerCase().split(/, */)
      expect([what, headers.get('access-control-allow-origin')]).toEqual([what, '*'])
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PATCH, DELETE, OPTIONS')
      expect(listOf('access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'if-match',
          'if-none-match',
          'idempotency-key',
          'x-request-id',
          'last-event-id',
          'gs1-epc-format',
        ]),
      )
      expect(listOf('access-control-expose-headers')).toEqual(
        expect.arrayContaining([
          'etag',
          'event-sequence',
          'gs1-epc-format',
          'idempotent-replayed',
          'link',
          'location',
          'retry-after',
          'www-authenticate',
          'x-request-id',
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
        ]),
      )
      expect(headers.get('access-control-max-age')).toBe('3600')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  // Rule: api.md, Request budget
  test('contains the remaining budget', async () => {
    for (const [, what, ask] of responses) {
      const { headers } = await ask()
      const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
        Number(headers.get(`X-RateLimit-${name}`)),
      )
      expect([what, limit]).toEqual([what, 1_000_000])
      expect(remaining).toBeWithin(1, 1_000_001)
      expect(reset).toBeWithin(Math.floor(Date.now() / 1000) - 1, Math.floor(Date.now() / 1000) + 60)
      expect(headers.get('ratelimit-policy')).toContain('q=1000000')
      expect(headers.get('ratelimit')).toContain(`r=${remaining}`)
    }
  })

  // Rule: api.md, Error envelope
  test('contains the id of its request', async () => {
    const seen = new Set<string | null>()
    for (const [, , ask] of responses) seen.add((await ask()).headers.get('x-request-id'))
    expect(seen.size).toBe(responses.length)
    for (const id of seen) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  })

  // Rule: api.md, Error envelope
  // Rule: api.md, Error types
  test('has the error envelope when it is an error', async () => {
    const titles: Record<string, [type: string, title: string][]> = {
      400: [
        ['validation_error', 'Validation failed'],
        ['bad_request', 'Bad request'],
      ],
      401: [['unauthorized', 'Unauthorized']],
      403: [['forbidden', 'Forbidden']],
      404: [['not_found', 'Not found']],
      405: [['method_not_allowed', 'Method not allowed']],
      409: [['conflict', 'Conflict']],
      412: [['precondition_failed', 'Precondition failed']],
      413: [['payload_too_large', 'Payload too large']],
      415: [['unsupported_media_type', 'Unsupported media type']],
    }
    for (const [status, , ask] of responses.filter(([code]) => code >= 400)) {
      const { body, headers } = await ask()
      const { fields, ...error } = body.error
      expect(Object.keys(body)).toEqual(['error'])
      expect(error).toEqual({
        type: expect.any(String),
        title: expect.any(String),
        status,
        detail: expect.stringMatching(/./),
        instance: expect.stringMatching(/^\/api\/v1\/[^?]+$/),
        request_id: headers.get('x-request-id'),
      })
      expect(titles[status]).toContainEqual([error.type, error.title])
      expect(fields !== undefined).toBe(error.type === 'validation_error')
      expect(headers.get('content-type')).toStartWith('application/json')
    }
  })
})

// Rule: api.md, CORS
// Rule: internal-api.md, Requests and responses
test('no private response allows other origins', async () => {
  const session = await signIn(program)
  for (const response of [
    await session.get('/internal/v1/api-keys'),
    await anyone.get('/internal/v1/api-keys'),
    await anyone.request('OPTIONS', '/internal/v1/session', { headers: { origin: 'https://evil.example' } }),
    await anyone.get('/internal/v1/pallets'),
    await anyone.get('/healthz'),
  ]) {
    const names = [...response.headers.keys()]
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(names).toContain('x-request-id')
  }
})

// Rule: api.md, Headers
describe('x-request-id', () => {
  const sendId = (id: string) =>
    api.request('GET', '/api/v1/assets/999999', { headers: { 'x-request-id': id } })

  test('is returned when it has 1 to 128 visible ASCII characters', async () => {
    for (const id of ['a', 'x'.repeat(128), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'trace-7']) {
      const { headers, body } = await sendId(id)
      expect([headers.get('x-request-id'), body.error.request_id]).toEqual([id, id])
    }
  })

  test('is replaced otherwise', async () => {
    for (const id of ['', 'x'.repeat(129), 'a b', 'a\tb', '\u00e4']) {
      const { headers, body } = await sendId(id)
      expect(headers.get('x-request-id')).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      expect(body.error.request_id).toBe(headers.get('x-request-id'))
    }
  })
})

test('a request is processed with any host, and in HTTP/1.0 without one', async () => {
  const { hostname, port } = new URL(program.http)
  const ask = async (head: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`))
    let text = ''
    socket.on('error', reject)
    socket.on('end', () => reject(new Error(`The connection was closed after "${text}"`)))
    // The status line may arrive in parts.
    socket.on('data', (data) => {
      text += data.toString()
      const [line, rest] = text.split('\r\n', 2)
      if (rest !== undefined) resolve(line as string)
    })
    return promise.finally(() => socket.destroy())
  }
  for (const path of ['/healthz', '/api/openapi.json'])
    for (const head of [' HTTP/1.0', ' HTTP/1.1\r\nHost: pi', ' HTTP/1.1\r\nHost: whereabouts.example.org'])
      expect([path, head, await ask(`GET ${path}${head}`)]).toEqual([path, head, 'HTTP/1.1 200 OK'])
})

// Rule: api.md, Order of checks
// Rule: api.md, Bodies
test('checks have the documented order', async () => {
  const send = (client: Client, path: string, type: string, body: string) =>
    client.request('PATCH', `/api/v1/assets${path}`, { headers: { 'content-type': type }, body })
  const [wrongType, type] = ['text/plain', 'application/merge-patch+json']
  const [huge, row] = ['x'.repeat(3000), `/${ids.asset}`]
  const steps: [Promise<ApiResponse>, ...(string | number)[]][] = [
    [send(anyone, '/0/x?color=1', wrongType, huge), 404, 'not_found'],
    [send(anyone, '?color=1', wrongType, huge), 405, 'method_not_allowed'],
    [send(anyone, '/0?color=1', wrongType, huge), 401, 'unauthorized'],
    [send(reader, '/0?color=1', wrongType, huge), 403, 'forbidden'],
    [send(api, '/0?color=1', wrongType, huge), 415, 'unsupported_media_type'],
    [send(api, '/0?color=1', type, huge), 413, 'payload_too_large'],
    [send(api, '/0?color=1', type, '{'), 400, 'asset_id too_small'],
    [send(api, '/999999?color=1', type, '{'), 400, 'color unknown_field'],
    [send(api, '/999999', type, '{'), 404, 'not_found'],
    [send(api, row, type, '{'), 400, 'bad_request'],
    [send(api, row, type, '{"name":5}'), 400, 'name invalid_value'],
  ]
  for (const [response, ...faults] of steps) expect(faultsOf(await response)).toEqual(faults)
  const wrong = { external_key: 'TAKEN', tags: [5], name: 'A' }
  expect(faultsOf(await api.post('/api/v1/assets', wrong))).toEqual([400, 'tags[0] invalid_value'])
})
