import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ApiResponse, apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, type Row } from '../../support/records'

/** The values that each field accepts, on POST and on PATCH (docs/api.md, Asset; docs/api.md, Location). */

let program: Program
let api: Client
let rows: { assets: Row; locations: Row }

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
  rows = { assets: await newAsset(api), locations: await newLocation(api) }
})
afterAll(stopPrograms)

const json = (body: unknown): string => JSON.stringify(body)
const controls = [...Array.from({ length: 32 }, (_, code) => code), 127].map((code) =>
  String.fromCharCode(code),
)
const layout = '\t\n\r'

describe.each(['assets', 'locations'] as const)('a body for %s', (resource) => {
  const path = `/api/v1/${resource}`
  const post = (fields: object) => api.post(path, { name: 'Thing', ...fields })
  const patch = (fields: object) => api.patch(`${path}/${rows[resource].id}`, fields)

  const expectAccepted = async (fields: Record<string, unknown>) => {
    for (const response of [await post(fields), await patch(fields)]) {
      expect(response.body.error).toBeUndefined()
      expect(response.body.data).toMatchObject(fields)
    }
  }
  const expectRefused = async (fields: Record<string, unknown>, ...faults: string[]) => {
    for (const response of [await post(fields), await patch(fields)])
      expect([json(fields), ...faultsOf(response)]).toEqual([json(fields), 400, ...faults])
  }

  // Rule: api.md, Texts
  // Rule: api.md, Location
  // Rule: api.md, Field codes
  test('contains a name of 1 to 255 characters', async () => {
    for (const name of ['x', 'x'.repeat(255), '𐐀'.repeat(255), 'ä'.repeat(255)])
      await expectAccepted({ name })
    await expectRefused({ name: '' }, 'name too_short')
    for (const name of ['x'.repeat(256), '𐐀'.repeat(256)]) await expectRefused({ name }, 'name too_long')
  })

  // Rule: api.md, Texts
  test('contains a name without control characters in any position', async () => {
    for (const control of controls) await expectRefused({ name: `a${control}b` }, 'name invalid_value')
    for (const control of ['\t', '\n', '\r', '\u0000', '\u007f'])
      for (const name of [control, `${control}a`, `a${control}`])
        await expectRefused({ name }, 'name invalid_value')
    await expectAccepted({ name: 'a\u0080\u009fb' })
  })

  // Rule: api.md, Texts
  test('contains a name without white space at its ends', async () => {
    for (const space of ' \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000') {
      for (const name of [space, `${space}a`, `a${space}`])
        await expectRefused({ name }, 'name invalid_value')
      await expectAccepted({ name: `a${space}${space}b` })
    }
    for (const name of ['\ufeffa', 'a\u200b', '\u180e']) await expectAccepted({ name })
  })

  // Rule: api.md, Texts
  // Rule: api.md, Location
  // Rule: api.md, Field codes
  test('may contain a description of 1 to 1024 characters, or null', async () => {
    for (const description of ['x', 'x'.repeat(1024), '𐐀'.repeat(1024), null])
      await expectAccepted({ description })
    await expectRefused({ description: '' }, 'description too_short')
    for (const description of ['x'.repeat(1025), '𐐀'.repeat(1025)])
      await expectRefused({ description }, 'description too_long')
  })

  // Rule: api.md, Texts
  test('may contain a description of several lines, without other control characters', async () => {
    await expectAccepted({ description: ' \ta\r\n\nb\u0085 ' })
    for (const control of controls.filter((one) => !layout.includes(one)))
      await expectRefused({ description: `a${control}b` }, 'description invalid_value')
  })

  // Rule: api.md, Asset
  // Rule: api.md, PATCH
  // Rule: api.md, Error envelope
  // Rule: api.md, Field codes
  test('is rejected with the expected and the received type', async () => {
    const kinds: [value: unknown, kind: string][] = [
      [null, 'null'],
      [true, 'boolean'],
      [1.5, 'number'],
      ['true', 'string'],
      [[], 'array'],
      [{}, 'object'],
    ]
    const fields: [field: string, type: string, ...accepted: string[]][] = [
      ['name', 'string'],
      ['description', 'string', 'null'],
      ['is_active', 'boolean'],
      ['valid_from', 'string'],
      ['valid_to', 'string', 'null'],
    ]
    for (const [field, type, ...accepted] of fields) {
      for (const [value, kind] of kinds.filter(([, one]) => one !== type && !accepted.includes(one))) {
        for (const { status, body } of [await post({ [field]: value }), await patch({ [field]: value })]) {
          expect(status).toBe(400)
          expect(body.error.fields).toEqual([
            {
              field,
              code: 'invalid_value',
              message: expect.any(String),
              params: { expected_type: type, received_type: kind },
            },
          ])
        }
      }
    }
  })

  // Rule: api.md, Asset
  // Rule: api.md, Location
  // Rule: api.md, Field codes
  test('contains no other fields, including the property names of JavaScript objects', async () => {
    for (const field of ['names', 'Name', 'name ', '', '__proto__', 'constructor', 'toString', 'data'])
      await expectRefused(JSON.parse(`{${json(field)}: "x"}`), `${field} unknown_field`)
    if (resource === 'locations')
      for (const field of ['metadata', 'location_id'])
        await expectRefused({ [field]: {} }, `${field} unknown_field`)
    else
      for (const field of ['parent_id', 'parent_external_key', 'location'])
        await expectRefused({ [field]: 1 }, `${field} unknown_field`)
  })

  // Rule: api.md, Texts
  test('contains no unpaired surrogate', async () => {
    for (const half of ['\ud800', '\udc00', 'a\ud83d', '\ude00b', '\udc00\ud800']) {
      await expectRefused({ name: half }, 'name invalid_value')
      await expectRefused({ description: half }, 'description invalid_value')
    }
    expect(faultsOf(await post({ tags: [{ tag_type: 'rfid', value: '\ud800' }] }))).toEqual([
      400,
      'tags[0].value invalid_value',
    ])
  })

  // Rule: api.md, Keys
  // Rule: api.md, Limits
  test('accepts on create a key of 1 to 255 letters, digits and hyphens', async () => {
    const fill = resource.slice(0, 1).repeat(254)
    for (const key of ['7', '-', 'Az-09', `1${fill}`, `2${fill}`]) {
      const response = await post({ external_key: key })
      expect([response.status, response.body.data?.external_key]).toEqual([201, key])
    }
    const refused: [key: unknown, code: string][] = [
      ['', 'too_short'],
      ['x'.repeat(256), 'too_long'],
      ...['a_b', 'a b', ' a', 'a/b', 'a.b', 'a,b', 'ä', 'a\n', 'a\u0000', '–', 5, null, []].map(
        (key): [unknown, string] => [key, 'invalid_value'],
      ),
    ]
    for (const [key, code] of refused)
      expect(faultsOf(await post({ external_key: key }))).toEqual([400, `external_key ${code}`])
  })

  // Rule: api.md, Identifiers
  // Rule: api.md, Asset
  // Rule: api.md, Create
  test('accepts on create no field that the server manages', async () => {
    for (const field of ['id', 'created_at', 'updated_at', 'deleted_at'])
      for (const value of [null, 1, '2026-08-21T06:45:00.000Z'])
        expect(faultsOf(await post({ [field]: value }))).toEqual([400, `${field} read_only`])
  })

  // Rule: api.md, Asset
  // Rule: api.md, Create
  // Rule: api.md, PATCH
  // Rule: api.md, Field codes
  test('requires a name on create, but not on a change', async () => {
    expect(faultsOf(await api.post(path, {}))).toEqual([400, 'name required'])
    expect((await patch({})).status).toBe(200)
  })

  // Rule: api.md, Create
  // Rule: api.md, Limits
  test('accepts on create up to 100 tags', async () => {
    const tags = Array.from({ length: 101 }, (_, i) => ({ tag_type: 'rfid', value: `${resource}-${i}` }))
    expect(faultsOf(await post({ tags }))).toEqual([400, 'tags too_large'])
    const response = await post({ tags: tags.slice(1) })
    expect(response.body.data.tags.map((tag: { value: string }) => tag.value)).toEqual(
      tags.slice(1).map(({ value }) => value),
    )
    expect((await post({ tags: [] })).status).toBe(201)
  })
})

describe('a tag', () => {
  const attach = (body: unknown) => api.post(`/api/v1/assets/${rows.assets.id}/tags`, body)
  const create = (tags: unknown) => api.post('/api/v1/assets', { name: 'Thing', tags })

  const wrong: [tag: Record<string, unknown>, ...faults: string[]][] = [
    [{}, 'tag_type required', 'value required'],
    [{ value: 'a' }, 'tag_type required'],
    [{ tag_type: 'rfid' }, 'value required'],
    [{ value: 'a', tag_type: 'qr' }, 'tag_type invalid_value'],
    [{ value: 'a', tag_type: 'RFID' }, 'tag_type invalid_value'],
    [{ value: 'a', tag_type: null }, 'tag_type invalid_value'],
    [{ value: 'a', tag_type: 7 }, 'tag_type invalid_value'],
    [{ value: '', tag_type: 'ble' }, 'value too_short'],
    [{ value: 'x'.repeat(256), tag_type: 'ble' }, 'value too_long'],
    [{ value: '𐐀'.repeat(256), tag_type: 'ble' }, 'value too_long'],
    [{ value: 5, tag_type: 'ble' }, 'value invalid_value'],
    [{ value: null, tag_type: '' }, 'value invalid_value', 'tag_type invalid_value'],
    [{ id: 1, value: 'a', tag_type: 'ble' }, 'id unknown_field'],
    [
      { value: 'a', tag_type: 'ble', is_active: true, type: 1 },
      'is_active unknown_field',
      'type unknown_field',
    ],
  ]

  // Rule: api.md, Tag
  // Rule: api.md, Several failures
  test('is rejected with all its errors, when it is attached or created with its asset', async () => {
    for (const [tag, ...faults] of wrong) {
      expect([json(tag), ...faultsOf(await attach(tag))]).toEqual([json(tag), 400, ...faults])
      const nested = faults.map((fault) => `tags[1].${fault}`)
      const good = { tag_type: 'rfid', value: 'good' }
      expect([json(tag), ...faultsOf(await create([good, tag]))]).toEqual([json(tag), 400, ...nested])
    }
  })

  // Rule: api.md, Tag
  // Rule: api.md, Field codes
  test('is rejected with the list of types for another type', async () => {
    const params = { allowed_values: ['rfid', 'ble', 'barcode'] }
    const tag = { tag_type: 'nfc', value: 'a' }
    expect((await attach(tag)).body.error.fields).toMatchObject([{ field: 'tag_type', params }])
    expect((await create([tag])).body.error.fields).toMatchObject([{ field: 'tags[0].tag_type', params }])
  })

  // Rule: api.md, Texts
  // Rule: api.md, Limits
  test('contains up to 255 characters without control characters', async () => {
    const values = ['a b/c', ' ', '\ta\r\nb', 'ü€𐐀', 'v'.repeat(255), '𐐀'.repeat(255), '0', '{"a":1}']
    for (const value of values) {
      const response = await attach({ tag_type: 'barcode', value })
      expect([response.status, response.body.data?.value]).toEqual([201, value])
    }
    for (const control of controls.filter((one) => !layout.includes(one)))
      expect(faultsOf(await attach({ tag_type: 'barcode', value: `a${control}b` }))).toEqual([
        400,
        'value invalid_value',
      ])
  })

  test('is an object in an array', async () => {
    for (const tags of [null, 'rfid', 5, {}, { tag_type: 'rfid', value: 'a' }])
      expect(faultsOf(await create(tags))).toEqual([400, 'tags invalid_value'])
    for (const tag of [null, 'rfid', 5, [], true])
      expect(faultsOf(await create([tag]))).toEqual([400, 'tags[0] invalid_value'])
  })
})

describe('the location of an asset', () => {
  // Rule: api.md, Purpose
  // Rule: api.md, Asset
  test('cannot be written: the field is rejected, with a message that explains how assets are located', async () => {
    for (const field of ['location_id', 'location_external_key']) {
      for (const value of [null, 1, 'LOC-001', {}]) {
        const calls: ApiResponse[] = [
          await api.post('/api/v1/assets', { name: 'Thing', [field]: value }),
          await api.patch(`/api/v1/assets/${rows.assets.id}`, { [field]: value }),
        ]
        for (const response of calls) {
          expect(faultsOf(response)).toEqual([400, `${field} read_only`])
          expect(response.body.error.detail).toMatch(/scan/)
        }
      }
    }
  })
})

// Rule: api.md, Asset
describe('metadata', () => {
  const create = (text: string) => api.post('/api/v1/assets', `{"name":"M","metadata":${text}}`)

  // Rule: api.md, PATCH
  test('is an object', async () => {
    const id = rows.assets.id
    for (const [value, kind] of [
      [null, 'null'],
      [5, 'number'],
      ['{}', 'string'],
      [[], 'array'],
      [true, 'boolean'],
    ]) {
      for (const response of [
        await create(json(value)),
        await api.patch(`/api/v1/assets/${id}`, { metadata: value }),
      ]) {
        expect(faultsOf(response)).toEqual([400, 'metadata invalid_value'])
        expect(response.body.error.fields[0].params).toEqual({ expected_type: 'object', received_type: kind })
      }
    }
  })

  test.each([
    '{"big":12345678901234567890,"one":1.0,"cents":[0.10,-0,-0.0]}',
    '{"exp":1E+2,"tiny":1e-400,"huge":-1e400,"precise":0.1000000000000000055511151231257827}',
    '{"__proto__":{"__proto__":1.0,"polluted":true},"constructor":null,"toString":"x"}',
    '{"":"","ü 𐐀":"\\u0000\\u001f","nested":[[{"a":[]}]],"rawJSON":5}',
    '{"text":"12345678901234567890 and 1.0","date":"2026-01-01"}',
    '{"n":9007199254740993}',
    '{"n":10000000000000000000000}',
    '{"n":1E2}',
    '{"n":1e21}',
    '{"n":-0}',
    '{"n":[1.50]}',
  ])('keeps %s unchanged in every response', async (text) => {
    const created = await create(text)
    expect(created.text).toContain(`"metadata":${text},`)
    const { id, external_key: key } = created.body.data
    expect((await api.get(`/api/v1/assets/${id}`)).text).toContain(`"metadata":${text},`)
    expect((await api.get(`/api/v1/assets?external_key=${key}`)).text).toContain(`"metadata":${text},`)
    expect((await api.patch(`/api/v1/assets/${id}`, {})).text).toContain(`"metadata":${text},`)
    const other = (await create('{}')).body.data
    const changed = await api.patch(`/api/v1/assets/${other.id}`, `{"metadata":${text}}`)
    expect(changed.text).toContain(`"metadata":${text},`)
  })

  test('is any JSON object', async () => {
    const anyText = fc.string({ unit: 'binary' })
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(
          anyText,
          fc.double({ noDefaultInfinity: true, noNaN: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(anyText, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(anyText, tree), async (metadata) => {
        const text = json(metadata)
        const { id } = (await create(text)).body.data
        expect((await api.get(`/api/v1/assets/${id}`)).body.data.metadata).toEqual(JSON.parse(text))
      }),
      { numRuns: 60 },
    )
  })

  // Rule: api.md, Texts
  test('contains no unpaired surrogate, at any depth', async () => {
    for (const text of [
      '{"a":"\\ud800"}',
      '{"a":[[{"b":"x\\udc00"}]]}',
      '{"\\ud800":1}',
      '{"a":{"\\udfff":{}}}',
    ])
      expect(faultsOf(await create(text))).toEqual([400, 'metadata invalid_value'])
    expect((await create('{"a":"\\ud83d\\ude00"}')).body.data.metadata).toEqual({ a: '😀' })
  })

  // Rule: api.md, PATCH
  test('is replaced as a whole by a PATCH, not merged', async () => {
    const { id } = (await create('{"a":1,"b":{"c":2}}')).body.data
    for (const metadata of [{ b: { d: null } }, {}, { z: [] }])
      expect((await api.patch(`/api/v1/assets/${id}`, { metadata })).body.data.metadata).toEqual(metadata)
  })
})

describe('several errors of one body', () => {
  const faults: Record<string, [value: unknown, ...faults: string[]]> = {
    name: [5, 'name invalid_value'],
    description: ['', 'description too_short'],
    is_active: ['yes', 'is_active invalid_value'],
    valid_from: [null, 'valid_from invalid_value'],
    valid_to: ['tomorrow', 'valid_to invalid_value'],
    location_id: [1, 'location_id read_only'],
    color: ['blue', 'color unknown_field'],
    tags: [
      [{ value: '' }, 5],
      'tags[0].value too_short',
      'tags[0].tag_type required',
      'tags[1] invalid_value',
    ],
    external_key: ['a b', 'external_key invalid_value'],
    deleted_at: [null, 'deleted_at read_only'],
  }

  // Rule: api.md, Error types
  // Rule: api.md, Several failures
  test('are reported together, in the order of its keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.keys(faults), { minLength: 1 }), async (keys) => {
        const body = Object.fromEntries(keys.map((key) => [key, faults[key]?.[0]]))
        const expected = keys.flatMap((key) => faults[key]?.slice(1) ?? [])
        // What is required and absent comes last.
        if (!keys.includes('name')) expected.push('name required')
        const response = await api.post('/api/v1/assets', body)
        expect(faultsOf(response)).toEqual([400, ...expected] as string[])

        const { detail, fields } = response.body.error
        const suffix = detail.slice(fields[0].message.length)
        expect(detail).toStartWith(fields[0].message)
        expect(suffix.match(/\d+/g)).toEqual(fields.length > 1 ? [String(fields.length - 1)] : null)
      }),
      { numRuns: 60 },
    )
  })
})
