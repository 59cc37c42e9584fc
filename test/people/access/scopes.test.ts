import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  allScopes,
  apiClient,
  type Client,
  clientOf,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { lockDatabase } from '../../support/database-lock'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'
import { newReader } from '../../support/scans'

/** Which credentials each endpoint accepts: scopes of API keys, roles of sessions, device tokens. */

/** Every operation of the public API with its scope (docs/api.md, Endpoints). */
const operations: readonly [method: string, path: string, scope: string | null][] = [
  ['GET', '/api/v1/orgs/me', null],
  ['GET', '/api/v1/assets', 'assets:read'],
  ['POST', '/api/v1/assets', 'assets:write'],
  ['GET', '/api/v1/assets/{asset_id}', 'assets:read'],
  ['PATCH', '/api/v1/assets/{asset_id}', 'assets:write'],
  ['DELETE', '/api/v1/assets/{asset_id}', 'assets:write'],
  ['POST', '/api/v1/assets/{asset_id}/rename', 'assets:write'],
  ['POST', '/api/v1/assets/{asset_id}/tags', 'assets:write'],
  ['DELETE', '/api/v1/assets/{asset_id}/tags/{tag_id}', 'assets:write'],
  ['GET', '/api/v1/assets/{asset_id}/history', 'tracking:read'],
  ['GET', '/api/v1/assets/{asset_id}/events', 'tracking:read'],
  ['GET', '/api/v1/assets/{asset_id}/telemetry', 'tracking:read'],
  ['POST', '/api/v1/assets/batch', 'assets:write'],
  ['POST', '/api/v1/tags/lookup', 'tracking:read'],
  ['GET', '/api/v1/events', 'tracking:read'],
  ['GET', '/api/v1/alerts', 'tracking:read'],
  ['GET', '/api/v1/alerts/{alert_id}', 'tracking:read'],
  ['GET', '/api/v1/stocktakes', 'tracking:read'],
  ['GET', '/api/v1/stocktakes/{stocktake_id}', 'tracking:read'],
  ['GET', '/api/v1/stocktakes/{stocktake_id}/lines', 'tracking:read'],
  ['GET', '/api/v1/epcis/events', 'tracking:read'],
  ['GET', '/api/v1/reports/asset-locations-at', 'tracking:read'],
  ['GET', '/api/v1/reports/place-accuracy', 'tracking:read'],
  ['GET', '/api/v1/reports/dwell', 'tracking:read'],
  ['GET', '/api/v1/reports/flows', 'tracking:read'],
  ['GET', '/api/v1/reports/occupancy', 'tracking:read'],
  ['GET', '/api/v1/locations', 'locations:read'],
  ['POST', '/api/v1/locations', 'locations:write'],
  ['GET', '/api/v1/locations/{location_id}', 'locations:read'],
  ['PATCH', '/api/v1/locations/{location_id}', 'locations:write'],
  ['DELETE', '/api/v1/locations/{location_id}', 'locations:write'],
  ['POST', '/api/v1/locations/{location_id}/rename', 'locations:write'],
  ['POST', '/api/v1/locations/{location_id}/tags', 'locations:write'],
  ['DELETE', '/api/v1/locations/{location_id}/tags/{tag_id}', 'locations:write'],
  ['GET', '/api/v1/locations/{location_id}/ancestors', 'locations:read'],
  ['GET', '/api/v1/locations/{location_id}/children', 'locations:read'],
  ['GET', '/api/v1/locations/{location_id}/descendants', 'locations:read'],
  ['GET', '/api/v1/reports/asset-locations', 'tracking:read'],
]
const tokenPath = '/api/v1/oauth/token'

const roles = ['viewer', 'operator', 'manager', 'admin'] as const
type Role = (typeof roles)[number]

let program: Program
let session: Client
let device: Client
/** A client for each scope that has only this scope. */
const withScope = new Map<string, Client>()
const withRole = new Map<Role, Client>()

beforeAll(async () => {
  const before = await startProgram()
  const sessions: [Role, Client][] = []
  for (const role of roles) sessions.push([role, await otherOrganization(before, role)])
  await before.stop()
  setRoles(before.dataDir)

  program = await startProgram({ dataDir: before.dataDir })
  for (const [role, { token }] of sessions) withRole.set(role, clientOf(program.http, token))
  session = await signIn(program)
  const reader = await newReader(session, 'gate', [])
  device = clientOf(program.http, reader.device_token)
  for (const scope of allScopes) withScope.set(scope, await apiClient(program, session, [scope]))
})
afterAll(stopPrograms)

/** Gives the administrator each role, in the organization that has the name of the role. */
function setRoles(dataDir: string): void {
  const db = openDatabase(dataDir, { readwrite: true, strict: true })
  const update = db.query(
    'update memberships set role = ?1 where organization_id = (select id from organizations where name = ?1)',
  )
  for (const role of roles) update.run(role)
  db.close()
}

/** Reports that need a period. */
const hasPeriod = /\/reports\/(dwell|flows|occupancy)$/
const period = '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'

/** Calls with unknown ids and without a body: an authorized caller gets 404 or 415, and nothing changes. */
const call = (client: Client, method: string, path: string): Promise<ApiResponse> =>
  client.request(method, path.replace(/\{\w+\}/g, '999999') + (hasPeriod.test(path) ? period : ''))

const methodsOf = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])
const statusOfAllowed = (method: string, path: string): number =>
  method === 'POST' || method === 'PATCH' ? 415 : path.includes('{') ? 404 : 200

// Rule: api.md, Endpoints
// Rule: api.md, Scopes
test('the document contains the scope of every operation', async () => {
  const { body } = await clientOf(program.http).get('/api/openapi.json')
  const documented: string[] = []
  for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(body.paths)) {
    for (const [method, operation] of Object.entries(item))
      documented.push(`${method.toUpperCase()} ${path} ${JSON.stringify(operation['x-required-scopes'])}`)
  }
  const expected = operations.map(
    ([method, path, scope]) => `${method} ${path} ${JSON.stringify(scope ? [scope] : [])}`,
  )
  expect(documented.toSorted()).toEqual([...expected, `POST ${tokenPath} []`].toSorted())
})

// Rule: api.md, Bearer tokens
describe.each(operations)('%s %s', (method, path, needed) => {
  // Rule: api.md, Endpoints
  // Rule: api.md, Organization
  // Rule: api.md, Tags of a record
  // Rule: api.md, Report
  // Rule: api.md, History
  // Rule: api.md, Scopes
  // Rule: api.md, Error types
  test(`needs ${needed ?? 'no scope'}, and accepts no other scope`, async () => {
    for (const verb of methodsOf(method)) {
      for (const [scope, client] of withScope) {
        const response = await call(client, verb, path)
        const isAllowed = needed === null || scope === needed
        expect([verb, scope, response.status]).toEqual([
          verb,
          scope,
          isAllowed ? statusOfAllowed(method, path) : 403,
        ])
        if (response.status === 403 && verb !== 'HEAD')
          expect(response.body.error).toMatchObject({
            type: 'forbidden',
            title: 'Forbidden',
            instance: path.replace(/\{\w+\}/g, '999999'),
            request_id: response.headers.get('x-request-id'),
          })
      }
    }
  })

  // Rule: api.md, CORS
  test('rejects requests without a token, and devices', async () => {
    for (const verb of methodsOf(method)) {
      for (const client of [clientOf(program.http), device]) {
        const response = await call(client, verb, path)
        expect([verb, response.status]).toEqual([verb, 401])
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
        if (verb === 'HEAD') expect(response.text).toBe('')
        else expect(faultsOf(response)).toEqual([401, 'unauthorized'])
      }
    }
    const { body } = await call(clientOf(program.http), method, path)
    expect(body.error.detail).toBe('Missing authorization header')
  })

  test.each(roles)('allows a %s what the role allows', async (role) => {
    for (const verb of methodsOf(method)) {
      const { status } = await call(withRole.get(role) as Client, verb, path)
      const mayWrite = role === 'manager' || role === 'admin'
      const isAllowed = needed?.endsWith(':read') || mayWrite
      // The identity endpoint is for API keys only.
      const expected = needed === null ? 401 : isAllowed ? statusOfAllowed(method, path) : 403
      expect([verb, status]).toEqual([verb, expected])
    }
  })
})

test('the token endpoint needs no token', async () => {
  const response = await clientOf(program.http).post(tokenPath, {})
  expect(faultsOf(response)).toEqual([400, 'grant_type required'])
})

// Rule: api.md, Scopes
test('a token with several scopes has the rights of each', async () => {
  const client = await apiClient(program, session, ['assets:read', 'locations:write'])
  const statuses = await Promise.all(
    operations.map(async ([method, path, scope]) => [scope, (await call(client, method, path)).status]),
  )
  for (const [scope, status] of statuses)
    expect([scope, status === 403]).toEqual([
      scope,
      scope !== null && scope !== 'assets:read' && scope !== 'locations:write',
    ])
})

describe('the private surface', () => {
  /** All routes that require a session or a device. */
  const routes: readonly [method: string, path: string][] = [
    ['POST', '/internal/v1/session/organization'],
    ['GET', '/internal/v1/organizations'],
    ['POST', '/internal/v1/organizations'],
    ['GET', '/internal/v1/installation/owners'],
    ['POST', '/internal/v1/installation/owners'],
    ['DELETE', '/internal/v1/installation/owners/0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52'],
    ['GET', '/internal/v1/scheduled-backups'],
    ['POST', '/internal/v1/scheduled-backups'],
    ['GET', '/internal/v1/backups'],
    ['POST', '/internal/v1/backups'],
    ['GET', '/internal/v1/api-keys'],
    ['POST', '/internal/v1/api-keys'],
    ['DELETE', '/internal/v1/api-keys/0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52'],
    ['GET', '/internal/v1/readers'],
    ['POST', '/internal/v1/readers'],
    ['GET', '/internal/v1/readers/1'],
    ['PATCH', '/internal/v1/readers/1'],
    ['DELETE', '/internal/v1/readers/1'],
    ['POST', '/internal/v1/readers/1/token'],
    ['GET', '/internal/v1/readers/1/signal'],
    ['POST', '/internal/v1/readers/1/rehearsal'],
    ['POST', '/internal/v1/rehearsal'],
    ['POST', '/internal/v1/readers/gate/events'],
    ['POST', '/internal/v1/scans'],
    ['POST', '/internal/v1/codes/parse'],
  ]

  test.each(routes)('refuses an API key with any scopes: %s %s', async (method, path) => {
    const client = await apiClient(program, session)
    for (const verb of methodsOf(method)) {
      const response = await client.request(verb, path)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
      if (verb === method) expect(faultsOf(response)).toEqual([401, 'unauthorized'])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await clientOf(program.http).request(method, path)).status).toBe(401)
  })

  test('does not refresh a session with the token of an API key', async () => {
    const client = await apiClient(program, session)
    expect((await client.request('POST', '/internal/v1/session/refresh')).status).toBe(401)
  })

  test('lets operators, managers and admins submit scans', async () => {
    const statuses = roles.map((role) => call(withRole.get(role) as Client, 'POST', '/internal/v1/scans'))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 415, 415, 415])
  })

  test.each([
    ['POST', '/internal/v1/api-keys', 415],
    ['GET', '/internal/v1/api-keys', 200],
    ['DELETE', '/internal/v1/api-keys/0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52', 404],
    ['POST', '/internal/v1/readers', 415],
    ['PATCH', '/internal/v1/readers/999999', 415],
    ['DELETE', '/internal/v1/readers/999999', 404],
    ['POST', '/internal/v1/readers/999999/token', 404],
    ['POST', '/internal/v1/readers/999999/rehearsal', 415],
    ['POST', '/internal/v1/rehearsal', 415],
  ])('allows %s %s to administrators only', async (method, path, allowed) => {
    const statuses = roles.map((role) => call(withRole.get(role) as Client, method, path))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 403, allowed])
  })
})

// Rule: internal-api.md, Report exports
test('an API key that is known at its address gets an export while another write lasts', async () => {
  const { client_id: id, client_secret: secret } = await mintKey(session, ['tracking:read'])
  const load = () =>
    fetch(`${program.http}/exports/v1/reports/asset-locations.csv`, {
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    })
  // The address is stored by the first request, and that it has returned by the second.
  for (let request = 0; request < 2; request++) expect((await load()).status).toBe(200)
  using lock = lockDatabase(program)
  expect((await load()).status).toBe(200)
  lock.run('rollback')
})
