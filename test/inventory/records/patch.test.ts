import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** PATCH of each field of a record (docs/api.md, PATCH). Parents of locations: locations/parents.test.ts. */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

// oxlint-disable-next-line typescript/no-explicit-any -- views are what the tests examine
type View = any

/** The same instant, as other clients write it. */
const spellings = (instant: string): string[] => {
  const time = Date.parse(instant)
  const shifted = (minutes: number) => new Date(time + minutes * 60_000).toISOString().slice(0, -1)
  return [
    instant,
    instant.replace('Z', '000Z'),
    instant.replace('Z', '999999Z'),
    instant.toLowerCase(),
    `${shifted(0)}+00:00`,
    `${shifted(120)}+02:00`,
    `${shifted(-570)}-09:30`,
  ]
}

let tagsMade = 0
const newTags = () => [
  { tag_type: 'rfid', value: `patch-${++tagsMade}` },
  { tag_type: 'ble', value: `patch-${tagsMade}` },
]

// Rule: api.md, PATCH
describe.each(['assets', 'locations'])('PATCH of %s', (resource) => {
  const path = `/api/v1/${resource}`
  const create = async (fields: object = {}): Promise<View> => {
    const response = await api.post(path, { name: 'Thing', ...fields })
    if (response.status !== 201) throw new Error(response.text)
    return response.body.data
  }
  const read = async ({ id }: View): Promise<View> => (await api.get(`${path}/${id}`)).body.data
  const patch = (row: View, body: unknown) => api.patch(`${path}/${row.id}`, body)
  const full = () =>
    create({
      description: 'Some',
      valid_from: '2026-01-01T00:00:00Z',
      valid_to: '2999-01-01T00:00:00Z',
      tags: newTags(),
      ...(resource === 'assets' && { metadata: { a: 1 } }),
    })

  // Rule: api.md, Asset
  test('sets the fields of the body and leaves the others unchanged', async () => {
    const changes: Record<string, unknown> = {
      name: 'Other',
      description: 'Another',
      is_active: false,
      valid_from: '2026-02-01T00:00:00.000Z',
      valid_to: '2998-01-01T00:00:00.000Z',
      ...(resource === 'assets' && { metadata: { b: [2] } }),
    }
    for (const [field, value] of Object.entries(changes)) {
      const row = await full()
      const response = await patch(row, { [field]: value })
      expect([response.status, response.body.data]).toEqual([
        200,
        { ...row, [field]: value, updated_at: response.body.data?.updated_at },
      ])
      expect(await read(row)).toEqual(response.body.data)
    }
    const row = await full()
    expect((await patch(row, changes)).body.data).toMatchObject(changes)
  })

  // Rule: api.md, Texts
  // Rule: api.md, Asset
  test('clears nullable fields with null, and rejects null for other fields', async () => {
    const row = await full()
    const cleared = { description: null, valid_to: null }
    expect((await patch(row, cleared)).body.data).toMatchObject(cleared)
    expect((await patch(row, cleared)).status).toBe(200)
    const before = await read(row)
    const others = ['name', 'is_active', 'valid_from', ...(resource === 'assets' ? ['metadata'] : [])]
    for (const field of others)
      expect(faultsOf(await patch(row, { [field]: null }))).toEqual([400, `${field} invalid_value`])
    expect(await read(row)).toEqual(before)
  })

  test('with an empty body changes only updated_at, which advances', async () => {
    const row = await full()
    const response = await patch(row, {})
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ data: { ...row, updated_at: response.body.data.updated_at } })
    expect(response.body.data.updated_at > row.updated_at).toBe(true)
  })

  test('strictly advances updated_at, even for several writes within a millisecond', async () => {
    const row = await full()
    let token = row.updated_at
    for (let i = 0; i < 20; i++) {
      const { updated_at } = (await patch(row, {})).body.data
      expect(updated_at > token).toBe(true)
      token = updated_at
    }
    const responses = await Promise.all(Array.from({ length: 40 }, () => patch(row, {})))
    const tokens = responses.map(({ body }) => body.data.updated_at)
    expect(new Set([token, ...tokens]).size).toBe(41)
    expect((await read(row)).updated_at).toBe(tokens.reduce((a, b) => (a > b ? a : b)))
  })

  test('that is refused changes nothing, not even updated_at', async () => {
    const row = await full()
    for (const body of [
      { name: 'Changed', description: '' },
      { is_active: false, id: row.id + 1 },
      { name: 'Changed', color: 'blue' },
    ])
      expect((await patch(row, body)).status).toBe(400)
    expect(await read(row)).toEqual(row)
  })

  test('ignores a read-only field with its current value', async () => {
    const row = await full()
    for (const field of ['id', 'external_key', 'created_at', 'deleted_at', 'tags'])
      expect([field, (await patch(row, { [field]: row[field] })).status]).toEqual([field, 200])
    expect((await patch(row, `{"id":${row.id}.0}`)).status).toBe(200)
    const { updated_at, ...rest } = await read(row)
    expect({ ...rest, updated_at: row.updated_at }).toEqual(row)
    expect((await patch(row, { updated_at, name: 'Echoed' })).body.data.name).toBe('Echoed')
  })

  test('compares the three timestamps by instant', async () => {
    const row = await full()
    for (const spelling of spellings(row.created_at))
      expect([spelling, (await patch(row, { created_at: spelling })).status]).toEqual([spelling, 200])
    for (let i = 0; i < 7; i++) {
      const spelling = spellings((await read(row)).updated_at)[i]
      expect([spelling, (await patch(row, { updated_at: spelling })).status]).toEqual([spelling, 200])
    }
  })

  // Rule: api.md, Identifiers
  // Rule: api.md, Asset
  test.each([
    ['id', [0, -1, 1e15, null, '1', true, [], {}, 1.5]],
    ['created_at', [null, '', 'now', '2020-01-01T00:00:00Z', '2020-01-01', 5, {}]],
    ['updated_at', [null, '', 'now', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 5, []]],
    ['deleted_at', ['', 'null', '2020-01-01T00:00:00Z', 5, false]],
  ] as [string, unknown[]][])('refuses another %s as read_only', async (field, values) => {
    const row = await full()
    for (const value of values) {
      const response = await patch(row, { [field]: value })
      expect([value, ...faultsOf(response)]).toEqual([value, 400, `${field} read_only`])
      const { message } = response.body.error.fields[0]
      expect(message).toContain('omit it or send it unchanged')
      expect([field, message.includes('DELETE')]).toEqual([field, field === 'deleted_at'])
    }
    if (field === 'id')
      for (const id of [`"${row.id}"`, '9007199254740993', '9223372036854775807', '12345678901234567890'])
        expect([id, ...faultsOf(await patch(row, `{"id":${id}}`))]).toEqual([id, 400, 'id read_only'])
    expect(await read(row)).toEqual(row)
  })

  // Rule: api.md, Keys
  test('rejects another external_key and names the endpoint that changes it', async () => {
    const row = await full()
    for (const key of [null, '', 'OTHER', row.external_key.toLowerCase(), 'a b', 5, [row.external_key]]) {
      const response = await patch(row, { external_key: key })
      expect([key, ...faultsOf(response)]).toEqual([key, 400, 'external_key invalid_context'])
      expect(response.body.error.fields[0].message).toContain('/rename')
    }
  })

  test('compares tags as a set', async () => {
    const row = await full()
    const [first, second] = row.tags
    expect((await patch(row, { tags: [second, first] })).status).toBe(200)
    const { id, tag_type, value } = first
    expect((await patch(row, { tags: [{ value, tag_type, id }, second] })).status).toBe(200)
    const fractional = `{"tags":${JSON.stringify(row.tags).replace(/"id":(\d+)/g, '"id":$1.0')}}`
    expect((await patch(row, fractional)).status).toBe(200)
    const bare = await create()
    expect((await patch(bare, { tags: [] })).status).toBe(200)
  })

  // Rule: api.md, Asset
  // Rule: api.md, Location
  test('rejects other tags and names the endpoints that change them', async () => {
    const row = await full()
    const [first, second] = row.tags
    const others: unknown[] = [
      null,
      {},
      'rfid',
      [],
      [first],
      [first, first],
      [first, second, second],
      [first, second, { ...first, id: second.id + 1000 }],
      [first, { ...second, id: second.id + 1000 }],
      [first, { ...second, id: String(second.id) }],
      [first, { ...second, value: `${second.value}x` }],
      [first, { ...second, tag_type: 'barcode' }],
      [first, { id: second.id }],
      [first, { tag_type: second.tag_type, value: second.value }],
      [first, { ...second, color: 'blue' }],
      [first, null],
      [first, [second]],
    ]
    for (const tags of others) {
      const response = await patch(row, { tags })
      expect([tags, ...faultsOf(response)]).toEqual([tags, 400, 'tags invalid_context'])
      expect(response.body.error.fields[0].message).toContain('/tags')
    }
    expect(await read(row)).toEqual(row)
  })

  test('rejects an outdated updated_at', async () => {
    const row = await full()
    const first = await patch(row, { updated_at: row.updated_at, name: 'First' })
    expect(first.status).toBe(200)
    const second = await patch(row, { updated_at: row.updated_at, name: 'Second' })
    expect(faultsOf(second)).toEqual([400, 'updated_at read_only'])
    expect((await read(row)).name).toBe('First')
    // A retry of the very same request fails, too: it has advanced the token itself.
    const again = { updated_at: first.body.data.updated_at, description: 'Once' }
    expect((await patch(row, again)).status).toBe(200)
    expect(faultsOf(await patch(row, again))).toEqual([400, 'updated_at read_only'])
  })

  test('accepts one of several simultaneous writes with the same updated_at', async () => {
    const { updated_at, ...row } = await full()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(row, { updated_at, name: `Writer ${i}` })),
    )
    const passed = responses.filter(({ status }) => status === 200)
    expect(passed).toHaveLength(1)
    expect((await read(row)).name).toBe(passed[0]?.body.data.name)
  })

  // Rule: api.md, Tag
  test('advances updated_at when the row is renamed, but not when tags are attached or detached', async () => {
    const row = await full()
    const tag = await api.post(`${path}/${row.id}/tags`, newTags()[0])
    await api.delete(tag.headers.get('location') as string)
    expect((await patch(row, { updated_at: row.updated_at })).status).toBe(200)
    const { updated_at } = await read(row)
    await api.post(`${path}/${row.id}/rename`, { external_key: `${row.external_key}-2` })
    expect(faultsOf(await patch(row, { updated_at }))).toEqual([400, 'updated_at read_only'])
  })

  test('of an unchanged view changes nothing but updated_at', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
    // What JSON.parse and JSON.stringify carry over unchanged; other numbers are a matter of fields.test.ts.
    const metadata = fc.dictionary(
      text,
      fc.oneof(text, fc.boolean(), fc.integer(), fc.array(fc.constant(null))),
    )
    // Not near 1970, where the sentinel is.
    const seconds = fc.oneof(fc.integer({ min: -6e10, max: -1e6 }), fc.integer({ min: 1e6, max: 2e11 }))
    const fields = fc.record(
      {
        name: text.map((value) => `<${value.replace(/\p{Cc}/gu, '.')}>`),
        description: fc.option(text.map((value) => value.replace(/[^\P{Cc}\t\n\r]/gu, '.'))),
        is_active: fc.boolean(),
        valid_from: fc
          .tuple(seconds, fc.nat(999_999_999), fc.constantFrom('Z', '+05:30'))
          .map(([second, nano, zone]) => {
            const whole = new Date(second * 1000).toISOString().slice(0, 19)
            return `${whole}.${String(nano).padStart(9, '0')}${zone}`
          }),
        valid_to: fc.option(
          fc.constantFrom('9000-01-01T00:00:00.123456789+01:00', '9999-12-31T23:59:59.999999Z'),
        ),
        ...(resource === 'assets' && { metadata }),
      },
      { requiredKeys: ['name'] },
    )
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async (sent, hasTags) => {
        const row = await create({ ...sent, ...(hasTags && { tags: newTags() }) })
        const response = await patch(row, row)
        expect(response.status).toBe(200)
        expect(response.body.data).toEqual({ ...row, updated_at: response.body.data.updated_at })
        expect(response.body.data.updated_at > row.updated_at).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the body of a PATCH', () => {
  // Rule: api.md, Bodies
  test('is an object: null is rejected with the specified message', async () => {
    const { id } = (await api.post('/api/v1/assets', { name: 'Thing' })).body.data
    for (const [body, detail] of [
      ['null', 'Request body must be a JSON object (RFC 7396)'],
      ['[]', expect.any(String)],
      ['5', expect.any(String)],
      ['"{}"', expect.any(String)],
      ['true', expect.any(String)],
    ] as const) {
      const response = await api.patch(`/api/v1/assets/${id}`, body)
      expect(faultsOf(response)).toEqual([400, 'bad_request'])
      expect(response.body.error.detail).toEqual(detail)
      expect(response.body.error).not.toHaveProperty('fields')
    }
  })
})
