import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newLocation, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Deleted assets and their restoration (docs/internal-api.md, Deleted assets). */

const path = '/internal/v1/deleted-assets'

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

/** An asset with two tags that was deleted. */
async function deleted(body: Record<string, unknown> = {}): Promise<Row> {
  const external_key = freshKey('D')
  const tags = [
    { tag_type: 'rfid', value: `${external_key}-1` },
    { tag_type: 'barcode', value: `${external_key}-2` },
  ]
  const asset = await newAsset(api, { external_key, tags, ...body })
  await api.delete(`/api/v1/assets/${asset.id}`)
  return asset
}

const restore = (id: number, body: Record<string, unknown> = {}) =>
  session.post(`${path}/${id}/restore`, body)

// Rule: internal-api.md, Deleted assets
describe('the list of deleted assets', () => {
  test('contains only deleted assets, with search, order and pages', async () => {
    const word = freshKey('list')
    const rows = [await deleted({ name: `${word} a` }), await deleted({ name: `${word} b` })]
    await newAsset(api, { name: `${word} live` })
    const names = async (query: string) =>
      (await session.get(`${path}?${query}`)).body.data.map(({ name }: { name: string }) => name)
    expect(await names(`q=${word}&sort=name`)).toEqual([`${word} a`, `${word} b`])
    expect(await names(`q=${word}&sort=-updated_at`)).toEqual([`${word} b`, `${word} a`])
    expect(await names(`q=${word}&sort=name&limit=1&offset=1`)).toEqual([`${word} b`])
    const all = await session.get(`${path}?limit=200`)
    expect(keysOf(all)).toEqual(expect.arrayContaining(rows.map((row) => row.external_key)))
    expect(all.body.data.every((row: { deleted_at: string | null }) => row.deleted_at !== null)).toBe(true)
    expect(all.body.total_count).toBe(all.body.data.length)
  })

  test('has no other filters', async () => {
    const response = await session.get(`${path}?include_deleted=true`)
    expect(faultsOf(response)).toEqual([400, 'include_deleted unknown_field'])
  })
})

// Rule: internal-api.md, Deleted assets
describe('a deleted asset', () => {
  test('shows its tags, and what has them and its key now', async () => {
    const { id, external_key: key } = await deleted()
    expect((await session.get(`${path}/${id}`)).body.data).toMatchObject({
      external_key: key,
      key_taken_by: null,
      tags: [
        { tag_type: 'rfid', value: `${key}-1`, taken_by: null },
        { tag_type: 'barcode', value: `${key}-2`, taken_by: null },
      ],
    })
    const place = await newLocation(api, { tags: [{ tag_type: 'barcode', value: `${key}-2` }] })
    const other = await newAsset(api, {
      external_key: key,
      tags: [{ tag_type: 'rfid', value: `${key}-1` }],
    })
    const { data } = (await session.get(`${path}/${id}`)).body
    expect(data.key_taken_by).toEqual({ id: other.id, name: 'Thing' })
    expect(data.tags[0].taken_by).toEqual({ kind: 'asset', id: other.id, name: 'Thing' })
    expect(data.tags[1].taken_by).toEqual({ kind: 'location', id: place.id, name: 'Place' })
  })

  test('keeps its scan events', async () => {
    const key = freshKey('E')
    const place = await newLocation(api)
    const { id } = await newAsset(api, { external_key: key, tags: [{ tag_type: 'rfid', value: key }] })
    await scan(session, place.id, key, secondsAgo(100))
    expect((await session.get(`${path}/${id}/events`)).status).toBe(404)
    await api.delete(`/api/v1/assets/${id}`)
    const { body } = await session.get(`${path}/${id}/events`)
    expect(body.data).toMatchObject([{ location_id: place.id }])
    await restore(id)
    expect((await api.get(`/api/v1/assets/${id}/history`)).body.total_count).toBe(1)
    const report = await api.get(`/api/v1/reports/asset-locations?asset_id=${id}`)
    expect(report.body.data).toMatchObject([{ location_id: place.id, asset_deleted_at: null }])
  })

  test('is not found while the asset is live', async () => {
    const { id } = await newAsset(api)
    for (const response of [await session.get(`${path}/${id}`), await restore(id)])
      expect(faultsOf(response)).toEqual([404, 'not_found'])
  })
})

// Rule: internal-api.md, Deleted assets
describe('a restored asset', () => {
  test('is live again, with its fields, its key and its tags', async () => {
    const before = await deleted({ name: 'Back', metadata: { color: 'red' }, description: 'Old' })
    const { status, body } = await restore(before.id)
    expect(status).toBe(200)
    expect(body.data.tags_taken).toEqual([])
    const { data } = (await api.get(`/api/v1/assets/${before.id}`)).body
    expect(body.data.asset).toEqual(data)
    const strip = ({ tag_type, value }: Row['tags'][number]) => ({ tag_type, value })
    expect(data).toMatchObject({
      name: 'Back',
      metadata: { color: 'red' },
      description: 'Old',
      deleted_at: null,
    })
    expect(data.tags.map(strip)).toEqual(before.tags.map(strip))
    expect(data.updated_at > before.updated_at).toBe(true)
    expect(keysOf(await api.get(`/api/v1/assets?q=${data.tags[0].value}`))).toEqual([before.external_key])
    expect((await session.get(`${path}/${before.id}`)).status).toBe(404)
  })

  test('has no tags that something else has now, and the response lists them', async () => {
    const { id, external_key: key } = await deleted()
    await newAsset(api, { tags: [{ tag_type: 'rfid', value: `${key}-1` }] })
    const { data } = (await restore(id)).body
    expect(data.tags_taken).toEqual([{ tag_type: 'rfid', value: `${key}-1` }])
    expect(data.asset.tags).toMatchObject([{ tag_type: 'barcode', value: `${key}-2` }])
  })

  test('has no tags that were removed before it was deleted', async () => {
    const key = freshKey('R')
    const { id, tags } = await newAsset(api, { tags: [{ tag_type: 'rfid', value: key }] })
    await api.delete(`/api/v1/assets/${id}/tags/${tags[0]?.id}`)
    await api.delete(`/api/v1/assets/${id}`)
    expect((await restore(id)).body.data.asset.tags).toEqual([])
  })

  test('needs another key when its key is in use', async () => {
    const { id, external_key } = await deleted()
    await newAsset(api, { external_key })
    expect(faultsOf(await restore(id))).toEqual([409, 'conflict'])
    expect(faultsOf(await restore(id, { external_key: 'not valid' }))).toEqual([
      400,
      'external_key invalid_value',
    ])
    expect(faultsOf(await restore(id, { name: 'x' }))).toEqual([400, 'name unknown_field'])
    const other = freshKey('N')
    expect((await restore(id, { external_key: other })).body.data.asset.external_key).toBe(other)
  })

  test('takes its minted key, so that no new asset gets it', async () => {
    const first = await newAsset(api)
    await api.delete(`/api/v1/assets/${first.id}`)
    await restore(first.id)
    expect((await newAsset(api)).external_key).not.toBe(first.external_key)
  })

  test('can be deleted again, and has entries in the audit log', async () => {
    const { id } = await deleted()
    await restore(id)
    expect((await api.delete(`/api/v1/assets/${id}`)).status).toBe(204)
    const { data } = (await session.get(`/internal/v1/audit?subject_kind=asset&subject_id=${id}`)).body
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'deleted',
      'restored',
      'deleted',
      'created',
    ])
  })
})

test('the kept counts are those of the rows after deletions and restorations', async () => {
  const place = await newLocation(api)
  for (let count = 0; count < 3; count++) {
    const key = freshKey('C')
    const { id } = await newAsset(api, { external_key: key, tags: [{ tag_type: 'rfid', value: key }] })
    await scan(session, place.id, key, secondsAgo(100))
    await api.delete(`/api/v1/assets/${id}`)
    if (count > 0) await restore(id)
  }
  const report = await api.get(`/api/v1/reports/asset-locations?location_id=${place.id}`)
  expect(report.body.total_count).toBe(2)
  const { code, stderr } = await runProgram(['check', '--data-dir', program.dataDir])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
