import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, mintKey, otherOrganization, signIn } from '../../support/client'
import { exchange } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../../support/scans'

/** The provenance of scan events: reader, antenna, strongest RSSI, number of reads, and why the asset moved. */

let program: Program
let session: Client
let places: readonly [Row & { name: string }, Row & { name: string }]
let gate: Reader

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  places = [
    { ...(await newLocation(session, { name: 'Hall' })), name: 'Hall' },
    { ...(await newLocation(session, { name: 'Yard' })), name: 'Yard' },
  ]
  gate = await newReader(session, freshKey('gate'), [places[0].id, places[1].id])
})
afterAll(stopPrograms)

const pathOf = ({ id }: { id: number }, query = ''): string => `/internal/v1/assets/${id}/events${query}`
const eventsOf = async (asset: Row, query = '') => (await session.get(pathOf(asset, query))).body

/** Reads of the asset at the gate, one message each. */
async function sendReads(asset: Row, ...reads: readonly [antenna: number, ago: number, rssi: number][]) {
  const value = asset.external_key
  for (const [antenna, ago, rssi] of reads)
    await postReads(program, gate, [{ value, antenna, rssi, observed_at: secondsAgo(ago) }])
}

const at = (place: Row & { name: string }) => ({
  location_id: place.id,
  location_external_key: place.external_key,
  location_name: place.name,
})
const by = (reader: Reader | null, antenna: number | null) => ({
  reader_id: reader && reader.id,
  reader_external_key: reader && reader.external_key,
  reader_name: reader && reader.external_key,
  antenna,
})

describe("an asset's scan events", () => {
  // Rule: internal-api.md, Texts
  // Rule: internal-api.md, Asset events
  test('contain, newest first, the location, the start, the end, the reads and the reason', async () => {
    const asset = await newTagged(session, freshKey('asset'))
    await sendReads(asset, [1, 1000, -60], [1, 900, -41.5], [1, 800, -52], [2, 500, -70])
    await scan(session, places[0].id, asset.external_key, secondsAgo(300))
    const events = [
      {
        ...at(places[0]),
        ...by(null, null),
        first_seen_at: secondsAgo(300),
        last_seen_at: secondsAgo(300),
        read_count: 1,
        strongest_rssi: null,
        cause: 'scanned',
        reason: 'Scanned at Hall',
        text: { key: 'move.scanned', params: { here: 'Hall' } },
        signal_dbm: null,
        previous_signal_dbm: null,
        duration_seconds: 200,
      },
      {
        ...at(places[1]),
        ...by(gate, 2),
        first_seen_at: secondsAgo(500),
        last_seen_at: secondsAgo(500),
        read_count: 1,
        strongest_rssi: -70,
        cause: 'unheard',
        reason: `Read at ${places[1].name}; not read at Hall for 5 min`,
        text: {
          key: 'move.silent',
          params: { here: places[1].name, there: 'Hall', silent_seconds: 300 },
        },
        signal_dbm: -70,
        previous_signal_dbm: -50.5,
        duration_seconds: 500,
      },
      {
        ...at(places[0]),
        ...by(gate, 1),
        first_seen_at: secondsAgo(1000),
        last_seen_at: secondsAgo(800),
        read_count: 3,
        strongest_rssi: -41.5,
        cause: 'first',
        reason: 'First read of the asset',
        text: { key: 'move.first', params: {} },
        signal_dbm: null,
        previous_signal_dbm: null,
        duration_seconds: null,
      },
    ].map((event) => ({
      id: expect.any(Number),
      carried_since: null,
      summed_antennas: [],
      certainty: null,
      is_provisional: false,
      rival_location_id: null,
      rival_location_name: null,
      ...event,
    }))
    expect(await eventsOf(asset)).toEqual({ data: events, limit: 50, offset: 0, total_count: 3 })
    for (const limit of [1, 2])
      for (const offset of [0, 1, 2, 3]) {
        const page = await eventsOf(asset, `?limit=${limit}&offset=${offset}`)
        expect(page).toEqual({ data: events.slice(offset, offset + limit), limit, offset, total_count: 3 })
      }
  })

  // Rule: history.md, Causes
  test('contain the reason for each beginning', async () => {
    const asset = await newTagged(session, freshKey('asset'))
    // A stronger antenna; the same location after a gap; a late scan that splits; a read that is too late for the rules.
    await sendReads(asset, [1, 9000, -70], [1, 8980, -70], [2, 8979, -30], [2, 8978, -30], [2, 8977, -30])
    await sendReads(asset, [2, 8900, -30], [2, 8000, -30])
    await sendReads(asset, [2, 7800, -30], [2, 7600, -30], [2, 1000, -30])
    await scan(session, places[0].id, asset.external_key, secondsAgo(7700))
    await sendReads(asset, [1, 5000, -30])
    const causes = (await eventsOf(asset)).data.map(({ cause }: { cause: string }) => cause)
    expect(causes.toReversed()).toEqual([
      'first',
      'stronger',
      'returned',
      'scanned',
      'resumed',
      'late',
      'unheard',
    ])
  })

  test('contain the signals that the location decision compared', async () => {
    const asset = await newTagged(session, freshKey('asset'))
    await sendReads(asset, [1, 60, -70], [1, 59, -70], [2, 58, -40], [2, 57, -40], [2, 56, -40])
    const [arrival, first] = (await eventsOf(asset)).data
    expect(arrival).toMatchObject({ cause: 'stronger', signal_dbm: -40, previous_signal_dbm: -70 })
    expect(first).toMatchObject({ cause: 'first', signal_dbm: null, previous_signal_dbm: null })
  })

  // Rule: internal-api.md, Texts
  test('have no text in the public API', async () => {
    const asset = await newTagged(session, freshKey('asset'))
    await sendReads(asset, [1, 900, -50])
    const own = (await eventsOf(asset)).data[0]
    const {
      text,
      carried_since: _carried,
      certainty: _certainty,
      is_provisional: _provisional,
      rival_location_id: _rival,
      rival_location_name: _rivalName,
      summed_antennas: _antennas,
      ...rest
    } = own
    expect(text).toEqual({ key: 'move.first', params: {} })
    const published = (await session.get(`/api/v1/assets/${asset.id}/events`)).body.data
    expect(published).toEqual([rest])
  })

  // Rule: internal-api.md, Asset events
  test('agree with the public history, and are cut to a window like it', async () => {
    const asset = await newTagged(session, freshKey('asset'))
    await sendReads(asset, [1, 900, -50], [2, 600, -50], [1, 300, -50])
    const windows = ['', `from=${secondsAgo(600)}`, `to=${secondsAgo(600)}`, `from=${secondsAgo(1)}`]
    const sizes: number[] = []
    for (const query of windows) {
      const history = (await session.get(`/api/v1/assets/${asset.id}/history?${query}`)).body
      const events = await eventsOf(asset, `?${query}`)
      expect(events.total_count).toBe(history.total_count)
      expect(
        events.data.map((event: Record<string, unknown>) => ({
          event_observed_at: event['first_seen_at'],
          location_id: event['location_id'],
          location_external_key: event['location_external_key'],
          duration_seconds: event['duration_seconds'],
        })),
      ).toEqual(history.data)
      sizes.push(events.total_count)
    }
    expect(sizes).toEqual([3, 2, 2, 0])
    expect(faultsOf(await session.get(pathOf(asset, '?from=yesterday')))).toEqual([400, 'from invalid_value'])
    expect(faultsOf(await session.get(pathOf(asset, '?sort=id')))).toEqual([400, 'sort unknown_field'])
  })

  test('still contain a deleted reader and a deleted location', async () => {
    const place = { ...(await newLocation(session, { name: 'Shed' })), name: 'Shed' }
    const reader = await newReader(session, freshKey('gone'), [place.id])
    const asset = await newTagged(session, freshKey('asset'))
    await postReads(program, reader, [{ value: asset.external_key, observed_at: secondsAgo(900) }])
    await scan(session, places[0].id, asset.external_key, secondsAgo(60))
    expect((await session.delete(`/internal/v1/readers/${reader.id}`)).status).toBe(204)
    expect((await session.delete(`/api/v1/locations/${place.id}`)).status).toBe(204)
    expect((await eventsOf(asset)).data[1]).toMatchObject({ ...at(place), ...by(reader, 1) })
  })

  test('contain the handheld of a scan', async () => {
    const response = await session.post('/internal/v1/readers', {
      external_key: freshKey('hand'),
      name: 'Hand',
      kind: 'handheld',
    })
    const { id, external_key, device_token } = response.body.data
    const asset = await newTagged(session, freshKey('asset'))
    await scan(clientOf(program.http, device_token), places[0].id, asset.external_key, secondsAgo(9))
    expect((await eventsOf(asset)).data).toMatchObject([
      {
        reader_id: id,
        reader_external_key: external_key,
        reader_name: 'Hand',
        antenna: null,
        cause: 'scanned',
      },
    ])
  })

  test('are empty for an asset that was never scanned, and 404 for a deleted asset or one of another organization', async () => {
    const asset = await newAsset(session)
    expect(await eventsOf(asset)).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
    const other = await otherOrganization(program, freshKey('Other'))
    expect(faultsOf(await other.get(pathOf(asset)))).toEqual([404, 'not_found'])
    await session.delete(`/api/v1/assets/${asset.id}`)
    expect(faultsOf(await session.get(pathOf(asset)))).toEqual([404, 'not_found'])
    expect(faultsOf(await session.get(pathOf({ id: 0 })))).toEqual([400, 'asset_id too_small'])
  })

  test('reject the tokens of API keys', async () => {
    const asset = await newAsset(session)
    const { access_token } = (await exchange(clientOf(program.http), await mintKey(session))).body
    expect(faultsOf(await clientOf(program.http, access_token).get(pathOf(asset)))).toEqual([
      401,
      'unauthorized',
    ])
  })
})
