import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../../support/scans'

/** Moves of assets, for the console. */

setDefaultTimeout(60_000)

const path = '/internal/v1/movements'
let program: Program
let session: Client
let hall: Row
let dock: Row
let bay: Row
let yard: Row
let gate: Reader
const assets: Row[] = []

interface Movement {
  readonly id: number
  readonly at: string
  readonly direction: 'arrived' | 'left' | null
  readonly asset_id: number
  readonly location_id: number
  readonly previous_location_id: number | null
  readonly next_location_id: number | null
  readonly left_at: string | null
  readonly stayed_seconds: number | null
  readonly stayed_before_seconds: number | null
  readonly reader_id: number | null
}

type Event = {
  readonly first_seen_at: string
  readonly location_id: number
  readonly reader_id: number | null
}

const get = (query = '') => session.get(`${path}?limit=200${query}`)

/** All pages of the moves. */
async function all(query = '', limit = 200): Promise<Movement[]> {
  const rows: Movement[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body, text } = await session.get(
      `${path}?limit=${limit}${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    if (status !== 200) throw new Error(text)
    rows.push(...(body.data as Movement[]))
    cursor = body.next_cursor
  }
  return rows
}

const seconds = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / 1000)

/** The moves that the histories of the assets have, the newest first. */
async function expectedMoves(): Promise<Omit<Movement, 'id' | 'direction'>[]> {
  const found: Omit<Movement, 'id' | 'direction'>[] = []
  for (const { id } of assets) {
    const events = ((await session.get(`/internal/v1/assets/${id}/events?limit=200`)).body.data as Event[])
      .toReversed()
      .filter((event, index, every) => event.location_id !== every[index - 1]?.location_id)
    for (const [index, event] of events.entries()) {
      const [before, after] = [events[index - 1], events[index + 1]]
      found.push({
        at: event.first_seen_at,
        asset_id: id,
        location_id: event.location_id,
        previous_location_id: before?.location_id ?? null,
        next_location_id: after?.location_id ?? null,
        left_at: after?.first_seen_at ?? null,
        stayed_seconds: after ? seconds(event.first_seen_at, after.first_seen_at) : null,
        stayed_before_seconds: before ? seconds(before.first_seen_at, event.first_seen_at) : null,
        reader_id: event.reader_id,
      })
    }
  }
  return found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.asset_id - a.asset_id)
}

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'HALL', name: 'Hall' })
  dock = await newLocation(session, { external_key: 'DOCK', name: 'Dock', parent_id: hall.id })
  bay = await newLocation(session, { external_key: 'BAY', name: 'Bay', parent_id: hall.id })
  yard = await newLocation(session, { external_key: 'YARD', name: 'Yard' })
  gate = await newReader(session, 'GATE', [dock.id, bay.id, yard.id])
  const random = createRandom(36)
  const places = [dock.id, bay.id, yard.id]
  for (let number = 0; number < 12; number++) {
    const asset = await newTagged(session, `A0${(number + 16).toString(16).toUpperCase()}`)
    assets.push(asset)
    // Late ones, too: the order of the scans is not that of their times.
    for (let each = 0; each < 12; each++)
      await scan(
        session,
        random.oneOf(places),
        asset.external_key,
        secondsAgo(1000 * ((each * 5) % 12) + random.below(900) + 300),
      )
  }
  assets.push(await newTagged(session, 'D001'))
  await postReads(program, gate, [
    { value: 'D001', antenna: 3, observed_at: secondsAgo(40) },
    { value: 'D001', antenna: 3, observed_at: secondsAgo(10) },
  ])
})
afterAll(stopPrograms)

// Rule: internal-api.md, Movements
describe('the list of moves', () => {
  test('is what the histories say, with where each asset went and how long it stayed', async () => {
    const expected = await expectedMoves()
    const found = await all()
    expect(found).toMatchObject(expected)
    expect(found).toHaveLength(expected.length)
    expect(found.every(({ direction }) => direction === null)).toBe(true)
    const { body } = await get()
    expect(body).toMatchObject({
      total_count: expected.length,
      is_count_exact: true,
      is_current: true,
      problems: [],
    })
  })

  test('comes in pages of any size, in both orders', async () => {
    const newest = await all()
    expect((await all('', 7)).map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
    expect((await all('&sort=at', 11)).map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toReversed())
  })

  test('of a location has its arrivals and departures; with its sub-locations, no moves between them', async () => {
    const moves = await all()
    const inHall = [hall.id, dock.id, bay.id]
    for (const [query, group] of [
      [`&location_id=${dock.id}`, [dock.id]],
      [`&location_id=${hall.id}`, [hall.id]],
      [`&location_id=${hall.id}&with_below=true`, inHall],
    ] as const) {
      const has = (id: number | null) => id !== null && (group as readonly number[]).includes(id)
      const arrived = moves.filter((each) => has(each.location_id) && !has(each.previous_location_id))
      const left = moves.filter((each) => !has(each.location_id) && has(each.previous_location_id))
      const both = moves.filter((each) => has(each.location_id) !== has(each.previous_location_id))
      const idsOf = (rows: readonly Movement[]) => rows.map(({ id }) => id)
      expect(idsOf(await all(`${query}&direction=arrived`, 5))).toEqual(idsOf(arrived))
      expect(idsOf(await all(`${query}&direction=left`, 5))).toEqual(idsOf(left))
      expect(idsOf(await all(query, 5))).toEqual(idsOf(both))
      expect((await get(query)).body.total_count).toBe(both.length)
      for (const row of await all(query))
        expect(row.direction).toBe(has(row.location_id) ? 'arrived' : 'left')
    }
  })

  test('has the moves from a time on and before another one', async () => {
    const moves = await all()
    const [from, to] = [moves.at(-20)?.at as string, moves.at(9)?.at as string]
    const wanted = moves.filter(({ at }) => at >= from && at < to)
    const found = await all(`&from=${from}&to=${to}`, 9)
    expect(found).toEqual(wanted)
    const ofDock = wanted.filter(
      (each) => each.location_id === dock.id || each.previous_location_id === dock.id,
    )
    expect(await all(`&from=${from}&to=${to}&location_id=${dock.id}`, 3)).toMatchObject(
      ofDock.map(({ id }) => ({ id })),
    )
  })

  test('has the moves of a reader, of an asset, of conditions, and of a saved view', async () => {
    const moves = await all()
    const [first, second] = assets as [Row, Row]
    const idsOf = (rows: readonly Movement[]) => rows.map(({ id }) => id)
    const of = ({ id }: Row) => idsOf(moves.filter(({ asset_id: asset }) => asset === id))
    const seen = moves.filter(({ reader_id: reader }) => reader === gate.id)
    expect(seen.length).toBeGreaterThan(0)
    expect(await all(`&reader_id=${gate.id}`)).toEqual(seen)
    expect(idsOf(await all(`&asset_id=${second.id}`, 4))).toEqual(of(second))
    const conditions = [{ field: 'text', operator: 'contains', value: second.external_key }]
    const json = encodeURIComponent(JSON.stringify(conditions))
    expect(idsOf(await all(`&conditions=${json}`, 4))).toEqual(of(second))
    const view = (await session.post('/internal/v1/views', { name: 'Second', conditions })).body.data.id
    expect(idsOf(await all(`&view_id=${view}`, 4))).toEqual(of(second))
    expect((await get(`&view_id=${view}`)).body.total_count).toBe(of(second).length)
    expect(await all(`&view_id=${view}&asset_id=${first.id}`)).toEqual([])
  })

  test('names conditions that do not apply, and applies the others', async () => {
    const conditions = [
      { field: 'field:gone', operator: 'is', value: 1 },
      { field: 'text', operator: 'contains', value: (assets[1] as Row).external_key },
    ]
    const { body } = await get(`&conditions=${encodeURIComponent(JSON.stringify(conditions))}`)
    expect(body.problems).toMatchObject([{ index: 0, code: 'gone' }])
    expect(new Set((body.data as Movement[]).map((row) => row.asset_id))).toEqual(
      new Set([(assets[1] as Row).id]),
    )
  })

  test('has the moves of a location that was deleted since', async () => {
    const ramp = await newLocation(session, { external_key: 'RAMP', name: 'Ramp' })
    const asset = await newTagged(session, 'B001')
    await scan(session, ramp.id, 'B001', secondsAgo(90))
    await scan(session, yard.id, 'B001', secondsAgo(60))
    expect((await session.delete(`/api/v1/locations/${ramp.id}`)).status).toBe(204)
    const rows = await all(`&location_id=${ramp.id}`)
    expect(rows).toMatchObject([
      { asset_id: asset.id, direction: 'left', stayed_before_seconds: 30 },
      { asset_id: asset.id, direction: 'arrived', stayed_seconds: 30, next_location_id: yard.id },
    ])
  })

  test('follows a scan that is dated back', async () => {
    const asset = await newTagged(session, 'C001')
    await scan(session, dock.id, 'C001', secondsAgo(300))
    await scan(session, yard.id, 'C001', secondsAgo(100))
    expect(await all(`&asset_id=${asset.id}`)).toMatchObject([
      { location_id: yard.id, previous_location_id: dock.id, stayed_before_seconds: 200 },
      { location_id: dock.id, previous_location_id: null, stayed_seconds: 200 },
    ])
    await scan(session, bay.id, 'C001', secondsAgo(250))
    expect(await all(`&asset_id=${asset.id}`)).toMatchObject([
      { location_id: yard.id, previous_location_id: bay.id, stayed_before_seconds: 150 },
      { location_id: bay.id, previous_location_id: dock.id, stayed_before_seconds: 50, stayed_seconds: 150 },
      { location_id: dock.id, stayed_seconds: 50 },
    ])
  })

  test('refuses what it cannot answer, and says why', async () => {
    const other = await otherOrganization(program)
    const faults: [query: string, fault: (string | number)[]][] = [
      ['&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', [400, 'from invalid_value']],
      ['&from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z', [400, 'from invalid_value']],
      ['&from=yesterday', [400, 'from invalid_value']],
      ['&direction=sideways', [400, 'direction invalid_value']],
      ['&direction=left', [400, 'direction invalid_context']],
      ['&cursor=abc', [400, 'cursor invalid_value']],
      ['&sort=at&cursor=n1.1', [400, 'cursor invalid_value']],
      ['&conditions=%7B', [400, 'conditions invalid_value']],
      ['&place=1', [400, 'place unknown_field']],
      ['&location_id=999999', [404, 'not_found']],
      ['&view_id=999999', [404, 'not_found']],
    ]
    for (const [query, fault] of faults)
      expect([query, ...faultsOf(await get(query))]).toEqual([query, ...fault])
    expect((await other.get(`${path}?location_id=${dock.id}`)).status).toBe(404)
    expect((await other.get(path)).body).toMatchObject({ data: [], total_count: 0, is_count_exact: true })
    const tenYears = await get('&from=2016-01-01T00:00:00Z&to=2027-01-01T00:00:00Z')
    expect(tenYears.status).toBe(200)
  })

  // Rule: internal-api.md, Files of lists
  test('is a file of CSV or a workbook with the same rows', async () => {
    const odd = await newTagged(session, 'E001', { name: '=1+1; "x" <&>' })
    await scan(session, dock.id, 'E001', secondsAgo(20))
    const moves = (await all()).map((row) => row as unknown as Record<string, string | number | null>)
    const load = (query: string) => session.get(`${path}/export?${query}`)
    const csv = await load('separator=semicolon')
    const [names, ...lines] = csv.text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(lines).toHaveLength(moves.length)
    const columns = (names as string).split(';')
    expect(columns).toContain('stayed_before_seconds')
    const plain = moves.findIndex((row) => row['asset_id'] !== odd.id)
    expect(lines[plain]?.split(';')).toEqual(
      columns.map((column) => String((moves[plain] as (typeof moves)[number])[column] ?? '')),
    )
    expect(lines.find((line) => line.includes('E001'))).toContain(`"'=1+1; ""x"" <&>"`)
    expect((await load('bom=false')).text).toStartWith('at,direction,')

    const response = await fetch(`${program.http}${path}/export?format=xlsx`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array)
    const cells = sheet
      .split('<row>')
      .slice(1)
      .map((row) => [...row.matchAll(/<c\/>|<c[^>]*>.*?<\/c>/gs)].map(([cell]) => cell))
    const shown = (cell: string) => cell.replace(/<[^>]+>/g, '')
    expect(cells[0]?.map(shown)).toEqual(columns)
    expect(cells).toHaveLength(moves.length + 1)
    expect(cells[plain + 1]?.map(shown)).toEqual(lines[plain]?.split(';'))
    expect(sheet).toContain('=1+1; "x" &lt;&amp;&gt;</t>')
    expect(Object.keys(files)).toContain('[Content_Types].xml')
    expect(faultsOf(await load('format=pdf'))).toEqual([400, 'format invalid_value'])
  })
})
