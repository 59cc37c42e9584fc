import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type ApiResponse, apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, newAsset, newLocation } from '../support/records'

/** Paths and methods: 404, 405, HEAD and OPTIONS. */

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

const routes: [path: string, ...methods: string[]][] = [
  ...['/api/v1/assets', '/api/v1/locations'].flatMap((path): [string, ...string[]][] => [
    [path, 'GET', 'POST'],
    [`${path}/1`, 'GET', 'PATCH', 'DELETE'],
    [`${path}/1/rename`, 'POST'],
    [`${path}/1/tags`, 'POST'],
    [`${path}/1/tags/1`, 'DELETE'],
  ]),
  ['/api/v1/assets/1/history', 'GET'],
  ['/api/v1/assets/1/events', 'GET'],
  ['/api/v1/tags/lookup', 'POST'],
  ['/api/v1/events', 'GET'],
  ['/api/v1/epcis/events', 'GET'],
  ['/api/v1/reports/asset-locations-at', 'GET'],
  ['/api/v1/locations/1/ancestors', 'GET'],
  ['/api/v1/locations/1/children', 'GET'],
  ['/api/v1/locations/1/descendants', 'GET'],
  ['/api/v1/reports/asset-locations', 'GET'],
  ['/api/v1/orgs/me', 'GET'],
  ['/api/v1/oauth/token', 'POST'],
  ['/api/openapi.json', 'GET'],
  ['/api/openapi.yaml', 'GET'],
  ['/openapi.json', 'GET'],
  ['/openapi.yaml', 'GET'],
  ['/api/v1/openapi.json', 'GET'],
  ['/api/v1/openapi.yaml', 'GET'],
]

const readable = routes.filter(([, ...methods]) => methods.includes('GET')).map(([path]) => path)

/** Sends the parts of a request, one after the other, and returns all that the service sends. */
async function exchanged(...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(program.http)
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  const socket = connect(Number(port), hostname)
  socket.setNoDelay()
  socket.on('data', (data) => (received += data.toString()))
  socket.on('close', () => resolve(received))
  socket.on('error', () => resolve(received))
  for (const part of parts) await new Promise<unknown>((done) => socket.write(part, done))
  return promise
}

const chunkedHead = (header = ''): string =>
  [
    'POST /api/v1/assets HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${api.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    ...(header === '' ? [] : [header]),
    '',
    '',
  ].join('\r\n')

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

describe('a chunked body with trailer fields', () => {
  const countOf = async (key: string): Promise<number> =>
    (await api.get(`/api/v1/assets?external_key=${key}`)).body.total_count
  const bodyOf = (key: string) => chunk(JSON.stringify({ name: 'T', external_key: key }))

  test('is refused in words when the request announces them', async () => {
    const text = await exchanged(chunkedHead('Trailer: X-Sum'))
    expect(text).toContain('Trailer fields are not supported')
  })

  test('stores nothing when the response is 400', async () => {
    const end = '0\r\nX-Sum: 1\r\n\r\n'
    for (const parts of [
      [chunkedHead() + bodyOf('TRAILER-2') + end],
      [chunkedHead(), bodyOf('TRAILER-2') + end],
      [chunkedHead(), bodyOf('TRAILER-2'), end],
    ])
      expect(await exchanged(...parts)).toStartWith('HTTP/1.1 400 ')
    expect(await countOf('TRAILER-2')).toBe(0)
  })
})

test('a request with two Host headers is refused', async () => {
  expect(await exchanged('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n')).toStartWith('HTTP/1.1 400 ')
})

describe('a path', () => {
  // Rule: api.md, Endpoints
  // Rule: api.md, Paths and methods
  // Rule: api.md, Compatibility
  test.each([
    '/api/v1/pallets',
    '/api/v1',
    '/api/v1/',
    '/api/v2/assets',
    '/api/assets',
    '/api/v1/assets/',
    '/api/v1/assets/1/',
    '/api/v1/assets//history',
    '/api/v1/assets/1/rename/',
    '/api/v1/assets/1/locations',
    '/api/v1/Assets',
    '/API/v1/assets',
    '/api/v1/orgs',
    '/api/v1/scans',
    '/assets',
    '/internal/v1/pallets',
    '/metrics/',
  ])('that does not exist returns 404, with any method and without a token: %s', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      const response = await anyone.request(method, path)
      expect(faultsOf(response)).toEqual([404, 'not_found'])
      expect(response.body.error.instance).toBe(path)
    }
  })

  // Rule: api.md, Error types
  // Rule: api.md, Paths and methods
  // Rule: api.md, OpenAPI document
  test.each(routes)(
    '%s allows its methods, and lists them in the response to another method',
    async (path, ...methods) => {
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'PROPFIND']) {
        const response = await anyone.request(method, path)
        if (allowed.includes(method)) expect([method, response.status]).not.toEqual([method, 405])
        else {
          expect([method, response.status]).toEqual([method, 405])
          expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed)
          if (method !== 'HEAD') expect(response.body.error.type).toBe('method_not_allowed')
        }
      }
    },
  )

  test.each(['/healthz', '/readyz', '/metrics'])('%s is for reading', async (path) => {
    expect((await anyone.get(path)).status).toBe(200)
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const response = await anyone.request(method, path)
      expect([faultsOf(response), response.headers.get('allow')]).toEqual([
        [405, 'method_not_allowed'],
        'GET, HEAD',
      ])
    }
  })

  test('of the private API does not support OPTIONS', async () => {
    for (const method of ['OPTIONS', 'PUT']) {
      const response = await anyone.request(method, '/internal/v1/session')
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, DELETE')
    }
  })
})

// Rule: api.md, Paths and methods
describe('HEAD', () => {
  const pathsOf = () => [
    ...readable.map((path) => path.replace('/assets/1', `/assets/${ids.asset}`)),
    '/api/v1/assets?limit=1',
    '/api/v1/assets/999999',
    '/api/v1/assets/x',
    '/api/v1/assets?limit=0',
    '/api/v1/pallets',
    '/docs',
    '/docs/integrate.md',
    '/healthz',
  ]

  test('returns the same headers as GET and no body', async () => {
    for (const path of pathsOf()) {
      for (const client of [api, anyone]) {
        const [get, head] = [await client.get(path), await client.request('HEAD', path)]
        expect([path, head.status, head.text]).toEqual([path, get.status, ''])
        const headers = ({ headers: all }: ApiResponse) =>
          Object.fromEntries(
            [...all].filter(([name]) => !/^(x-request-id|date|(x-)?ratelimit.*)$/.test(name)),
          )
        expect([path, headers(head)]).toEqual([path, headers(get)])
        expect([...head.headers.keys()].toSorted()).toEqual([...get.headers.keys()].toSorted())
      }
    }
  })

  test('has no length when GET sends its body in chunks, and the connection can be used again', async () => {
    const description = 'x'.repeat(1000)
    for (let created = 0; created < 12; created++) {
      await newAsset(api, { description })
      await newLocation(api, { description, parent_id: ids.location })
    }
    const stream = { headers: { accept: 'text/event-stream' } }
    for (const [path, init] of [
      ['/api/v1/assets', { headers: {} }],
      [`/api/v1/locations/${ids.location}/children`, { headers: {} }],
      ['/api/v1/events', stream],
    ] as const) {
      const framing = ({ headers }: Response | ApiResponse) =>
        ['content-length', 'transfer-encoding', 'content-type'].map((name) => headers.get(name))
      const head = await api.request('HEAD', path, init)
      const aborted = new AbortController()
      const get = await fetch(program.http + path, {
        headers: { authorization: `Bearer ${api.token}`, ...init.headers },
        signal: aborted.signal,
      })
      expect([path, framing(head)]).toEqual([path, framing(get)])
      expect(framing(head).slice(0, 2)).toEqual([null, 'chunked'])
      aborted.abort()
    }
    expect((await api.get('/api/v1/assets?limit=1')).status).toBe(200)
  })

  test('requires the scope of GET, and supports If-None-Match', async () => {
    expect((await anyone.request('HEAD', '/api/v1/assets')).status).toBe(401)
    expect((await reader.request('HEAD', '/api/v1/locations')).status).toBe(403)
    const path = `/api/v1/assets/${ids.asset}`
    const { headers } = await api.get(path)
    const known = { headers: { 'if-none-match': headers.get('etag') as string } }
    const unchanged = await api.request('HEAD', path, known)
    expect([unchanged.status, unchanged.headers.get('content-length')]).toEqual([
      304,
      headers.get('content-length'),
    ])
    expect((await api.request('GET', path, known)).headers.get('content-length')).toBeNull()
  })
})

describe('OPTIONS', () => {
  // Rule: api.md, CORS
  test('of any path of the API returns 204 without a body and without Allow', async () => {
    const preflight = {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    }
    for (const path of [...routes.map(([route]) => route), '/api/v1/pallets', '/api/v1/assets/x?limit=0']) {
      for (const headers of [{}, preflight]) {
        const response = await anyone.request('OPTIONS', path, { headers })
        expect([path, response.status, response.text, response.headers.get('allow')]).toEqual([
          path,
          204,
          '',
          null,
        ])
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
    }
  })
})

describe('a request that is not valid HTTP', () => {
  const start = 'POST /api/v1/assets HTTP/1.1'
  const empty = '0\r\n\r\n'
  const invalid: readonly (readonly [
    what: string,
    head: readonly string[],
    status: number,
    body?: string,
  ])[] = [
    [
      'chunks and a length',
      [start, 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      400,
      empty,
    ],
    [
      'chunks, then a length',
      [start, 'Host: a', 'Transfer-Encoding: chunked', 'Content-Length: 5'],
      400,
      empty,
    ],
    ['two lengths', [start, 'Host: a', 'Content-Length: 0', 'Content-Length: 5'], 400],
    ['a list of lengths', [start, 'Host: a', 'Content-Length: 0, 0'], 400],
    ['a signed length', [start, 'Host: a', 'Content-Length: +0'], 400],
    ['an unknown coding', [start, 'Host: a', 'Transfer-Encoding: gzip, chunked'], 400, empty],
    ['a space after a name', [start, 'Host: a', 'Transfer-Encoding : chunked'], 400, empty],
    ['a line that continues a header', [start, 'Host: a', 'X-A: a', ' b'], 400],
    ['no host', [start], 400],
    ['version 2', ['GET /api/v1/assets HTTP/2.0', 'Host: a'], 505],
    ['a header of 66,000 bytes', [start, 'Host: a', `X-A: ${'a'.repeat(66_000)}`], 431],
    ['300 headers', [start, 'Host: a', ...Array.from({ length: 300 }, (_, i) => `X-${i}: a`)], 431],
  ]

  // Rule: api.md, Paths and methods
  test.each(invalid)(
    'closes the connection, and what follows it is not processed: %s',
    async (_, head, status, body = '') => {
      const name = crypto.randomUUID()
      const hidden = JSON.stringify({ name })
      const next = [
        start,
        'Host: a',
        `Authorization: Bearer ${api.token}`,
        'Content-Type: application/json',
        `Content-Length: ${hidden.length}`,
      ]
      const request = `${head.join('\r\n')}\r\n\r\n${body}${next.join('\r\n')}\r\n\r\n${hidden}`
      const { hostname, port } = new URL(program.http)
      const response = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(request))
        let text = ''
        socket.on('data', (data) => (text += data.toString()))
        socket.on('error', reject)
        socket.on('close', () => resolve(text))
      })
      expect(response.match(/HTTP\/1\.1 (\d{3}) /g)).toEqual([`HTTP/1.1 ${status} `])
      expect((await api.get(`/api/v1/assets?q=${name}`)).body.total_count).toBe(0)
    },
  )
})
