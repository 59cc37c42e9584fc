import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScopes, type Client, clientOf, type Credential, mintKey } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { compileProgram, type UserProgram } from '../../support/types'

/** The steps of docs/quickstart.md, with a TypeScript client that is generated from the OpenAPI document. */

const page = readFileSync(join(import.meta.dir, '../../../docs/quickstart.md'), 'utf8')

/** The program of a new user. It does not compile when a line that is marked as an error is correct. */
const source = `
  import createClient from 'openapi-fetch'
  import type { components, paths } from './api'

  type Api = ReturnType<typeof createClient<paths>>

  export const location: components['schemas']['LocationCreate'] = { name: 'Dock 1', external_key: 'DOCK-1' }
  export const asset: components['schemas']['AssetCreate'] = {
    name: 'Pallet 1',
    tags: [{ tag_type: 'rfid', value: '3414257BF40000000000162E' }],
  }

  export async function open(baseUrl: string, key: { client_id: string; client_secret: string }): Promise<Api> {
    const { data, error } = await createClient<paths>({ baseUrl }).POST('/api/v1/oauth/token', {
      body: { grant_type: 'client_credentials', ...key },
    })
    if (!data) throw new Error(error.error.detail)
    return createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${data.access_token}\` } })
  }

  export async function createBoth(api: Api) {
    const dock = await api.POST('/api/v1/locations', { body: location })
    const pallet = await api.POST('/api/v1/assets', { body: asset })
    if (!dock.data || !pallet.data) throw new Error((dock.error ?? pallet.error)?.error.detail)
    return { dock: dock.data.data, pallet: pallet.data.data }
  }

  export async function follow(api: Api, asset_id: number) {
    const report = await api.GET('/api/v1/reports/asset-locations', { params: { query: { asset_id: [asset_id] } } })
    const history = await api.GET('/api/v1/assets/{asset_id}/history', { params: { path: { asset_id } } })
    if (!report.data || !history.data) throw new Error((report.error ?? history.error)?.error.detail)
    return { report: report.data.data, history: history.data.data }
  }

  export async function clear(api: Api, asset_id: number): Promise<string | null | undefined> {
    const { data } = await api.PATCH('/api/v1/assets/{asset_id}', {
      params: { path: { asset_id } },
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { description: null, metadata: { color: 'blue' } },
    })
    return data?.data.description
  }

  export async function find(api: Api, external_key: string[]): Promise<string[] | undefined> {
    const { data } = await api.GET('/api/v1/locations', { params: { query: { external_key, limit: 10 } } })
    return data?.data.map((row) => row.external_key)
  }

  export async function faultOf(api: Api) {
    const { error } = await api.POST('/api/v1/assets', { body: { ...asset, name: ' ' } })
    return error && { type: error.error.type, fields: error.error.fields?.map(({ field, code }) => [field, code]) }
  }

  const params = { path: { asset_id: 1 } }
  export const wrong = [
    // @ts-expect-error there is no such path
    (api: Api) => api.GET('/api/v1/asset'),
    // @ts-expect-error nor this method of it
    (api: Api) => api.DELETE('/api/v1/assets'),
    // @ts-expect-error the path needs the id
    (api: Api) => api.GET('/api/v1/assets/{asset_id}', {}),
    // @ts-expect-error a body is needed
    (api: Api) => api.POST('/api/v1/assets', {}),
    // @ts-expect-error with a name
    (api: Api) => api.POST('/api/v1/assets', { body: {} }),
    // @ts-expect-error scans alone place an asset
    { name: 'Pallet', location_id: 1 } satisfies typeof asset,
    // @ts-expect-error there is no such tag type
    (api: Api) => api.POST('/api/v1/assets/{asset_id}/tags', { params, body: { tag_type: 'nfc', value: '1' } }),
    // @ts-expect-error a location has no metadata
    { name: 'Dock', metadata: {} } satisfies typeof location,
    // @ts-expect-error the limit is a number
    (api: Api) => api.GET('/api/v1/assets', { params: { query: { limit: '10' } } }),
    // @ts-expect-error the assets list has no location filter
    (api: Api) => api.GET('/api/v1/assets', { params: { query: { location_id: [1] } } }),
    // @ts-expect-error a response may be an error
    async (api: Api) => (await api.GET('/api/v1/orgs/me')).data.data.name,
    // @ts-expect-error a deleted asset has no location
    async (api: Api) => (await follow(api, 1)).report[0]!.location_id.toFixed(),
  ]
`

let program: Program
let user: UserProgram
beforeAll(async () => {
  const document = readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8')
  ;[program, user] = await Promise.all([
    startProgram({ withAdministrator: false }),
    compileProgram(source, document),
  ])
})
afterAll(async () => {
  user.remove()
  await stopPrograms()
})

/** Sets up by the printed link and mints a key, as the newcomer does in the browser. */
async function setUp(): Promise<{ session: Client; key: Credential }> {
  const { status, body, text } = await clientOf(program.http).post('/internal/v1/setup', {
    token: new URL(program.setup as string).hash.slice(1),
    organization_name: 'North',
    name: 'Ada',
    email: 'ada@example.org',
    password: 'correct horse battery',
  })
  if (status !== 201) throw new Error(`Setting up returned ${status}: ${text}`)
  const session = clientOf(program.http, body.data.access_token)
  return { session, key: await mintKey(session, allScopes) }
}

describe('a client that is generated from the document', () => {
  test('compiles under the strict compiler only when it is correct', () => {
    expect(user.errors).toBe('')
  })

  test('follows the quickstart from the set-up link to an asset in the report', async () => {
    const newcomer = await import(user.module)
    for (const body of [newcomer.location, newcomer.asset]) expect(page).toContain(JSON.stringify(body))

    const { session, key } = await setUp()
    const api = await newcomer.open(program.http, {
      client_id: key.client_id,
      client_secret: key.client_secret,
    })
    const { dock, pallet } = await newcomer.createBoth(api)
    expect([dock.name, dock.external_key]).toEqual(['Dock 1', 'DOCK-1'])
    expect([pallet.name, pallet.external_key]).toEqual(['Pallet 1', 'ASSET-0001'])
    expect(await newcomer.follow(api, pallet.id)).toEqual({ report: [], history: [] })

    const observed_at = secondsAgo(5)
    const reader = await newReader(session, 'DOCK-READER', [dock.id])
    await postReads(program, reader, [{ value: pallet.tags[0].value, observed_at }])
    const place = { location_id: dock.id, location_external_key: 'DOCK-1' }
    expect(await newcomer.follow(api, pallet.id)).toEqual({
      report: [
        {
          ...place,
          asset_id: pallet.id,
          asset_external_key: 'ASSET-0001',
          asset_deleted_at: null,
          asset_last_seen: observed_at,
        },
      ],
      history: [{ ...place, event_observed_at: observed_at, duration_seconds: null }],
    })

    expect(await newcomer.clear(api, pallet.id)).toBeNull()
    expect(await newcomer.find(api, ['DOCK-1', 'DOCK-2'])).toEqual(['DOCK-1'])
    expect(await newcomer.faultOf(api)).toEqual({
      type: 'validation_error',
      fields: [['name', 'invalid_value']],
    })
  })
})
