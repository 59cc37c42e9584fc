/** Works with the package of clients/typescript: the token, pages, errors and the event log. */

import { createInterface } from 'node:readline'
import { ApiError, connect, follow, required, rows, type Schemas } from 'whereabouts-client'

const { API_URL: url = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env
const api = connect({ url, clientId, clientSecret })

const dock = required(
  await api.POST('/api/v1/locations', { body: { name: 'Dock', external_key: 'DOCK-1' } }),
).data
let last: Schemas['AssetView'] | undefined
for (const external_key of ['P-1', 'P-2', 'P-3', 'P-4', 'P-5']) {
  const value = external_key === 'P-1' ? 'E28011600001' : `E280116000FF${external_key.slice(2)}`
  const tags = [{ tag_type: 'rfid' as const, value }]
  last = required(await api.POST('/api/v1/assets', { body: { name: external_key, external_key, tags } })).data
}
const keys: string[] = []
const page = (offset: number) =>
  api.GET('/api/v1/assets', { params: { query: { offset, limit: 2, sort: 'external_key' } } })
for await (const { external_key } of rows(page)) keys.push(external_key)
console.log('listed', keys.join(','))

const params = { path: { asset_id: last?.id ?? 0 } }
const changed = required(
  await api.PATCH('/api/v1/assets/{asset_id}', { params, body: { name: 'Renamed' } }),
).data
console.log('changed', changed.name, changed.external_key)

const { error } = await api.POST('/api/v1/assets', { body: { name: ' ' } })
console.log(
  'error',
  error?.error.type,
  error?.error.fields?.map(({ field, code }) => `${field} ${code}`).join(),
)
try {
  required(await api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: 999_999 } } }))
} catch (thrown) {
  if (thrown instanceof ApiError) console.log('thrown', thrown.status, thrown.info?.type)
}
required(await api.DELETE('/api/v1/assets/{asset_id}', { params }))

const events = required(await api.GET('/api/v1/events'))
console.log('logged', events.data.filter(({ type }) => type === 'asset.created').length)
console.log('scan')
const lines = createInterface(process.stdin)
await new Promise((resolve) => lines.once('line', resolve))
lines.close()
const stop = new AbortController()
for await (const { data } of follow(api, {
  after: events.next_after,
  type: ['asset.moved'],
  signal: stop.signal,
}))
  for (const { type, asset_external_key, move } of data) {
    console.log('event', type, asset_external_key, move?.current_location_external_key)
    stop.abort()
  }
const query = { location_id: [dock.id] }
const report = required(await api.GET('/api/v1/reports/asset-locations', { params: { query } }))
console.log(
  'report',
  report.data.map((row) => `${row.asset_external_key} ${row.location_external_key}`).join(),
)
