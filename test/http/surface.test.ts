import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newLocation, type Row } from '../support/records'

/**
 * What the public API does not offer, and rules for all records (docs/api.md, Purpose; docs/api.md, Endpoints;
 * docs/api.md, Compatibility).
 */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

const resources = ['assets', 'locations'] as const
const create = (resource: (typeof resources)[number], body: Record<string, unknown> = {}) =>
  resource === 'assets' ? newAsset(api, body) : newLocation(api, body)

describe('the public API has no way', () => {
  // Rule: api.md, Purpose
  // Rule: api.md, Tag
  // Rule: api.md, Delete
  // Rule: api.md, API keys
  test.each([
    ['to reach a tag but through its parent', ['GET', 'POST', 'PATCH', 'DELETE'], ['/tags', '/tags/1']],
    ['to list or change tags', ['GET', 'PATCH', 'PUT'], ['/assets/{id}/tags', '/locations/{id}/tags']],
    ['to write a scan event', ['POST'], ['/scans', '/events', '/scan-events', '/assets/{id}/history']],
    ['to place an asset', ['POST', 'PATCH', 'PUT'], ['/assets/{id}/location', '/reports/asset-locations']],
    ['to restore a row', ['POST'], ['/assets/{id}/restore', '/locations/{id}/restore']],
    ['to rename or delete many rows', ['DELETE', 'PATCH', 'PUT'], ['/assets', '/locations']],
    ['to rename rows in bulk', ['POST'], ['/assets/rename', '/locations/rename']],
    ['to delete a subtree', ['DELETE'], ['/locations/{id}/descendants', '/locations/{id}/children']],
    ['to mint or change a key', ['GET', 'POST', 'PATCH', 'DELETE'], ['/api-keys', '/api-keys/{key}']],
    ['to subscribe to events', ['GET', 'POST'], ['/webhooks', '/subscriptions', '/stream']],
  ])('%s', async (_, methods, paths) => {
    const { id } = await newAsset(api)
    await newLocation(api)
    for (const method of methods)
      for (const path of paths) {
        const url = `/api/v1${path.replace('{id}', String(id)).replace('{key}', crypto.randomUUID())}`
        const { status } = await api.request(method, url, { headers: { 'content-type': 'application/json' } })
        expect([method, url, status === 404 || status === 405 ? 'none' : status]).toEqual([
          method,
          url,
          'none',
        ])
      }
  })
})

describe('the document', () => {
  const document = async () => (await clientOf(program.http).get('/api/openapi.json')).body

  // Rule: api.md, Purpose
  test('has no webhooks and no callbacks', async () => {
    const { webhooks, paths } = await document()
    expect(webhooks).toBeUndefined()
    const operations = Object.values<Record<string, object>>(paths).flatMap((path) => Object.values(path))
    expect(operations.length).toBeGreaterThan(20)
    expect(operations.filter((operation) => 'callbacks' in operation)).toEqual([])
  })

  // Rule: api.md, Error envelope
  // Rule: api.md, Field codes
  test('does not limit the codes of field errors', async () => {
    const { FieldError } = (await document()).components.schemas
    expect(FieldError.properties.code).toMatchObject({ type: 'string' })
    expect(FieldError.properties.code).not.toHaveProperty('enum')
    expect(FieldError.required.toSorted()).toEqual(['code', 'field', 'message'])
  })

  // Rule: api.md, Location
  // Rule: api.md, Compatibility
  test('has no metadata of locations', async () => {
    const { schemas } = (await document()).components
    for (const name of ['LocationView', 'LocationCreate', 'LocationPatch'])
      expect(Object.keys(schemas[name].properties)).not.toContain('metadata')
  })
})

describe.each(resources)('a row of %s', (resource) => {
  const path = `/api/v1/${resource}`

  // Rule: api.md, Delete
  test('is deleted, and so is its tag, with any Content-Type', async () => {
    for (const type of [undefined, 'text/plain', 'multipart/form-data; boundary=x', 'application/json']) {
      const row = await create(resource, { tags: [{ tag_type: 'ble', value: freshKey() }] })
      const headers = type === undefined ? {} : { 'content-type': type }
      for (const target of [`${path}/${row.id}/tags/${row.tags[0]?.id}`, `${path}/${row.id}`])
        expect([type, (await api.request('DELETE', target, { headers })).status]).toEqual([type, 204])
    }
  })

  // Rule: api.md, PATCH
  test('is changed with the current time of the server', async () => {
    const row = await create(resource)
    for (const change of [{}, { name: 'Changed' }]) {
      const before = new Date().toISOString()
      const { updated_at } = (await api.patch(`${path}/${row.id}`, change)).body.data
      // A write within the same millisecond as the one before takes the next.
      expect(updated_at >= before).toBe(true)
      expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now() + 1)
    }
  })

  // Rule: api.md, Visibility rules
  // Rule: api.md, Search
  test('is not found by the tags that were deleted with it', async () => {
    const value = freshKey('went')
    const row = await create(resource, { tags: [{ tag_type: 'rfid', value }] })
    const find = async (query: string): Promise<string[]> => keysOf(await api.get(`${path}?${query}`))
    expect(await find(`q=${value}`)).toEqual([row.external_key])
    await api.delete(`${path}/${row.id}`)
    expect(await find(`q=${value}`)).toEqual([])
    expect(await find(`q=${value}&include_deleted=true`)).toEqual([])
    expect(await find(`external_key=${row.external_key}&include_deleted=true`)).toEqual([row.external_key])
  })

  // Rule: api.md, Null fields
  // Rule: api.md, Asset
  test('contains every unset field, in every response', async () => {
    const row = await create(resource)
    await api.patch(`${path}/${row.id}`, { description: 'Some', valid_to: '2999-01-01T00:00:00Z' })
    const cleared = await api.patch(`${path}/${row.id}`, { description: null, valid_to: null })
    const renamed = await api.post(`${path}/${row.id}/rename`, { external_key: freshKey('shown') })
    const [listed] = (await api.get(`${path}?external_key=${renamed.body.data.external_key}`)).body.data
    const fields = Object.keys(row).toSorted()
    for (const view of [cleared.body.data, renamed.body.data, listed]) {
      expect(Object.keys(view).toSorted()).toEqual(fields)
      expect(view).toMatchObject({ description: null, valid_to: null, deleted_at: null })
    }
  })
})

// Rule: api.md, Paging
test('pages show the current rows: rows that are added or deleted in between shift them', async () => {
  const keys = ['PAGE-B', 'PAGE-C', 'PAGE-D', 'PAGE-E']
  const rows = new Map<string, Row>()
  for (const key of keys) rows.set(key, await newAsset(api, { external_key: key }))
  const page = async (offset: number) =>
    keysOf(await api.get(`/api/v1/assets?q=page-&limit=2&offset=${offset}`))
  expect(await page(0)).toEqual(['PAGE-B', 'PAGE-C'])
  await newAsset(api, { external_key: 'PAGE-A' })
  expect(await page(2)).toEqual(['PAGE-C', 'PAGE-D'])
  await api.delete(`/api/v1/assets/${rows.get('PAGE-C')?.id}`)
  expect(await page(2)).toEqual(['PAGE-D', 'PAGE-E'])
})

// Rule: api.md, Identifiers
test('ids of assets and locations are independent', async () => {
  let [asset, location] = [await newAsset(api), await newLocation(api)]
  while (location.id !== asset.id)
    if (location.id < asset.id) location = await newLocation(api)
    else asset = await newAsset(api)
  const twin = await api.get(`/api/v1/assets/${asset.id}`)
  const place = await api.get(`/api/v1/locations/${asset.id}`)
  expect(twin.body.data).not.toHaveProperty('parent_id')
  expect(place.body.data).toHaveProperty('parent_id')
  expect((await api.delete(`/api/v1/locations/${asset.id}`)).status).toBe(204)
  expect((await api.get(`/api/v1/assets/${asset.id}`)).status).toBe(200)
  expect(faultsOf(await api.get(`/api/v1/locations/${asset.id}`))).toEqual([404, 'not_found'])
})
