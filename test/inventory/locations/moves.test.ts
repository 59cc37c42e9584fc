import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** Arrivals at a location and departures from it (docs/internal-api.md, Location moves). */

let program: Program
let session: Client
let depot: Row
let aisle: Row
let shelf: Row
let gatehouse: Row
const assets = new Map<string, Row>()

interface Move {
  readonly is_arrival: boolean
  readonly asset_external_key: string
  readonly previous_location_name: string | null
  readonly location_name: string
}

const movesOf = (place: Row, query = '', client = session) =>
  client.get(`/internal/v1/locations/${place.id}/moves${query}`)

/** Each move as `asset: from > to`; departures are in brackets. */
const summaryOf = ({ body }: Awaited<ReturnType<typeof movesOf>>): string[] =>
  body.data.map((move: Move) => {
    const way = `${move.previous_location_name ?? '-'} > ${move.location_name}`
    const text = `${move.asset_external_key}: ${way}`
    return move.is_arrival ? text : `(${text})`
  })

/** A depot with an aisle with a shelf, and a gatehouse next to it, with moves of the last hours. */
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  depot = await newLocation(session, { name: 'Depot' })
  aisle = await newLocation(session, { name: 'Aisle', parent_id: depot.id })
  shelf = await newLocation(session, { name: 'Shelf', parent_id: aisle.id })
  gatehouse = await newLocation(session, { name: 'Gatehouse' })
  for (const key of ['bin', 'cage', 'dolly']) assets.set(key, await newTagged(session, key, { name: key }))
  await scan(session, gatehouse.id, 'bin', secondsAgo(50 * 3600))
  await scan(session, depot.id, 'bin', secondsAgo(40 * 3600))
  await scan(session, gatehouse.id, 'bin', secondsAgo(7000))
  await scan(session, aisle.id, 'bin', secondsAgo(6000))
  await scan(session, shelf.id, 'cage', secondsAgo(5500))
  await scan(session, shelf.id, 'bin', secondsAgo(5000))
  await scan(session, depot.id, 'bin', secondsAgo(4000))
  await scan(session, depot.id, 'bin', secondsAgo(3000))
  await scan(session, gatehouse.id, 'cage', secondsAgo(2000))
})
afterAll(stopPrograms)

describe('the moves of a location', () => {
  // Rule: internal-api.md, Location moves
  test('are the arrivals there and the next reads elsewhere, newest first, with their counts', async () => {
    const response = await movesOf(depot)
    expect(response.status).toBe(200)
    // That it was there for days before does not matter: it went within the last 24 hours.
    expect(summaryOf(response)).toEqual(['bin: Shelf > Depot', '(bin: Depot > Gatehouse)'])
    const { data, ...counts } = response.body
    expect(counts).toEqual({ limit: 50, offset: 0, total_count: 2, arrival_count: 1, departure_count: 1 })
    expect(data[0]).toEqual({
      id: expect.any(Number),
      is_arrival: true,
      event_observed_at: secondsAgo(4000),
      asset_id: assets.get('bin')?.id,
      asset_external_key: 'bin',
      asset_name: 'bin',
      asset_deleted_at: null,
      location_id: depot.id,
      location_name: 'Depot',
      previous_location_id: shelf.id,
      previous_location_name: 'Shelf',
    })
  })

  // Rule: internal-api.md, Location moves
  test('include its sub-locations on request', async () => {
    const response = await movesOf(depot, '?with_below=true')
    expect(summaryOf(response)).toEqual([
      '(cage: Shelf > Gatehouse)',
      'cage: - > Shelf',
      'bin: Gatehouse > Aisle',
      '(bin: Depot > Gatehouse)',
    ])
    expect(response.body).toMatchObject({ arrival_count: 2, departure_count: 2 })
    expect(summaryOf(await movesOf(aisle, '?with_below=true'))).toEqual([
      '(cage: Shelf > Gatehouse)',
      '(bin: Shelf > Depot)',
      'cage: - > Shelf',
      'bin: Gatehouse > Aisle',
    ])
  })

  // Rule: internal-api.md, Location moves
  test('are within the requested time, including both ends', async () => {
    const within = (from: number, to: number) =>
      movesOf(depot, `?with_below=true&from=${secondsAgo(from)}&to=${secondsAgo(to)}`)
    expect(summaryOf(await within(6000, 5500))).toEqual(['cage: - > Shelf', 'bin: Gatehouse > Aisle'])
    expect(summaryOf(await within(5999, 5501))).toEqual([])
    // The search proceeds in half hours. A move between two of them is listed once.
    expect(summaryOf(await within(6000, 2400))).toEqual(['cage: - > Shelf', 'bin: Gatehouse > Aisle'])
    expect(summaryOf(await within(7000, 1900))).toEqual([
      '(cage: Shelf > Gatehouse)',
      'cage: - > Shelf',
      'bin: Gatehouse > Aisle',
      '(bin: Depot > Gatehouse)',
    ])
    expect(summaryOf(await within(45 * 3600, 30 * 3600))).toEqual(['bin: Gatehouse > Depot'])
    expect(summaryOf(await within(2000, 3000))).toEqual([])
  })

  // Rule: internal-api.md, Location moves
  test('can be limited to arrivals or departures, and both are counted', async () => {
    const came = await movesOf(depot, '?with_below=true&is_arrival=true')
    expect(summaryOf(came)).toEqual(['cage: - > Shelf', 'bin: Gatehouse > Aisle'])
    expect(came.body).toMatchObject({ total_count: 2, arrival_count: 2, departure_count: 2 })
    const went = await movesOf(depot, '?is_arrival=false')
    expect(summaryOf(went)).toEqual(['(bin: Depot > Gatehouse)'])
    expect(went.body).toMatchObject({ total_count: 1, arrival_count: 1, departure_count: 1 })
  })

  test('have pages', async () => {
    const page = async (query: string) => summaryOf(await movesOf(depot, `?with_below=true&${query}`))
    const all = await page('')
    expect(await page('limit=3')).toEqual(all.slice(0, 3))
    expect(await page('limit=3&offset=3')).toEqual(all.slice(3))
    expect((await movesOf(depot, '?offset=9')).body).toMatchObject({ data: [], total_count: 2 })
  })

  // Rule: api.md, Timestamps
  // Rule: internal-api.md, Location moves
  test('cover at most 8 days', async () => {
    const days = (count: number) => `?from=${secondsAgo(count * 86_400)}&to=${secondsAgo(0)}`
    expect((await movesOf(depot, days(8))).status).toBe(200)
    expect(faultsOf(await movesOf(depot, days(8.01)))).toEqual([400, 'from invalid_value'])
    expect(faultsOf(await movesOf(depot, '?is_arrival=maybe&at=1'))).toEqual([
      400,
      'is_arrival invalid_value',
      'at unknown_field',
    ])
  })

  test('contain the same for a fixed reader as for a handheld', async () => {
    const yard = await newLocation(session, { name: 'Yard' })
    const gate = await newReader(session, 'gate', [yard.id, gatehouse.id])
    const read = (antenna: number, ago: number) =>
      postReads(program, gate, [{ value: 'dolly', antenna, observed_at: secondsAgo(ago) }])
    await read(1, 1500)
    await read(1, 1400)
    await read(2, 1000)
    expect(summaryOf(await movesOf(yard))).toEqual(['(dolly: Yard > Gatehouse)', 'dolly: - > Yard'])
  })

  test('still contain assets and locations that were deleted later', async () => {
    const south = await otherOrganization(program, 'South')
    const [here, there] = [
      await newLocation(south, { name: 'Here' }),
      await newLocation(south, { name: 'There' }),
    ]
    const below = await newLocation(south, { name: 'Below', parent_id: here.id })
    const asset = await newTagged(south, 'gone')
    await scan(south, below.id, 'gone', secondsAgo(300))
    await scan(south, there.id, 'gone', secondsAgo(200))
    await south.delete(`/api/v1/assets/${asset.id}`)
    await south.delete(`/api/v1/locations/${there.id}`)
    await south.delete(`/api/v1/locations/${below.id}`)
    const response = await movesOf(here, '?with_below=true', south)
    expect(summaryOf(response)).toEqual(['(gone: Below > There)', 'gone: - > Below'])
    expect(response.body.data[0].asset_deleted_at).toEqual(expect.any(String))
    expect(faultsOf(await movesOf(there, '', south))).toEqual([404, 'not_found'])
  })

  test('are visible to users of the organization only', async () => {
    const east = await otherOrganization(program, 'East')
    expect(faultsOf(await movesOf(depot, '', east))).toEqual([404, 'not_found'])
    for (const client of [await apiClient(program, session), clientOf(program.http)])
      expect(faultsOf(await movesOf(depot, '', client))).toEqual([401, 'unauthorized'])
  })
})

describe('the export of moves', () => {
  const download = (query: string, { token } = session) =>
    fetch(`${program.http}/internal/v1/locations/${depot.id}/moves/export${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })

  // Rule: internal-api.md, Location moves
  test('contains all moves of the question, with formulas made inert', async () => {
    const west = await otherOrganization(program, 'West')
    const here = await newLocation(west, { name: '=Here' })
    const there = await newLocation(west, { name: 'There' })
    const count = 300
    for (let at = 0; at < count; at++) await newTagged(west, `T${at}`, { name: `@Tote ${at}` })
    const reads = (seconds: number) =>
      Array.from({ length: count }, (_, at) => ({
        value: `T${at}`,
        observed_at: secondsAgo(seconds + at * 20),
      }))
    for (const [place, seconds] of [
      [here, 20_000],
      [there, 10_000],
    ] as const)
      await west.post('/internal/v1/scans', { location_id: place.id, reads: reads(seconds) })
    const linesOf = async (query: string) => {
      const response = await fetch(`${program.http}/internal/v1/locations/${here.id}/moves/export${query}`, {
        headers: { authorization: `Bearer ${west.token}` },
      })
      expect(response.headers.get('content-type')).toStartWith('text/csv')
      return (await response.text()).replace('\ufeff', '').trimEnd().split('\r\n')
    }
    const [head, ...lines] = await linesOf('')
    expect(head).toBe(
      'event_observed_at,direction,asset_external_key,asset_name,previous_location_name,location_name',
    )
    expect(lines).toHaveLength(2 * count)
    expect(
      lines
        .toSorted()
        .toReversed()
        .map((line) => line.slice(0, 24)),
    ).toEqual(lines.map((line) => line.slice(0, 24)))
    expect(lines).toContain(`${secondsAgo(10_000)},departure,T0,'@Tote 0,'=Here,There`)
    expect(await linesOf('?is_arrival=false')).toHaveLength(count + 1)
    const hour = `?from=${secondsAgo(10_100)}&to=${secondsAgo(10_000)}`
    expect(await linesOf(hour)).toHaveLength(7)
  })

  test('is refused like the list', async () => {
    expect((await download(`?from=${secondsAgo(32 * 86_400)}`)).status).toBe(400)
    const east = await otherOrganization(program, 'Export east')
    expect((await download('', east)).status).toBe(404)
  })
})
