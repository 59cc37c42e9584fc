import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakingChanges } from '../../scripts/compare-openapi'
import type { Document, Schema } from '../../scripts/openapi-document'

/** Tests which changes break a client of the last release, and which are additions (docs/api.md, Compatibility). */

const text = { type: 'string', minLength: 1, maxLength: 255 }
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const content = (name: string) => ({ 'application/json': { schema: reference('schemas', name) } })
const error = reference('responses', 'Error')
const limit = { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 50 }
const key = { ...text, pattern: '^[A-Z]+$' }

const released: Document = {
  security: [{ bearer: [] }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        'x-required-scopes': ['assets:read'],
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: limit },
          {
            name: 'key',
            in: 'query',
            style: 'form',
            explode: true,
            schema: { type: 'array', items: key, maxItems: 200 },
          },
          reference('parameters', 'If-None-Match') as never,
        ],
        responses: {
          200: {
            headers: { Link: reference('headers', 'Link'), ETag: reference('headers', 'ETag') },
            content: content('Thing'),
          },
          304: {},
          default: error,
        },
      },
      post: {
        operationId: 'createThing',
        'x-required-scopes': ['assets:write'],
        requestBody: { required: false, content: { ...content('NewThing'), 'text/csv': { schema: text } } },
        responses: { 201: { content: content('Thing') }, default: error },
      },
    },
    '/token': { post: { operationId: 'token', security: [], responses: { 200: {}, default: error } } },
  },
  components: {
    parameters: { 'If-None-Match': { name: 'If-None-Match', in: 'header', schema: { type: 'string' } } },
    headers: {
      ETag: { required: true, schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
    responses: { Error: { content: content('ErrorEnvelope') } },
    schemas: {
      NewThing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          note: { type: 'string', nullable: true },
          size: { type: 'string', pattern: '^(small|large)$' },
          kind: { type: 'string', enum: ['box', 'bag'] },
          since: { type: 'string', format: 'date-time' },
          key,
          tags: { type: 'array', items: reference('schemas', 'NewTag') },
          metadata: { type: 'object', additionalProperties: true },
        },
      },
      NewTag: { oneOf: [reference('schemas', 'Rfid'), reference('schemas', 'Ble')] },
      Rfid: {
        type: 'object',
        required: ['tag_type'],
        properties: { tag_type: { type: 'string', enum: ['rfid'] } },
      },
      Ble: {
        type: 'object',
        required: ['tag_type'],
        properties: { tag_type: { type: 'string', enum: ['ble'] } },
      },
      Thing: {
        type: 'object',
        required: ['id', 'parent'],
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 1 },
          state: { type: 'string', enum: ['new', 'used'] },
          tag: reference('schemas', 'Rfid'),
          nickname: { type: 'string', nullable: true, pattern: '^[^\\u0000]$' },
          since: { type: 'string', format: 'date-time', pattern: 'Z$' },
          // It contains itself.
          parent: reference('schemas', 'Thing'),
        },
      },
      ErrorEnvelope: { type: 'object', properties: { code: { type: 'string', enum: ['required'] } } },
    },
  },
}

type Change = readonly [path: string, value: unknown]

/** The document with values set at paths of names; undefined takes away. */
function changedBy(...changes: readonly Change[]): Document {
  // By way of its text, in which nothing is shared.
  const document: Document = JSON.parse(JSON.stringify(released))
  for (const [path, value] of changes) {
    const names = path.split(' ')
    const last = names.pop() as string
    const parent = names.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], document)
    if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1)
    else if (value === undefined) delete (parent as Record<string, unknown>)[last]
    else (parent as Record<string, unknown>)[last] = value
  }
  return document
}

const list = 'paths /things get'
const create = 'paths /things post'
const schema = (name: string) => `components schemas ${name}`
const field = (name: string, property: string) => `${schema(name)} properties ${property}`

const newThing = (released.components['schemas'] as Record<string, Schema>)['NewThing'] as Schema
const box: Schema = {
  ...newThing,
  properties: { ...newThing.properties, kind: { type: 'string', enum: ['box'] } },
}
const bag: Schema = {
  ...newThing,
  properties: { ...newThing.properties, kind: { type: 'string', enum: ['bag'] } },
}

/** NewThing as a union by kind. */
const union = (first: Schema | undefined): [Change, Change, Change] => {
  const names = { ...(first && { box: 'Box' }), bag: 'Bag' }
  const mapping = Object.fromEntries(
    Object.entries(names).map(([kind, name]) => [kind, `#/components/schemas/${name}`]),
  )
  const oneOf = Object.values(names).map((name) => reference('schemas', name))
  return [
    [schema('NewThing'), { oneOf, discriminator: { propertyName: 'kind', mapping } }],
    [schema('Box'), first],
    [schema('Bag'), bag],
  ]
}

const breaking: [what: string, ...changes: Change[], reported: string][] = [
  ['a path that was removed', ['paths /things', undefined], '/things was removed'],
  ['an operation that was removed', [create, undefined], 'POST /things was removed'],
  [
    'another operationId, the name in generated clients',
    [`${list} operationId`, 'things'],
    'GET /things: operationId was "listThings" and is "things"',
  ],
  [
    'another scope',
    [`${list} x-required-scopes`, ['tracking:read']],
    'GET /things needs the scope tracking:read',
  ],
  [
    'a token where none was needed',
    ['paths /token post security', undefined],
    'POST /token: security was [] and is [{"bearer":[]}]',
  ],
  [
    'a parameter that was removed',
    [`${list} parameters 0`, undefined],
    'GET /things, query limit was removed',
  ],
  [
    'a referenced parameter that was removed',
    [`${list} parameters 2`, undefined],
    'GET /things, header If-None-Match was removed',
  ],
  [
    'a new parameter that is required',
    [`${list} parameters 3`, { name: 'at', in: 'query', required: true, schema: text }],
    'GET /things needs query at',
  ],
  [
    'a parameter that becomes required',
    [`${list} parameters 0 required`, true],
    'GET /things needs query limit',
  ],
  [
    'another way to repeat a parameter',
    [`${list} parameters 1 explode`, false],
    'GET /things, query key: explode was true and is false',
  ],
  [
    'a parameter with a lower maximum',
    [`${list} parameters 0 schema maximum`, 100],
    'GET /things, query limit: maximum was 200 and is 100',
  ],
  [
    'a parameter with another default',
    [`${list} parameters 0 schema default`, 20],
    'GET /things, query limit: default was 50 and is 20',
  ],
  [
    'fewer repetitions of a parameter',
    [`${list} parameters 1 schema maxItems`, 20],
    'GET /things, query key: maxItems was 200 and is 20',
  ],
  [
    'a narrower pattern of the repeated',
    [`${list} parameters 1 schema items pattern`, '^[A-C]+$'],
    'GET /things, query key[]: pattern was "^[A-Z]+$" and is "^[A-C]+$"',
  ],
  ['a body that becomes required', [`${create} requestBody required`, true], 'POST /things needs a body'],
  ['a body that is no longer accepted', [`${create} requestBody`, undefined], 'POST /things accepts no body'],
  [
    'a media type of requests that was removed',
    [`${create} requestBody content text/csv`, undefined],
    'POST /things, text/csv was removed',
  ],
  [
    'a field of requests that was removed',
    [field('NewThing', 'note'), undefined],
    'request NewThing.note was removed',
  ],
  [
    'a field of requests that becomes required',
    [`${schema('NewThing')} required`, ['name', 'note']],
    'request NewThing.note is required',
  ],
  [
    'a field of requests that becomes read-only',
    [`${field('NewThing', 'note')} readOnly`, true],
    'request NewThing.note is read-only',
  ],
  [
    'a value of requests that was removed',
    [`${field('NewThing', 'kind')} enum`, ['box']],
    'request NewThing.kind must not be bag',
  ],
  [
    'a new enumeration in requests',
    [`${field('NewThing', 'name')} enum`, ['box']],
    'request NewThing.name must not be anything',
  ],
  [
    'null that is no longer accepted',
    [`${field('NewThing', 'note')} nullable`, false],
    'request NewThing.note must not be null',
  ],
  [
    'another type',
    [`${field('NewThing', 'note')} type`, 'integer'],
    'request NewThing.note: type was "string" and is "integer"',
  ],
  [
    'another format',
    [`${field('NewThing', 'since')} format`, 'date'],
    'request NewThing.since: format was "date-time" and is "date"',
  ],
  [
    'a higher minimum of the length',
    [`${field('NewThing', 'name')} minLength`, 2],
    'request NewThing.name: minLength was 1 and is 2',
  ],
  [
    'a lower maximum of the length',
    [`${field('NewThing', 'name')} maxLength`, 100],
    'request NewThing.name: maxLength was 255 and is 100',
  ],
  [
    'a limit where there was none',
    [`${field('NewThing', 'tags')} maxItems`, 10],
    'request NewThing.tags: maxItems was absent and is 10',
  ],
  [
    'a pattern of requests without one of its values',
    [`${field('NewThing', 'size')} pattern`, '^(small)$'],
    'request NewThing.size: pattern was "^(small|large)$" and is "^(small)$"',
  ],
  [
    'a pattern where there was none',
    [`${field('NewThing', 'name')} pattern`, '^a'],
    'request NewThing.name: pattern was absent and is "^a"',
  ],
  [
    'a variant that is no longer accepted',
    [`${schema('NewTag')} oneOf 1`, undefined],
    'request NewTag must not be Ble',
  ],
  [
    'a value of a variant that was removed',
    [`${field('Ble', 'tag_type')} enum`, ['ble5']],
    'request Ble.tag_type must not be ble',
  ],
  [
    'a field that one variant of a new union needs',
    ...union({ ...box, required: ['name', 'note'] }),
    'request NewThing (box).note is required',
  ],
  ['a kind that a new union has no variant for', ...union(undefined), 'request NewThing (box) was removed'],
  [
    'an object that is closed',
    [`${field('NewThing', 'metadata')} additionalProperties`, false],
    'request NewThing.metadata accepts no other properties',
  ],
  ['a status that was removed', [`${list} responses 304`, undefined], 'GET /things, 304 was removed'],
  [
    'a header that was removed',
    [`${list} responses 200 headers Link`, undefined],
    'GET /things, 200, header Link was removed',
  ],
  [
    'a header that may be absent',
    ['components headers ETag required', undefined],
    'GET /things, 200, header ETag may be absent',
  ],
  [
    'a media type of responses that was removed',
    [`${create} responses 201 content application/json`, undefined],
    'POST /things, 201, application/json was removed',
  ],
  [
    'a response whose schema was removed',
    [`${create} responses 201 content application/json`, {}],
    'POST /things, 201, application/json may be anything',
  ],
  [
    'a field of responses that was removed',
    [field('Thing', 'id'), undefined],
    'response Thing.id was removed',
  ],
  [
    'an optional field of responses that was removed',
    [field('Thing', 'state'), undefined],
    'response Thing.state was removed',
  ],
  [
    'a field of responses that may be absent',
    [`${schema('Thing')} required`, ['parent']],
    'response Thing.id may be absent',
  ],
  [
    'a field of responses that may be null',
    [`${field('Thing', 'id')} nullable`, true],
    'response Thing.id may be null',
  ],
  [
    'a lower minimum of responses',
    [`${field('Thing', 'id')} minimum`, 0],
    'response Thing.id: minimum was 1 and is 0',
  ],
  [
    'another format of responses',
    [`${field('Thing', 'id')} format`, undefined],
    'response Thing.id: format was "int64" and is absent',
  ],
  [
    'a new value in responses',
    [`${field('Thing', 'state')} enum`, ['new', 'used', 'lost']],
    'response Thing.state may be lost',
  ],
  [
    'a field of every error that was removed',
    [field('ErrorEnvelope', 'code'), undefined],
    'response ErrorEnvelope.code was removed',
  ],
]

const additive: [what: string, ...changes: Change[]][] = [
  ['nothing'],
  ['an object that is a union of its kinds', ...union(box)],
  [
    'a field of requests that is wrapped',
    [field('NewThing', 'metadata'), { allOf: [{ type: 'object', additionalProperties: true }], example: {} }],
  ],
  [
    'a body that has no schema any more',
    [`${create} requestBody content application/json`, { example: { name: 'x' } }],
  ],
  ['a pattern that is written otherwise', [`${field('Thing', 'nickname')} pattern`, '^[^\\x00]$']],
  [
    'a pattern of requests with a new value',
    [`${field('NewThing', 'size')} pattern`, '^(small|large|huge)$'],
  ],
  ['a pattern of an instant that was removed', [`${field('Thing', 'since')} pattern`, undefined]],
  ['a new path', ['paths /places', released.paths['/things']]],
  ['a new operation', ['paths /token get', released.paths['/things']?.['get']]],
  ['an optional parameter', [`${list} parameters 3`, { name: 'q', in: 'query', schema: text }]],
  ['a scope that is no longer needed', [`${create} x-required-scopes`, []]],
  ['an optional field of requests', [field('NewThing', 'color'), text]],
  ['a field of requests that becomes optional', [`${schema('NewThing')} required`, []]],
  ['a new value of requests', [`${field('NewThing', 'kind')} enum`, ['box', 'bag', 'crate']]],
  ['an enumeration of requests that is opened', [`${field('NewThing', 'kind')} enum`, undefined]],
  ['null in requests', [`${field('NewThing', 'name')} nullable`, true]],
  [
    'wider limits of requests',
    [`${field('NewThing', 'name')} minLength`, 0],
    [`${field('NewThing', 'name')} maxLength`, undefined],
    [`${list} parameters 0 schema maximum`, 500],
  ],
  ['a pattern of requests that was removed', [`${field('NewThing', 'key')} pattern`, undefined]],
  ['a new variant of requests', [`${schema('NewTag')} oneOf 2`, reference('schemas', 'Thing')]],
  ['a new media type of requests', [`${create} requestBody content text/plain`, { schema: text }]],
  ['a new status', [`${list} responses 412`, error]],
  ['a new header', [`${create} responses 201 headers`, { ETag: reference('headers', 'ETag') }]],
  ['a new field of responses', [field('Thing', 'color'), text]],
  ['a field of responses that is always there', [`${schema('Thing')} required`, ['id', 'parent', 'state']]],
  ['a field of responses that is never null', [`${field('Thing', 'nickname')} nullable`, false]],
  ['a value that is no longer returned', [`${field('Thing', 'state')} enum`, ['new']]],
  [
    'new values of the open enumerations of responses',
    [`${field('ErrorEnvelope', 'code')} enum`, ['required', 'too_odd']],
    [`${field('Rfid', 'tag_type')} enum`, ['rfid', 'nfc']],
  ],
  ['other words', [`${field('Thing', 'id')} description`, 'Its number.'], [`${list} summary`, 'All of them']],
  ['a deprecation', [`${list} deprecated`, true]],
]

describe('a change that breaks clients is reported', () => {
  test.each(breaking)('%s', (_what, ...rest) => {
    const reported = rest.pop() as string
    expect(breakingChanges(released, changedBy(...(rest as Change[])))).toEqual([reported])
  })
})

describe('what only adds is not', () => {
  test.each(additive)('%s', (_what, ...changes) => {
    expect(breakingChanges(released, changedBy(...changes))).toEqual([])
  })
})

test('all changes are reported, each once even if it affects several operations', () => {
  const after = changedBy([field('Thing', 'id'), undefined], ['paths /token', undefined])
  expect(breakingChanges(released, after)).toEqual(['response Thing.id was removed', '/token was removed'])
})

test('a keyword that the comparison does not support is an error', () => {
  const after = changedBy([`${schema('NewTag')} anyOf`, []])
  expect(() => breakingChanges(released, after)).toThrow('request NewTag uses anyOf')
})

test('the script reports breaking changes of the released document, and corrections without effect', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-compare-'))
  const compare = async (document: Document) => {
    mkdirSync(join(directory, 'docs'), { recursive: true })
    writeFileSync(join(directory, 'docs/openapi.released.json'), JSON.stringify(released))
    writeFileSync(join(directory, 'docs/openapi.json'), JSON.stringify(document))
    const script = join(import.meta.dir, '../../scripts/compare-openapi.ts')
    const process = Bun.spawn([Bun.argv[0] as string, script], { cwd: directory, stderr: 'pipe' })
    return { reported: await new Response(process.stderr).text(), code: await process.exited }
  }
  try {
    expect(await compare(released)).toEqual({ reported: '', code: 0 })
    const withoutToken = changedBy(['paths /token', undefined])
    expect(await compare(withoutToken)).toEqual({ reported: 'breaking: /token was removed\n', code: 1 })

    const corrections = { 'It has never been served.': ['/token was removed'] }
    writeFileSync(join(directory, 'docs/openapi.corrections.json'), JSON.stringify(corrections))
    expect(await compare(withoutToken)).toEqual({ reported: '', code: 0 })
    const reported = 'no such change, remove it from the corrections: /token was removed\n'
    expect(await compare(released)).toEqual({ reported, code: 1 })
  } finally {
    rmSync(directory, { recursive: true })
  }
})
