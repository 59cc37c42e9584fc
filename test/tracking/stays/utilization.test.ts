import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { scan } from '../../support/scans'
import { newMember } from '../../support/users'

/** The report of utilization: on how many days the assets of a view moved. */

setDefaultTimeout(60_000)

const path = '/internal/v1/reports/utilization'
let program: Program
let session: Client
let cart: Row
let cage: Row
let idle: Row
let view: number
let places: readonly [Row, Row]

/** Noon of yesterday in UTC, and instants so many hours after it. Kiritimati is 14 hours ahead: its days begin at 10. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 12 * 3_600_000
const hour = (hours: number): string => new Date(noon + hours * 3_600_000).toISOString()
const period = `from=${hour(-74)}&to=${hour(-2)}`
const get = (query: string, client = session) => client.get(`${path}?${query}`)
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const named = (text: string) => [{ field: 'text', operator: 'contains', value: text }]

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  places = [await newLocation(session), await newLocation(session)]
  cart = await newTagged(session, 'CART', { name: 'Cart', external_key: 'CART' })
  cage = await newTagged(session, 'CAGE', { name: 'Cage =1+1', external_key: 'CAGE' })
  idle = await newTagged(session, 'IDLE', { name: 'Idle', external_key: 'IDLE' })
  // The first day ends at -50 and the second one at -26. A first read is not a move, and a read at the same place is none either.
  const reads: [value: string, place: 0 | 1, at: number][] = [
    ['CART', 0, -100],
    ['CART', 1, -70],
    ['CART', 0, -60],
    ['CART', 0, -58],
    ['CART', 1, -30],
    ['CAGE', 0, -40],
    ['CAGE', 1, -26],
    ['IDLE', 0, -45],
    ['IDLE', 0, -20],
  ]
  for (const [value, place, at] of reads) await scan(session, places[place].id, value, hour(at))
  const { id } = (await session.get('/internal/v1/organizations')).body.data[0] as Row
  await session.patch(`/internal/v1/organizations/${id}`, { time_zone: 'Pacific/Kiritimati' })
  const body = { name: 'Wheels', is_shared: false, conditions: named('ca') }
  view = (await session.post('/internal/v1/views', body)).body.data.id
})
afterAll(stopPrograms)

// Rule: internal-api.md, Utilization
test('counts the days on which the assets of a view moved, in the time zone of the organization', async () => {
  const cartRow = {
    asset_id: cart.id,
    asset_external_key: 'CART',
    asset_name: 'Cart',
    moves: 3,
    used_days: 2,
    used_percent: 66.7,
    last_moved_at: hour(-30),
  }
  const cageRow = { asset_id: cage.id, moves: 1, used_days: 1, used_percent: 33.3, last_moved_at: hour(-26) }
  const idleRow = { asset_id: idle.id, moves: 0, used_days: 0, used_percent: 0, last_moved_at: null }
  const days = [
    { from: hour(-74), to: hour(-50), used_count: 1 },
    { from: hour(-50), to: hour(-26), used_count: 1 },
    { from: hour(-26), to: hour(-2), used_count: 1 },
  ]
  const { body } = await get(period)
  expect(body).toMatchObject({
    data: [cartRow, cageRow, idleRow],
    total_count: 3,
    used_count: 2,
    used_percent: 33.3,
    days,
    is_current: true,
    problems: [],
  })
  expect(body.data[0]).toEqual(cartRow)
  const least = await get(`${period}&sort=used_days&limit=1&offset=1`)
  expect(least.body).toMatchObject({ data: [cageRow], total_count: 3, used_count: 2 })
  const ofView = await get(`${period}&view_id=${view}`)
  expect(ofView.body).toMatchObject({ data: [cartRow, cageRow], total_count: 2, used_percent: 50 })
  const narrowed = await get(`${period}&view_id=${view}&conditions=${encoded(named('cage'))}`)
  expect(narrowed.body).toMatchObject({ data: [cageRow], total_count: 1 })
  // Days are cut by the period, and those that have not begun do not count.
  const cut = await get(`from=${hour(-27)}&to=${hour(-25)}`)
  expect(cut.body).toMatchObject({ used_count: 1, used_percent: 16.7 })
  expect(cut.body.days.map((day: { used_count: number }) => day.used_count)).toEqual([0, 1])
  const future = await get(`from=${hour(240)}&to=${hour(480)}`)
  expect(future.body).toMatchObject({ total_count: 3, used_count: 0, used_percent: null, days: [] })
  expect(future.body.data).toMatchObject([{ used_percent: null }, {}, {}])
  const open = (await get(`from=${hour(-27)}&to=${hour(480)}`)).body.days.at(-1)
  expect(Date.parse(open.to)).toBeLessThanOrEqual(Date.now() + 1000)
})

// Rule: internal-api.md, Utilization
test('has the days of time_zone when the organization has no time zone', async () => {
  const other = await otherOrganization(program, 'West')
  // In the first two, daylight saving time ends on Sunday, which has 25 hours. In the last one, it begins.
  const weeks: [zone: string, from: string, to: string, sunday: number][] = [
    ['Europe/Berlin', '2025-10-19T22:00:00Z', '2025-10-26T23:00:00Z', 25],
    ['America/New_York', '2025-10-27T04:00:00Z', '2025-11-03T05:00:00Z', 25],
    ['Europe/Berlin', '2026-03-22T23:00:00Z', '2026-03-29T22:00:00Z', 23],
  ]
  for (const [zone, from, to, sunday] of weeks) {
    const week = `from=${from}&to=${to}`
    const hoursOf = async (query: string, client: Client) =>
      (await get(query, client)).body.days.map(
        (day: { from: string; to: string }) => (Date.parse(day.to) - Date.parse(day.from)) / 3_600_000,
      )
    const asked = `${week}&time_zone=${encodeURIComponent(zone)}`
    expect([zone, await hoursOf(asked, other)]).toEqual([zone, [24, 24, 24, 24, 24, 24, sunday]])
    expect(await hoursOf(week, other)).toHaveLength(8)
    // The time zone of the organization comes first.
    expect(await hoursOf(asked, session)).toEqual(await hoursOf(week, session))
    expect((await other.get(`${path}/export?${asked}`)).status).toBe(200)
  }
})

// Rule: internal-api.md, Utilization
test('names conditions that do not apply, and refuses what it cannot answer', async () => {
  const gone = await get(
    `${period}&conditions=${encoded([{ field: 'field:gone', operator: 'is', value: 1 }])}`,
  )
  expect(gone.body).toMatchObject({ total_count: 3, problems: [{ index: 0, code: 'gone' }] })
  const faults: [query: string, fault: (string | number)[]][] = [
    ['', [400, 'from required', 'to required']],
    [`from=${hour(0)}&to=${hour(-1)}`, [400, 'from invalid_value']],
    [`from=${hour(0)}&to=${hour(0)}`, [400, 'from invalid_value']],
    ['from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:01Z', [400, 'to too_large']],
    [`${period}&sort=moves`, [400, 'sort invalid_value']],
    [`${period}&conditions=%7B`, [400, 'conditions invalid_value']],
    [`${period}&view_id=x`, [400, 'view_id invalid_value']],
    [`${period}&time_zone=Mars/Olympus`, [400, 'time_zone invalid_value']],
    [`${period}&place=1`, [400, 'place unknown_field']],
    [`${period}&view_id=999999`, [404, 'not_found']],
  ]
  for (const [query, fault] of faults) {
    expect([query, ...faultsOf(await get(query))]).toEqual([query, ...fault])
    expect((await session.get(`${path}/export?${query}`)).status).toBe(fault[0] as number)
  }
  // Private views are those of their owner, and views and assets those of their organization.
  const viewer = await newMember(program, session, 'viewer')
  expect((await get(period, viewer.session)).body.total_count).toBe(3)
  expect((await get(`${period}&view_id=${view}`, viewer.session)).status).toBe(404)
  const other = await otherOrganization(program)
  expect((await get(`${period}&view_id=${view}`, other)).status).toBe(404)
  expect((await get(period, other)).body).toMatchObject({ data: [], total_count: 0, used_percent: null })
})

// Rule: internal-api.md, Files of lists
test('is a file with the rows of the report, whose view must not be deleted', async () => {
  const file = await session.get(`${path}/export?${period}&view_id=${view}&separator=semicolon`)
  expect(file.text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    'asset_id;asset_external_key;asset_name;moves;used_days;used_percent;last_moved_at',
    `${cart.id};CART;Cart;3;2;66.7;${hour(-30)}`,
    `${cage.id};CAGE;Cage =1+1;1;1;33.3;${hour(-26)}`,
  ])
  expect(file.headers.get('x-total-count')).toBe('2')
  expect((await session.get(`${path}/export?${period}&format=xlsx`)).text).toStartWith('PK')
  expect((await session.delete(`/internal/v1/views/${view}`)).status).toBe(204)
  expect((await get(`${period}&view_id=${view}`)).status).toBe(404)
  expect((await session.get(`${path}/export?${period}&view_id=${view}`)).status).toBe(404)
})

// Rule: internal-api.md, Utilization
test('has pages after the first one that are of the same count, until the first page is counted again', async () => {
  const keysOf = async (paging: string) => {
    const { body } = await get(`${period}&sort=used_days&${paging}`)
    return [
      body.used_count,
      ...body.data.map((row: { asset_external_key: string }) => row.asset_external_key),
    ]
  }
  expect(await keysOf('limit=1')).toEqual([2, 'IDLE'])
  // A read that arrives late.
  await scan(session, places[1].id, 'IDLE', hour(-30))
  expect(await keysOf('limit=2&offset=1')).toEqual([2, 'CAGE', 'CART'])
  expect(await keysOf('limit=1&offset=5')).toEqual([2])
  expect(await keysOf('limit=2')).toEqual([3, 'CAGE', 'IDLE'])
  expect(await keysOf('limit=1&offset=2')).toEqual([3, 'CART'])
})
