import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo, secondsAhead } from '../../support/scans'
import { until } from '../../support/until'

/** Reference assets (docs/internal-api.md, Reference assets) and the report (docs/api.md, Place accuracy). */

let program: Program
let session: Client
let other: Client
let ward: Row
let hall: Row
const path = '/internal/v1/reference-assets'
const report = '/api/v1/reports/place-accuracy'

setDefaultTimeout(30_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  ward = await newLocation(session, { name: 'Ward' })
  hall = await newLocation(session, { name: 'Hall' })
})
afterAll(stopPrograms)

const newReference = (asset: Row, place: Row) =>
  session.post(path, { asset_id: asset.id, location_id: place.id })

// Rule: internal-api.md, Reference assets
describe('a reference asset', () => {
  test('is at a place since a time, at another one later, and no longer one when it is removed', async () => {
    const asset = await newTagged(session, freshKey('ref'))
    const { status, body, headers } = await newReference(asset, ward)
    expect([status, headers.get('location')]).toEqual([201, `${path}/${asset.id}`])
    expect(body.data).toMatchObject({
      asset_id: asset.id,
      asset_external_key: asset.external_key,
      location_id: ward.id,
      location_name: 'Ward',
    })
    expect((await newReference(asset, ward)).body.data).toEqual(body.data)
    expect((await newReference(asset, hall)).body.data).toMatchObject({ location_id: hall.id })
    expect((await session.get(path)).body).toMatchObject({ data: [{ asset_id: asset.id }], total_count: 1 })
    expect((await session.get(`/api/v1/assets/${asset.id}`)).text).not.toContain('reference')
    expect((await session.delete(`${path}/${asset.id}`)).status).toBe(204)
    expect((await session.delete(`${path}/${asset.id}`)).status).toBe(404)
    const audit = `/internal/v1/audit?subject_kind=reference_asset&subject_id=${asset.id}`
    const actions = (await session.get(audit)).body.data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['deleted', 'changed', 'created'])
  })

  test('is gone with its asset, and with its place', async () => {
    const [first, second] = [
      await newTagged(session, freshKey('ref')),
      await newTagged(session, freshKey('ref')),
    ]
    const place = await newLocation(session)
    await newReference(first, ward)
    await newReference(second, place)
    await session.delete(`/api/v1/assets/${first.id}`)
    await session.delete(`/api/v1/locations/${place.id}`)
    expect((await session.get(path)).body).toMatchObject({ data: [], total_count: 0 })
  })

  test('needs an asset and a location of the organization', async () => {
    const asset = await newTagged(session, freshKey('ref'))
    expect(faultsOf(await session.post(path, {}))).toEqual([400, 'asset_id required', 'location_id required'])
    expect(faultsOf(await other.post(path, { asset_id: asset.id, location_id: ward.id }))).toEqual([
      400,
      'asset_id fk_not_found',
      'location_id fk_not_found',
    ])
    await newReference(asset, ward)
    expect((await other.delete(`${path}/${asset.id}`)).status).toBe(404)
    expect((await other.get(path)).body.data).toEqual([])
    await session.delete(`${path}/${asset.id}`)
  })
})

// Rule: internal-api.md, Place model
test('the delay of moves is the time between the beginning and the record of those that readers decided', async () => {
  const delay = async (client: Client) => (await client.get('/internal/v1/place-model')).body.data.move_delay
  const [first, second] = [await newLocation(session), await newLocation(session)]
  const { external_key: value } = await newTagged(session, freshKey('delay'))
  const reader = await newReader(session, freshKey('delay'), [first.id, second.id])
  const reads = (antenna: number, begin: number) =>
    Array.from({ length: 10 }, (_, index) => ({
      value,
      antenna,
      rssi: antenna === 1 ? -60 : -40,
      observed_at: secondsAhead(index - begin),
    }))
  await scan(session, first.id, value, secondsAhead(-5000))
  await scan(session, second.id, value, secondsAhead(-4990))
  expect(await delay(session)).toBeNull()
  // This one is late, because its reader had no connection.
  await postReads(program, reader, [...reads(1, 4000), ...reads(2, 3900)])
  await postReads(program, reader, reads(1, 200))
  await postReads(program, reader, reads(2, 100))
  await until(async () => (await delay(session))?.move_count === 2, 'the moves are recorded')
  // The first move began 200 s ago; the median is the lower one of two.
  expect((await delay(session)).median_seconds).toBeWithin(98, 140)
  expect(await delay(other)).toBeNull()
})

// Rule: api.md, Place accuracy
describe('the accuracy of places', () => {
  test('is the share of the reference time at the right place, with the moves that were false', async () => {
    const asset = await newTagged(session, freshKey('ref'))
    await scan(session, ward.id, asset.external_key, secondsAgo(600))
    expect((await session.get(report)).body).toMatchObject({ data: [], total_count: 0 })
    const { since } = (await newReference(asset, ward)).body.data
    const at = (seconds: number) => new Date(Date.parse(since) + seconds * 1000).toISOString()
    await scan(session, hall.id, asset.external_key, at(1))
    await scan(session, ward.id, asset.external_key, at(2))
    await scan(session, ward.id, asset.external_key, at(4))
    await until(() => Date.now() > Date.parse(at(4)), 'the time of the last scan')
    const { body } = await session.get(report)
    const sum = (field: string) => body.data.reduce((total: number, row: any) => total + row[field], 0)
    expect(body.data.every((row: any) => row.location_id === ward.id)).toBe(true)
    expect(sum('reference_seconds')).toBeWithin(3, 5)
    expect(sum('reference_seconds') - sum('right_seconds')).toBeWithin(0, 2)
    expect(sum('false_moves')).toBe(2)
    const [row] = body.data
    expect(new Date(row.week_start).getUTCDay()).toBe(1)
    expect(row.location_external_key).toBe(ward.external_key)
    expect((await session.get(`${report}?location_id=${hall.id}`)).body.data).toEqual([])
    expect((await session.get(`${report}?to=${secondsAgo(60)}`)).body.data).toEqual([])
    expect((await other.get(report)).body.data).toEqual([])
  })

  test.each([
    ['from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', [400, 'to too_large']],
    ['from=yesterday', [400, 'from invalid_value']],
    ['sort=location_id', [400, 'sort unknown_field']],
  ])('refuses ?%s', async (query, faults) => {
    const response = await session.get(`${report}?${query}`)
    expect(response.status).toBe(400)
    if (!query.startsWith('sort')) expect(faultsOf(response)).toEqual(faults)
  })

  test('is empty for a period in the future', async () => {
    const query = new URLSearchParams({ from: secondsAhead(100) })
    expect((await session.get(`${report}?${query.toString()}`)).body.data).toEqual([])
  })
})
