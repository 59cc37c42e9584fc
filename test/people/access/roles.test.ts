import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, mintKey, otherOrganization, signIn } from '../../support/client'
import { newMember, type Role, roles } from '../../support/users'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation } from '../../support/records'
import { newReader } from '../../support/scans'

/** What each role may do in a session (docs/internal-api.md, Roles). */

interface Place {
  readonly session: Client
  readonly organization: number
  readonly location: number
  readonly asset: number
  readonly tag: number
  readonly reader: number
  readonly key: string
}

type Furniture = Omit<Place, 'session' | 'organization'>

const places = new Map<Role, Place>()
let owner: Client

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  const program = await startProgram()
  owner = await signIn(program)
  for (const role of roles) {
    const admin = await otherOrganization(program, role)
    const furniture = await furnish(admin)
    const { session } = await newMember(program, admin, role)
    const [organization] = (await session.get('/internal/v1/organizations')).body.data
    places.set(role, { ...furniture, session, organization: organization.id })
  }
})
afterAll(stopPrograms)

async function furnish(session: Client): Promise<Furniture> {
  const tags = [{ tag_type: 'rfid', value: 'E1' }]
  const { id: asset, tags: attached } = await newAsset(session, { tags })
  const [{ id: location }, reader, { client_id: key }] = [
    await newLocation(session),
    await newReader(session, 'gate', []),
    await mintKey(session),
  ]
  return { location, asset, tag: attached[0]?.id as number, reader: reader.id, key }
}

const placeOf = (role: Role): Place => places.get(role) as Place

interface Call {
  readonly least: Role
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: (place: Place) => string
  readonly body?: unknown
  readonly status: number
}

const request = (
  method: Call['method'],
  path: (place: Place) => string,
  status: number,
  body?: unknown,
): Omit<Call, 'least'> => ({ method, path, status, body })

const call = (least: Role, ...rest: Parameters<typeof request>): Call => ({ least, ...request(...rest) })

const reads: Call[] = [
  '/api/v1/assets',
  '/api/v1/locations',
  '/api/v1/reports/asset-locations',
  '/internal/v1/about',
  '/internal/v1/session/passkeys',
  '/internal/v1/session/providers',
  '/internal/v1/session/second-factor',
  '/internal/v1/activity',
  '/internal/v1/asset-fields',
  '/internal/v1/asset-photos',
  '/internal/v1/asset-list/export',
  '/internal/v1/activity/readers',
  '/internal/v1/floor',
  '/internal/v1/gs1-prefixes',
  '/internal/v1/label-templates',
  '/internal/v1/label-values',
  '/internal/v1/printers',
  '/internal/v1/print-jobs',
  '/internal/v1/movements',
  '/internal/v1/movements/export',
  '/internal/v1/reports/move-counts?at=2026-01-01T00:00:00Z&at=2026-01-02T00:00:00Z',
  '/internal/v1/reports/findings?before=2026-01-01T00:00:00Z&from=2026-01-08T00:00:00Z&to=2026-01-15T00:00:00Z',
  '/internal/v1/reports/utilization?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  '/internal/v1/reports/utilization/export?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  '/internal/v1/floor/day',
  '/internal/v1/floor/past',
  '/internal/v1/organizations',
  '/internal/v1/search?q=x',
  '/internal/v1/shared-tags',
  '/internal/v1/tags',
  '/internal/v1/whereabouts',
].map((path) => call('viewer', 'get', () => path, 200))

const absent = '0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52'

/** For owners of the installation only, with any role (decision 0011). */
const ownersCalls = [
  request('post', () => '/internal/v1/organizations', 201, { name: 'Another' }),
  request('get', () => '/internal/v1/installation/owners', 200),
  request('post', () => '/internal/v1/installation/owners', 400, {}),
  request('delete', () => `/internal/v1/installation/owners/${absent}`, 404),
  request('get', () => '/internal/v1/refused-connections', 200),
  request('get', () => '/internal/v1/installation/diagnosis', 200),
  request('post', () => '/internal/v1/installation/diagnosis', 202),
  request('get', () => '/internal/v1/scheduled-backups', 200),
  request('post', () => '/internal/v1/scheduled-backups', 409),
  request('get', () => '/internal/v1/backups', 200),
  request('post', () => '/internal/v1/backups', 201),
  request('get', () => '/internal/v1/backups/none', 404),
  request('delete', () => '/internal/v1/backups/none', 404),
]

const calls: Call[] = [
  ...reads,
  call('viewer', 'get', ({ asset }) => `/api/v1/assets/${asset}`, 200),
  call('viewer', 'get', ({ asset }) => `/api/v1/assets/${asset}/history`, 200),
  call('viewer', 'get', ({ location }) => `/api/v1/locations/${location}/descendants`, 200),
  call('viewer', 'get', ({ asset }) => `/internal/v1/assets/${asset}/events`, 200),
  call('viewer', 'get', ({ asset }) => `/api/v1/assets/${asset}/telemetry`, 200),
  call('viewer', 'get', ({ asset }) => `/internal/v1/assets/${asset}/telemetry`, 200),
  call('viewer', 'get', ({ asset }) => `/internal/v1/assets/${asset}/photos`, 200),
  call('viewer', 'get', ({ asset }) => `/internal/v1/assets/${asset}/photos/999/image`, 404),
  call('viewer', 'get', ({ asset }) => `/internal/v1/assets/${asset}/photos/999/thumbnail`, 404),
  call('viewer', 'get', ({ location }) => `/internal/v1/locations/${location}/moves`, 200),
  call('viewer', 'get', ({ location }) => `/internal/v1/locations/${location}/moves/export`, 200),
  call('viewer', 'get', ({ location }) => `/internal/v1/locations/${location}/sgln`, 200),
  call('viewer', 'get', ({ location }) => `/internal/v1/plans/${location}`, 200),
  call('viewer', 'get', ({ location }) => `/internal/v1/plans/${location}/image`, 404),
  call('viewer', 'get', ({ reader }) => `/internal/v1/readers/${reader}`, 200),
  call('viewer', 'get', ({ reader }) => `/internal/v1/readers/${reader}/signal`, 200),
  call('viewer', 'get', ({ organization }) => `/internal/v1/organizations/${organization}`, 200),
  call('operator', 'get', () => '/internal/v1/dismissed-tags', 200),
  call('manager', 'post', () => '/internal/v1/dismissed-tags', 200, { unknown_tag_ids: [1_000_000] }),
  call('manager', 'post', () => '/internal/v1/dismissed-tags/prefixes', 400, {}),
  call('manager', 'delete', () => '/internal/v1/dismissed-tags/1000000', 404),
  call('operator', 'post', () => '/internal/v1/codes/parse', 200, { values: ['x'] }),
  call('operator', 'post', () => '/internal/v1/scans', 200, { location_external_key: 'LOC-001', reads: [] }),
  call('manager', 'post', () => '/api/v1/assets', 201, { name: 'New' }),
  call('manager', 'patch', ({ asset }) => `/api/v1/assets/${asset}`, 200, {}),
  call('manager', 'patch', ({ asset }) => `/internal/v1/assets/${asset}`, 200, {}),
  call('manager', 'post', ({ asset }) => `/internal/v1/assets/${asset}/photos`, 400),
  call('manager', 'patch', ({ asset }) => `/internal/v1/assets/${asset}/photos/999`, 404, {}),
  call('manager', 'delete', ({ asset }) => `/internal/v1/assets/${asset}/photos/999`, 404),
  call('manager', 'get', () => '/internal/v1/deleted-assets', 200),
  call('manager', 'get', ({ asset }) => `/internal/v1/deleted-assets/${asset}`, 404),
  call('manager', 'get', ({ asset }) => `/internal/v1/deleted-assets/${asset}/events`, 404),
  call('manager', 'post', ({ asset }) => `/internal/v1/deleted-assets/${asset}/restore`, 404, {}),
  call('manager', 'post', ({ asset }) => `/api/v1/assets/${asset}/rename`, 200, { external_key: 'R' }),
  call('manager', 'post', ({ asset }) => `/api/v1/assets/${asset}/tags`, 201, {
    tag_type: 'ble',
    value: 'b',
  }),
  call('manager', 'post', () => '/internal/v1/tags/move', 400, { tag_type: 'rfid', value: 'E1' }),
  call('manager', 'patch', ({ asset, tag }) => `/internal/v1/assets/${asset}/tags/${tag}/key`, 204, {
    key: null,
  }),
  call('manager', 'delete', ({ asset, tag }) => `/api/v1/assets/${asset}/tags/${tag}`, 204),
  call('manager', 'delete', ({ asset }) => `/api/v1/assets/${asset}`, 204),
  call('manager', 'post', () => '/internal/v1/assets/import', 200, { rows: [{ name: 'New' }] }),
  call('manager', 'post', () => '/internal/v1/imports/none/undo', 404),
  call('manager', 'post', () => '/internal/v1/locations/import', 200, { rows: [{ name: 'New' }] }),
  call('manager', 'post', () => '/api/v1/locations', 201, { name: 'New' }),
  call('manager', 'patch', ({ location }) => `/api/v1/locations/${location}`, 200, {}),
  call('manager', 'patch', ({ location }) => `/internal/v1/locations/${location}/sgln`, 200, { sgln: null }),
  call('manager', 'post', ({ location }) => `/api/v1/locations/${location}/tags`, 201, {
    tag_type: 'barcode',
    value: 'b',
  }),
  call('admin', 'post', () => '/internal/v1/asset-fields', 400, {}),
  call('admin', 'patch', () => '/internal/v1/asset-fields/999', 404, {}),
  call('admin', 'delete', () => '/internal/v1/asset-fields/999', 404),
  call('manager', 'patch', ({ location }) => `/internal/v1/plans/${location}`, 200, {}),
  call('manager', 'post', ({ location }) => `/internal/v1/plans/${location}/image`, 400),
  call('manager', 'delete', ({ location }) => `/internal/v1/plans/${location}/image`, 200),
  call('admin', 'get', () => '/internal/v1/simulated-data', 200),
  call('admin', 'delete', () => '/internal/v1/simulated-data', 200),
  call('manager', 'post', () => '/internal/v1/place-samples', 400, {}),
  call('manager', 'post', () => '/internal/v1/place-samples/999/keep', 404),
  call('manager', 'delete', () => '/internal/v1/place-samples/999', 404),
  call('manager', 'post', () => '/internal/v1/place-model/rehearsal', 409),
  call('manager', 'post', () => '/internal/v1/place-model/activate', 400, {}),
  call('manager', 'delete', () => '/internal/v1/place-model', 204),
  call('manager', 'post', () => '/internal/v1/reference-assets', 400, {}),
  call('manager', 'delete', () => '/internal/v1/reference-assets/999', 404),
  call('viewer', 'get', () => '/internal/v1/place-samples', 200),
  call('viewer', 'get', () => '/internal/v1/place-samples/999', 404),
  call('viewer', 'get', () => '/internal/v1/place-model', 200),
  call('viewer', 'get', () => '/internal/v1/reference-assets', 200),
  call('admin', 'get', () => '/internal/v1/wall-links', 200),
  call('admin', 'post', () => '/internal/v1/wall-links', 400, {}),
  call('admin', 'delete', () => '/internal/v1/wall-links/999', 404),
  call('viewer', 'get', () => '/internal/v1/asset-list', 200),
  call('manager', 'get', () => '/internal/v1/asset-list/ids', 200),
  call('viewer', 'get', () => '/internal/v1/asset-list/export', 200),
  call('viewer', 'get', () => '/internal/v1/views', 200),
  call('viewer', 'post', () => '/internal/v1/views', 400, {}),
  call('viewer', 'get', () => '/internal/v1/views/999', 404),
  call('viewer', 'patch', () => '/internal/v1/views/999', 404, {}),
  call('viewer', 'delete', () => '/internal/v1/views/999', 404),
  call('viewer', 'get', () => '/internal/v1/mail-schedules', 200),
  call('manager', 'post', () => '/internal/v1/mail-schedules', 400, {}),
  call('viewer', 'get', () => '/internal/v1/mail-schedules/999', 404),
  call('manager', 'patch', () => '/internal/v1/mail-schedules/999', 404, {}),
  call('manager', 'delete', () => '/internal/v1/mail-schedules/999', 404),
  call('viewer', 'get', () => '/internal/v1/mail-schedules/999/mails', 404),
  call('manager', 'post', () => '/internal/v1/mail-schedules/999/send', 404),
  call('operator', 'get', () => '/internal/v1/searches', 200),
  call('operator', 'post', () => '/internal/v1/searches', 400, {}),
  call('operator', 'get', () => '/internal/v1/searches/999', 404),
  call('operator', 'post', () => '/internal/v1/searches/999/start', 404),
  call('operator', 'post', () => '/internal/v1/searches/999/found', 404, {}),
  call('operator', 'post', () => '/internal/v1/searches/999/not-found', 404, {}),
  call('operator', 'delete', () => '/internal/v1/searches/999', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes', 200),
  call('manager', 'post', () => '/internal/v1/stocktakes', 400, {}),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999', 404),
  call('manager', 'patch', () => '/internal/v1/stocktakes/999', 404, {}),
  call('manager', 'post', () => '/internal/v1/stocktakes/999/open', 404),
  call('manager', 'post', () => '/internal/v1/stocktakes/999/cancel', 404),
  call('manager', 'post', () => '/internal/v1/stocktakes/999/close', 404, {}),
  call('operator', 'post', () => '/internal/v1/stocktakes/999/places/1/finish', 404),
  call('operator', 'post', () => '/internal/v1/stocktakes/999/scans', 404, {}),
  call('operator', 'get', () => '/internal/v1/stocktakes/999/expected', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999/lines', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999/places', 404),
  call('operator', 'post', () => '/internal/v1/stocktakes/999/lines/1/excuse', 404, {}),
  call('operator', 'post', () => '/internal/v1/stocktakes/999/lines/1/found', 404, {}),
  call('operator', 'post', () => '/internal/v1/stocktakes/999/lines/1/photo', 404),
  call('operator', 'delete', () => '/internal/v1/stocktakes/999/lines/1/photo', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999/lines/1/photo', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999/lines/1/photo/thumbnail', 404),
  call('viewer', 'get', () => '/internal/v1/stocktakes/999/result.csv', 404),
  call('viewer', 'get', () => '/internal/v1/alert-rules', 200),
  call('manager', 'post', () => '/internal/v1/alert-rules', 400, {}),
  call('manager', 'post', () => '/internal/v1/alert-rules/rehearse', 400, {}),
  call('viewer', 'get', () => '/internal/v1/alert-rules/999', 404),
  call('manager', 'patch', () => '/internal/v1/alert-rules/999', 404, {}),
  call('manager', 'delete', () => '/internal/v1/alert-rules/999', 404),
  call('viewer', 'get', () => '/internal/v1/alerts', 200),
  call('viewer', 'get', () => '/internal/v1/alerts/999', 404),
  call('operator', 'post', () => '/internal/v1/alerts/acknowledge', 400, {}),
  call('operator', 'post', () => '/internal/v1/alerts/999/acknowledge', 404, {}),
  call('operator', 'post', () => '/internal/v1/alerts/999/release', 404, {}),
  call('operator', 'post', () => '/internal/v1/alerts/999/snooze', 404, {}),
  call('operator', 'post', () => '/internal/v1/alerts/999/close', 404, {}),
  call('manager', 'get', () => '/internal/v1/alert-recipients', 200),
  call('viewer', 'get', () => '/internal/v1/gs1-prefixes/999', 404),
  call('admin', 'post', () => '/internal/v1/gs1-prefixes', 400, {}),
  call('admin', 'delete', () => '/internal/v1/gs1-prefixes/999', 404),
  call('admin', 'patch', () => '/internal/v1/gs1-prefixes/999/counters', 404, {}),
  call('manager', 'post', () => '/internal/v1/epcs/mint', 400, {}),
  call('manager', 'post', () => '/internal/v1/label-templates', 400, {}),
  call('viewer', 'get', () => '/internal/v1/label-templates/999', 404),
  call('manager', 'patch', () => '/internal/v1/label-templates/999', 404, {}),
  call('manager', 'delete', () => '/internal/v1/label-templates/999', 404),
  call('admin', 'post', () => '/internal/v1/printers', 400, {}),
  call('viewer', 'get', () => '/internal/v1/printers/999', 404),
  call('admin', 'patch', () => '/internal/v1/printers/999', 404, {}),
  call('admin', 'delete', () => '/internal/v1/printers/999', 404),
  call('operator', 'post', () => '/internal/v1/printers/999/test', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs', 400, {}),
  call('manager', 'post', () => '/internal/v1/print-jobs', 400, {
    template_id: 999,
    printer_id: null,
    asset_ids: [1],
    encode: { scheme: 'giai', prefix_id: 1 },
  }),
  call('viewer', 'get', () => '/internal/v1/print-jobs/999', 404),
  call('viewer', 'get', () => '/internal/v1/print-jobs/999/labels', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs/999/pause', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs/999/resume', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs/999/cancel', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs/999/labels/999/reprint', 404),
  call('operator', 'post', () => '/internal/v1/print-jobs/999/station', 404, { reader_id: 1 }),
  call('operator', 'delete', () => '/internal/v1/print-jobs/999/station', 404),
  call('admin', 'get', () => '/internal/v1/alert-outputs', 200),
  call('admin', 'post', () => '/internal/v1/alert-outputs', 400, {}),
  call('admin', 'get', () => '/internal/v1/alert-outputs/999', 404),
  call('admin', 'patch', () => '/internal/v1/alert-outputs/999', 404, {}),
  call('admin', 'delete', () => '/internal/v1/alert-outputs/999', 404),
  call('admin', 'post', () => '/internal/v1/alert-outputs/999/test', 404),
  call('viewer', 'get', () => '/internal/v1/mail', 200),
  call('admin', 'post', () => '/internal/v1/mail/test', 400, {}),
  call('admin', 'get', () => '/internal/v1/webhooks', 200),
  call('admin', 'post', () => '/internal/v1/webhooks', 400, {}),
  call('admin', 'get', () => '/internal/v1/webhooks/999', 404),
  call('admin', 'patch', () => '/internal/v1/webhooks/999', 404, {}),
  call('admin', 'delete', () => '/internal/v1/webhooks/999', 404),
  call('admin', 'post', () => '/internal/v1/webhooks/999/test', 404),
  call('admin', 'post', () => '/internal/v1/webhooks/999/replay', 404, {}),
  call('admin', 'post', () => '/internal/v1/webhooks/999/secret', 404),
  call('admin', 'get', () => '/internal/v1/webhooks/999/deliveries', 404),
  call('manager', 'delete', ({ location }) => `/api/v1/locations/${location}`, 204),
  call('admin', 'post', () => '/internal/v1/readers', 201, {
    external_key: 'hand',
    name: 'Hand',
    kind: 'handheld',
  }),
  // Its port is closed, or it must not be called.
  call('admin', 'post', () => '/internal/v1/llrp/discovery', 400, { address: '127.0.0.1' }),
  call('admin', 'post', () => '/internal/v1/llrp/trial', 400, { address: '127.0.0.1' }),
  call('admin', 'post', () => '/internal/v1/readers/preview', 200, { format: 'csl_cs463', payload: '' }),
  call('admin', 'get', ({ reader }) => `/internal/v1/readers/${reader}/messages`, 200),
  call('admin', 'post', ({ reader }) => `/internal/v1/readers/${reader}/messages/read-again`, 200),
  call('admin', 'post', ({ reader }) => `/internal/v1/readers/${reader}/rehearsal`, 200, {}),
  call('admin', 'post', () => '/internal/v1/rehearsal', 200, { sensitivity: 'calm' }),
  call('admin', 'patch', ({ organization }) => `/internal/v1/organizations/${organization}`, 200, {}),
  call('admin', 'patch', ({ reader }) => `/internal/v1/readers/${reader}`, 200, {}),
  call('admin', 'post', ({ reader }) => `/internal/v1/readers/${reader}/token`, 200),
  call('admin', 'delete', ({ reader }) => `/internal/v1/readers/${reader}`, 204),
  call('admin', 'get', () => '/internal/v1/api-keys', 200),
  call('admin', 'post', () => `/internal/v1/members/${absent}/reset-link`, 404),
  call('admin', 'get', ({ key }) => `/internal/v1/api-keys/${key}`, 200),
  call('admin', 'get', ({ key }) => `/internal/v1/api-keys/${key}/requests`, 200),
  call('admin', 'get', () => '/internal/v1/audit', 200),
  call('admin', 'get', () => '/internal/v1/audit/export', 200),
  call('admin', 'get', () => '/internal/v1/installation', 200),
  call('admin', 'post', () => '/internal/v1/api-keys', 201, { name: 'K', scopes: ['assets:read'] }),
  call('admin', 'delete', ({ key }) => `/internal/v1/api-keys/${key}`, 204),
]

describe.each(roles)('a session of the role %s', (role) => {
  test('has its role', async () => {
    const { data } = (await placeOf(role).session.get('/internal/v1/organizations')).body
    expect(data.find((organization: { name: string }) => organization.name === role).role).toBe(role)
  })

  // Rule: api.md, Error types
  // Rule: internal-api.md, Roles
  // Rule: internal-api.md, Asset fields
  // Rule: internal-api.md, Metadata changes
  // Rule: internal-api.md, Deleted assets
  test('has the rights of the role, and no others', async () => {
    const place = placeOf(role)
    for (const { least, method, path, body, status } of calls) {
      const response = await place.session[method](path(place), body as never)
      const mayCall = roles.indexOf(role) >= roles.indexOf(least)
      const expected = mayCall ? [status] : [403, 'forbidden']
      expect([method, path(place), ...faultsOf(response).slice(0, expected.length)]).toEqual([
        method,
        path(place),
        ...expected,
      ])
    }
  })

  test('may not use the endpoints of owners of the installation', async () => {
    const place = placeOf(role)
    for (const { method, path, body } of ownersCalls) {
      const response = await place.session[method](path(place), body as never)
      expect([method, path(place), ...faultsOf(response)]).toEqual([method, path(place), 403, 'forbidden'])
    }
  })

  // Rule: internal-api.md, Roles
  test('is refused before the body is checked', async () => {
    const { session } = placeOf(role)
    const response = await session.request('POST', '/internal/v1/readers', { body: 'x' })
    expect(response.status).toBe(role === 'admin' ? 415 : 403)
  })
})

test('an owner of the installation may use the endpoints of owners', async () => {
  const [place] = places.values()
  for (const { method, path, body, status } of ownersCalls) {
    const response = await owner[method](path(place as Place), body as never)
    expect([method, response.status]).toEqual([method, status])
  }
})
