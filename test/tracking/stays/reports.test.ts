import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  apiClient,
  type Client,
  clientOf,
  type Credential,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { newMember } from '../../support/users'

/** Reports that count stays: dwell, flows and occupancy. */

setDefaultTimeout(60_000)

const reports = '/api/v1/reports'
const names = ['dwell', 'flows', 'occupancy'] as const
let program: Program
let session: Client
let key: Credential
let api: Client
let dock: Row
let hall: Row
/** The beginning of an hour, and instants so many minutes after it. */
const hourMillis = 3_600_000
const begin = Math.floor(Date.parse(secondsAgo(0)) / hourMillis) * hourMillis - 6 * hourMillis
const minute = (minutes: number): string => new Date(begin + minutes * 60_000).toISOString()

const period = (from: number, to: number) => `from=${minute(from)}&to=${minute(to)}`
const get = (name: string, query: string) => session.get(`${reports}/${name}?${query}`)

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  key = await mintKey(session, ['tracking:read'])
  api = await apiClient(program, session, ['tracking:read'])
  dock = await newLocation(session, { external_key: 'DOCK' })
  hall = await newLocation(session, { external_key: 'HALL' })
  // A: dock 10 to 40, hall 40 to 100 (read again at 70), dock from 100, last read at 130.
  // B: dock from 20, last read at 50. C: hall at 45.
  const seen: [string, Row, number][] = [
    ['A', dock, 10],
    ['A', hall, 40],
    ['A', hall, 70],
    ['A', dock, 100],
    ['A', dock, 130],
    ['B', dock, 20],
    ['B', dock, 50],
    ['C', hall, 45],
  ]
  for (const value of ['A', 'B', 'C']) await newTagged(session, value)
  for (const [value, place, at] of seen) await scan(session, place.id, value, minute(at))
})
afterAll(stopPrograms)

// Rule: api.md, Reports of stays
describe('the report of', () => {
  test('dwell has visits, their sum and percentiles, cut by the period', async () => {
    expect((await get('dwell', period(0, 360))).body).toEqual({
      data: [
        {
          location_id: dock.id,
          location_external_key: 'DOCK',
          visits: 3,
          total_seconds: 5400,
          p50_seconds: 1800,
          p90_seconds: 1800,
        },
        {
          location_id: hall.id,
          location_external_key: 'HALL',
          visits: 2,
          total_seconds: 3600,
          p50_seconds: 0,
          p90_seconds: 3600,
        },
      ],
      limit: 50,
      offset: 0,
      total_count: 2,
      is_current: true,
    })
    const cut = (await get('dwell', period(30, 45))).body.data
    expect(cut).toMatchObject([
      { location_id: dock.id, visits: 2, total_seconds: 25 * 60, p50_seconds: 600, p90_seconds: 900 },
      { location_id: hall.id, visits: 1, total_seconds: 300 },
    ])
  })

  test('flows has the moves of each pair of locations, the most first', async () => {
    const both = [
      { from_location_id: dock.id, from_location_external_key: 'DOCK', to_location_id: hall.id, moves: 1 },
      { from_location_id: hall.id, to_location_external_key: 'DOCK', to_location_id: dock.id, moves: 1 },
    ]
    expect((await get('flows', period(0, 360))).body).toMatchObject({ data: both, total_count: 2 })
    expect((await get('flows', `${period(0, 360)}&limit=1&offset=1`)).body).toMatchObject({
      data: [both[1]],
      total_count: 2,
    })
    expect((await get('flows', period(41, 100))).body).toMatchObject({ data: [], total_count: 0 })
  })

  // Rule: internal-api.md, Move counts
  test('moves between instants are those of the flows in each span', async () => {
    const bounds = [0, 5, 11, 30, 41, 100, 360].map(minute)
    const counts = (at: readonly string[]) =>
      session.get(
        `/internal/v1/reports/move-counts?${at.map((one) => `at=${encodeURIComponent(one)}`).join('&')}`,
      )
    const expected: object[] = []
    for (const [index, to] of bounds.slice(1).entries()) {
      const from = bounds[index] as string
      const { data } = (await get('flows', new URLSearchParams({ from, to }).toString())).body
      const moves = data.reduce((sum: number, row: { moves: number }) => sum + row.moves, 0)
      expected.push({ from: expect.any(String), to: expect.any(String), moves })
    }
    expect((await counts(bounds)).body).toEqual({ data: expected, is_current: true })
    for (const wrong of [[], bounds.slice(0, 1), bounds.toReversed()])
      expect(faultsOf(await counts(wrong))).toEqual([400, 'at invalid_value'])
  })

  test('occupancy has arrivals, departures and the peak of each hour', async () => {
    const { body } = await get('occupancy', period(0, 180))
    const rows = (place: Row, counts: [number, number, number][]) =>
      counts.map(([arrivals, departures, peak], index) => ({
        location_id: place.id,
        location_external_key: place.external_key,
        hour: minute(60 * index),
        arrivals,
        departures,
        peak_count: peak,
      }))
    expect(body.data).toEqual([
      ...rows(dock, [
        [2, 1, 2],
        [1, 0, 2],
        [0, 0, 2],
      ]),
      ...rows(hall, [
        [2, 0, 2],
        [0, 1, 2],
        [0, 0, 1],
      ]),
    ])
    expect(body.total_count).toBe(6)
    const some = await get('occupancy', `${period(0, 180)}&limit=2&offset=2`)
    expect(some.body.data).toEqual(body.data.slice(2, 4))
    const ofHall = await get('occupancy', `${period(30, 90)}&location_id=${hall.id}`)
    expect(ofHall.body.data).toMatchObject([
      { hour: minute(0), arrivals: 2, departures: 0, peak_count: 2 },
      { hour: minute(60), arrivals: 0, departures: 0, peak_count: 2 },
    ])
  })
})

// Rule: api.md, Reports of stays
test.each(names)(
  'the report of %s needs a period of at most 366 days, and locations of the organization',
  async (name) => {
    const other = await otherOrganization(program)
    const faults: [query: string, fault: (string | number)[]][] = [
      ['', [400, 'from required', 'to required']],
      [`from=${minute(0)}`, [400, 'to required']],
      [period(60, 0), [400, 'from invalid_value']],
      [period(60, 60), [400, 'from invalid_value']],
      ['from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:01Z', [400, 'to too_large']],
      ['from=2016-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', [400, 'to too_large']],
      [`${period(0, 60)}&place=1`, [400, 'place unknown_field']],
      [`${period(0, 60)}&location_id=999999`, [404, 'not_found']],
      [`${period(0, 60)}&location_id=${dock.id}&location_id=999999`, [404, 'not_found']],
    ]
    for (const [query, fault] of faults)
      expect([query, ...faultsOf(await get(name, query))]).toEqual([query, ...fault])
    expect((await get(name, 'from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:00Z')).status).toBe(200)
    expect((await other.get(`${reports}/${name}?${period(0, 60)}&location_id=${dock.id}`)).status).toBe(404)
    expect((await other.get(`${reports}/${name}?${period(0, 360)}`)).body).toMatchObject({
      data: [],
      total_count: 0,
    })
  },
)

// Rule: api.md, Reports of stays
test.each(names)('the report of %s is read with tracking:read and by every role', async (name) => {
  const query = period(0, 360)
  expect((await api.get(`${reports}/${name}?${query}`)).body).toEqual((await get(name, query)).body)
  const writer = await apiClient(program, session, ['assets:write'])
  expect((await writer.get(`${reports}/${name}?${query}`)).status).toBe(403)
  const viewer = await newMember(program, session, 'viewer')
  expect((await viewer.session.get(`${reports}/${name}?${query}`)).status).toBe(200)
})

// Rule: internal-api.md, Report exports
test.each(names)(
  'the report of %s is CSV for an Accept of text/csv, and at its address of exports',
  async (name) => {
    const query = period(0, 360)
    const { data } = (await get(name, query)).body
    const columns = Object.keys(data[0] as object)
    const cells = (data as Record<string, unknown>[]).map((row) =>
      columns.map((column) => String(row[column])).join(','),
    )
    const wanted = [columns.join(','), ...cells, ''].join('\r\n')
    const basic = `Basic ${Buffer.from(`${key.client_id}:${key.client_secret}`).toString('base64')}`
    const load = (path: string, headers: Record<string, string>) =>
      clientOf(program.http).request('GET', `${path}?${query}`, { headers })
    const file = await load(`/exports/v1/reports/${name}.csv`, { authorization: basic })
    expect([file.status, file.text]).toEqual([200, wanted])
    const bearer = { authorization: `Bearer ${api.token}` }
    const accepted = await load(`${reports}/${name}`, { ...bearer, accept: 'text/csv' })
    expect([accepted.status, accepted.headers.get('content-type'), accepted.text]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      wanted,
    ])
    expect((await load(`${reports}/${name}`, { ...bearer, accept: '*/*' })).body.data).toEqual(data)
    expect((await load(`/exports/v1/reports/${name}.csv`, {})).headers.get('www-authenticate')).toStartWith(
      'Basic',
    )
  },
)

// Rule: internal-api.md, Files of lists
test('reports, the history of an asset and unknown tags are files with the rows of their lists', async () => {
  const asset = (await session.get('/api/v1/assets?external_key=A')).body.data[0] as Row
  await session.post('/internal/v1/scans', { location_id: dock.id, reads: [{ value: 'NEVER-SEEN' }] })
  const lists: [file: string, list: string][] = [
    ...names.map((name): [string, string] => [
      `/internal/v1/reports/${name}/export?${period(0, 360)}`,
      `${reports}/${name}?${period(0, 360)}`,
    ]),
    [`/internal/v1/assets/${asset.id}/events/export?bom=true`, `/api/v1/assets/${asset.id}/events?limit=200`],
    ['/internal/v1/unknown-tag-export?q=never', '/internal/v1/unknown-tags?q=never'],
  ]
  for (const [file, list] of lists) {
    const { text, status } = await session.get(`${file}&separator=semicolon`)
    const [columns = [], ...rows] = text
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'))
    const data = (await session.get(list)).body.data as Record<string, unknown>[]
    expect([file, status, rows.length]).toEqual([file, 200, data.length])
    expect(data.length).toBeGreaterThan(0)
    const [first] = data as [Record<string, unknown>]
    expect(columns).toEqual(Object.keys(first))
    for (const [index, column] of columns.entries())
      if (typeof first[column] === 'number') expect(rows[0]?.[index]).toBe(String(first[column]))
    expect((await session.get(`${file}&format=xlsx`)).text).toStartWith('PK')
  }
})

// Rule: internal-api.md, Files of lists
test('files have each row once while their lists change', async () => {
  const reads = Array.from({ length: 500 }, (_, index) => ({ value: `AGAIN-${index}` }))
  const asset = (await session.get('/api/v1/assets?external_key=A')).body.data[0] as Row
  const submit = (scans: readonly object[]) =>
    session.post('/internal/v1/scans', { location_id: dock.id, reads: scans })
  await submit(reads)
  const times = reads.map((_, index) => new Date(Date.now() - 600_000 - index * 1000).toISOString())
  await submit(times.map((time) => ({ asset_id: asset.id, observed_at: time })))
  const rowsOf = async (path: string, column: string): Promise<string[]> => {
    const [names = '', ...lines] = (await session.get(path)).text.trimEnd().split('\r\n')
    return lines.map((line) => line.split(',')[names.split(',').indexOf(column)] ?? '')
  }
  const files = [
    () => rowsOf('/internal/v1/unknown-tag-export?bom=false&q=again-', 'value'),
    () => rowsOf(`/internal/v1/assets/${asset.id}/events/export?bom=false`, 'id'),
  ]
  for (const file of files)
    for (let round = 0; round < 5; round++) {
      let isRead = false
      const changing = (async () => {
        for (let from = 0; !isRead; from = (from + 20) % 500)
          await submit([{ asset_id: asset.id }, ...reads.slice(from, from + 20)])
      })()
      const rows = await file()
      isRead = true
      await changing
      expect(rows.length).toBeGreaterThanOrEqual(500)
      expect(new Set(rows).size).toBe(rows.length)
    }
})
