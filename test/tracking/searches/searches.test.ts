import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo, secondsAhead } from '../../support/scans'
import { close, linesOf, newHall, open, placed, read as readStocktake } from '../../support/stocktakes'

/** Searches for assets (docs/internal-api.md, Searches). */

setDefaultTimeout(60_000)

const path = '/internal/v1/searches'
let program: Program
let session: Client
let api: Client
let aisle: Row

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  api = await apiClient(program, session)
  aisle = await newLocation(session)
})
afterAll(stopPrograms)

const newSearched = async (): Promise<Row> => newTagged(session, freshKey('S'))
const begin = async (asset: Row, note?: string) => {
  const response = await session.post(path, { asset_id: asset.id, ...(note && { note }) })
  if (response.status !== 201) throw new Error(response.text)
  return response.body.data
}
const idsOf = async (query: string): Promise<number[]> =>
  (await session.get(`${path}?limit=200&${query}`)).body.data.map(({ id }: { id: number }) => id)

// Rule: internal-api.md, Searches
describe('a search', () => {
  test('goes from wanted over in_progress to found, with a deliberate scan', async () => {
    const asset = await newSearched()
    const wanted = await begin(asset, 'Order 88213')
    expect(wanted).toMatchObject({
      asset: { id: asset.id, external_key: asset.external_key, name: 'Thing', is_deleted: false },
      state: 'wanted',
      note: 'Order 88213',
      searcher: null,
      closed_at: null,
      location_id: null,
      asset_last_seen: null,
      was_read_again: false,
    })
    expect(wanted.for_user.name).toBeString()
    const started = (await session.post(`${path}/${wanted.id}/start`)).body.data
    expect(started).toMatchObject({ state: 'in_progress', searcher: wanted.for_user })
    expect((await session.post(`${path}/${wanted.id}/start`)).body.data).toEqual(started)
    const found = await session.post(`${path}/${wanted.id}/found`, { location_id: aisle.id, note: 'Below' })
    expect(found.body.data).toMatchObject({
      state: 'found',
      location_id: aisle.id,
      note: 'Order 88213',
      closing_note: 'Below',
      closed_by: wanted.for_user,
      last_location_id: aisle.id,
      was_read_again: false,
    })
    expect(found.body.data.closed_at).toBe(found.body.data.asset_last_seen)
    const [event] = (await api.get(`/api/v1/assets/${asset.id}/events`)).body.data
    expect(event).toMatchObject({ location_id: aisle.id, reader_id: null })
    const entries = (await session.get(`/internal/v1/audit?subject_kind=search&limit=50`)).body.data.filter(
      ({ subject }: { subject: { id: string } }) => subject.id === String(wanted.id),
    )
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['found', 'started', 'created'])
    expect(entries[0].after).toEqual({ asset_id: asset.id, location_id: aisle.id, note: 'Below' })
  })

  test('is the only open one for its asset, and a closed one does not change', async () => {
    const asset = await newSearched()
    const first = await begin(asset)
    const second = await session.post(path, { asset_id: asset.id })
    expect(faultsOf(second)).toEqual([409, 'conflict'])
    expect(second.text).toContain('searched for already')
    expect((await session.post(`${path}/${first.id}/not-found`)).body.data).toMatchObject({
      state: 'lost',
      location_id: null,
    })
    for (const action of ['start', 'found', 'not-found'])
      expect((await session.post(`${path}/${first.id}/${action}`, { location_id: aisle.id })).status).toBe(
        action === 'not-found' ? 400 : 409,
      )
    const again = await begin(asset)
    expect(await idsOf(`asset_id=${asset.id}`)).toEqual([again.id, first.id])
    expect(await idsOf(`asset_id=${asset.id}&state=lost&state=found`)).toEqual([first.id])
  })

  test('shows that a lost asset was read again, and a read opens nothing', async () => {
    const asset = await newSearched()
    const { id } = await begin(asset)
    await session.post(`${path}/${id}/not-found`, { note: 'Nowhere' })
    await scan(session, aisle.id, asset.external_key, secondsAgo(500))
    const older = (await session.get(`${path}/${id}`)).body.data
    expect(older).toMatchObject({ state: 'lost', closing_note: 'Nowhere', was_read_again: false })
    await scan(session, aisle.id, asset.external_key, secondsAhead(1))
    const newer = (await session.get(`${path}/${id}`)).body.data
    expect(newer).toMatchObject({ state: 'lost', was_read_again: true, last_location_id: aisle.id })
    expect(await idsOf(`asset_id=${asset.id}`)).toEqual([id])
  })

  test('is deleted, and the log of changes says so', async () => {
    const asset = await newSearched()
    const { id } = await begin(asset)
    expect((await session.delete(`${path}/${id}`)).status).toBe(204)
    expect((await session.get(`${path}/${id}`)).status).toBe(404)
    expect((await session.delete(`${path}/${id}`)).status).toBe(404)
    expect((await begin(asset)).id).not.toBe(id)
  })

  test('of a deleted asset can only be given up or deleted', async () => {
    const asset = await newSearched()
    const { id } = await begin(asset)
    await session.delete(`/api/v1/assets/${asset.id}`)
    expect((await session.post(`${path}/${id}/start`)).status).toBe(409)
    expect((await session.post(`${path}/${id}/found`, { location_id: aisle.id })).status).toBe(409)
    expect((await session.post(`${path}/${id}/not-found`, {})).body.data).toMatchObject({
      state: 'lost',
      asset: { is_deleted: true },
    })
  })

  test('refuses what is not valid, and keeps the search', async () => {
    const asset = await newSearched()
    const { id } = await begin(asset)
    const bodies: [object, string][] = [
      [{}, 'asset_id required'],
      [{ asset_id: 999_999 }, 'asset_id fk_not_found'],
      [{ asset_id: 'x' }, 'asset_id invalid_value'],
      [{ asset_id: asset.id, note: '' }, 'note too_short'],
      [{ asset_id: asset.id, note: 'x'.repeat(1_001) }, 'note too_long'],
      [{ asset_id: asset.id, wanted: true }, 'wanted unknown_field'],
    ]
    for (const [body, fault] of bodies) expect(faultsOf(await session.post(path, body))).toEqual([400, fault])
    const missing = await session.post(`${path}/${id}/found`, { location_id: 999_999 })
    expect(faultsOf(missing)).toEqual([400, 'location_id fk_not_found'])
    expect((await session.get(`${path}/${id}`)).body.data).toMatchObject({ state: 'wanted' })
    expect((await session.get(`${path}?state=closed`)).status).toBe(400)
  })
})

// Rule: internal-api.md, Close of a stocktake
test('a close begins searches for what is missing, after the result is fixed, once for each asset', async () => {
  const { hall, aisle: row } = await newHall(session)
  const assets = await placed(session, row, 4)
  const [found, searched, deleted, missing] = assets as [Row, Row, Row, Row]
  const { id } = await open(session, hall, { name: 'November' })
  const before = await begin(searched)
  await session.post(`/internal/v1/stocktakes/${id}/lines/${found.id}/found`, { location_id: row.id })
  await session.delete(`/api/v1/assets/${deleted.id}`)
  const closed = await close(session, id, { start_searches: true })
  expect(closed.counts).toMatchObject({ missing: 3, found: 1 })
  const query = assets.map((asset) => `asset_id=${asset.id}`).join('&')
  const all = (await session.get(`${path}?${query}`)).body.data
  expect(all.map(({ asset }: { asset: { id: number } }) => asset.id)).toEqual([missing.id, searched.id])
  expect(all[0]).toMatchObject({
    state: 'wanted',
    stocktake_id: id,
    note: 'November',
    for_user: closed.closed_by,
  })
  expect(all[1].id).toBe(before.id)
  expect((await linesOf(session, id, '&verdict=missing')).length).toBe(3)
  expect((await readStocktake(session, id)).result_sha256).toBe(closed.result_sha256)
})
