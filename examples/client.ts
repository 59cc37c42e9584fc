/** Makes sure that a location and an asset with a tag exist, then prints where the asset is and where it has been. */

import createClient from 'openapi-fetch'
import type { paths } from './api'

const { API_URL: baseUrl, CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env
if (!baseUrl || !client_id || !client_secret) throw new Error('Set API_URL, CLIENT_ID and CLIENT_SECRET.')

/** Returns the body of a successful response; throws the error that the service returned otherwise. */
async function bodyOf<T>(request: Promise<{ data?: T; error?: { error: { detail: string } } }>): Promise<T> {
  const { data, error } = await request
  if (data === undefined) throw new Error(error?.error.detail)
  return data
}

const api = createClient<paths>({ baseUrl })
const { access_token } = await bodyOf(
  api.POST('/api/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } }),
)
api.use({
  onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${access_token}`),
})

/** Returns the id of the location, which is created if there is none. */
async function locationId(external_key: string, name: string): Promise<number> {
  const query = { external_key: [external_key] }
  const [found] = (await bodyOf(api.GET('/api/v1/locations', { params: { query } }))).data
  return (found ?? (await bodyOf(api.POST('/api/v1/locations', { body: { name, external_key } }))).data).id
}

/** Returns the id of the asset, which is created with its tag if there is none. */
async function assetId(external_key: string, name: string, value: string): Promise<number> {
  const query = { external_key: [external_key] }
  const [found] = (await bodyOf(api.GET('/api/v1/assets', { params: { query } }))).data
  const body = { name, external_key, tags: [{ tag_type: 'rfid' as const, value }] }
  return (found ?? (await bodyOf(api.POST('/api/v1/assets', { body }))).data).id
}

const location = await locationId('DOCK-1', 'Dock 1')
const asset_id = await assetId('PALLET-1', 'Pallet 1', '3414257BF40000000000162E')
console.log(`DOCK-1 has the id ${location}, PALLET-1 has the id ${asset_id}.`)

const query = { asset_id: [asset_id] }
const report = (await bodyOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))).data
for (const row of report)
  console.log(`PALLET-1 is at ${row.location_external_key}, last read at ${row.asset_last_seen}.`)
if (report.length === 0) console.log('PALLET-1 has not been read yet.')
const history = api.GET('/api/v1/assets/{asset_id}/history', { params: { path: { asset_id } } })
for (const event of (await bodyOf(history)).data)
  console.log(event.event_observed_at, event.location_external_key)
