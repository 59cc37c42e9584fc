import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { privateEndpoints, publicEndpoints } from '../../src/app/app'
import { problemsOf } from '../../src/contract/check'
import { requireEnforced } from '../../src/contract/enforced'
import { Description, ExternalKey, Name, TagValue } from '../../src/contract/fields'
import { endpoint, noContent } from '../../src/http/endpoint'
import { createFeature } from '../../src/http/application'

/** The schema of a body has no keyword that the checks do not enforce. */

const refusalOf = (schema: TSchema): string | undefined => {
  try {
    requireEnforced(schema, 'the body of POST /things')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const text = { type: 'string' }

describe('a schema', () => {
  test.each<[what: string, field: object, message: string]>([
    ['uniqueItems', { type: 'array', items: text, uniqueItems: true }, 'has the keyword uniqueItems'],
    ['const', { type: 'string', const: 'a' }, 'has the keyword const'],
    ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 0 }, 'has the keyword exclusiveMinimum'],
    ['multipleOf', { type: 'number', multipleOf: 2 }, 'has the keyword multipleOf'],
    ['enum of an integer', { type: 'integer', enum: [1, 2] }, 'has the keyword enum'],
    ['minProperties', { type: 'object', minProperties: 1 }, 'has the keyword minProperties'],
    ['minLength of a number', { type: 'number', minLength: 1 }, 'has the keyword minLength'],
    ['pattern without a rule', { type: 'string', pattern: '^a$' }, 'has a pattern without a rule'],
    ['date-time without a rule', { type: 'string', format: 'date-time' }, 'has a format without a rule'],
    ['oneOf', { oneOf: [text] }, 'has no type'],
    ['allOf of several schemas', { allOf: [text, text] }, 'has an allOf with several schemas'],
    ['anyOf of one type', { anyOf: [text, text] }, 'has an anyOf whose schemas have the same type'],
    ['type: null', { type: 'null' }, 'has no type'],
    [
      'additionalProperties beside properties',
      { ...Type.Object({}), additionalProperties: true },
      'has additionalProperties',
    ],
    [
      'additionalProperties as a schema',
      { type: 'object', additionalProperties: text },
      'has additionalProperties',
    ],
  ])('with %s is rejected', (_, field, message) => {
    const inside = Type.Object({ list: Type.Array(Type.Object({ field: Type.Optional(field as TSchema) })) })
    expect(refusalOf(inside)).toStartWith(
      `The schema of the body of POST /things.list.items.field ${message}`,
    )
  })

  test('of enforced keywords is accepted', () => {
    const schema = Type.Object({
      name: Name,
      key: Type.Optional(ExternalKey),
      list: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 3 }),
      either: Type.Union([Type.String(), Type.Integer({ minimum: 0 })]),
      anything: Type.Unknown(),
      open: Type.Unsafe({ type: 'object', additionalProperties: true }),
    })
    expect(refusalOf(schema)).toBeUndefined()
  })

  test('of every endpoint is accepted', () => {
    const schemas = [...publicEndpoints(), ...privateEndpoints()].flatMap(({ method, path, body }) =>
      body?.schema ? [[`${method} ${path}`, body.schema] as const] : [],
    )
    expect(schemas.length).toBeGreaterThan(30)
    expect(schemas.flatMap(([, schema]) => refusalOf(schema) ?? [])).toEqual([])
  })

  test('with a keyword that is not enforced stops the service from mounting its endpoint', () => {
    const route = endpoint({
      method: 'POST',
      path: '/things',
      access: { kind: 'anyone' },
      body: {
        mediaTypes: ['application/json'],
        schema: Type.Object({ list: Type.Array(Type.String(), { uniqueItems: true }) }),
      },
      response: { status: 204, description: 'Done.' },
      handle: async () => noContent,
    })
    expect(() => createFeature('things', [route], {} as Parameters<typeof createFeature>[2])).toThrow(
      'The schema of the body of POST /things.list has the keyword uniqueItems',
    )
  })
})

describe('minItems', () => {
  const schema = Type.Object({ list: Type.Array(Type.String(), { minItems: 2 }) })

  test('rejects a list with too few entries', () => {
    expect(problemsOf(schema, { list: ['a'] })).toEqual([
      {
        field: 'list',
        code: 'too_short',
        message: expect.objectContaining({ english: 'list must have at least 2 entries' }) as never,
        params: { minimum: 2 },
      },
    ])
    expect(problemsOf(schema, { list: ['a', 'b'] })).toEqual([])
  })
})

test('an integer without bounds accepts every integer', () => {
  const schema = Type.Object({ count: Type.Integer() })
  expect(problemsOf(schema, { count: -3 })).toEqual([])
  expect(problemsOf(schema, { count: 1.5 })).toMatchObject([{ field: 'count', code: 'invalid_value' }])
})

test.each([
  ['ExternalKey', ExternalKey],
  ['Name', Name],
  ['Description', Description],
  ['TagValue', TagValue],
] as const)('the documented pattern of %s matches each value that the check accepts', (_, field) => {
  const schema = Type.Object({ field })
  const pattern = new RegExp(field['pattern'] as string)
  const characters = fc.constantFrom(
    ...Array.from('aZ0-_ \t\n\r\u0000\u0007\u001f\u007f\u0085\u00a0\u2003\ufeffé😀'),
  )
  const values = fc.oneof(
    fc.string({ unit: characters, maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  let accepted = 0
  fc.assert(
    fc.property(values, (value) => {
      const isAccepted = problemsOf(schema, { field: value }).length === 0
      if (isAccepted) accepted++
      return !isAccepted || pattern.test(value)
    }),
    { numRuns: 5000 },
  )
  expect(accepted).toBeGreaterThan(20)
})
