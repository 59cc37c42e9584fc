import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** The history of one asset (docs/api.md, History). */

let program: Program
let session: Client
let api: Client
let places: readonly [Row, Row, Row]
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  places = [await newLocation(api), await newLocation(api), await newLocation(api)]
})
afterAll(stopPrograms)

const pathOf = (asset: Row, query = ''): string => `/api/v1/assets/${asset.id}/history${query}`
const read = async (asset: Row, query = '') => (await api.get(pathOf(asset, query))).body
const event = (at: string, place: Row, duration: number | null) => ({
  event_observed_at: at,
  location_id: place.id,
  location_external_key: place.external_key,
  duration_seconds: duration,
})

/** Scans of one asset, at these locations, this many seconds ago. */
async function scanned(...scans: readonly [place: Row, seconds: number][]): Promise<Row> {
  const asset = await newTagged(api, freshKey('asset'))
  for (const [place, seconds] of scans) await scan(session, place.id, asset.external_key, secondsAgo(seconds))
  return asset
}

// Rule: api.md, History
describe('a history', () => {
  /** Five events, oldest first, with the durations between them. */
  let asset: Row
  let events: ReturnType<typeof event>[]
  const observedAt = (index: number): string => events[index]?.event_observed_at as string

  beforeAll(async () => {
    const [a, b, c] = places
    asset = await scanned([a, 4000], [b, 3909.301], [b, 3900], [a, 3000], [c, 10])
    events = [
      event(secondsAgo(4000), a, null),
      event(secondsAgo(3909.301), b, 90),
      event(secondsAgo(3900), b, 9),
      event(secondsAgo(3000), a, 900),
      event(secondsAgo(10), c, 2990),
    ]
  })

  // Rule: api.md, Purpose
  test('is ordered newest first, each event with the whole seconds since the previous one', async () => {
    const page = { limit: 50, offset: 0, total_count: 5 }
    expect(await read(asset)).toEqual({ data: events.toReversed(), ...page })
    expect(await read(asset, '?sort=-event_observed_at')).toEqual({ data: events.toReversed(), ...page })
  })

  // Rule: api.md, Sort
  test('is ordered oldest first on request', async () => {
    expect((await read(asset, '?sort=event_observed_at')).data).toEqual(events)
  })

  // Rule: api.md, List envelope
  test('has pages with the total count and unchanged durations', async () => {
    const orders = { event_observed_at: events, '-event_observed_at': events.toReversed() }
    for (const [sort, ordered] of Object.entries(orders))
      for (const limit of [1, 2, 3])
        for (const offset of [0, 1, 2, 3, 4, 5, 6]) {
          const data = ordered.slice(offset, offset + limit)
          const page = await read(asset, `?sort=${sort}&limit=${limit}&offset=${offset}`)
          expect(page).toEqual({ data, limit, offset, total_count: 5 })
        }
  })

  const windows: [title: string, query: () => string, from: number, to: number][] = [
    ['from an event on, it included', () => `?from=${observedAt(1)}`, 1, 5],
    ['up to an event, it included', () => `?to=${observedAt(3)}`, 0, 4],
    ['between two events, both included', () => `?from=${observedAt(1)}&to=${observedAt(2)}`, 1, 3],
    ['of one instant', () => `?from=${observedAt(4)}&to=${observedAt(4)}`, 4, 5],
    ['from a moment after an event', () => `?from=${secondsAgo(3909.3)}`, 2, 5],
    ['up to a moment before an event', () => `?to=${secondsAgo(3909.302)}`, 0, 1],
    ['that ends before it begins', () => `?from=${observedAt(3)}&to=${observedAt(1)}`, 0, 0],
    ['after the last event', () => '?from=2999-01-01T00:00:00Z', 0, 0],
    ['of all times', () => '?from=0002-01-01T00:00:00Z&to=9999-12-31T23:59:59.999999999Z', 0, 5],
  ]
  test.each(windows)(
    'is limited to a window %s, regardless of earlier events',
    async (_title, query, from, to) => {
      const { data, total_count } = await read(asset, `${query()}&sort=event_observed_at`)
      expect(data).toEqual(events.slice(from, to))
      expect(total_count).toBe(to - from)
    },
  )

  test('accepts bounds with any offset and up to nine fractional digits', async () => {
    const utc = new Date(observedAt(1))
    const shifted = new Date(utc.getTime() + 5.5 * 3_600_000).toISOString().replace('Z', '000000%2B05:30')
    expect((await read(asset, `?from=${shifted}&to=${shifted}`)).data).toEqual([events[1]])
    const inSeconds = secondsAgo(3000).replace('.000Z', 'Z')
    expect((await read(asset, `?from=${inSeconds}&to=${inSeconds}`)).data).toEqual([events[3]])
  })

  // Rule: api.md, Timestamps
  test('that ends at the time of an event includes it, although the response omits its microseconds', async () => {
    const exact = await newTagged(api, freshKey('asset'))
    const shown = secondsAgo(100.001)
    const at = (micros: string) => shown.replace('Z', `${micros}Z`)
    await scan(session, places[0].id, exact.external_key, at('500'))
    const within = async (query: string) => (await read(exact, query)).data
    const all = [event(shown, places[0], null)]

    expect(await within(`?from=${shown}&to=${shown}`)).toEqual(all)
    expect(await within(`?from=${at('500')}&to=${at('500999')}`)).toEqual(all)
    expect(await within(`?to=${at('499')}`)).toEqual([])
    expect(await within(`?from=${at('501')}`)).toEqual([])
    const { data } = (await api.get(`/api/v1/assets/${exact.id}/events?to=${shown}`)).body
    expect(data).toMatchObject([{ first_seen_at: shown }])
    const moves = `/internal/v1/locations/${places[0].id}/moves`
    const { body } = await session.get(`${moves}?from=${shown}&to=${shown}`)
    expect(body.data).toMatchObject([{ event_observed_at: shown, asset_id: exact.id }])
  })

  const refusals: [query: string, fault: string][] = [
    ['?from=2026-01-01', 'from invalid_value'],
    ['?from=', 'from invalid_value'],
    ['?to=2026-01-01T00:00:00', 'to invalid_value'],
    ['?to=2026-01-01T00:00:00.1234567891Z', 'to invalid_value'],
    ['?to=1767225600', 'to invalid_value'],
    ['?sort=location_id', 'sort invalid_value'],
    ['?limit=0', 'limit too_small'],
    ['?limit=201', 'limit too_large'],
    ['?offset=-1', 'offset too_small'],
    ['?q=a', 'q unknown_field'],
    ['?location_id=1', 'location_id unknown_field'],
    ['?include_deleted=true', 'include_deleted unknown_field'],
  ]
  test.each(refusals)('refuses "%s"', async (query, fault) => {
    expect(faultsOf(await api.get(pathOf(asset, query)))).toEqual([400, fault])
  })

  // Rule: api.md, Sort
  test('reports an unknown sort field by name', async () => {
    const { error } = await read(asset, '?sort=-duration_seconds')
    expect(error.fields[0].message).toBe('unknown sort field: duration_seconds')
  })
})

test('an asset that was never scanned has an empty history; a deleted or unknown asset has none', async () => {
  const asset = await newAsset(api)
  expect(await read(asset)).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
  await api.delete(`/api/v1/assets/${asset.id}`)
  expect(faultsOf(await api.get(pathOf(asset)))).toEqual([404, 'not_found'])
  expect(faultsOf(await api.get('/api/v1/assets/9007199254740993/history'))).toEqual([404, 'not_found'])
  expect(faultsOf(await api.get('/api/v1/assets/0/history'))).toEqual([400, 'asset_id too_small'])
})

// Rule: api.md, History
test('events still contain a location that was renamed or deleted', async () => {
  const [place, elsewhere] = [await newLocation(api), places[0]]
  const asset = await scanned([place, 200], [elsewhere, 100])
  const external_key = freshKey('renamed')
  await api.post(`/api/v1/locations/${place.id}/rename`, { external_key })
  expect((await api.delete(`/api/v1/locations/${place.id}`)).status).toBe(204)
  expect((await read(asset)).data).toEqual([
    event(secondsAgo(100), elsewhere, 100),
    event(secondsAgo(200), { ...place, external_key }, null),
  ])
})

// Rule: api.md, History
// Rule: history.md, Results
test('events of one instant have a duration of 0, and the two orders are reversed', async () => {
  const [a, b, c] = places
  const asset = await scanned([c, 500], [a, 500], [b, 500], [a, 400])
  const { data } = await read(asset)
  expect((await read(asset, '?sort=event_observed_at')).data).toEqual(data.toReversed())
  expect(data.map((row: { duration_seconds: number | null }) => row.duration_seconds)).toEqual([
    100,
    0,
    0,
    null,
  ])
})

describe('a fixed reader', () => {
  // Rule: history.md, Reads and events
  test('adds one event for a stay, regardless of the number of reads, and another one after a pause', async () => {
    const [here, there] = places
    const gate = await newReader(session, freshKey('gate'), [here.id, there.id])
    const asset = await newTagged(api, freshKey('stay'))
    const reads = async (antenna: number, ...seconds: number[]) => {
      const value = asset.external_key
      for (const ago of seconds)
        await postReads(program, gate, [{ value, antenna, observed_at: secondsAgo(ago) }])
    }
    await reads(1, 3000, 2800, 2501)
    // More than 300 seconds without a read end the stay.
    await reads(1, 2200, 2199)
    await reads(2, 1900)
    expect((await read(asset)).data).toEqual([
      event(secondsAgo(1900), there, 300),
      event(secondsAgo(2200), here, 800),
      event(secondsAgo(3000), here, null),
    ])
  })

  // Rule: api.md, Purpose
  test('and a handheld add to the same history', async () => {
    const [here, there] = places
    const gate = await newReader(session, freshKey('gate'), [here.id])
    const asset = await newTagged(api, freshKey('both'))
    await postReads(program, gate, [{ value: asset.external_key, observed_at: secondsAgo(900) }])
    await scan(session, there.id, asset.external_key, secondsAgo(600))
    await postReads(program, gate, [{ value: asset.external_key, observed_at: secondsAgo(300) }])
    expect((await read(asset)).data).toEqual([
      event(secondsAgo(300), here, 300),
      event(secondsAgo(600), there, 300),
      event(secondsAgo(900), here, null),
    ])
  })
})

test('scans result in the same history in any order of arrival', async () => {
  const scans = fc.uniqueArray(
    fc.record({ place: fc.nat(2), milliseconds: fc.integer({ min: 1000, max: 3_600_000 }) }),
    { minLength: 1, maxLength: 8, selector: ({ milliseconds }) => milliseconds },
  )
  const placeOf = (index: number): Row => places[index] as Row
  const property = fc.asyncProperty(scans, async (inAnyOrder) => {
    const asset = await scanned(
      ...inAnyOrder.map(({ place, milliseconds }) => [placeOf(place), milliseconds / 1000] as [Row, number]),
    )
    const sorted = inAnyOrder.toSorted((a, b) => b.milliseconds - a.milliseconds)
    const expected = sorted.map(({ place, milliseconds }, index) => {
      const before = sorted[index - 1]
      const duration = before ? Math.floor((before.milliseconds - milliseconds) / 1000) : null
      return event(secondsAgo(milliseconds / 1000), placeOf(place), duration)
    })
    expect((await read(asset, '?sort=event_observed_at')).data).toEqual(expected)
    const { data } = (await api.get(`/api/v1/reports/asset-locations?asset_id=${asset.id}`)).body
    const newest = expected.at(-1)
    expect(data).toMatchObject([
      { location_id: newest?.location_id ?? null, asset_last_seen: newest?.event_observed_at ?? null },
    ])
  })
  await fc.assert(property, { numRuns: 30, interruptAfterTimeLimit: 4000 })
}, 30_000)
