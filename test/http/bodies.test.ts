import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { apiClient, type Client, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, newAsset, newLocation } from '../support/records'

/** Media types, JSON and sizes of bodies (docs/api.md, Media types; docs/api.md, Bodies). */

let program: Program
let api: Client
let ids: { asset: number; location: number }

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
  ids = { asset: (await newAsset(api)).id, location: (await newLocation(api)).id }
})
afterAll(stopPrograms)

const [json, mergePatch] = ['application/json', 'application/merge-patch+json']
/** As bytes, because fetch adds a Content-Type to text. */
const send = (method: string, path: string, type: string | undefined, body: string | Uint8Array) =>
  api.request(method, `/api/v1${path}`, {
    headers: type === undefined ? {} : { 'content-type': type },
    body: Buffer.from(body as string),
  })

const spellings = (type: string): string[] => [
  type,
  type.toUpperCase(),
  `${type}; charset=utf-8`,
  `${type};charset=UTF-8`,
  `${type} ;  charset="utf-8"`,
  `${type}; profile="a;b"`,
  `  ${type}  `,
]
const wrongTypes = [
  undefined,
  '',
  'application',
  'json',
  'text/json',
  'text/plain',
  'application/json5',
  'application/jsonx',
  'application/x+json',
  'application/json-patch+json',
  'application/json text/plain',
  'application/json, text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '*/*',
  'application/*',
]

const posts = ['assets', 'locations'].flatMap((resource) => [
  [`/${resource}`, { name: 'Sent' }],
  [`/${resource}/{id}/rename`, { external_key: 'RENAMED' }],
  [`/${resource}/{id}/tags`, { tag_type: 'rfid', value: resource }],
]) as [path: string, body: object][]
const pathTo = (path: string): string =>
  path.replace('{id}', String(path.startsWith('/assets') ? ids.asset : ids.location))

// Rule: api.md, Media types
describe('the Content-Type', () => {
  // Rule: api.md, Error types
  test.each(posts)('of POST %s is application/json', async (path, body) => {
    for (const type of spellings(json)) {
      const { status } = await send('POST', pathTo(path), type, JSON.stringify(body))
      // The second tag of the same value is a conflict: its type has been accepted.
      expect([type, [200, 201, 409].includes(status)]).toEqual([type, true])
    }
    for (const type of [...wrongTypes, mergePatch]) {
      const response = await send('POST', pathTo(path), type, JSON.stringify(body))
      expect([type, ...faultsOf(response)]).toEqual([type, 415, 'unsupported_media_type'])
    }
  })

  // Rule: api.md, PATCH
  test.each(['/assets/{id}', '/locations/{id}'])('of PATCH %s is that of a merge patch', async (path) => {
    for (const type of spellings(mergePatch))
      expect([type, (await send('PATCH', pathTo(path), type, '{}')).status]).toEqual([type, 200])
    for (const type of [...wrongTypes, json]) {
      const response = await send('PATCH', pathTo(path), type, '{}')
      expect([type, ...faultsOf(response)]).toEqual([type, 415, 'unsupported_media_type'])
    }
  })

  test('is required also without a body', async () => {
    expect(faultsOf(await api.request('POST', '/api/v1/assets'))).toEqual([415, 'unsupported_media_type'])
    const patch = await api.request('PATCH', `/api/v1/assets/${ids.asset}`)
    expect(faultsOf(patch)).toEqual([415, 'unsupported_media_type'])
  })
})

describe('a body', () => {
  const bothWays = async (body: string | Uint8Array) => [
    await send('POST', '/assets', json, body),
    await send('PATCH', `/assets/${ids.asset}`, mergePatch, body),
  ]

  // Rule: api.md, Error types
  // Rule: api.md, Bodies
  test.each<[what: string, body: string | Uint8Array]>([
    ['nothing', ''],
    ['white space', ' \n\t'],
    ['half an object', '{"name":"A"'],
    ['an object and more', '{"name":"A"}x'],
    ['two objects', '{"name":"A"}{"name":"B"}'],
    ['a trailing comma', '{"name":"A",}'],
    ['single quotes', "{'name':'A'}"],
    ['a bare key', '{name:"A"}'],
    ['a comment', '{"name":"A"}//'],
    ['NaN', '{"name":"A","metadata":{"a":NaN}}'],
    ['a leading zero', '{"name":"A","metadata":{"a":01}}'],
    ['a line break in a string', '{"name":"A\nB"}'],
    ['an unknown escape', '{"name":"\\x41"}'],
    ['half an escape', '{"name":"\\u12"}'],
    ['a trailing zero byte', '{"name":"A"}\u0000'],
    ['UTF-16', Buffer.from('{"name":"A"}', 'utf16le')],
    ['undefined', 'undefined'],
  ])('of %s is rejected as invalid JSON', async (_, body) => {
    for (const response of await bothWays(body)) {
      expect(faultsOf(response)).toEqual([400, 'bad_request'])
      expect(response.body.error.detail).toBe('Request body is not valid JSON')
      expect(response.body.error).not.toHaveProperty('fields')
    }
  })

  test.each([
    ['a byte that is not UTF-8', Buffer.from('{"name":"A\xff"}', 'latin1')],
    ['an overlong encoding', Buffer.from('{"name":"A\xc0\xaf"}', 'latin1')],
    ['an encoded surrogate', Buffer.from('{"name":"A\xed\xa0\x80"}', 'latin1')],
    ['half a character', Buffer.from('{"name":"A\xe2\x82"}', 'latin1')],
  ])('of %s is rejected with the reason', async (_, body) => {
    for (const response of await bothWays(body)) {
      expect(faultsOf(response)).toEqual([400, 'bad_request'])
      expect(response.body.error.detail).toBe('Request body is not valid JSON: it is not UTF-8')
    }
  })

  // Rule: api.md, Error types
  // Rule: api.md, Bodies
  test.each(['[]', '[{"name":"A"}]', '"name"', '5', 'true', 'false', 'null', ' null '])(
    'of %s is rejected because it is not an object',
    async (body) => {
      for (const response of await bothWays(body)) {
        expect(faultsOf(response)).toEqual([400, 'bad_request'])
        expect(response.body.error).not.toHaveProperty('fields')
      }
    },
  )

  test('may have white space around it and escapes in it', async () => {
    const response = await send(
      'POST',
      '/assets',
      json,
      ' \r\n{ "\\u006eame" :\t"\\ud83d\\ude00 \\/ \\u00e4" } \n',
    )
    expect(response.body.data.name).toBe('😀 / ä')
  })

  // Rule: api.md, Bodies
  test('has the last value of a repeated key', async () => {
    const response = await send(
      'POST',
      '/assets',
      json,
      '{"name":5,"is_active":true,"name":"B","is_active":false}',
    )
    expect(response.body.data).toMatchObject({ name: 'B', is_active: false })
  })

  // Rule: api.md, Bodies
  // Rule: api.md, Limits
  test('is nested up to 200 levels deep', async () => {
    const nested = (levels: number) =>
      `{"name":"Deep","metadata":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    const deepest = await send('POST', '/assets', json, nested(198))
    expect(deepest.status).toBe(201)
    expect((await api.get(`/api/v1/assets/${deepest.body.data.id}`)).text).toContain('['.repeat(198))
    expect((await api.patch(`/api/v1/assets/${deepest.body.data.id}`, deepest.body.data)).status).toBe(200)
    const unfinished = ['{"name":'.repeat(100_000), '['.repeat(1_000_000), '{"a":['.repeat(150_000)]
    for (const text of [...[199, 1000, 400_000].map(nested), ...unfinished])
      expect((await send('POST', '/assets', json, text)).body.error).toMatchObject({
        type: 'bad_request',
        detail: 'Request body is nested more than 200 levels deep',
      })
  })

  test('does not count brackets in strings as levels', async () => {
    const name = `${'['.repeat(100)}"\\${'{'.repeat(100)}`
    const metadata = { '[[[[{{{{"': '\\"[{'.repeat(300) }
    expect((await api.post('/api/v1/assets', { name, metadata })).body.data).toMatchObject({ name, metadata })
  })
})

// Rule: api.md, Bodies
describe('the size of a body', () => {
  const limit = 1_048_576
  const bodyOf = (bytes: number): string => `{"name":"Large"${' '.repeat(bytes - 16)}}`

  test('is up to 1 MiB', async () => {
    expect(Buffer.byteLength(bodyOf(limit))).toBe(limit)
    expect((await send('POST', '/assets', json, bodyOf(limit))).status).toBe(201)
    for (const bytes of [limit + 1, 5 * limit])
      expect(faultsOf(await send('POST', '/assets', json, bodyOf(bytes)))).toEqual([413, 'payload_too_large'])
    const patch = await send('PATCH', `/assets/${ids.asset}`, mergePatch, bodyOf(limit + 1))
    expect(faultsOf(patch)).toEqual([413, 'payload_too_large'])
  })

  test('counts in bytes, not in characters', async () => {
    const text = 'ä'.repeat(limit / 2)
    const response = await send('POST', '/assets', json, `{"name":"A","metadata":{"a":"${text}"}}`)
    expect(faultsOf(response)).toEqual([413, 'payload_too_large'])
  })

  /** Sends the parts and returns the first line of the response, whether or not the body was complete. */
  function exchange(head: readonly string[], parts: readonly string[]): Promise<string> {
    const { hostname, port } = new URL(program.http)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('error', reject)
    socket.on('data', (data) => {
      text += data.toString()
      if (!text.includes('\r\n\r\n')) return
      resolve(text.slice(0, text.indexOf('\r\n')))
      socket.destroy()
    })
    const request = ['POST /api/v1/assets HTTP/1.1', 'Host: test', `Authorization: Bearer ${api.token}`]
    socket.write([...request, `Content-Type: ${json}`, ...head, '', ''].join('\r\n'))
    for (const part of parts) socket.write(part)
    return promise
  }
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const chunked = ['Transfer-Encoding: chunked']

  // Rule: api.md, Error types
  test('is checked as declared, before any of it is sent', async () => {
    expect(await exchange([`Content-Length: ${limit + 1}`], [])).toStartWith('HTTP/1.1 413 ')
    expect(await exchange(['Content-Length: 99999999999'], [])).toStartWith('HTTP/1.1 413 ')
  })

  test('is checked for chunks as soon as they exceed the limit, before the rest is read', async () => {
    const parts = Array.from({ length: 17 }, () => chunk(' '.repeat(65_536)))
    expect(await exchange(chunked, parts)).toStartWith('HTTP/1.1 413 ')
  })

  test('is unknown for chunks beforehand: together they are one body', async () => {
    const parts = ['{"na', 'me":"', 'In \u00e4 chunks', '"}', ' '.repeat(65_536)].map(chunk)
    expect(await exchange(chunked, [...parts, '0\r\n\r\n'])).toStartWith('HTTP/1.1 201 ')
    expect(await exchange(chunked, ['0\r\n\r\n'])).toStartWith('HTTP/1.1 400 ')
  })
})

// Rule: api.md, Fair sharing
describe('bodies that do not end', () => {
  const bytesMax = 20_000
  const bodiesMax = 32
  let small: Program

  beforeAll(async () => {
    small = await startProgram({ env: { WHEREABOUTS_MAX_BODY_BYTES: String(bytesMax) } })
  })

  /** A request whose body lacks its last byte, and the first line of the response. */
  async function unfinished(path: string, token: string | undefined, bytes: number, program = small) {
    const { hostname, port } = new URL(program.http)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => (text += data.toString()))
    const head = [`POST ${path} HTTP/1.1`, 'Host: test', `Content-Type: ${json}`, `Content-Length: ${bytes}`]
    if (token !== undefined) head.push(`Authorization: Bearer ${token}`)
    const bytesSent = `${[...head, '', ''].join('\r\n')}${' '.repeat(bytes - 1)}`
    await new Promise((resolve) => socket.write(bytesSent, resolve))
    return { socket, response: () => (text.includes('\r\n') ? (text.split('\r\n', 1)[0] as string) : '') }
  }

  test('share a limit for each caller: at the limit it gets 429, and other callers do not', async () => {
    const session = await signIn(small)
    const [greedy, other] = [await apiClient(small, session), await apiClient(small, session)]
    const open = await Promise.all(
      Array.from({ length: bodiesMax + 1 }, () => unfinished('/api/v1/assets', greedy.token, bytesMax)),
    )
    const responses = () => open.flatMap(({ response }) => response() || [])
    while (responses().length === 0) await Bun.sleep(10)
    expect(responses()).toEqual(['HTTP/1.1 429 Too Many Requests'])
    expect((await other.post('/api/v1/assets', { name: 'Two' })).status).toBe(201)
    for (const { socket } of open) socket.destroy()
    const body = `{"name":"One"${' '.repeat(bytesMax - 14)}}`
    while ((await greedy.post('/api/v1/assets', body)).status === 429) await Bun.sleep(10)
    expect((await greedy.post('/api/v1/assets', body)).status).toBe(201)
  })

  test('of all clients leave room: beyond 64 MiB a large body gets 503, and small ones are accepted', async () => {
    const large = await startProgram()
    const session = await signIn(large)
    const senders = await Promise.all(Array.from({ length: 3 }, () => apiClient(large, session)))
    const bytes = 1_000_000
    const open = await Promise.all(
      senders.flatMap(({ token }) =>
        Array.from({ length: 30 }, () => unfinished('/api/v1/assets', token, bytes, large)),
      ),
    )
    const responses = () => open.flatMap(({ response }) => response() || [])
    while (responses().length < 90 - 67) await Bun.sleep(10)
    expect(new Set(responses())).toEqual(new Set(['HTTP/1.1 503 Service Unavailable']))
    const sender = await apiClient(large, session)
    const body = `{"name":"One"${' '.repeat(bytes - 14)}}`
    expect((await sender.post('/api/v1/assets', { name: 'Two' })).status).toBe(201)
    const refused = await sender.post('/api/v1/assets', body)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    for (const { socket } of open) socket.destroy()
    while ((await sender.post('/api/v1/assets', body)).status === 503) await Bun.sleep(10)
    expect((await sender.get('/api/v1/assets')).body.total_count).toBe(2)
  })

  test('do not delay a sign-in from the same address', async () => {
    const open = await Promise.all(
      Array.from({ length: 400 }, () => unfinished('/internal/v1/session', undefined, 200)),
    )
    await signIn(small)
    // An unfinished body is rejected after 30 s: without a response, all of them are still in progress.
    expect(open.flatMap(({ response }) => response() || [])).toEqual([])
    for (const { socket } of open) socket.destroy()
  })
})

// Rule: api.md, Several failures
test('a response lists a thousand errors of a body, and counts them all', async () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, 0]))
  const response = await api.post('/api/v1/assets', { name: 'Faulty', ...body })
  expect(response.status).toBe(400)
  expect(response.body.error.fields).toHaveLength(1000)
  expect(response.body.error.detail).toBe('unknown field: f0 (and 4999 more errors)')
})
