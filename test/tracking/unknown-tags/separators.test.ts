import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** Tags whose values consist of separators (docs/history.md, Tag match). */

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

// Rule: history.md, Tag match
test('a tag of separators is another one than all others of separators, in each way to attach and to read it', async () => {
  const hall = await newLocation(session)
  const reader = await newReader(session, 'GATE', [hall.id])
  await newTagged(api, '--', { external_key: 'CREATED' })
  const imported = [
    { name: 'Imported', external_key: 'IMPORTED', tags: [{ tag_type: 'rfid', value: '-- :' }] },
  ]
  expect((await session.post('/internal/v1/assets/import', { rows: imported })).status).toBe(200)
  const asset = { name: 'Batch', external_key: 'BATCH', tags: [{ tag_type: 'ble', value: ':' }] }
  const batch = await api.post('/api/v1/assets/batch', { rows: [{ action: 'create', asset }] })
  expect(batch.body).toMatchObject({ created: 1 })
  await newAsset(api, { external_key: 'BARCODE', tags: [{ tag_type: 'barcode', value: '\n' }] })
  const again = await api.post('/api/v1/assets', { name: 'Again', tags: [{ tag_type: 'rfid', value: '--' }] })
  expect(again.status).toBe(409)
  expect((await session.get('/internal/v1/shared-tags')).body.total_count).toBe(0)

  const tags = [
    { tag_type: 'rfid', value: '--' },
    { tag_type: 'rfid', value: '-- :' },
    { tag_type: 'ble', value: ':' },
    { tag_type: 'barcode', value: '\n' },
    { tag_type: 'rfid', value: '_' },
    { tag_type: 'ble', value: '.' },
    { tag_type: 'barcode', value: '\r\n' },
  ]
  const found = await api.post('/api/v1/tags/lookup', { tags })
  expect(found.body.data.map((entry: Record<string, unknown>) => entry['asset_external_key'])).toEqual([
    'CREATED',
    'IMPORTED',
    'BATCH',
    'BARCODE',
    null,
    null,
    null,
  ])

  await scan(session, hall.id, '--', secondsAgo(60))
  await postReads(program, reader, [{ value: '_' }, { value: '.' }, { value: '-- :' }])
  const placed = (await api.get('/api/v1/reports/asset-locations?sort=asset_external_key')).body.data
  expect(placed.map((row: Record<string, unknown>) => row['asset_external_key'])).toEqual([
    'CREATED',
    'IMPORTED',
  ])
  const unknown = (await session.get('/internal/v1/unknown-tags')).body.data
  expect(unknown.map((tag: { value: string }) => tag.value).toSorted()).toEqual(['.', '_'])

  const dismissed = await session.post('/internal/v1/dismissed-tags/prefixes', {
    tag_type: 'rfid',
    prefix: '_',
  })
  expect(dismissed.status).toBe(400)
})
