import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, newAsset, newLocation } from '../support/records'
import { newReader } from '../support/scans'
import { exchange } from '../support/send-input'
import { endpoints, nameOf } from '../support/slow-inputs'

/** The limits of a request, so that none takes long: size, chunks, names, values and reported errors. */

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

const json = 'application/json'
const open = endpoints.filter(({ access, body }) => access.kind === 'anyone' && body !== undefined)
const post = (path: string, body: string, type = json, to = program): ReturnType<Client['post']> =>
  clientOf(to.http).request('POST', path, { headers: { 'content-type': type }, body })
const padded = (bytes: number): string => `{"a":1${' '.repeat(bytes - 7)}}`
const members = (count: number, value: unknown = 0): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, value]))
const detailOf = ({ body }: { body: { error: { detail: string } } }): string => body.error.detail

// Rule: api.md, Limits
describe('an endpoint that needs no credentials', () => {
  test('is in this list', () => {
    expect(open.map(nameOf).toSorted()).toEqual([
      'POST /api/v1/oauth/token',
      'POST /internal/v1/invitations/accept',
      'POST /internal/v1/invitations/look',
      'POST /internal/v1/passkey',
      'POST /internal/v1/password-reset',
      'POST /internal/v1/session',
      'POST /internal/v1/setup',
      'POST /internal/v1/sign-in',
      'POST /internal/v1/wall',
      'POST /internal/v1/wall/image',
    ])
  })

  test.each(open.map((endpoint) => [nameOf(endpoint), endpoint.path]))(
    '(%s) accepts bodies of up to 16 KiB, with up to 100 fields',
    async (_, path) => {
      expect((await post(path, padded(16_384))).status).not.toBe(413)
      expect(faultsOf(await post(path, padded(16_385)))).toEqual([413, 'payload_too_large'])
      expect(detailOf(await post(path, JSON.stringify(members(99))))).toContain('more errors')
      const tooMany = await post(path, JSON.stringify(members(101)))
      expect(faultsOf(tooMany)).toEqual([400, 'bad_request'])
      expect(detailOf(tooMany)).toBe('Request body has more than 100 values')
    },
  )

  test('accepts forms of up to 16 KiB, with up to 100 fields', async () => {
    const form = (text: string) => post('/api/v1/oauth/token', text, 'application/x-www-form-urlencoded')
    expect(faultsOf(await form(`grant_type=x${'&a=1'.repeat(99)}`))).toEqual([
      400,
      'grant_type invalid_value',
    ])
    const tooMany = await form(`grant_type=x${'&a=1'.repeat(100)}`)
    expect([faultsOf(tooMany), detailOf(tooMany)]).toEqual([
      [400, 'bad_request'],
      'Request body has more than 100 values',
    ])
    expect(faultsOf(await form('a'.repeat(16_385)))).toEqual([413, 'payload_too_large'])
  })

  test('accepts up to 100 query parameters', async () => {
    const query = (count: number) => post(`/internal/v1/session?${'a=1&'.repeat(count - 1)}a=1`, '{}')
    expect(faultsOf(await query(100))).toEqual([400, 'a unknown_field'])
    expect(detailOf(await query(101))).toBe('The query has more than 100 values')
  })

  test('accepts no more than the installation allows', async () => {
    const small = await startProgram({ env: { WHEREABOUTS_MAX_BODY_BYTES: '5000' } })
    expect((await post('/internal/v1/session', padded(5000), json, small)).status).toBe(400)
    expect((await post('/internal/v1/session', padded(5001), json, small)).status).toBe(413)
  })
})

describe('a body in chunks', () => {
  /** The response to an empty object in `count` chunks of one byte. */
  async function inChunks(
    path: string,
    count: number,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const body = Buffer.from(`{}${' '.repeat(count - 2)}`)
    const head = { method: 'POST', target: path, headers: { 'content-type': json, ...headers } }
    return (await exchange(program, { ...head, body, chunk: 1 })).text
  }

  const tooMany = (max: number): string => `The request body has more than ${max} chunks; send larger chunks`

  // Rule: api.md, Bodies
  test('may have 4,096 chunks, and 256 at endpoints without credentials', async () => {
    const headers = { authorization: `Bearer ${api.token}` }
    expect(await inChunks('/api/v1/assets', 4000, headers)).toContain('name is required')
    expect(await inChunks('/api/v1/assets', 100_000, headers)).toContain(tooMany(4096))
    expect(await inChunks('/internal/v1/session', 250)).toContain('email is required')
    expect(await inChunks('/internal/v1/session', 16_000)).toContain(tooMany(256))
  })
})

describe('a JSON body', () => {
  // Rule: api.md, Limits
  test('has up to 10,000 different names in one object', async () => {
    const most = await api.post('/api/v1/assets', { name: 'Many names', metadata: members(10_000) })
    expect(most.status).toBe(201)
    expect(Object.keys(most.body.data.metadata)).toHaveLength(10_000)
    for (const metadata of [members(10_001), { a: members(10_001) }]) {
      const response = await api.post('/api/v1/assets', { name: 'Too many', metadata })
      expect(faultsOf(response)).toEqual([400, 'bad_request'])
      expect(detailOf(response)).toBe('Request body has an object with more than 10000 different names')
    }
  })

  // Rule: api.md, Limits
  test('has up to 11,000 different names, at any depth', async () => {
    const many = Array.from({ length: 11_000 }, (_, i) => ({ [`n${i}`]: 1 }))
    for (const metadata of [{ a: many }, { a: many.map((one) => ({ inner: one })) }]) {
      const response = await api.post('/api/v1/assets', { name: 'Too many', metadata })
      expect(faultsOf(response)).toEqual([400, 'bad_request'])
      expect(detailOf(response)).toBe('Request body has more than 11000 different names')
    }
  })

  // Rule: api.md, Limits
  test('has up to 150,000 values, regardless of the number of names', async () => {
    const items = (count: number) => ({ name: 'Many values', metadata: { a: Array(count).fill(1) } })
    expect((await api.post('/api/v1/assets', items(149_990))).status).toBe(201)
    const response = await api.post('/api/v1/assets', items(150_001))
    expect(faultsOf(response)).toEqual([400, 'bad_request'])
    expect(detailOf(response)).toBe('Request body has more than 150000 values')
  })

  test('may contain any number of names in strings and values', async () => {
    const metadata = { text: JSON.stringify(members(20_000)), list: Array(20_000).fill('"a":1') }
    expect((await api.post('/api/v1/assets', { name: 'Text', metadata })).status).toBe(201)
  })

  test('of 500 rows with 100 tags each is within the limits, and the error of the import names the limit of tags', async () => {
    const tags = Array.from({ length: 100 }, (_, i) => ({ value: `T${i}` }))
    const rows = Array.from({ length: 500 }, (_, i) => ({ name: `Row ${i}`, tags }))
    const response = await session.post('/internal/v1/assets/import', { rows })
    expect([response.status, detailOf(response)]).toEqual([
      413,
      'The rows have 50000 tags; a request may have at most 2000',
    ])
  })

  test('may have an integer of a million digits, which no field accepts', async () => {
    const digits = '7'.repeat(1_000_000)
    const parent = await api.post('/api/v1/locations', `{"name":"Deep","parent_id":${digits}}`)
    expect(faultsOf(parent)).toEqual([400, 'parent_id invalid_value'])
    const path = `/internal/v1/readers`
    const reader = `{"external_key":"R","name":"R","kind":"handheld","presence_timeout_seconds":${digits}}`
    expect(faultsOf(await session.post(path, reader))).toEqual([400, 'presence_timeout_seconds too_large'])
    const less = reader.replace(digits, `-${digits}`)
    expect(faultsOf(await session.post(path, less))).toEqual([400, 'presence_timeout_seconds too_small'])
  })
})

describe("a reader's payload", () => {
  test('of 10,000 reads is within the limits', async () => {
    const place = await newLocation(api)
    const reader = await newReader(session, 'MANY', [place.id])
    const device = clientOf(program.http, reader.device_token)
    const reads = Array.from({ length: 10_000 }, (_, i) => ({
      value: `B${i % 50}`,
      antenna: 1,
      rssi: -60,
      tag_type: 'ble',
    }))
    const response = await device.post(`/internal/v1/readers/MANY/events`, { reads })
    expect([response.status, response.body.data.result]).toEqual([202, 'accepted'])
  })

  // Rule: api.md, Limits
  test.each([
    [
      'different names',
      { reads: [members(10_001)] },
      'The payload has an object with more than 10000 different names',
    ],
    ['values', { reads: Array(150_001).fill(1) }, 'The payload has more than 150000 values'],
  ])('with too many %s is rejected', async (what, payload, reason) => {
    const place = await newLocation(api)
    const key = `FULL-${what.replace(' ', '-')}`
    const reader = await newReader(session, key, [place.id])
    const device = clientOf(program.http, reader.device_token)
    const response = await device.post(`/internal/v1/readers/${key}/events`, payload)
    expect([response.status, detailOf(response)]).toEqual([400, reason])
  })
})

describe('the errors of a request', () => {
  // Rule: api.md, Several failures
  test('are listed up to a thousand and all counted, in the order of the body', async () => {
    const body = { ...members(4000), is_active: 'no', ...members(9000) }
    const { error } = (await api.post('/api/v1/assets', body)).body
    expect(error.detail).toBe('unknown field: f0 (and 9001 more errors)')
    expect(error.fields.map(({ field }: { field: string }) => field)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `f${i}`),
    )
  })

  test('are in the order of the body, even when names contain dots and brackets', async () => {
    const body = { 'b.c': 1, is_active: 5, 'a[0]': 1, tags: [{ tag_type: 'ble', value: '' }], z: 1 }
    const { error } = (await api.post('/api/v1/assets', body)).body
    expect(error.fields.map(({ field }: { field: string }) => field)).toEqual([
      'b.c',
      'is_active',
      'a[0]',
      'tags[0].value',
      'z',
      'name',
    ])
  })

  // Rule: api.md, Several failures
  test('of a query are all counted', async () => {
    const query = Array.from({ length: 2000 }, (_, i) => `u${i}`).join('&')
    const { error } = (await api.get(`/api/v1/assets?${query}`)).body
    expect(error.fields).toHaveLength(1000)
    expect(error.detail).toBe('unknown query parameter: u0 (and 1999 more errors)')
  })

  test('prevent the rules of services, even after the first thousand', async () => {
    const many = members(1500)
    const wrong = [5, null, 'x', [], [{}], [[1]]]
    const { id } = await newAsset(api)
    for (const value of wrong) {
      const reader = { ...many, external_key: 'R', name: 'R', kind: 'fixed', antennas: value, mapping: value }
      expect((await session.post('/internal/v1/readers', reader)).status).toBe(400)
      const place = { ...many, name: 'L', parent_id: value, valid_from: value, tags: value }
      expect((await api.post('/api/v1/locations', place)).status).toBe(400)
      expect((await api.patch(`/api/v1/assets/${id}`, { ...many, valid_to: value })).status).toBe(400)
      const scan = { ...many, location_id: value, reads: value }
      expect((await session.post('/internal/v1/scans', scan)).status).toBe(400)
    }
  })
})
