import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation } from '../../support/records'

/** Ids in paths and queries, and parameters that an endpoint does not have (docs/api.md, Ids in requests). */

let program: Program
let api: Client
let ids: { asset: number; location: number }

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
  ids = { asset: (await newAsset(api)).id, location: (await newLocation(api)).id }
})
afterAll(stopPrograms)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Every endpoint with an id in its path. */
const byId: [Method, string][] = ['assets', 'locations'].flatMap((resource): [Method, string][] => [
  ['GET', `/${resource}/{id}`],
  ['PATCH', `/${resource}/{id}`],
  ['DELETE', `/${resource}/{id}`],
  ['POST', `/${resource}/{id}/rename`],
  ['POST', `/${resource}/{id}/tags`],
  ['DELETE', `/${resource}/{id}/tags/1`],
])
const listsById: [Method, string][] = [
  ['GET', '/assets/{id}/history'],
  ['GET', '/locations/{id}/ancestors'],
  ['GET', '/locations/{id}/children'],
  ['GET', '/locations/{id}/descendants'],
]
const lists: [Method, string][] = [
  ['GET', '/assets'],
  ['GET', '/locations'],
  ['GET', '/reports/asset-locations'],
]
const others: [Method, string][] = [
  ['POST', '/assets'],
  ['POST', '/locations'],
  ['GET', '/orgs/me'],
  ['POST', '/oauth/token'],
]

/** The body is invalid, too, so that the tests show the order of checks. */
function call(method: Method, path: string) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const hasBody = method === 'POST' || method === 'PATCH'
  return api.request(
    method,
    `/api/v1${path}`,
    hasBody ? { headers: { 'content-type': type }, body: '{"name":5}' } : {},
  )
}

const idOf = (path: string): number => (path.startsWith('/assets') ? ids.asset : ids.location)
const pathTo = (path: string, id: unknown = idOf(path)): string => path.replace('{id}', String(id))

// Rule: api.md, Ids in requests
describe.each([...byId, ...listsById])('%s %s', (method, path) => {
  const field = path.startsWith('/assets') ? 'asset_id' : 'location_id'

  // Rule: api.md, Identifiers
  test('accepts ids from 1', async () => {
    for (const [id, code] of [
      ['0', 'too_small'],
      ['-1', 'too_small'],
      ['-9223372036854775808', 'too_small'],
      ['9223372036854775808', 'invalid_value'],
      ['99999999999999999999999', 'invalid_value'],
      ['abc', 'invalid_value'],
      ['1.5', 'invalid_value'],
      ['1e3', 'invalid_value'],
      ['0x1', 'invalid_value'],
      ['1a', 'invalid_value'],
      ['%20', 'invalid_value'],
      ['%2B1', 'invalid_value'],
      ['1,2', 'invalid_value'],
      ['null', 'invalid_value'],
      ['%D9%A1', 'invalid_value'],
      ['%ff', 'invalid_value'],
    ])
      expect([id, ...faultsOf(await call(method, pathTo(path, id)))]).toEqual([id, 400, `${field} ${code}`])
  })

  // Rule: api.md, Error types
  test('returns 404 for an unknown id, before it checks the body', async () => {
    for (const id of ['999999', '9007199254740991', '9007199254740993', '9223372036854775807'])
      expect([id, ...faultsOf(await call(method, pathTo(path, id)))]).toEqual([id, 404, 'not_found'])
  })

  // Rule: api.md, Order of checks
  test('checks the id, then the query, then the existence of the row', async () => {
    expect(faultsOf(await call(method, pathTo(path, 0) + '?color=blue'))).toEqual([400, `${field} too_small`])
    expect(faultsOf(await call(method, pathTo(path, 999999) + '?color=blue'))).toEqual([
      400,
      'color unknown_field',
    ])
  })
})

describe.each([...byId, ...listsById, ...lists, ...others])('%s %s', (method, path) => {
  // Rule: api.md, Field codes
  test('accepts no unknown parameter', async () => {
    for (const name of ['color', 'Limit', '__proto__', 'constructor', 'toString', 'limit%5B%5D'])
      expect(faultsOf(await call(method, pathTo(path) + `?${name}=1`))).toEqual([
        400,
        `${decodeURIComponent(name)} unknown_field`,
      ])
    expect(faultsOf(await call(method, pathTo(path) + '?a&b=1&a=2&&=3'))).toEqual([
      400,
      'a unknown_field',
      'b unknown_field',
      ' unknown_field',
    ])
  })

  test('accepts only queries in percent-encoded UTF-8', async () => {
    for (const query of ['a=%', '%zz=1', 'a=%ff', '%c3'])
      expect(faultsOf(await call(method, `${pathTo(path)}?${query}`))).toEqual([400, 'bad_request'])
  })
})

describe.each([...byId, ...others])('%s %s', (method, path) => {
  // Rule: api.md, Visibility rules
  // Rule: api.md, Field codes
  test('accepts no parameters of lists', async () => {
    for (const query of [
      'include_deleted=true',
      'include_deleted=maybe',
      'is_active=true',
      'limit=1',
      'offset=0',
      'sort=name',
      'q=a',
      'external_key=A',
      'from=2026-01-01T00:00:00Z',
      'parent_id=1',
      'asset_external_key=A',
    ]) {
      const [name] = query.split('=')
      expect(faultsOf(await call(method, `${pathTo(path)}?${query}`))).toEqual([
        400,
        `${name} invalid_context`,
      ])
    }
    expect(faultsOf(await call(method, pathTo(path) + '?q=a&color=blue&limit=0'))).toEqual([
      400,
      'q invalid_context',
      'color unknown_field',
      'limit invalid_context',
    ])
  })
})

describe('a list', () => {
  // Rule: api.md, Filters
  // Rule: api.md, Field codes
  test.each([
    ['/assets', 'parent_id parent_external_key location_id location_external_key asset_id from'],
    ['/locations', 'location_id asset_id from to'],
    ['/assets/{id}/history', 'q include_deleted is_active external_key location_id'],
    ['/reports/asset-locations', 'is_active external_key from to parent_id'],
    ['/locations/{id}/ancestors', 'q include_deleted is_active external_key'],
    ['/locations/{id}/children', 'q include_deleted is_active external_key'],
    ['/locations/{id}/descendants', 'q include_deleted is_active parent_id'],
  ])('of %s rejects the parameters of other lists: %s', async (path, names) => {
    for (const name of names.split(' '))
      expect(faultsOf(await call('GET', `${pathTo(path)}?${name}=1`))).toEqual([400, `${name} unknown_field`])
  })

  // Rule: api.md, Tree reads
  test.each(['ancestors', 'children', 'descendants'])('of %s rejects sort', async (part) => {
    const message = 'sort parameter not supported on this endpoint'
    for (const sort of ['name', '-created_at', 'color', '']) {
      const { status, body } = await call('GET', `/locations/${ids.location}/${part}?sort=${sort}`)
      expect(status).toBe(400)
      expect(body.error.fields).toEqual([{ field: 'sort', code: 'invalid_context', message }])
    }
  })
})

// Rule: api.md, Filters
describe.each([
  ['/locations', 'parent_id', 'parent_external_key'],
  ['/reports/asset-locations', 'location_id', 'location_external_key'],
  ['/reports/asset-locations', 'asset_id', 'asset_external_key'],
])('the filters of %s by %s and %s', (path, id, key) => {
  const filter = (query: string) => call('GET', `${path}?${query}`)

  // Rule: api.md, Paired filters
  // Rule: api.md, Several failures
  test('are two forms of one filter, and a query may contain only one', async () => {
    for (const query of [`${id}=1&${key}=A`, `${id}=1&${id}=2&${key}=A`]) {
      const response = await filter(query)
      expect(faultsOf(response)).toEqual([400, `${id} ambiguous_fields`, `${key} ambiguous_fields`])
    }
  })

  test('follow the rules of ids and keys', async () => {
    for (const [value, code] of [
      ['0', 'too_small'],
      ['-1', 'too_small'],
      ['9223372036854775808', 'invalid_value'],
      ['1,2', 'invalid_value'],
      ['A', 'invalid_value'],
      ['', 'invalid_value'],
      ['1&%s=0', 'too_small'],
    ]) {
      const query = `${id}=${value!.replace('%s', id)}`
      expect([query, ...faultsOf(await filter(query))]).toEqual([query, 400, `${id} ${code}`])
    }
    for (const value of ['A,B', 'a_b', '', 'a%20b'])
      expect(faultsOf(await filter(`${key}=${value}`))).toEqual([400, `${key} invalid_value`])
  })

  // Rule: api.md, Ids in requests
  test('select no rows for an unknown value', async () => {
    for (const query of [
      `${id}=999999`,
      `${id}=9007199254740993&${id}=9223372036854775807`,
      `${key}=MISSING&${key}=MISSING-2`,
    ]) {
      const response = await filter(query)
      expect([response.status, response.body.data, response.body.total_count]).toEqual([200, [], 0])
    }
  })

  // Rule: api.md, Limits
  test('accept up to 200 values', async () => {
    const values = (name: string, count: number) => Array(count).fill(`${name}=999999`).join('&')
    for (const name of [id, key]) {
      expect((await filter(values(name, 200))).status).toBe(200)
      expect(faultsOf(await filter(values(name, 201)))).toEqual([400, `${name} too_large`])
    }
  })
})

// Rule: api.md, Paired filters
// Rule: api.md, Several failures
test('both pairs of the report are rejected together', async () => {
  const query = 'asset_id=1&location_id=1&asset_external_key=A&location_external_key=B'
  const faults = faultsOf(await call('GET', `/reports/asset-locations?${query}`))
  expect(new Set(faults)).toEqual(
    new Set([
      400,
      'asset_id ambiguous_fields',
      'asset_external_key ambiguous_fields',
      'location_id ambiguous_fields',
      'location_external_key ambiguous_fields',
    ]),
  )
  expect(faults).toHaveLength(5)
})

test('the id of a tag follows the rules of ids', async () => {
  for (const path of [`/assets/${ids.asset}`, `/locations/${ids.location}`]) {
    for (const [id, ...faults] of [
      ['0', 400, 'tag_id too_small'],
      ['-7', 400, 'tag_id too_small'],
      ['x', 400, 'tag_id invalid_value'],
      ['9223372036854775808', 400, 'tag_id invalid_value'],
      ['9223372036854775807', 404, 'not_found'],
      ['999999', 404, 'not_found'],
    ])
      expect([id, ...faultsOf(await call('DELETE', `${path}/tags/${id}`))]).toEqual([id!, ...faults])
  }
  expect(faultsOf(await call('DELETE', '/assets/x/tags/0'))).toEqual([
    400,
    'asset_id invalid_value',
    'tag_id too_small',
  ])
})
