import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContract, type Parameter, type Response, type Schema } from '../support/validate'

/**
 * Compares the OpenAPI document with the rules of docs/api.md. openapi/responses.test.ts compares the responses with the
 * document.
 */

const committed = readFileSync(join(import.meta.dir, '../../docs/openapi.json'), 'utf8')
const contract = createContract(JSON.parse(committed))
const { document, routes } = contract
const { components } = document

/** Operations and their scopes (docs/api.md, Endpoints). */
const operations = `
  POST /api/v1/oauth/token
  GET /api/v1/orgs/me
  GET /api/v1/assets assets:read
  POST /api/v1/assets assets:write
  GET /api/v1/assets/{asset_id} assets:read
  PATCH /api/v1/assets/{asset_id} assets:write
  DELETE /api/v1/assets/{asset_id} assets:write
  POST /api/v1/assets/{asset_id}/rename assets:write
  POST /api/v1/assets/{asset_id}/tags assets:write
  DELETE /api/v1/assets/{asset_id}/tags/{tag_id} assets:write
  GET /api/v1/assets/{asset_id}/history tracking:read
  GET /api/v1/assets/{asset_id}/events tracking:read
  GET /api/v1/assets/{asset_id}/telemetry tracking:read
  POST /api/v1/assets/batch assets:write
  POST /api/v1/tags/lookup tracking:read
  GET /api/v1/events tracking:read
  GET /api/v1/alerts tracking:read
  GET /api/v1/alerts/{alert_id} tracking:read
  GET /api/v1/stocktakes tracking:read
  GET /api/v1/stocktakes/{stocktake_id} tracking:read
  GET /api/v1/stocktakes/{stocktake_id}/lines tracking:read
  GET /api/v1/epcis/events tracking:read
  GET /api/v1/reports/asset-locations-at tracking:read
  GET /api/v1/reports/place-accuracy tracking:read
  GET /api/v1/reports/dwell tracking:read
  GET /api/v1/reports/flows tracking:read
  GET /api/v1/reports/occupancy tracking:read
  GET /api/v1/locations locations:read
  POST /api/v1/locations locations:write
  GET /api/v1/locations/{location_id} locations:read
  PATCH /api/v1/locations/{location_id} locations:write
  DELETE /api/v1/locations/{location_id} locations:write
  POST /api/v1/locations/{location_id}/rename locations:write
  POST /api/v1/locations/{location_id}/tags locations:write
  DELETE /api/v1/locations/{location_id}/tags/{tag_id} locations:write
  GET /api/v1/locations/{location_id}/ancestors locations:read
  GET /api/v1/locations/{location_id}/children locations:read
  GET /api/v1/locations/{location_id}/descendants locations:read
  GET /api/v1/reports/asset-locations tracking:read`
  .trim()
  .split(/\n\s*/)

/** Fields of responses: `?` can be null, `!` is read-only. All of them are always present. */
const responseFields: Record<string, string> = {
  AssetView:
    'id! external_key name description? is_active metadata valid_from valid_to? created_at! updated_at! deleted_at?! tags!',
  LocationView:
    'id! external_key name description? parent_id? parent_external_key? is_active valid_from valid_to? created_at! updated_at! deleted_at?! tags!',
  RfidTag: 'id! tag_type value',
  BleTag: 'id! tag_type value',
  BarcodeTag: 'id! tag_type value',
  Organization: 'id name scopes api_key_id',
  AssetLocationItem:
    'asset_id asset_external_key location_id? location_external_key? asset_deleted_at? asset_last_seen',
  AssetHistoryItem: 'event_observed_at location_id location_external_key duration_seconds?',
  TokenResponse: 'access_token refresh_token token_type expires_in',
}

/** Fields that requests may set: `*` is required, `?` can be null (docs/api.md, Create). */
const writable: Record<string, string> = {
  AssetCreate: 'name* external_key description? is_active metadata valid_from valid_to? tags',
  AssetPatch: 'name description? is_active metadata valid_from valid_to?',
  LocationCreate:
    'name* external_key description? is_active parent_id? parent_external_key? valid_from valid_to? tags',
  LocationPatch: 'name description? is_active parent_id? parent_external_key? valid_from valid_to?',
  RenameRequest: 'external_key*',
  RfidTagRequest: 'tag_type* value*',
  BleTagRequest: 'tag_type* value*',
  BarcodeTagRequest: 'tag_type* value*',
  ClientCredentialsGrant: 'grant_type* client_id* client_secret*',
  RefreshTokenGrant: 'grant_type* refresh_token* client_id client_secret',
}

/** Parameters of queries: `*` can be repeated (docs/api.md, Endpoints). */
const queries: Record<string, string> = {
  listAssets: 'external_key* is_active include_deleted q sort limit offset',
  listLocations:
    'external_key* parent_id* parent_external_key* is_active include_deleted q sort limit offset',
  listAlerts: 'state kind* severity* rule_id* asset_id* location_id* from to sort limit offset',
  listLocationAncestors: 'limit offset',
  listLocationChildren: 'limit offset',
  listLocationDescendants: 'limit offset',
  listAssetLocations:
    'location_id* location_external_key* asset_id* asset_external_key* include_deleted q sort limit offset',
  listAssetHistory: 'from to sort limit offset',
  listAssetEvents: 'from to limit offset',
  listAssetTelemetry: 'metric from to limit offset',
  listAssetLocationsAt: 'at asset_id* location_id* q sort limit offset',
  listPlaceAccuracy: 'location_id* from to limit offset',
  listDwell: 'from to location_id* limit offset',
  listFlows: 'from to location_id* limit offset',
  listOccupancy: 'from to location_id* limit offset',
  listStocktakes: 'state* location_id* from to limit offset',
  listStocktakeLines: 'verdict* asset_id* limit offset',
  readEvents: 'after limit type* asset_id location_id wait',
  queryEpcisEvents:
    'EQ_bizLocation EQ_readPoint MATCH_epc GE_eventTime LT_eventTime eventCountLimit perPage nextPageToken',
}

const schemaOf = (name: string): Schema => contract.resolve({ $ref: `#/components/schemas/${name}` })
const propertiesOf = (schema: Schema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)

/** Every schema of the document, including nested schemas, with its path. */
function schemasWithin(schema: Schema, way: string): [way: string, schema: Schema][] {
  const inner = [
    ...propertiesOf(schema).map(([name, property]) => [`${way}.${name}`, property] as const),
    ...(schema['items'] ? [[`${way}[]`, schema['items'] as Schema] as const] : []),
  ]
  return [[way, schema], ...inner.flatMap(([name, part]) => schemasWithin(part, name))]
}

const parameters = routes.flatMap((route) =>
  route.parameters.map((parameter) => ({ route, ...contract.resolve<Parameter>(parameter) })),
)

const everySchema = [
  ...Object.entries(components.schemas).flatMap(([name, schema]) => schemasWithin(schema, name)),
  ...parameters.flatMap(({ route, name, schema }) => schemasWithin(schema, `${route.operationId}(${name})`)),
  ...Object.entries(components.headers).flatMap(([name, header]) =>
    schemasWithin(header['schema'] as Schema, name),
  ),
]

/** Every POST except the token endpoint has an Idempotency-Key. */
const isRepeatable = (method: string, path: string): boolean =>
  method === 'POST' && !/\/(token|lookup)$/.test(path)

const successOf = (responses: object): [status: string, response: Response] => {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) as keyof typeof responses
  return [status, contract.resolve(responses[status])]
}

describe('the document', () => {
  // Rule: api.md, OpenAPI document
  test('is version 1.0.0 in OpenAPI 3.0.3, and contains no other host', () => {
    expect(document.openapi).toBe('3.0.3')
    expect(document.info).toMatchObject({ title: 'Whereabouts API', version: '1.0.0' })
    const { url: license } = document.info.license as { url: string }
    expect(license).toStartWith('https://www.apache.org/licenses/')
    // The resolver is a part of the standard form of a GS1 Digital Link.
    const others = committed.replace(license, '').replaceAll('"https://id.gs1.org/', '"')
    expect(others).not.toMatch(/https?:\/\//)
  })

  // Rule: api.md, Purpose
  // Rule: api.md, Endpoints
  // Rule: api.md, Tag
  // Rule: api.md, Scopes
  // Rule: api.md, Compatibility
  test('lists all operations with their scopes', () => {
    const listed = routes.map(({ method, path, 'x-required-scopes': scopes }) =>
      [method, path, ...scopes].join(' '),
    )
    expect(listed.toSorted()).toEqual(operations.toSorted())
  })

  // Rule: api.md, Error envelope
  test('gives each operation a unique id, a summary, a description, a tag and the error envelope', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const { operationId, summary, description, ...route } of routes) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(summary).toBeTruthy()
      expect(description.length).toBeGreaterThan(summary.length)
      expect(route.tags).toHaveLength(1)
      expect(tags).toContain(route.tags[0] as string)
      expect(route['x-required-scopes']).toBeArray()
      expect(route.responses['default']).toEqual({ $ref: '#/components/responses/Error' })
    }
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length)
    expect(components.responses['Error']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } },
    })
  })

  // Rule: api.md, OpenAPI document
  test('has one security scheme, a bearer JWT, and only the token endpoint is open', () => {
    expect(Object.values(components.securitySchemes)).toEqual([
      expect.objectContaining({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
    ])
    expect(document.security).toEqual([{ [Object.keys(components.securitySchemes)[0] as string]: [] }])
    const own = routes.filter(({ security }) => security !== undefined)
    expect(own.map(({ path, security }) => [path, security])).toEqual([['/api/v1/oauth/token', []]])
  })

  // Rule: api.md, Null fields
  // Rule: api.md, Asset
  // Rule: api.md, Location
  // Rule: api.md, Tag
  // Rule: api.md, Report
  // Rule: api.md, Compatibility
  test.each(Object.entries(responseFields))(
    'describes all fields of %s as always present',
    (name, fields) => {
      const schema = schemaOf(name)
      const described = propertiesOf(schema).map(
        ([field, { nullable, readOnly }]) => field + (nullable ? '?' : '') + (readOnly ? '!' : ''),
      )
      expect(described.toSorted()).toEqual(fields.split(' ').toSorted())
      expect((schema['required'] as string[]).toSorted()).toEqual(
        propertiesOf(schema)
          .map(([field]) => field)
          .toSorted(),
      )
    },
  )

  // Rule: api.md, Asset
  // Rule: api.md, Location
  // Rule: api.md, Compatibility
  test.each(Object.entries(writable))(
    'describes the fields that %s may set, and forbids others',
    (name, fields) => {
      const schema = schemaOf(name)
      const required = (schema['required'] ?? []) as string[]
      const described = propertiesOf(schema)
        .filter(([, { readOnly }]) => !readOnly)
        .map(([field, { nullable }]) => field + (required.includes(field) ? '*' : '') + (nullable ? '?' : ''))
      expect(described.toSorted()).toEqual(fields.split(' ').toSorted())
      expect(schema['additionalProperties']).toBe(false)
    },
  )

  test('lets a patch send read-only fields back', () => {
    for (const name of ['AssetPatch', 'LocationPatch']) {
      const echoed = propertiesOf(schemaOf(name)).filter(([, { readOnly }]) => readOnly)
      expect(echoed.map(([field]) => field).toSorted()).toEqual([
        'created_at',
        'deleted_at',
        'external_key',
        'id',
        'tags',
        'updated_at',
      ])
    }
  })

  // Rule: api.md, Tag
  test('models tags as unions of three variants, discriminated by their type', () => {
    for (const name of ['Tag', 'TagRequest']) {
      const variants = { rfid: `Rfid${name}`, ble: `Ble${name}`, barcode: `Barcode${name}` }
      const references = Object.values(variants).map((variant) => `#/components/schemas/${variant}`)
      expect(schemaOf(name)).toMatchObject({
        oneOf: references.map(($ref) => ({ $ref })),
        discriminator: { propertyName: 'tag_type' },
      })
      const { mapping } = schemaOf(name)['discriminator'] as { mapping: object }
      expect(mapping).toEqual(
        Object.fromEntries(Object.keys(variants).map((type, i) => [type, references[i]])),
      )
      for (const [type, variant] of Object.entries(variants)) {
        const { tag_type: tagType } = schemaOf(variant)['properties'] as Record<string, Schema>
        expect(contract.resolve<Schema>(tagType)['enum']).toEqual([type])
      }
    }
  })

  // Rule: api.md, OpenAPI document
  test('uses nullable instead of null types, and has the format of every integer', () => {
    const types = everySchema.map(([, { type }]) => type).filter((type) => type !== undefined)
    expect(new Set(types)).toEqual(new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']))
    const integers = everySchema.filter(([, { type }]) => type === 'integer')
    for (const [way, { format }] of integers)
      expect([way, format]).toEqual([way, expect.stringMatching(/^int(32|64)$/)])
    expect(committed).not.toContain('"anyOf"')
  })

  // Rule: api.md, Identifiers
  // Rule: api.md, History
  // Rule: api.md, Limits
  // Rule: api.md, OpenAPI document
  test('bounds identifiers, and gives them and durations their formats', () => {
    const isId = /(^|[._(])id\)?(\[\])?$/
    const ids = everySchema.filter(([way, { type }]) => isId.test(way) && type === 'integer')
    expect(ids.length).toBeGreaterThan(20)
    for (const [way, { format, minimum }] of ids) expect([way, format, minimum]).toEqual([way, 'int64', 1])
    for (const [, { maximum }] of ids.filter(([way]) => way !== 'Organization.id'))
      expect(maximum).toBe(Number.MAX_SAFE_INTEGER)
    const history = Object.fromEntries(propertiesOf(schemaOf('AssetHistoryItem')))
    expect(history['duration_seconds']).toMatchObject({ format: 'int32', minimum: 0 })
  })

  test('accepts JSON, and merge patches on PATCH', () => {
    for (const { method, requestBody } of routes) {
      const types = [method === 'PATCH' ? 'application/merge-patch+json' : 'application/json']
      const takesBody = method === 'POST' || method === 'PATCH'
      expect(Object.keys(requestBody?.content ?? {})).toEqual(takesBody ? types : [])
    }
  })

  // Rule: api.md, EPCIS
  test('describes the headers of every successful response', () => {
    const common = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    const draft = ['RateLimit', 'RateLimit-Policy']
    for (const { method, path, responses, operationId } of routes) {
      const [status, { headers }] = successOf(responses)
      const own: string[] = []
      if (status === '201') own.push('Location')
      if (path.endsWith('token')) own.push('Cache-Control')
      if (operationId.startsWith('list')) own.push('Link')
      if (path.endsWith('/reports/asset-locations')) own.push('Event-Sequence')
      if (path.endsWith('/epcis/events'))
        own.push('Link', 'GS1-EPCIS-Version', 'GS1-CBV-Version', 'GS1-EPC-Format')
      if (isRepeatable(method, path)) own.push('Idempotent-Replayed')
      const isSingle =
        /\/(assets|locations|alerts|stocktakes)\/\{\w+\}$|\/me$/.test(path) && method !== 'DELETE'
      if (isSingle) own.push('ETag')
      const named = Object.keys(headers ?? {})
      expect({ [operationId]: named.toSorted() }).toEqual({
        [operationId]: [...common, ...draft, ...own].toSorted(),
      })
    }
  })

  // Rule: api.md, EPCIS
  test('offers GS1-EPC-Format with the query of EPCIS events', () => {
    const takers = parameters.filter(({ name }) => name === 'GS1-EPC-Format')
    expect(takers.map(({ in: place, required, route }) => [route.operationId, place, required])).toEqual([
      ['queryEpcisEvents', 'header', false],
    ])
  })

  test('offers Idempotency-Key with every POST that changes data, with its conflict', () => {
    const takers = parameters.filter(({ name }) => name === 'Idempotency-Key')
    const repeatable = routes.filter(({ method, path }) => isRepeatable(method, path))
    expect(takers.map(({ route }) => route.operationId).toSorted()).toEqual(
      repeatable.map(({ operationId }) => operationId).toSorted(),
    )
    for (const { in: place, required, schema, route } of takers) {
      expect([place, required]).toEqual(['header', false])
      expect(schema).toMatchObject({ type: 'string', minLength: 1, maxLength: 255 })
      expect(Object.keys(route.responses)).toContain('409')
    }
  })

  // Rule: api.md, Filters
  // Rule: api.md, Tree reads
  // Rule: api.md, Compatibility
  test('describes all query parameters of each operation', () => {
    const offered = routes.map(({ operationId }) => {
      const own = parameters.filter(
        ({ route, in: place }) => route.operationId === operationId && place === 'query',
      )
      return [operationId, ...own.map(({ name, schema }) => name + (schema['type'] === 'array' ? '*' : ''))]
    })
    expect(
      Object.fromEntries(offered.filter((own) => own.length > 1).map(([id, ...own]) => [id, own.toSorted()])),
    ).toEqual(Object.fromEntries(Object.entries(queries).map(([id, own]) => [id, own.split(' ').toSorted()])))
  })

  // Rule: api.md, Paging
  // Rule: api.md, Limits
  test('gives every list an offset and a limit, 50 by default and at most 200', () => {
    const lists = routes.filter(({ responses }) => {
      const [, { content }] = successOf(responses)
      const reference = content?.['application/json']?.schema['$ref'] as string | undefined
      return reference?.endsWith('List')
    })
    expect(lists).toHaveLength(17)
    for (const { operationId } of lists) {
      const own = parameters.filter(({ route }) => route.operationId === operationId)
      expect(own.find(({ name }) => name === 'limit')?.schema).toMatchObject({
        minimum: 1,
        maximum: 200,
        default: 50,
      })
      expect(own.find(({ name }) => name === 'offset')?.schema).toMatchObject({ minimum: 0, default: 0 })
    }
  })

  test('explains and illustrates every field, parameter and header', () => {
    const isPart = ([way]: [string, Schema]) => /[.([]/.test(way)
    const fields = everySchema.filter(isPart).filter(([, schema]) => schema['$ref'] === undefined)
    const isInline = ([way]: [string, Schema]) => /\.\w+$/.test(way)
    for (const [way, { description }] of fields.filter(isInline))
      expect([way, description]).toEqual([way, expect.stringMatching(/./)])
    const leaves = everySchema.filter(
      ([, { type }]) => type !== 'object' && type !== 'array' && type !== undefined,
    )
    for (const [way, schema] of leaves) expect([way, 'example' in schema]).toEqual([way, true])
    for (const { description } of [...parameters, ...Object.values(components.headers), ...document.tags])
      expect(description).toMatch(/./)
    for (const [name, { description }] of Object.entries(components.schemas))
      expect([name, description]).toEqual([name, expect.stringMatching(/./)])
  })
})
