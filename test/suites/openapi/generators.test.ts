import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContract, type Parameter, type Response, type Schema } from '../../support/validate'

/**
 * Rules for the document, so that generated clients compile and send the intended values. test/suites/clients generates and
 * runs the clients.
 */

const contract = createContract(
  JSON.parse(readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8')),
)
const { document, routes } = contract
const { schemas } = document.components

type Node = { readonly [key: string]: unknown }

/** Every object of the document, with its path. */
function nodesWithin(value: unknown, way: string): [way: string, node: Node][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => nodesWithin(part, `${way}/${key}`))
  return Array.isArray(value) ? inner : [[way, value as Node], ...inner]
}

const nodes = nodesWithin(document, '#')
const propertiesOf = (name: string) => (schemas[name]?.['properties'] ?? {}) as Record<string, Schema>
const successOf = (responses: Readonly<Record<string, unknown>>): Response & { links?: Node } => {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) as string
  return contract.resolve(responses[status])
}

describe('for generated clients', () => {
  test('patterns are written as JavaScript, Java, Python and Go read them', () => {
    const patterns = nodes.flatMap(([way, { pattern }]) =>
      typeof pattern === 'string' ? [[way, pattern] as const] : [],
    )
    expect(patterns.length).toBeGreaterThan(20)
    for (const [way, pattern] of patterns) {
      expect(() => new RegExp(pattern), way).not.toThrow()
      // Go has no \u and no lookaround, JavaScript no \x{...}; \p, \s and \w differ.
      expect([way, pattern]).toEqual([way, expect.not.stringMatching(/\\[uUpPsSwWbBzZkN]|\\x\{|\(\?/)])
    }
  })

  test('a string with a format has no pattern, because a client would match the parsed value', () => {
    for (const [way, { format, pattern }] of nodes)
      expect([way, typeof format === 'string' && pattern !== undefined]).toEqual([way, false])
  })

  test('every enumeration has a name, and no value is in two, because Go makes constants of them', () => {
    const enumerations = nodes.filter(
      ([way, { enum: values }]) => Array.isArray(values) && !/example/.test(way),
    )
    const named = enumerations.map(([way]) => way.replace('#/components/schemas/', ''))
    expect(named.toSorted()).toEqual(
      [
        'BarcodeTagType',
        'BleTagType',
        'ClientCredentialsGrantType',
        'RefreshTokenGrantType',
        'RfidTagType',
        'Scope',
        'TokenType',
      ].toSorted(),
    )
    const values = enumerations.flatMap(([, { enum: own }]) => own as string[])
    expect(new Set(values).size).toBe(values.length)
  })

  test('every object with fields has a name', () => {
    const objects = nodes.filter(([, { type, properties }]) => type === 'object' && properties !== undefined)
    for (const [way] of objects) expect(way).toMatch(/^#\/components\/schemas\/\w+$/)
    expect(objects.length).toBeGreaterThan(20)
  })

  test('an object or array of a patch is wrapped and has no default: Java would send an empty one', () => {
    for (const name of ['AssetPatch', 'LocationPatch']) {
      for (const [field, schema] of Object.entries(propertiesOf(name))) {
        expect([name, field, schema['type']]).not.toEqual([
          name,
          field,
          expect.stringMatching(/object|array/),
        ])
        expect([name, field, schema]).not.toEqual([
          name,
          field,
          expect.objectContaining({ $ref: expect.anything() }),
        ])
        expect([name, field, 'default' in schema]).toEqual([name, field, false])
      }
      expect(propertiesOf(name)['tags']?.['allOf']).toEqual([{ $ref: '#/components/schemas/Tags' }])
      expect(schemas['Tags']).toMatchObject({
        type: 'array',
        items: { $ref: '#/components/schemas/Tag' },
      })
    }
    expect(propertiesOf('AssetPatch')['metadata']?.['allOf']).toEqual([
      { type: 'object', additionalProperties: true },
    ])
    for (const name of ['AssetView', 'AssetCreate']) {
      const metadata = propertiesOf(name)['metadata']
      expect(metadata).toMatchObject({ type: 'object', additionalProperties: true })
      expect(metadata).not.toHaveProperty('default')
    }
  })

  test('a token request has one schema for each grant, which says what the grant needs', () => {
    const { oneOf, discriminator } = schemas['TokenRequest'] as { oneOf: Node[]; discriminator: Node }
    const mapping = {
      client_credentials: '#/components/schemas/ClientCredentialsGrant',
      refresh_token: '#/components/schemas/RefreshTokenGrant',
    }
    expect(oneOf).toEqual(Object.values(mapping).map(($ref) => ({ $ref })))
    expect(discriminator).toEqual({ propertyName: 'grant_type', mapping })
    for (const [grant, $ref] of Object.entries(mapping)) {
      const { properties } = contract.resolve<{ properties: Record<string, Schema> }>({ $ref })
      expect(contract.resolve<Schema>(properties['grant_type'])['enum']).toEqual([grant])
    }
  })

  test('an operation has one body with a schema, because the generators fail on several', () => {
    for (const { operationId, requestBody } of routes) {
      const described = Object.values(requestBody?.content ?? {}).filter(({ schema }) => schema !== undefined)
      expect([operationId, described.length]).toEqual([operationId, requestBody ? 1 : 0])
    }
    const { content = {} } =
      routes.find(({ operationId }) => operationId === 'createToken')?.requestBody ?? {}
    expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/TokenRequest' })
    expect(Object.keys(content)).toEqual(['application/json'])
  })

  test('a sort parameter has a pattern, which matches only the fields of its description', () => {
    const sorts = routes.flatMap(({ operationId, parameters }) =>
      parameters
        .map((parameter) => contract.resolve<Parameter>(parameter))
        .filter(({ name }) => name === 'sort')
        .map(({ schema, description }) => ({ operationId, schema, description })),
    )
    expect(sorts).toHaveLength(6)
    for (const { schema, description } of sorts) {
      const pattern = new RegExp(schema['pattern'] as string)
      const fields = description.replace(/^.*order: |\.$/g, '').split(', ')
      for (const sort of [...fields, fields.join(','), schema['default'] as string])
        expect([sort, pattern.test(sort)]).toEqual([sort, true])
      for (const sort of ['', 'metadata', `${fields[0]},`, `--${fields[0]}`, `${fields[0]} ,${fields[0]}`])
        expect([sort, pattern.test(sort)]).toEqual([sort, false])
    }
  })

  test('a created record links to its operations, with the parameters of their paths', () => {
    const linked = routes.flatMap(({ operationId: from, responses }) =>
      Object.entries((successOf(responses).links ?? {}) as Record<string, Schema>).map(
        ([name, link]) => ({ from, name, ...link }) as { from: string; name: string } & Node,
      ),
    )
    for (const { name, operationId, parameters } of linked) {
      const target = routes.find((route) => route.operationId === operationId)
      const inPath = [...(target?.path ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect([name, Object.keys(parameters as object)]).toEqual([operationId as string, inPath as string[]])
    }
    const from = (operationId: string) =>
      linked.filter((link) => link.from === operationId).map(({ name }) => name)
    expect(from('createAsset')).toEqual([
      'getAsset',
      'updateAsset',
      'deleteAsset',
      'renameAsset',
      'attachAssetTag',
      'listAssetHistory',
    ])
    expect(from('createLocation')).toEqual([
      'getLocation',
      'updateLocation',
      'deleteLocation',
      'renameLocation',
      'attachLocationTag',
      'listLocationChildren',
    ])
    expect([...from('attachAssetTag'), ...from('attachLocationTag')]).toEqual([
      'detachAssetTag',
      'detachLocationTag',
    ])
  })
})
