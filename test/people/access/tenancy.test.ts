import { afterAll, describe, expect, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, otherOrganization } from '../../support/client'
import { stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { gist, startTwo, unknownId, unknownKey } from './two-organizations'

/** Isolation of two organizations on the public API: ids, parents, filters and keys. */

const { program, north, south } = await startTwo()
afterAll(stopPrograms)

// Rule: api.md, Purpose
describe('an id of the other organization in a path', () => {
  type Request = (client: Client, path: string) => Promise<ApiResponse>
  const rename: Request = (client, path) => client.post(`${path}/rename`, { external_key: 'mine' })
  const attach: Request = (client, path) =>
    client.post(`${path}/tags`, { tag_type: 'rfid', value: freshKey() })
  const shared: [title: string, request: Request][] = [
    ['GET', (client, path) => client.get(path)],
    ['HEAD', (client, path) => client.request('HEAD', path)],
    ['PATCH', (client, path) => client.patch(path, { name: 'Mine' })],
    ['PATCH of nothing', (client, path) => client.patch(path, {})],
    ['PATCH with a faulty body', (client, path) => client.patch(path, { name: 1 })],
    ['PATCH of no JSON', (client, path) => client.patch(path, '{')],
    ['DELETE', (client, path) => client.delete(path)],
    ['rename', rename],
    ['a faulty rename', (client, path) => client.post(`${path}/rename`, {})],
    ['tag', attach],
    ['a faulty tag', (client, path) => client.post(`${path}/tags`, {})],
  ]
  const ofAssets: typeof shared = [
    ...shared,
    ['history', (client, path) => client.get(`${path}/history`)],
    ['events', (client, path) => client.get(`${path}/events`)],
    ['telemetry', (client, path) => client.get(`${path}/telemetry`)],
    ['tag removal', (client, path) => client.delete(`${path}/tags/${south.asset.tags[0]?.id}`)],
  ]
  const ofLocations: typeof shared = [
    ...shared,
    ...['ancestors', 'children', 'descendants'].map((part): [string, Request] => [
      part,
      (client, path) => client.get(`${path}/${part}`),
    ]),
    ['tag removal', (client, path) => client.delete(`${path}/tags/${south.location.tags[0]?.id}`)],
  ]

  async function requireUnknown(request: Request, resource: 'asset' | 'location'): Promise<void> {
    const path = `/api/v1/${resource}s`
    const before = (await south.api.get(`${path}/${south[resource].id}`)).body
    const foreign = await request(north.api, `${path}/${south[resource].id}`)
    const unknown = await request(north.api, `${path}/${unknownId}`)
    expect(foreign.status).toBe(404)
    expect(gist(foreign, `${path}/${south[resource].id}`)).toEqual(gist(unknown, `${path}/${unknownId}`))
    expect((await south.api.get(`${path}/${south[resource].id}`)).body).toEqual(before)
  }

  test.each(ofAssets)('names no asset: %s', async (_title, request) => requireUnknown(request, 'asset'))
  test.each(ofLocations)('names no location: %s', async (_title, request) =>
    requireUnknown(request, 'location'),
  )

  test('is not an id of a tag of one’s own records', async () => {
    for (const resource of ['asset', 'location'] as const) {
      const path = `/api/v1/${resource}s/${north[resource].id}/tags`
      const foreignId = south[resource].tags[0]?.id as number
      const [foreign, unknown] = [
        await north.api.delete(`${path}/${foreignId}`),
        await north.api.delete(`${path}/${unknownId}`),
      ]
      expect(foreign.status).toBe(404)
      expect(gist(foreign, `${path}/${foreignId}`)).toEqual(gist(unknown, `${path}/${unknownId}`))
      expect((await south.api.get(`/api/v1/${resource}s/${south[resource].id}`)).body.data.tags).toHaveLength(
        1,
      )
    }
  })
})

describe('a parent of the other organization', () => {
  const forms: [title: string, foreign: () => object, unknown: object][] = [
    ['id', () => ({ parent_id: south.location.id }), { parent_id: unknownId }],
    ['key', () => ({ parent_external_key: 'south-place' }), { parent_external_key: unknownKey }],
    [
      'id beside a key of one’s own',
      () => ({ parent_id: south.location.id, parent_external_key: 'north-place' }),
      { parent_id: unknownId, parent_external_key: 'north-place' },
    ],
  ]
  // Rule: api.md, Parents
  test.each(forms)('is rejected as a parent by its %s', async (_title, foreign, unknown) => {
    const child = await newLocation(north.api)
    const requests = [
      (body: object) => north.api.post('/api/v1/locations', { name: 'A', ...body }),
      (body: object) => north.api.patch(`/api/v1/locations/${child.id}`, body),
    ]
    for (const request of requests) {
      const response = await request(foreign())
      expect(response.status).toBe(400)
      expect(gist(response)).toEqual(gist(await request(unknown)))
    }
    const children = await south.api.get(`/api/v1/locations/${south.location.id}/children`)
    expect(keysOf(children)).toEqual(['south-child'])
  })
})

describe('a filter', () => {
  const filters: [path: string, foreign: () => string, unknown: string][] = [
    ['assets', () => 'external_key=south-asset', `external_key=${unknownKey}`],
    ['assets', () => 'q=south', `q=${unknownKey}`],
    ['assets', () => 'include_deleted=true&q=south-asset', `include_deleted=true&q=${unknownKey}`],
    ['locations', () => 'external_key=south-place', `external_key=${unknownKey}`],
    ['locations', () => `parent_id=${south.location.id}`, `parent_id=${unknownId}`],
    ['locations', () => 'parent_external_key=south-place', `parent_external_key=${unknownKey}`],
    ['locations', () => 'q=south', `q=${unknownKey}`],
    ['reports/asset-locations', () => `asset_id=${south.asset.id}`, `asset_id=${unknownId}`],
    ['reports/asset-locations', () => 'asset_external_key=south-asset', `asset_external_key=${unknownKey}`],
    ['reports/asset-locations', () => `location_id=${south.location.id}`, `location_id=${unknownId}`],
    [
      'reports/asset-locations',
      () => 'location_external_key=south-place',
      `location_external_key=${unknownKey}`,
    ],
    ['reports/asset-locations', () => 'q=south', `q=${unknownKey}`],
    ['reports/asset-locations-at', () => `asset_id=${south.asset.id}`, `asset_id=${unknownId}`],
    ['reports/asset-locations-at', () => `location_id=${south.location.id}`, `location_id=${unknownId}`],
    ['reports/asset-locations-at', () => 'q=south', `q=${unknownKey}`],
  ]
  test.each(filters)('of %s finds nothing of the other organization', async (path, foreign, unknown) => {
    const [found, nothing] = [
      await north.api.get(`/api/v1/${path}?${foreign()}`),
      await north.api.get(`/api/v1/${path}?${unknown}`),
    ]
    expect(found.body).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
    expect(gist(found)).toEqual(gist(nothing))
    // There is something to be found.
    expect((await south.api.get(`/api/v1/${path}?${foreign()}`)).body.total_count).toBeGreaterThan(0)
  })

  // Rule: api.md, Purpose
  test("that is absent selects only rows of the caller's organization", async () => {
    const [assets, report] = [
      await south.api.get('/api/v1/assets?limit=200&include_deleted=true'),
      await south.api.get('/api/v1/reports/asset-locations?limit=200&include_deleted=true'),
    ]
    expect(assets.text).not.toContain('north')
    expect(report.text).not.toContain('north')
    expect((await south.api.get('/api/v1/locations?limit=200&include_deleted=true')).text).not.toContain(
      'north',
    )
    for (const { body } of [assets, report]) expect(body.total_count).toBe(body.data.length)
    for (const path of ['reports/asset-locations-at', 'events', 'epcis/events'])
      expect((await south.api.get(`/api/v1/${path}`)).text).not.toContain('north')
  })

  test.each(['asset_id', 'location_id'])(
    'of the event log by %s finds nothing of the other organization',
    async (name) => {
      const id = name === 'asset_id' ? south.asset.id : south.location.id
      const [found, nothing] = [
        await north.api.get(`/api/v1/events?${name}=${id}`),
        await north.api.get(`/api/v1/events?${name}=${unknownId}`),
      ]
      expect(found.body.data).toEqual([])
      expect(gist(found)).toEqual(gist(nothing))
      expect((await south.api.get(`/api/v1/events?${name}=${id}`)).body.data).not.toEqual([])
    },
  )
})

test('the tag lookup finds nothing of the other organization', async () => {
  const values = ['south-asset', 'south place']
  const lookup = (client: Client, names: string[]) =>
    client.post('/api/v1/tags/lookup', { tags: names.map((value) => ({ value })) })
  const unknown = [unknownKey, 'unknown place']
  const [found, nothing] = [await lookup(north.api, values), await lookup(north.api, unknown)]
  expect(gist(found, ...values)).toEqual(gist(nothing, ...unknown))
  const own = await lookup(south.api, values)
  expect(own.body.data).toMatchObject([{ asset_id: south.asset.id }, { location_id: south.location.id }])
})

// Rule: api.md, Purpose
describe('the same keys', () => {
  test('can be used in both organizations', async () => {
    const key = freshKey('shared')
    const tags = [{ tag_type: 'barcode', value: `${key} place` }]
    const rows = await Promise.all(
      [north, south].map(async ({ session, api }) => {
        const location = await newLocation(api, { external_key: key, tags })
        const child = await newLocation(api, { parent_external_key: key })
        const asset = await newTagged(api, key)
        const reader = await newReader(session, key, [location.id])
        return { session, api, location, child, asset, reader }
      }),
    )
    for (const { session, api, location, child, asset, reader } of rows) {
      const [found] = (await api.get(`/api/v1/locations?external_key=${key}`)).body.data
      expect(found.id).toBe(location.id)
      expect(keysOf(await api.get(`/api/v1/locations?parent_external_key=${key}`))).toEqual([
        child.external_key,
      ])

      const submission = {
        submission_id: key,
        location_tag: tags[0],
        reads: [{ value: key, observed_at: secondsAgo(2000) }],
      }
      const { body } = await session.post('/internal/v1/scans', submission)
      expect(body.data).toEqual({ accepted: 1, duplicates: 0, unknown: [], rejected: [] })
      await postReads(program, reader, [{ value: key, observed_at: secondsAgo(1000) }])
      const history = await api.get(`/api/v1/assets/${asset.id}/history`)
      expect(history.body.data).toMatchObject([
        { event_observed_at: secondsAgo(1000), location_id: location.id, duration_seconds: 1000 },
        { event_observed_at: secondsAgo(2000), location_id: location.id },
      ])
      const report = await api.get(`/api/v1/reports/asset-locations?location_external_key=${key}`)
      expect(report.body.data).toMatchObject([{ asset_id: asset.id, location_id: location.id }])
    }
  })

  test('conflict within one organization', async () => {
    const key = freshKey()
    for (const { api } of [north, south]) {
      await newTagged(api, key)
      const again = { name: 'A', external_key: key }
      expect(faultsOf(await api.post('/api/v1/assets', again))).toEqual([409, 'conflict'])
      const tags = [{ tag_type: 'rfid', value: key }]
      expect(faultsOf(await api.post('/api/v1/assets', { name: 'A', tags }))).toEqual([409, 'conflict'])
    }
  })

  // Rule: api.md, Minted keys
  test('are minted separately for each organization, from the first number', async () => {
    for (const name of ['East', 'West']) {
      const api = await apiClient(program, await otherOrganization(program, name))
      expect((await newLocation(api)).external_key).toBe('LOC-001')
      expect([(await newAsset(api)).external_key, (await newAsset(api)).external_key]).toEqual([
        'ASSET-0001',
        'ASSET-0002',
      ])
    }
  })
})

test('a token shows its organization', async () => {
  const [first, second] = [await north.api.get('/api/v1/orgs/me'), await south.api.get('/api/v1/orgs/me')]
  expect([first.body.data.name, second.body.data.name]).toEqual(['North', 'South'])
  expect(first.body.data.id).not.toBe(second.body.data.id)
})
