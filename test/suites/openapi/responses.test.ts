import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  allScopes,
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  mintKey,
  signIn,
} from '../../support/client'
import { open } from '../../support/stocktakes'
import { alertsOf, newRule, untilStates } from '../../support/alerts'
import { exchange, refresh, tokenPath } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, scan, secondsAgo, secondsAhead } from '../../support/scans'
import { createContract, type Route } from '../../support/validate'

/** Every operation is called in every documented way, and each response is compared with the documentation. */

const contract = createContract(
  JSON.parse(readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8')),
)

const bodyMax = 4096

let program: Program
let session: Client
let api: Client
/** Clients without a budget: one of an API key, and one of an address, which is charged for token requests. */
let spent: { readonly key: Client; readonly address: Client }
let hall: Row
let dock: Row
let pallet: Row
let alert: { readonly id: number }
let stocktake: { readonly id: number }

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_MAX_BODY_BYTES: String(bodyMax) } })
  session = await signIn(program)
  api = await apiClient(program, session)
  spent = await spentClients()

  hall = await newLocation(api, { external_key: 'HALL' })
  dock = await newLocation(api, {
    external_key: 'DOCK',
    parent_id: hall.id,
    description: 'Lines\nof text',
    tags: [{ tag_type: 'barcode', value: '4006381333931' }],
  })
  pallet = await newTagged(api, 'PALLET', { valid_to: '2999-12-31T23:59:59Z', metadata: { a: [1, null] } })
  await scan(session, hall.id, 'PALLET', secondsAgo(3000))
  await scan(session, dock.id, 'PALLET', secondsAgo(2000))
  await deleteWithItsPlace('GONE')
  const yard = await newLocation(api)
  const rule = await newRule(session, { kind: 'outside', location_id: yard.id })
  await untilStates(session, rule.id, ['open'])
  alert = (await alertsOf(session, rule.id))[0]
  stocktake = await open(session, dock)
})
afterAll(stopPrograms)

/** Leaves a soft-deleted asset whose current location is soft-deleted, too. */
async function deleteWithItsPlace(key: string): Promise<void> {
  const place = await newLocation(api)
  const asset = await newTagged(api, key)
  await scan(session, place.id, key, secondsAgo(1000))
  for (const path of [`/api/v1/assets/${asset.id}`, `/api/v1/locations/${place.id}`])
    expect((await api.delete(path)).status).toBe(204)
}

async function spentClients(): Promise<typeof spent> {
  const env = { WHEREABOUTS_RATE_LIMIT_BURST: '5', WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '1' }
  const poor = await startProgram({ env })
  const clients = { key: await apiClient(poor, await signIn(poor)), address: clientOf(poor.http) }
  for (let i = 0; i < 5; i++)
    await Promise.all([clients.key.get('/api/v1/orgs/me'), clients.address.post(tokenPath, {})])
  return clients
}

const mediaTypeOf = ({ method }: Route): string =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'

const pathOf = ({ path }: Route, ids: Record<string, number>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))

const live = (): Record<string, number> => ({
  asset_id: pallet.id,
  location_id: dock.id,
  tag_id: 9_999_999,
  alert_id: alert.id,
  stocktake_id: stocktake.id,
})

/** A valid body for each route that has one. */
const bodies: Record<string, () => unknown> = {
  createToken: () => ({ grant_type: 'client_credentials', client_id: 'none', client_secret: 'none' }),
  createAsset: () => ({ name: 'Crate', tags: [{ tag_type: 'ble', value: freshKey() }] }),
  batchAssets: () => ({ rows: [{ action: 'create', asset: { name: 'Crate' } }] }),
  lookUpTags: () => ({ tags: [{ value: 'PALLET' }] }),
  updateAsset: () => ({ description: null }),
  renameAsset: () => ({ external_key: freshKey() }),
  attachAssetTag: () => ({ tag_type: 'rfid', value: freshKey() }),
  createLocation: () => ({ name: 'Yard', parent_external_key: 'HALL' }),
  updateLocation: () => ({ name: 'Dock' }),
  renameLocation: () => ({ external_key: freshKey() }),
  attachLocationTag: () => ({ tag_type: 'barcode', value: freshKey() }),
}

/** The query of routes whose response is otherwise so long that it is sent in chunks. */
const period = `?from=${secondsAgo(86_400)}&to=${secondsAgo(0)}`
const queries: Record<string, string> = {
  readEvents: '?limit=2',
  listDwell: period,
  listFlows: period,
  listOccupancy: period,
}

interface Variation {
  readonly client?: Client
  readonly ids?: Record<string, number>
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** Calls a route correctly, except for the variation. */
function call(route: Route, variation: Variation = {}): Promise<ApiResponse> {
  const path = pathOf(route, variation.ids ?? live()) + (variation.query ?? queries[route.operationId] ?? '')
  const body = variation.body ?? bodies[route.operationId]?.()
  const headers = { ...(body !== undefined && { 'content-type': mediaTypeOf(route) }), ...variation.headers }
  const isPublic = route.operationId === 'createToken'
  const client = variation.client ?? (isPublic ? clientOf(program.http) : api)
  return client.request(route.method, path, {
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const tagIdOf = (row: Row): number => (row.tags[0] as { id: number }).id

/** Successful calls of routes for which the plain `call` does not succeed. */
const successes: Record<string, (route: Route) => Promise<ApiResponse>[]> = {
  createToken: () => {
    const granted = mintKey(session).then((key) => exchange(clientOf(program.http), key))
    return [granted, granted.then(({ body }) => refresh(clientOf(program.http), body.refresh_token))]
  },
  listAssets: (route) => [call(route), call(route, { query: '?include_deleted=true&limit=200' })],
  listLocations: (route) => [call(route), call(route, { query: '?include_deleted=true&offset=1&limit=1' })],
  listAssetLocations: (route) => [call(route), call(route, { query: '?include_deleted=true' })],
  listLocationChildren: (route) => [call(route, { ids: { location_id: hall.id } })],
  listLocationDescendants: (route) => [call(route, { ids: { location_id: hall.id } })],
  listPlaceAccuracy: (route) => [
    newTagged(api, freshKey()).then(async (row) => {
      await scan(session, hall.id, row.external_key, secondsAgo(60))
      await session.post('/internal/v1/reference-assets', { asset_id: row.id, location_id: hall.id })
      await scan(session, hall.id, row.external_key, secondsAhead(1))
      return call(route)
    }),
  ],
  listAssetTelemetry: (route) => [
    newAsset(api, { tags: [{ tag_type: 'ble', value: 'C81F2A000001' }] }).then(async ({ id }) => {
      const gateway = await newReader(session, freshKey('gateway'), [hall.id], { format: 'minew_g1' })
      const device = clientOf(program.http, gateway.device_token)
      const read = { mac: 'C81F2A000001', rssi: -60, rawData: '0716d2fc4002ca09' }
      await device.post(`/internal/v1/readers/${gateway.external_key}/events`, [read])
      return call(route, { ids: { asset_id: id } })
    }),
  ],
  renameAsset: (route) => [newAsset(api).then((row) => call(route, { ids: { asset_id: row.id } }))],
  renameLocation: (route) => [newLocation(api).then((row) => call(route, { ids: { location_id: row.id } }))],
  deleteAsset: (route) => [newAsset(api).then((row) => call(route, { ids: { asset_id: row.id } }))],
  deleteLocation: (route) => [newLocation(api).then((row) => call(route, { ids: { location_id: row.id } }))],
  detachAssetTag: (route) => [
    newTagged(api, freshKey()).then((row) =>
      call(route, { ids: { asset_id: row.id, tag_id: tagIdOf(row) } }),
    ),
  ],
  detachLocationTag: (route) => [
    newLocation(api, { tags: [{ tag_type: 'ble', value: freshKey() }] }).then((row) =>
      call(route, { ids: { location_id: row.id, tag_id: tagIdOf(row) } }),
    ),
  ],
}

/** Calls that conflict with other records (docs/api.md, Error types). */
const conflicts: Record<string, (route: Route) => Promise<ApiResponse>> = {
  createAsset: (route) => call(route, { body: { name: 'Again', external_key: 'PALLET' } }),
  batchAssets: (route) => {
    const rows = [{ action: 'create', asset: { name: 'Again', external_key: 'PALLET' } }]
    return call(route, { body: { rows, all_or_nothing: true } })
  },
  renameAsset: async (route) =>
    call(route, { ids: { asset_id: (await newAsset(api)).id }, body: { external_key: 'PALLET' } }),
  attachAssetTag: (route) => call(route, { body: { tag_type: 'rfid', value: 'PALLET' } }),
  createLocation: (route) => call(route, { body: { name: 'Again', external_key: 'HALL' } }),
  updateLocation: (route) =>
    call(route, { ids: { location_id: hall.id }, body: { parent_external_key: 'DOCK' } }),
  deleteLocation: (route) => call(route, { ids: { location_id: hall.id } }),
  renameLocation: (route) => call(route, { body: { external_key: 'HALL' } }),
  attachLocationTag: (route) => call(route, { body: { tag_type: 'rfid', value: 'PALLET' } }),
}

const isRow = ({ path }: Route): boolean => /\/(assets|locations)\/\{\w+\}$/.test(path)

/** Each documented error of a route, and a call that causes it. */
async function failuresOf(route: Route): Promise<(readonly [status: number, response: ApiResponse])[]> {
  const { method, path, operationId } = route
  const isToken = operationId === 'createToken'
  const failures: [number, Promise<ApiResponse>][] = [
    [400, call(route, { query: '?no_such_parameter=1' })],
    [401, isToken ? call(route) : call(route, { client: clientOf(program.http) })],
    [429, call(route, { client: isToken ? spent.address : spent.key })],
  ]
  const [scope] = route['x-required-scopes']
  if (scope !== undefined) {
    const others = allScopes.filter((other) => other !== scope)
    failures.push([403, call(route, { client: await apiClient(program, session, others) })])
  }
  if (path.includes('{')) {
    const names = ['asset_id', 'location_id', 'tag_id', 'alert_id', 'stocktake_id']
    const ids = Object.fromEntries(names.map((name) => [name, 9_999_999]))
    failures.push([404, call(route, { ids })])
  }
  if (queries[operationId] === period)
    failures.push([404, call(route, { query: `${period}&location_id=9999999` })])
  if (bodies[operationId]) {
    const name = 'x'.repeat(bodyMax)
    failures.push([413, call(route, { body: { name } })])
    failures.push([415, call(route, { headers: { 'content-type': 'text/plain' } })])
  }
  if (isRow(route) && method !== 'GET')
    failures.push([412, call(route, { headers: { 'if-match': '"another"' } })])
  const conflict = conflicts[operationId]
  if (conflict) failures.push([409, conflict(route)])
  const isSingle =
    method === 'GET' &&
    (isRow(route) || ['getAlert', 'getStocktake'].includes(operationId) || path.endsWith('/me'))
  if (isSingle) failures.push([304, call(route, { headers: { 'if-none-match': '*' } })])
  return Promise.all(failures.map(async ([status, response]) => [status, await response] as const))
}

for (const route of contract.routes) {
  // Rule: api.md, Endpoints
  // Rule: api.md, Timestamps
  // Rule: api.md, Null fields
  // Rule: api.md, List envelope
  // Rule: api.md, Error envelope
  test(`${route.operationId} returns documented responses, for success and for every error`, async () => {
    const succeeded = await Promise.all((successes[route.operationId] ?? ((it: Route) => [call(it)]))(route))
    const failed = await failuresOf(route)

    const responses = [...succeeded, ...failed.map(([, response]) => response)]
    expect(responses.flatMap((response) => contract.problemsOf(route.method, route.path, response))).toEqual(
      [],
    )
    expect(failed.map(([, { status }]) => status)).toEqual(failed.map(([status]) => status))
    expect(succeeded.filter(({ status }) => status >= 300)).toEqual([])
    for (const { body } of succeeded.filter((response) => Array.isArray(response.body?.data)))
      expect(body.data).not.toBeEmpty()
    const documented = Object.keys(route.responses).filter((status) => status !== 'default')
    const seen = [...new Set(responses.map(({ status }) => String(status)))]
    expect(documented.toSorted()).toEqual(seen.toSorted())
  })
}

// Rule: api.md, Error envelope
test('an error contains the id of its request', async () => {
  const headers = { 'x-request-id': 'of-the-caller' }
  const response = await api.request('GET', '/api/v1/assets/9999999', { headers })
  expect(response.body.error).toMatchObject({
    status: 404,
    instance: '/api/v1/assets/9999999',
    request_id: 'of-the-caller',
  })
  expect(response.headers.get('x-request-id')).toBe('of-the-caller')
})

test('an undocumented method of a path is rejected with the documented methods', async () => {
  const paths = Map.groupBy(contract.routes, ({ path }) => path)
  expect(paths.size).toBeGreaterThan(10)
  for (const [path, routes] of paths) {
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const url = pathOf(routes[0] as Route, live())
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method))
    for (const method of others) {
      const response = await clientOf(program.http).request(method, url)
      expect([method, path, response.status]).toEqual([method, path, 405])
      expect(response.body.error.type).toBe('method_not_allowed')
      expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(
        [...methods, 'OPTIONS'].toSorted(),
      )
    }
  }
})

// Rule: api.md, Paths and methods
test('HEAD returns the headers of every documented GET and no body', async () => {
  const changing = ['date', 'x-request-id']
  const headersOf = (response: ApiResponse) =>
    Object.fromEntries(
      [...response.headers].filter(([name]) => !changing.includes(name) && !/ratelimit/.test(name)),
    )
  const reads = contract.routes.filter(({ method }) => method === 'GET')
  expect(reads).not.toBeEmpty()
  for (const route of reads) {
    const path = pathOf(route, live()) + (queries[route.operationId] ?? '')
    const [get, head] = await Promise.all([api.get(path), api.request('HEAD', path)])
    expect([path, head.status, head.text]).toEqual([path, 200, ''])
    expect(headersOf(head)).toEqual(headersOf(get))
    expect(head.headers.get('x-ratelimit-limit')).toBe(get.headers.get('x-ratelimit-limit'))
  }
})
