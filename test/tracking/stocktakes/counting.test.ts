import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation } from '../../support/records'
import { scan, secondsAgo, secondsAhead } from '../../support/scans'
import { count, linesOf, newHall, open, path, placed, read, send, verdicts } from '../../support/stocktakes'
import { newMember } from '../../support/users'

/** Opening a stocktake, and counting in it (docs/internal-api.md, Stocktakes). */

setDefaultTimeout(60_000)

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
})
afterAll(stopPrograms)

// Rule: internal-api.md, Stocktakes
describe('opening', () => {
  test('expects what is placed at the location and below it', async () => {
    const { hall, aisle, yard } = await newHall(session)
    const [inside] = await placed(session, aisle, 1)
    await placed(session, yard, 1)
    const { id, expected_count, counts, state, expected_at_sequence } = await open(session, hall)
    expect({ expected_count, counts, state }).toEqual({
      expected_count: 1,
      state: 'open',
      counts: {
        found: 0,
        missing: 0,
        elsewhere: 0,
        moved_meanwhile: 0,
        excused: 0,
        extra: 0,
        unknown: 0,
        to_count: 1,
        late: 0,
      },
    })
    expect(expected_at_sequence).toBeGreaterThan(0)
    expect(await linesOf(session, id)).toEqual([
      {
        asset_id: inside?.id,
        asset_external_key: inside?.external_key,
        asset_name: 'Thing',
        verdict: 'to_count',
        expected_location_id: aisle.id,
        found_location_id: null,
        counted_at: null,
        counted_by: null,
        source: null,
        note: null,
        has_photo: false,
      },
    ])
  })

  test.each([
    ['nothing', 'all', 'too_small'],
    ['a search without a match', 'search', 'too_small'],
  ])('is refused when %s is expected', async (_, kind, code) => {
    const { hall, aisle, yard } = await newHall(session)
    await placed(session, aisle, 1)
    const [place, scope] = kind === 'all' ? [yard, { kind }] : [hall, { kind, q: 'nowhere to be found' }]
    const response = await session.post(path, { name: 'x', location_id: place.id, scope })
    expect(faultsOf(response)).toEqual([400, `location_id ${code}`])
  })

  test('expects only the assets of its scope', async () => {
    const { hall, aisle } = await newHall(session)
    const [one, two] = await placed(session, aisle, 2)
    const scopes = [
      { kind: 'search', q: one?.external_key },
      { kind: 'assets', asset_ids: [one?.id] },
      {
        kind: 'conditions',
        conditions: [{ field: 'text', operator: 'contains', value: one?.external_key }],
      },
    ]
    for (const scope of scopes) {
      const { id } = await open(session, hall, { scope })
      expect(Object.keys(await verdicts(session, id))).toEqual([String(one?.id)])
    }
    expect(two).toBeDefined()
  })

  test('is refused with a scope that does not apply', async () => {
    const { hall, aisle } = await newHall(session)
    await placed(session, aisle, 1)
    const faulty = [
      [{ kind: 'search' }, 'scope.q', 'required'],
      [{ kind: 'all', q: 'x' }, 'scope.q', 'invalid_context'],
      [{ kind: 'assets', asset_ids: [999_999] }, 'scope.asset_ids[0]', 'fk_not_found'],
      [
        { kind: 'conditions', conditions: [{ field: 'nothing', operator: 'is' }] },
        'scope.conditions[0]',
        'invalid_value',
      ],
      [{ kind: 'conditions', conditions: ['x'] }, 'scope.conditions', 'invalid_value'],
      [{ kind: 'field', key: 'none', value: 'x' }, 'scope.key', 'invalid_value'],
    ] as const
    for (const [scope, field, code] of faulty) {
      const response = await session.post(path, { name: 'x', location_id: hall.id, scope })
      expect(faultsOf(response)).toEqual([400, `${field} ${code}`])
    }
  })

  test('can wait until a planned stocktake is opened', async () => {
    const { hall, aisle } = await newHall(session)
    const planned = await open(session, hall, {
      is_open: false,
      due_at: '2027-01-01T08:00:00Z',
      repeat_months: 6,
    })
    expect(planned).toMatchObject({ state: 'draft', due_at: '2027-01-01T08:00:00.000Z', repeat_months: 6 })
    expect((await send(session, planned.id, aisle, [])).status).toBe(409)
    await placed(session, aisle, 2)
    const opened = await session.post(`${path}/${planned.id}/open`, {})
    expect(opened.body.data).toMatchObject({ state: 'open', expected_count: 2 })
    expect((await session.post(`${path}/${planned.id}/open`, {})).status).toBe(409)
    const patched = await session.patch(`${path}/${planned.id}`, { name: 'Renamed', due_at: null })
    expect(patched.body.data).toMatchObject({ name: 'Renamed', due_at: null, repeat_months: 6 })
  })
})

// Rule: internal-api.md, Stocktakes
describe('a scan', () => {
  test('finds an asset, counts it again, elsewhere and extra, and keeps unknown tags', async () => {
    const { hall, aisle, other, yard } = await newHall(session)
    const [one, two] = await placed(session, aisle, 2)
    const [guest] = await placed(session, yard, 1)
    const { id } = await open(session, hall)
    const values = [one, one, guest].map((each) => ({ value: each?.external_key ?? '' }))
    const first = await send(
      session,
      id,
      aisle,
      [...values, { value: 'E2000000000000000000F00D' }].map((each, index) => ({
        ...each,
        observed_at: secondsAgo(100 - index),
      })),
    )
    expect(first.body.data).toMatchObject({ accepted: 4, duplicates: 0, late: 0, rejected: [] })
    expect(first.body.data.results).toMatchObject([
      { index: 0, verdict: 'found', asset_id: one?.id, asset_name: 'Thing', expected_location_id: aisle.id },
      { index: 1, verdict: 'again', counted_at: secondsAgo(100) },
      { index: 2, verdict: 'extra', asset_id: guest?.id, expected_location_id: null },
      { index: 3, verdict: 'unknown', asset_id: null },
    ])
    const second = await count(
      session,
      id,
      other,
      [two].flatMap((each) => each ?? []),
    )
    expect(second.body.data.results).toMatchObject([
      { verdict: 'elsewhere', asset_id: two?.id, expected_location_id: aisle.id },
    ])
    expect((await read(session, id)).counts).toMatchObject({
      found: 1,
      elsewhere: 1,
      extra: 1,
      unknown: 1,
      to_count: 0,
    })
    const places = (await session.get(`${path}/${id}/places`)).body.data
    expect(places).toMatchObject([{ location_id: aisle.id, expected: 2, found: 1, elsewhere: 1, extra: 1 }])
  })

  test('is answered like the first one when a submission is repeated, and its reads are duplicates', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    const reads = [{ value: one?.external_key ?? '', observed_at: secondsAgo(50) }]
    const first = await send(session, id, aisle, reads, { submission_id: 's-1' })
    expect((await send(session, id, aisle, reads, { submission_id: 's-1' })).body).toEqual(first.body)
    const again = await send(session, id, aisle, reads)
    expect(again.body.data).toMatchObject({ accepted: 0, duplicates: 1, results: [{ verdict: 'found' }] })
    expect((await read(session, id)).counters).toMatchObject([{ scans: 1, location_id: aisle.id }])
  })

  test('that is not valid costs no other one', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    await session.post(`/api/v1/locations/${aisle.id}/tags`, { tag_type: 'barcode', value: 'PLACE-1' })
    const { id } = await open(session, hall)
    const reads = [
      { value: one?.external_key ?? '' },
      { value: '' },
      { asset_id: 999_999 },
      'x' as never,
      { value: 'PLACE-1' },
      { value: 'a', observed_at: 'yesterday' },
    ]
    const { accepted, rejected, results } = (await send(session, id, aisle, reads)).body.data
    expect({ accepted, verdicts: results.map(({ verdict }: { verdict: string }) => verdict) }).toEqual({
      accepted: 1,
      verdicts: ['found'],
    })
    expect(rejected.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [1, 'too_short'],
      [2, 'fk_not_found'],
      [3, 'invalid_value'],
      [4, 'invalid_value'],
      [5, 'invalid_value'],
    ])
  })

  test('changes no history', async () => {
    const { hall, aisle, other } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    await count(
      session,
      id,
      other,
      [one].flatMap((each) => each ?? []),
    )
    const events = await session.get(`/internal/v1/assets/${one?.id}/events`)
    expect(events.body.data.map((event: { location_id: number }) => event.location_id)).toEqual([aisle.id])
  })

  test('at a location that was deleted meanwhile is rejected alone', async () => {
    const { hall, aisle, other } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    await session.delete(`/api/v1/locations/${other.id}`)
    const response = await count(
      session,
      id,
      other,
      [one].flatMap((each) => each ?? []),
    )
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'fk_not_found' }] })
    expect(faultsOf(await send(session, id, { ...other, id: 999_999 }, []))).toEqual([
      400,
      'location_id fk_not_found',
    ])
  })

  test('is refused when the location of the stocktake was deleted, which only leaves closing and cancelling', async () => {
    const { yard } = await newHall(session)
    const room = await newLocation(session, { external_key: freshKey('ROOM') })
    const [one] = await placed(session, room, 1)
    const { id } = await open(session, room)
    await scan(session, yard.id, one?.external_key ?? '', secondsAhead(-1))
    expect((await session.delete(`/api/v1/locations/${room.id}`)).status).toBe(204)
    expect((await count(session, id, yard, [])).status).toBe(409)
    expect((await session.patch(`${path}/${id}`, { name: 'x' })).status).toBe(409)
    expect((await session.post(`${path}/${id}/places/${room.id}/finish`, {})).status).toBe(409)
    expect(await linesOf(session, id)).toHaveLength(1)
    expect((await session.post(`${path}/${id}/cancel`, {})).body.data.state).toBe('cancelled')
  })

  test('of a handheld counts with the name of the handheld, and of a fixed reader is refused', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    const handheld = await session.post('/internal/v1/readers', {
      external_key: freshKey('HH'),
      name: 'Handheld of Jonas',
      kind: 'handheld',
    })
    const device = clientOf(program.http, handheld.body.data.device_token)
    const response = await count(
      device,
      id,
      aisle,
      [one].flatMap((each) => each ?? []),
    )
    expect(response.body.data.results).toMatchObject([
      { verdict: 'found', counted_by: { user_id: null, name: 'Handheld of Jonas' } },
    ])
    const fixed = await session.post('/internal/v1/readers', {
      external_key: freshKey('FX'),
      name: 'Gate',
      kind: 'fixed',
      format: 'whereabouts_v1',
      antennas: [],
    })
    expect((await count(clientOf(program.http, fixed.body.data.device_token), id, aisle, [])).status).toBe(
      403,
    )
  })
})

// Rule: internal-api.md, Stocktakes
describe('a blind stocktake', () => {
  test('hides from counters what is expected', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 2)
    const { id } = await open(session, hall, { is_blind: true })
    const { session: counter } = await newMember(program, session, 'operator')
    const scanned = [one, one].flatMap((each) => each ?? [])
    const response = await send(
      counter,
      id,
      aisle,
      scanned.map(({ external_key: value }, index) => ({ value, observed_at: secondsAgo(20 - index) })),
    )
    expect(response.body.data.results).toMatchObject([
      { verdict: 'counted', expected_location_id: null, counted_by: null },
      { verdict: 'counted', expected_location_id: null, counted_by: null },
    ])
    const seen = await read(counter, id)
    expect(seen).toMatchObject({ expected_count: null, counts: { to_count: null, scans: 2 } })
    expect(Object.keys(seen.counts).toSorted()).toEqual(['scans', 'to_count'])
    const excuse = await counter.post(`${path}/${id}/lines/${one?.id}/excuse`, { note: 'x' })
    expect(excuse.status).toBe(403)
    for (const part of ['lines', 'places', 'expected'])
      expect((await counter.get(`${path}/${id}/${part}`)).status).toBe(403)
    expect((await read(session, id)).counts).toMatchObject({ found: 1, to_count: 1 })
  })
})

// Rule: internal-api.md, Stocktakes
describe('rights', () => {
  test('follow the role, and another organization sees nothing', async () => {
    const { hall, aisle } = await newHall(session)
    await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    const { session: viewer } = await newMember(program, session, 'viewer')
    const { session: operator } = await newMember(program, session, 'operator')
    expect((await viewer.get(`${path}/${id}/lines`)).status).toBe(200)
    expect((await send(viewer, id, aisle, [])).status).toBe(403)
    expect((await operator.post(`${path}/${id}/cancel`, {})).status).toBe(403)
    expect((await operator.post(path, { name: 'x', location_id: hall.id })).status).toBe(403)
    const finished = await operator.post(`${path}/${id}/places/${aisle.id}/finish`, {})
    expect(finished.status).toBe(200)
    expect((await session.get(`${path}/${id}/places`)).body.data[0].finished_by.name).toBeString()
    const foreign = await otherOrganization(program)
    for (const part of ['', '/lines', '/places'])
      expect((await foreign.get(`${path}/${id}${part}`)).status).toBe(404)
    expect((await send(foreign, id, aisle, [])).status).toBe(404)
    expect((await foreign.get(path)).body.data).toEqual([])
  })
})
