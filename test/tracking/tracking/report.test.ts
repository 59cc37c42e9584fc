import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** The asset-locations report (docs/api.md, Report). Histories: history.test.ts. */

const path = '/api/v1/reports/asset-locations'
const past = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }

let program: Program
let session: Client
let api: Client
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

const assetKeysOf = ({ body }: ApiResponse): string[] =>
  body.data.map((row: { asset_external_key: string }) => row.asset_external_key)
const rowOf = async (asset: Row) => (await api.get(`${path}?asset_id=${asset.id}`)).body.data[0]

describe('the report', () => {
  /** Of an organization that does not change after its setup. */
  let reader: Client
  const rows = new Map<string, Row>()
  const idOf = (key: string): number => (rows.get(key) as Row).id
  const list = async (query = '') => assetKeysOf(await reader.get(path + query))

  beforeAll(async () => {
    const north = await otherOrganization(program, 'Report')
    reader = await apiClient(program, north)
    for (const external_key of ['DOCK', 'HALL', 'YARD', 'DOOMED'])
      rows.set(external_key, await newLocation(reader, { external_key, name: 'Forklift park' }))
    const assets: [key: string, body?: object][] = [
      ['P1', { name: 'Forklift', description: 'unsearched' }],
      ['P2'],
      ['P3', { is_active: false }],
      ['P4'],
      ['P5'],
      ['P6', past],
      ['P7'],
      ['P8', { tags: ['P8', 'Old/Tag', 'ÄÖ 8'].map((value) => ({ tag_type: 'rfid', value })) }],
    ]
    for (const [key, body] of assets) rows.set(key, await newTagged(reader, key, { name: 'Pallet', ...body }))
    const scans: [asset: string, place: string, secondsAgo: number][] = [
      ['P1', 'DOCK', 3000],
      ['P1', 'HALL', 2000],
      ['P2', 'DOCK', 1000],
      ['P3', 'DOCK', 1500],
      ['P4', 'YARD', 500],
      ['P5', 'DOOMED', 800],
      ['P6', 'HALL', 700],
    ]
    for (const [asset, place, seconds] of scans) await scan(north, idOf(place), asset, secondsAgo(seconds))
    const gate = await newReader(north, 'gate', [idOf('HALL')])
    const reads = [400, 300].map((seconds) => ({ value: 'P8', observed_at: secondsAgo(seconds) }))
    await postReads(program, gate, reads)
    await reader.delete(`/api/v1/assets/${idOf('P8')}/tags/${rows.get('P8')?.tags[1]?.id}`)
    for (const asset of ['P4', 'P5']) await reader.delete(`/api/v1/assets/${idOf(asset)}`)
    expect((await reader.delete(`/api/v1/locations/${idOf('DOOMED')}`)).status).toBe(204)
  })

  // Rule: api.md, Sort
  // Rule: api.md, Report
  test('has a row for each scanned asset in effect, the latest seen first', async () => {
    const { status, body } = await reader.get(path)
    const row = (asset: string, place: string, seconds: number) => ({
      asset_id: idOf(asset),
      asset_external_key: asset,
      location_id: idOf(place),
      location_external_key: place,
      asset_deleted_at: null,
      asset_last_seen: secondsAgo(seconds),
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        row('P8', 'HALL', 300),
        row('P2', 'DOCK', 1000),
        row('P3', 'DOCK', 1500),
        row('P1', 'HALL', 2000),
      ],
      limit: 50,
      offset: 0,
      total_count: 4,
    })
  })

  // Rule: api.md, Report
  test('shows deleted assets on request, and no deleted location', async () => {
    const { body } = await reader.get(`${path}?include_deleted=true`)
    expect(assetKeysOf({ body } as ApiResponse)).toEqual(['P8', 'P4', 'P5', 'P2', 'P3', 'P1'])
    const deleted = { asset_deleted_at: expect.stringMatching(/Z$/) }
    expect(body.data[1]).toMatchObject({
      ...deleted,
      location_id: idOf('YARD'),
      location_external_key: 'YARD',
    })
    expect(body.data[2]).toMatchObject({ ...deleted, location_id: null, location_external_key: null })
    expect(body.data[3]).toMatchObject({ asset_deleted_at: null })
    expect(await list('?include_deleted=false')).toEqual(['P8', 'P2', 'P3', 'P1'])
  })

  const queries: [query: string, assets: string[]][] = [
    ['?sort=asset_last_seen', ['P1', 'P3', 'P2', 'P8']],
    ['?sort=asset_external_key', ['P1', 'P2', 'P3', 'P8']],
    ['?sort=-asset_external_key', ['P8', 'P3', 'P2', 'P1']],
    ['?sort=location_external_key', ['P2', 'P3', 'P1', 'P8']],
    ['?sort=location_external_key,-asset_last_seen', ['P2', 'P3', 'P8', 'P1']],
    // Null is the greatest value.
    ['?include_deleted=true&sort=location_external_key', ['P2', 'P3', 'P1', 'P8', 'P4', 'P5']],
    ['?include_deleted=true&sort=-location_external_key', ['P5', 'P4', 'P1', 'P8', 'P2', 'P3']],
    ['?limit=2', ['P8', 'P2']],
    ['?limit=2&offset=2', ['P3', 'P1']],
    ['?offset=4', []],
    ['?location_external_key=DOCK', ['P2', 'P3']],
    ['?location_external_key=DOCK&location_external_key=HALL', ['P8', 'P2', 'P3', 'P1']],
    ['?location_external_key=dock', []],
    ['?location_external_key=YARD&include_deleted=true', ['P4']],
    ['?location_external_key=DOOMED&include_deleted=true', []],
    ['?asset_external_key=P1&asset_external_key=P2&asset_external_key=NONE', ['P2', 'P1']],
    ['?asset_external_key=P6', []],
    ['?asset_external_key=P7', []],
    ['?asset_external_key=P4', []],
    ['?asset_external_key=P4&include_deleted=true', ['P4']],
    ['?asset_external_key=P1&location_external_key=HALL', ['P1']],
    ['?asset_external_key=P1&location_external_key=DOCK', []],
    ['?asset_id=999999', []],
    ['?asset_id=9007199254740993', []],
    ['?location_id=999999', []],
    ['?location_id=999999&asset_external_key=P1', []],
    ['?q=forkLIFT', ['P1']],
    ['?q=p2', ['P2']],
    ['?q=%C3%A4%C3%B6', ['P8']],
    ['?q=let', ['P8', 'P2', 'P3']],
    ['?q=Old/Tag', []],
    ['?q=unsearched', []],
    ['?q=DOCK', []],
    ['?q=park', []],
    ['?q=', ['P8', 'P2', 'P3', 'P1']],
    ['?q=P1&q=P2', ['P1']],
    ['?q=pallet&location_external_key=DOCK&sort=asset_last_seen', ['P3', 'P2']],
  ]
  // Rule: api.md, Sort
  // Rule: api.md, Filters
  // Rule: api.md, Search
  // Rule: api.md, Report
  // Rule: api.md, Ids in requests
  test.each(queries)('of "%s" has the right assets in the right order', async (query, assets) => {
    expect(await list(query)).toEqual(assets)
  })

  // Rule: api.md, Filters
  // Rule: api.md, Report
  test('filters by any of several ids, and by both pairs', async () => {
    const dock = `location_id=${idOf('DOCK')}`
    expect(await list(`?${dock}`)).toEqual(['P2', 'P3'])
    expect(await list(`?${dock}&location_id=${idOf('HALL')}`)).toEqual(['P8', 'P2', 'P3', 'P1'])
    expect(await list(`?asset_id=${idOf('P1')}&asset_id=${idOf('P3')}`)).toEqual(['P3', 'P1'])
    expect(await list(`?asset_id=${idOf('P1')}&asset_id=${idOf('P3')}&${dock}`)).toEqual(['P3'])
    expect(await list(`?asset_id=${idOf('P3')}&location_external_key=DOCK`)).toEqual(['P3'])
    expect(await list(`?location_id=${idOf('DOOMED')}&include_deleted=true`)).toEqual([])
  })

  // Rule: api.md, List envelope
  test('counts all matching rows, on every page', async () => {
    const { body } = await reader.get(`${path}?limit=1&offset=1&location_external_key=DOCK`)
    expect(body).toMatchObject({ limit: 1, offset: 1, total_count: 2, data: [{ asset_external_key: 'P3' }] })
  })

  const both = (...fields: string[]) => fields.map((field) => `${field} ambiguous_fields`)
  const refusals: [query: string, faults: string[]][] = [
    ['?asset_id=1&asset_external_key=P1', both('asset_id', 'asset_external_key')],
    ['?location_external_key=X&location_id=1', both('location_id', 'location_external_key')],
    [
      '?asset_id=1&asset_external_key=P1&location_id=1&location_external_key=X',
      both('asset_id', 'asset_external_key', 'location_id', 'location_external_key'),
    ],
    ['?asset_external_key=P1,P2', ['asset_external_key invalid_value']],
    ['?location_external_key=a%20b', ['location_external_key invalid_value']],
    ['?asset_id=0', ['asset_id too_small']],
    ['?asset_id=-1', ['asset_id too_small']],
    ['?location_id=x', ['location_id invalid_value']],
    ['?location_id=1,2', ['location_id invalid_value']],
    ['?include_deleted=yes', ['include_deleted invalid_value']],
    ['?limit=201', ['limit too_large']],
    ['?sort=asset_id', ['sort invalid_value']],
    ['?is_active=true', ['is_active unknown_field']],
    ['?from=2026-01-01T00:00:00Z', ['from unknown_field']],
  ]
  // Rule: api.md, Sort
  // Rule: api.md, Paired filters
  test.each(refusals)('refuses "%s"', async (query, faults) => {
    const found = faultsOf(await reader.get(path + query))
    expect(new Set(found)).toEqual(new Set([400, ...faults]))
    expect(found).toHaveLength(faults.length + 1)
  })

  // Rule: api.md, Sort
  test('reports an unknown sort field by name', async () => {
    const { body } = await reader.get(`${path}?sort=-location_id`)
    expect(body.error.fields[0].message).toBe('unknown sort field: location_id')
  })
})

describe('the location of an asset', () => {
  // Rule: api.md, Purpose
  // Rule: history.md, Reads and events
  test('is that of its newest scan, even when older scans arrive later', async () => {
    const [here, there] = [await newLocation(api), await newLocation(api)]
    const asset = await newTagged(api, freshKey('late'))
    await scan(session, here.id, asset.external_key, secondsAgo(100))
    await scan(session, there.id, asset.external_key, secondsAgo(5000))
    expect(await rowOf(asset)).toMatchObject({
      location_external_key: here.external_key,
      asset_last_seen: secondsAgo(100),
    })
  })

  // Rule: api.md, Report
  // Rule: history.md, Results
  test('stays the same after a weaker read elsewhere, but asset_last_seen advances', async () => {
    const [here, there] = [await newLocation(api), await newLocation(api)]
    const asset = await newTagged(api, freshKey('seen'))
    const gate = await newReader(session, freshKey('gate'), [here.id, there.id])
    const value = asset.external_key
    await postReads(program, gate, [{ value, antenna: 1, observed_at: secondsAgo(60), rssi: -40 }])
    await postReads(program, gate, [{ value, antenna: 1, observed_at: secondsAgo(40), rssi: -40 }])
    await postReads(program, gate, [{ value, antenna: 2, observed_at: secondsAgo(38), rssi: -70 }])
    expect(await rowOf(asset)).toMatchObject({ location_id: here.id, asset_last_seen: secondsAgo(38) })
  })

  // Rule: api.md, Sort
  test('is ordered by asset id when several were seen at the same instant, in either direction', async () => {
    const location = await newLocation(api)
    const [first, second] = [await newTagged(api, freshKey('tie')), await newTagged(api, freshKey('tie'))]
    for (const asset of [second, first]) await scan(session, location.id, asset.external_key, secondsAgo(777))
    const both = `${path}?asset_id=${first.id}&asset_id=${second.id}`
    for (const sort of ['', '&sort=asset_last_seen', '&sort=-asset_last_seen'])
      expect(assetKeysOf(await api.get(both + sort))).toEqual([first.external_key, second.external_key])
  })

  test('follows the keys of asset and location as they are renamed', async () => {
    const location = await newLocation(api)
    const asset = await newTagged(api, freshKey('renamed'))
    await scan(session, location.id, asset.external_key, secondsAgo(50))
    const [assetKey, locationKey] = [freshKey('new-asset'), freshKey('new-place')]
    await api.post(`/api/v1/assets/${asset.id}/rename`, { external_key: assetKey })
    await api.post(`/api/v1/locations/${location.id}/rename`, { external_key: locationKey })
    expect(await rowOf(asset)).toMatchObject({
      asset_external_key: assetKey,
      location_external_key: locationKey,
    })
  })

  test('is shown at a location that is inactive or not in effect', async () => {
    const location = await newLocation(api, { is_active: false, ...past })
    const asset = await newTagged(api, freshKey('hidden-place'))
    await scan(session, location.id, asset.external_key, secondsAgo(50))
    expect(await rowOf(asset)).toMatchObject({ location_id: location.id })
  })

  // Rule: api.md, Visibility rules
  // Rule: api.md, Report
  test('is hidden while the asset is not in effect, and shown again afterwards', async () => {
    const location = await newLocation(api)
    const asset = await newTagged(api, freshKey('window'))
    await scan(session, location.id, asset.external_key, secondsAgo(50))
    const set = (window: object) => api.patch(`/api/v1/assets/${asset.id}`, window)
    await set(past)
    expect(await rowOf(asset)).toBeUndefined()
    await set({ valid_to: null })
    expect(await rowOf(asset)).toMatchObject({ location_id: location.id })
    await set({ valid_from: '9000-01-01T00:00:00Z' })
    expect(await rowOf(asset)).toBeUndefined()
  })

  test('is not carried over to another asset that takes the key or the tag', async () => {
    const location = await newLocation(api)
    const key = freshKey('reused')
    const first = await newTagged(api, key)
    await scan(session, location.id, key, secondsAgo(50))
    await api.delete(`/api/v1/assets/${first.id}`)
    await newTagged(api, key)
    const query = `${path}?asset_external_key=${key}`
    expect((await api.get(query)).body.data).toEqual([])
    expect((await api.get(`${query}&include_deleted=true`)).body.data).toMatchObject([{ asset_id: first.id }])
  })
})
