import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../../support/scans'

/** Tag lookup, scan events of an asset, and the report at an instant (docs/api.md, Tracking). */

let program: Program
let session: Client
let api: Client
let other: Client
let dock: Row
let yard: Row
let pallet: Row
let gate: Reader

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  other = await apiClient(program, await otherOrganization(program))
  dock = await newLocation(api, { external_key: 'DOCK', tags: [{ tag_type: 'barcode', value: 'PLACE 1' }] })
  yard = await newLocation(api, { external_key: 'YARD' })
  pallet = await newTagged(api, 'E28011')
  gate = await newReader(session, 'gate', [yard.id])
  await scan(session, dock.id, 'E28011', secondsAgo(3000))
  await postReads(program, gate, [
    { value: 'E28011', observed_at: secondsAgo(1000), rssi: -60 },
    { value: 'E28011', observed_at: secondsAgo(999), rssi: -50 },
    { value: 'E28011', observed_at: secondsAgo(998), rssi: -55 },
  ])
})
afterAll(stopPrograms)

// Rule: api.md, Tag lookup
describe('the lookup of tags', () => {
  const path = '/api/v1/tags/lookup'
  const found = (row: object) => ({
    tag_type: null,
    tag_id: null,
    asset_id: null,
    asset_external_key: null,
    location_id: null,
    location_external_key: null,
    identity: null,
    matched_by: null,
    ...row,
  })

  test('returns the asset or the location of each value, in order, or nothing', async () => {
    const ofAsset = {
      matched_by: 'value',
      tag_id: pallet.tags[0]?.id,
      asset_id: pallet.id,
      asset_external_key: 'E28011',
    }
    const ofPlace = {
      matched_by: 'value',
      tag_id: dock.tags[0]?.id,
      location_id: dock.id,
      location_external_key: 'DOCK',
    }
    const { status, body } = await api.post(path, {
      tags: [
        { value: 'PLACE 1' },
        { tag_type: 'rfid', value: 'e2:80:11' },
        { tag_type: 'ble', value: 'E28011' },
        { value: 'NOBODY' },
        { value: 'E28011' },
      ],
    })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      found({ value: 'PLACE 1', ...ofPlace }),
      found({ tag_type: 'rfid', value: 'e2:80:11', ...ofAsset, matched_by: 'normal_form' }),
      found({ tag_type: 'ble', value: 'E28011' }),
      found({ value: 'NOBODY' }),
      found({ value: 'E28011', ...ofAsset }),
    ])
  })

  test('finds nothing of a deleted asset or of another organization', async () => {
    const deleted = await newTagged(api, freshKey('GONE'))
    await api.delete(`/api/v1/assets/${deleted.id}`)
    const own = await api.post(path, { tags: [{ value: deleted.external_key }] })
    expect(own.body.data).toEqual([found({ value: deleted.external_key })])
    const foreign = await other.post(path, { tags: [{ value: 'E28011' }, { value: 'PLACE 1' }] })
    expect(foreign.body.data).toEqual([found({ value: 'E28011' }), found({ value: 'PLACE 1' })])
  })

  test('accepts 500 values', async () => {
    const tags = Array.from({ length: 500 }, (_, index) => ({ value: `V${index}` }))
    expect((await api.post(path, { tags })).body.data).toHaveLength(500)
    const tooMany = await api.post(path, { tags: [...tags, { value: 'one more' }] })
    expect(faultsOf(tooMany)).toEqual([400, 'tags too_large'])
  })

  const faults: [body: unknown, fault: string][] = [
    [{}, 'tags required'],
    [{ tags: [] }, 'tags too_short'],
    [{ tags: 'E28011' }, 'tags invalid_value'],
    [{ tags: [{}] }, 'tags[0].value required'],
    [{ tags: [{ value: '' }] }, 'tags[0].value too_short'],
    [{ tags: [{ value: 1 }] }, 'tags[0].value invalid_value'],
    [{ tags: [{ tag_type: 'nfc', value: 'A' }] }, 'tags[0].tag_type invalid_value'],
    [{ tags: [{ value: 'A', id: 1 }] }, 'tags[0].id unknown_field'],
    [{ tags: [{ value: 'A' }], limit: 1 }, 'limit unknown_field'],
  ]
  test.each(faults)('is refused with %j', async (body, fault) => {
    expect(faultsOf(await api.post(path, body))).toEqual([400, fault])
  })

  // Rule: api.md, Field codes
  test('is refused with the known types when a value has another one', async () => {
    const { body } = await api.post(path, { tags: [{ tag_type: 'nfc', value: 'A' }] })
    expect(body.error.fields[0].params).toEqual({ allowed_values: ['rfid', 'ble', 'barcode'] })
  })
})

// Rule: api.md, Asset events
describe('the scan events of an asset', () => {
  const path = () => `/api/v1/assets/${pallet.id}/events`

  test('are those of the history, with their origin, newest first', async () => {
    const { status, body } = await api.get(path())
    expect(status).toBe(200)
    expect(body).toMatchObject({ limit: 50, offset: 0, total_count: 2 })
    expect(body.data[0]).toMatchObject({
      location_id: yard.id,
      location_external_key: 'YARD',
      first_seen_at: secondsAgo(1000),
      last_seen_at: secondsAgo(998),
      read_count: 3,
      strongest_rssi: -50,
      reader_id: gate.id,
      reader_external_key: 'gate',
      antenna: 1,
      duration_seconds: 2000,
    })
    expect(body.data[1]).toMatchObject({ location_id: dock.id, reader_id: null, cause: 'scanned' })
    const internal = await session.get(`/internal/v1/assets/${pallet.id}/events`)
    const data = body.data.map((event: object) => ({
      ...event,
      text: expect.anything(),
      carried_since: null,
      summed_antennas: [],
      certainty: null,
      is_provisional: false,
      rival_location_id: null,
      rival_location_name: null,
    }))
    expect(internal.body).toEqual({ ...body, data })
  })

  test('are selected by their beginning', async () => {
    const { data } = (await api.get(`${path()}?from=${secondsAgo(2000)}`)).body
    expect(data.map((event: { location_id: number }) => event.location_id)).toEqual([yard.id])
    expect((await api.get(`${path()}?to=${secondsAgo(4000)}`)).body.data).toEqual([])
  })

  test('are refused with invalid parameters, and of an asset of another organization', async () => {
    expect(faultsOf(await api.get(`${path()}?from=yesterday`))).toEqual([400, 'from invalid_value'])
    expect(faultsOf(await api.get(`${path()}?sort=id`))).toEqual([400, 'sort unknown_field'])
    expect(faultsOf(await api.get('/api/v1/assets/x/events'))).toEqual([400, 'asset_id invalid_value'])
    expect(faultsOf(await other.get(path()))).toEqual([404, 'not_found'])
  })
})

// Rule: api.md, Report at an instant
describe('the report at an instant', () => {
  const path = '/api/v1/reports/asset-locations-at'
  const placesAt = async (query: string, client = api) =>
    (await client.get(`${path}?${query}`)).body.data.map(
      (row: { location_external_key: string }) => row.location_external_key,
    )

  test('returns where each asset was then', async () => {
    expect(await placesAt(`at=${secondsAgo(4000)}`)).toEqual([])
    expect(await placesAt(`at=${secondsAgo(2000)}`)).toEqual(['DOCK'])
    expect(await placesAt(`at=${secondsAgo(900)}`)).toEqual(['YARD'])
    const internal = await session.get(`/internal/v1/whereabouts?at=${secondsAgo(2000)}`)
    expect((await api.get(`${path}?at=${secondsAgo(2000)}`)).body).toEqual(internal.body)
  })

  // Rule: api.md, Timestamps
  test('contains an event at the time that the response shows, although it omits its microseconds', async () => {
    const exact = await newTagged(api, freshKey('EXACT'))
    const shown = secondsAgo(500.001)
    await scan(session, dock.id, exact.external_key, shown.replace('Z', '500Z'))
    const only = `asset_id=${exact.id}&at=`
    expect(await placesAt(`${only}${shown}`)).toEqual(['DOCK'])
    expect(await placesAt(`${only}${shown.replace('Z', '499Z')}`)).toEqual([])
    await api.delete(`/api/v1/assets/${exact.id}`)
  })

  test('is filtered by asset, by location and by text', async () => {
    const at = `at=${secondsAgo(2000)}`
    expect(await placesAt(`${at}&asset_id=${pallet.id}`)).toEqual(['DOCK'])
    expect(await placesAt(`${at}&location_id=${yard.id}`)).toEqual([])
    expect(await placesAt(`${at}&q=e28011`)).toEqual(['DOCK'])
  })

  test('is that of now without an instant, and refuses unknown parameters', async () => {
    expect(await placesAt('limit=1')).toEqual(['YARD'])
    expect(faultsOf(await api.get(`${path}?at=noon`))).toEqual([400, 'at invalid_value'])
    const unknown = await api.get(`${path}?at=${secondsAgo(1)}&when=1`)
    expect(faultsOf(unknown)).toEqual([400, 'when unknown_field'])
  })

  test('is that of the own organization', async () => {
    expect(await placesAt(`at=${secondsAgo(900)}`, other)).toEqual([])
  })
})
