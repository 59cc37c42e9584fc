import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** Time travel: where each asset was at an instant. test/storage/whereabouts.test.ts compares it with a model. */

let program: Program
let session: Client
let hall: Row
let yard: Row
let shed: Row
let crate: Row
let drum: Row

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'hall' })
  yard = await newLocation(session, { external_key: 'yard' })
  shed = await newLocation(session, { external_key: 'shed' })
  crate = await newTagged(session, 'crate', { name: 'Box' })
  drum = await newTagged(session, 'drum')
  // The crate is in the hall from 5000 s ago to 4900, then in the yard; the drum arrives in the yard in between.
  const gate = await newReader(session, 'gate', [hall.id, yard.id])
  const read = (value: string, antenna: number, ago: number) =>
    postReads(program, gate, [{ value, antenna, observed_at: secondsAgo(ago) }])
  await read('crate', 1, 5000)
  await read('crate', 1, 4900)
  await read('drum', 2, 4700)
  await read('crate', 2, 4000)
  await read('crate', 2, 3900)
})
afterAll(stopPrograms)

const path = '/internal/v1/whereabouts'
const ask = (query: string, client = session): Promise<ApiResponse> => client.get(`${path}?${query}`)
const atAgo = (seconds: number, more = '') => ask(`at=${secondsAgo(seconds)}${more}`)
const placesOf = ({ body }: ApiResponse): string[] =>
  body.data.map(
    (row: Record<string, string | null>) => `${row['asset_external_key']} ${row['location_external_key']}`,
  )

// Rule: internal-api.md, Whereabouts
describe('whereabouts', () => {
  test('are rows of the report at the requested instant', async () => {
    const { status, body } = await atAgo(4950)
    expect(status).toBe(200)
    const row = {
      asset_id: crate.id,
      asset_external_key: 'crate',
      location_id: hall.id,
      location_external_key: 'hall',
      asset_deleted_at: null,
      asset_last_seen: secondsAgo(4950),
    }
    expect(body).toEqual({ data: [row], limit: 50, offset: 0, total_count: 1 })
    const later = await atAgo(4500)
    expect(later.body.data).toMatchObject([
      { ...row, asset_last_seen: secondsAgo(4900) },
      { asset_id: drum.id, location_id: yard.id, asset_last_seen: secondsAgo(4700) },
    ])
  })

  test('begin at the instant of the first read', async () => {
    expect((await atAgo(5000.001)).body).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
    expect(placesOf(await atAgo(5000))).toEqual(['crate hall'])
    expect(placesOf(await atAgo(4000.001))).toEqual(['crate hall', 'drum yard'])
    expect(placesOf(await atAgo(4000))).toEqual(['crate yard', 'drum yard'])
    expect(placesOf(await ask('at=0001-01-01T00:00:00Z'))).toEqual([])
  })

  test('are current without an instant and for an instant in the future', async () => {
    const report = await session.get('/api/v1/reports/asset-locations?sort=asset_external_key')
    const data = report.body.data.map((row: object) => ({
      ...row,
      certainty: null,
      is_provisional: false,
      rival_location_id: null,
      rival_location_name: null,
    }))
    expect((await ask('')).body).toEqual({ ...report.body, data })
    expect((await ask('at=9999-12-31T23:59:59Z')).body).toEqual(report.body)
  })

  test('can be requested by asset, by location, by both and by a part of a name', async () => {
    const by = async (seconds: number, query: string) => placesOf(await atAgo(seconds, query))
    expect(await by(4500, `&asset_id=${drum.id}`)).toEqual(['drum yard'])
    expect(await by(4500, `&asset_id=${drum.id}&asset_id=${crate.id}`)).toEqual(['crate hall', 'drum yard'])
    expect(await by(4500, `&location_id=${hall.id}`)).toEqual(['crate hall'])
    expect(await by(3000, `&location_id=${hall.id}`)).toEqual([])
    expect(await by(3000, `&location_id=${hall.id}&location_id=${yard.id}`)).toEqual([
      'crate yard',
      'drum yard',
    ])
    expect(await by(4500, `&location_id=${hall.id}&asset_id=${drum.id}`)).toEqual([])
    expect(await by(4500, '&q=bOx')).toEqual(['crate hall'])
    expect(await by(4500, '&location_id=999999')).toEqual([])
  })

  test('have pages, ordered by the key of the asset', async () => {
    const second = await atAgo(4500, '&limit=1&offset=1')
    expect(placesOf(second)).toEqual(['drum yard'])
    expect(second.body).toMatchObject({ limit: 1, offset: 1, total_count: 2 })
    expect(placesOf(await atAgo(4500, '&sort=-asset_external_key'))).toEqual(['drum yard', 'crate hall'])
  })

  test('show an asset and a location until the instant of their deletion', async () => {
    const gone = await newTagged(session, 'gone')
    await scan(session, shed.id, 'gone', secondsAgo(600))
    await session.delete(`/api/v1/assets/${gone.id}`)
    await session.delete(`/api/v1/locations/${shed.id}`)
    const { body } = await atAgo(500, `&location_id=${shed.id}`)
    expect(body.data).toMatchObject([
      { asset_external_key: 'gone', location_external_key: 'shed', asset_deleted_at: expect.any(String) },
    ])
    expect(placesOf(await ask(`asset_id=${gone.id}`))).toEqual([])
    expect(placesOf(await ask(`location_id=${shed.id}`))).toEqual([])
  })

  test("contain only the caller's organization, for any ids", async () => {
    const south = await otherOrganization(program)
    expect(placesOf(await ask('', south))).toEqual([])
    expect(placesOf(await ask(`asset_id=${crate.id}`, south))).toEqual([])
    expect(placesOf(await ask(`location_id=${yard.id}`, south))).toEqual([])
  })

  test('are for users only, and errors of the query are reported', async () => {
    for (const client of [await apiClient(program, session), clientOf(program.http)])
      expect(faultsOf(await ask('', client))).toEqual([401, 'unauthorized'])
    expect(faultsOf(await ask('at=yesterday&asset_id=x&sort=name'))).toEqual([
      400,
      'at invalid_value',
      'asset_id invalid_value',
      'sort invalid_value',
    ])
  })
})
