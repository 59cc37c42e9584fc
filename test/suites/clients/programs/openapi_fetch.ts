/** The quickstart with openapi-fetch and the types of openapi-typescript. */

import { createInterface } from 'node:readline'
import createClient from 'openapi-fetch'
import type { components, paths } from './api'

type Tag = components['schemas']['Tag']

const { API_URL: baseUrl = '', CLIENT_ID: client_id = '', CLIENT_SECRET: client_secret = '' } = process.env

const tagsOf = (tags: Tag[]): string => tags.map(({ tag_type, value }) => `${tag_type}:${value}`).join(',')

function required<T>({ data, error }: { data?: T; error?: components['schemas']['ErrorEnvelope'] }): T {
  if (data === undefined) throw new Error(error?.error.detail)
  return data
}

const anonymous = createClient<paths>({ baseUrl })
const first = required(
  await anonymous.POST('/api/v1/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  }),
)
const pair = required(
  await anonymous.POST('/api/v1/oauth/token', {
    body: { grant_type: 'refresh_token', refresh_token: first.refresh_token },
  }),
)
console.log('token', pair.token_type, pair.expires_in)

const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${pair.access_token}` } })

const dock = required(
  await api.POST('/api/v1/locations', { body: { name: 'Dock 1', external_key: 'DOCK-1' } }),
).data
console.log('location', dock.external_key, dock.deleted_at)

let asset = required(
  await api.POST('/api/v1/assets', {
    body: {
      name: 'Pallet 1',
      external_key: 'PALLET-1',
      metadata: { color: 'blue' },
      tags: [
        { tag_type: 'rfid', value: 'E28011600001' },
        { tag_type: 'ble', value: 'AC233F5E1A02' },
        { tag_type: 'barcode', value: '4006381333931' },
      ],
    },
  }),
).data
console.log('asset', asset.external_key, JSON.stringify(asset.metadata), tagsOf(asset.tags))

const params = { path: { asset_id: asset.id } }
const patch = async (body: components['schemas']['AssetPatch']) =>
  required(
    await api.PATCH('/api/v1/assets/{asset_id}', {
      params,
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    }),
  ).data
asset = await patch({ name: 'Pallet 2' })
console.log('name', asset.name, JSON.stringify(asset.metadata), tagsOf(asset.tags))
asset = await patch({ metadata: { color: 'red' } })
console.log('metadata', asset.name, JSON.stringify(asset.metadata))
asset = await patch({ metadata: {} })
console.log('cleared', JSON.stringify(asset.metadata))

const tag = required(
  await api.POST('/api/v1/assets/{asset_id}/tags', {
    params,
    body: { tag_type: 'rfid', value: 'E28011600002' },
  }),
).data
console.log('tag', tagsOf([tag]))
const renamed = required(
  await api.POST('/api/v1/assets/{asset_id}/rename', { params, body: { external_key: 'PALLET-2' } }),
)
console.log('renamed', renamed.data.external_key, renamed.descendant_count_affected)
const page = required(
  await api.GET('/api/v1/assets', {
    params: { query: { external_key: ['PALLET-1', 'PALLET-2'], sort: '-name,created_at' } },
  }),
)
console.log('listed', page.total_count, tagsOf(page.data[0]?.tags ?? []))

console.log('scan')
const lines = createInterface(process.stdin)
await new Promise((resolve) => lines.once('line', resolve))
lines.close()
const report = await api.GET('/api/v1/reports/asset-locations', {
  params: { query: { asset_id: [asset.id] } },
})
const row = required(report).data[0]
console.log('report', row?.asset_external_key, row?.location_external_key)
const history = await api.GET('/api/v1/assets/{asset_id}/history', {
  params: { ...params, query: { sort: '-event_observed_at' } },
})
const event = required(history).data[0]
console.log(
  'history',
  event?.location_external_key,
  event?.duration_seconds,
  event?.event_observed_at === row?.asset_last_seen,
)

await api.DELETE('/api/v1/assets/{asset_id}/tags/{tag_id}', {
  params: { path: { asset_id: asset.id, tag_id: tag.id } },
})
await api.DELETE('/api/v1/assets/{asset_id}', { params })
await api.DELETE('/api/v1/locations/{location_id}', { params: { path: { location_id: dock.id } } })
const gone = await api.GET('/api/v1/assets/{asset_id}', { params })
console.log('deleted', gone.response.status, gone.error?.error.type)
