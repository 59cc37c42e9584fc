import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation } from '../../support/records'

/** The undo of an import (docs/internal-api.md, Undo of an import). */

let program: Program
let session: Client
let other: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
})
afterAll(stopPrograms)

const importRows = async (rows: readonly object[], importId: string, client = session) =>
  (await client.post('/internal/v1/assets/import', { rows, import_id: importId })).body.data
const undo = (importId: string, client = session) => client.post(`/internal/v1/imports/${importId}/undo`)
const undone = async (importId: string) => (await undo(importId)).body.data
const view = async (id: number) => (await session.get(`/api/v1/assets/${id}`)).body.data

// Rule: internal-api.md, Undo of an import
describe('the undo of an import', () => {
  test('deletes the created assets and restores the changed ones, with their tags', async () => {
    const [id, key, value] = [freshKey(), freshKey(), freshKey()]
    const body = { external_key: key, name: 'Vice', description: 'Old', metadata: { big: 1, a: 'x' } }
    const kept = { tag_type: 'ble', value: freshKey() }
    const before = await newAsset(session, { ...body, tags: [kept] })
    const first = await importRows(
      [{ external_key: freshKey(), name: 'New', tags: [{ tag_type: 'rfid', value }] }],
      id,
    )
    const second = await importRows(
      [
        {
          external_key: key,
          name: 'Bench vice',
          description: null,
          is_active: false,
          metadata: {},
          valid_to: '2031-01-01T00:00:00Z',
          tags: [{ tag_type: 'rfid', value: freshKey() }],
        },
        { name: 'Without a key' },
      ],
      id,
    )
    // A second change by the same import.
    await importRows([{ external_key: key, name: 'Vice again' }], id)
    const created = [first.rows[0].id, second.rows[1].id]
    const response = await undo(id)
    expect([response.status, response.body]).toEqual([
      200,
      { data: { deleted: 2, reverted: 1, skipped: [] } },
    ])
    for (const each of created) expect((await session.get(`/api/v1/assets/${each}`)).status).toBe(404)
    const { updated_at: _, ...former } = await view(before.id)
    expect(before).toMatchObject(former)
    expect(former.tags).toMatchObject([kept])
    // The key and the tag of a deleted asset are free.
    expect(
      (await session.post('/api/v1/assets', { name: 'X', tags: [{ tag_type: 'rfid', value }] })).status,
    ).toBe(201)
  })

  test('skips assets that were changed, tagged or deleted since, and nothing else', async () => {
    const id = freshKey()
    const keys = Array.from({ length: 4 }, () => freshKey())
    const { rows } = await importRows(
      keys.map((external_key) => ({ external_key, name: 'N' })),
      id,
    )
    const [renamed, tagged, deleted, own] = rows.map((row: { id: number }) => row.id)
    await session.patch(`/api/v1/assets/${renamed}`, { name: 'Edited' })
    await session.post(`/api/v1/assets/${tagged}/tags`, { tag_type: 'ble', value: freshKey() })
    await session.delete(`/api/v1/assets/${deleted}`)
    expect(await undone(id)).toEqual({
      deleted: 1,
      reverted: 0,
      skipped: [
        { asset_id: renamed, reason: 'changed_since' },
        { asset_id: tagged, reason: 'changed_since' },
        { asset_id: deleted, reason: 'deleted_since' },
      ],
    })
    expect((await view(renamed)).name).toBe('Edited')
    expect((await session.get(`/api/v1/assets/${own}`)).status).toBe(404)
  })

  test('skips a change between two parts of the import', async () => {
    const [id, key] = [freshKey(), freshKey()]
    const asset = await newAsset(session, { external_key: key, name: 'A' })
    await importRows([{ external_key: key, name: 'B' }], id)
    await session.patch(`/api/v1/assets/${asset.id}`, { name: 'C' })
    await importRows([{ external_key: key, name: 'D' }], id)
    expect(await undone(id)).toMatchObject({
      reverted: 0,
      skipped: [{ asset_id: asset.id, reason: 'changed_since' }],
    })
    expect((await view(asset.id)).name).toBe('D')
  })

  test('changes nothing a second time', async () => {
    const [id, key] = [freshKey(), freshKey()]
    const asset = await newAsset(session, { external_key: key, name: 'Before' })
    await importRows(
      [
        { external_key: key, name: 'After' },
        { external_key: freshKey(), name: 'New' },
      ],
      id,
    )
    expect(await undone(id)).toMatchObject({ deleted: 1, reverted: 1 })
    expect(await undone(id)).toMatchObject({ deleted: 0, reverted: 0, skipped: [{}, {}] })
    expect((await view(asset.id)).name).toBe('Before')
  })

  test('works after the assets were scanned', async () => {
    const [id, key] = [freshKey(), freshKey()]
    const { rows } = await importRows([{ external_key: key, name: 'Scanned' }], id)
    const location = await newLocation(session)
    const reads = [{ asset_id: rows[0].id }]
    expect((await session.post('/internal/v1/scans', { location_id: location.id, reads })).status).toBe(200)
    expect(await undone(id)).toMatchObject({ deleted: 1, skipped: [] })
  })

  test('of 300 rows is one row of the change log', async () => {
    const id = freshKey()
    await importRows(
      Array.from({ length: 300 }, (_, at) => ({ name: `Row ${at}` })),
      id,
    )
    expect(await undone(id)).toEqual({ deleted: 300, reverted: 0, skipped: [] })
    const { data } = (await session.get('/internal/v1/audit?grouped=true&limit=1')).body
    expect(data[0]).toMatchObject({
      action: 'deleted',
      import: { id: expect.stringMatching(/^undo-/), entries: 300 },
    })
  })

  test('of another organization, of locations or of no import is not found', async () => {
    const [id, ofLocations] = [freshKey(), freshKey()]
    await importRows([{ name: 'Theirs' }], id, other)
    for (const each of [id, ofLocations, 'none'])
      expect(faultsOf(await undo(each))).toEqual([404, 'not_found'])
    expect((await undo(id, other)).body.data.deleted).toBe(1)
  })
})
