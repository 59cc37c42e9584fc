import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, apiClient, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo, secondsAhead } from '../../support/scans'
import {
  close,
  count,
  linesOf,
  newHall,
  open,
  path,
  placed,
  read,
  send,
  verdicts,
} from '../../support/stocktakes'
import { until } from '../../support/until'

/** Closing a stocktake: the result, and what follows it (docs/internal-api.md, Close of a stocktake). */

setDefaultTimeout(60_000)

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

const hashOf = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

const eventsOf = async (asset: Row | undefined) =>
  (await api.get(`/api/v1/assets/${asset?.id}/events`)).body.data.toReversed()

// Rule: internal-api.md, Close of a stocktake
describe('a closed stocktake', () => {
  test('has a verdict for each asset, and a file with the bytes of its hash', async () => {
    const { hall, aisle, other, yard } = await newHall(session)
    const [found, elsewhere, missing, excused, moved] = await placed(session, aisle, 5)
    const [guest] = await placed(session, yard, 1)
    const { id } = await open(session, hall)
    expect((await session.get(`${path}/${id}/result.csv`)).status).toBe(409)
    await count(session, id, aisle, [found, guest] as Row[], 50)
    await count(session, id, other, [elsewhere] as Row[], 40)
    await send(session, id, aisle, [{ value: '=CMD', observed_at: secondsAgo(30) }])
    await session.post(`${path}/${id}/lines/${excused?.id}/excuse`, { note: 'With "Omar",\nuntil Friday' })
    await scan(session, yard.id, moved?.external_key ?? '', secondsAhead(-1))
    const closed = await close(session, id)
    expect(closed.counts).toEqual({
      found: 1,
      missing: 1,
      elsewhere: 1,
      moved_meanwhile: 1,
      excused: 1,
      extra: 1,
      unknown: 1,
      to_count: 0,
      late: 0,
    })
    expect(await verdicts(session, id)).toEqual({
      [String(found?.id)]: 'found',
      [String(elsewhere?.id)]: 'elsewhere',
      [String(missing?.id)]: 'missing',
      [String(excused?.id)]: 'excused',
      [String(moved?.id)]: 'moved_meanwhile',
      [String(guest?.id)]: 'extra',
    })
    const file = await session.get(`${path}/${id}/result.csv`)
    expect(hashOf(file.text)).toBe(closed.result_sha256)
    const by = (await linesOf(session, id))[0].counted_by.name
    expect(file.text).toBe(
      [
        'asset_id,asset_external_key,verdict,expected_location_id,found_location_id,counted_at,counted_by,source,note,tag_type,tag_value',
        `${found?.id},${found?.external_key},found,${aisle.id},${aisle.id},${secondsAgo(50)},${by},scan,,,`,
        `${elsewhere?.id},${elsewhere?.external_key},elsewhere,${aisle.id},${other.id},${secondsAgo(40)},${by},scan,,,`,
        `${missing?.id},${missing?.external_key},missing,${aisle.id},,,,,,,`,
        `${excused?.id},${excused?.external_key},excused,${aisle.id},,,,,"With ""Omar"",\nuntil Friday",,`,
        `${moved?.id},${moved?.external_key},moved_meanwhile,${aisle.id},${yard.id},,,,,,`,
        `${guest?.id},${guest?.external_key},extra,,${aisle.id},${secondsAgo(50)},${by},scan,,,`,
        ',,unknown,,,,,,,rfid,=CMD',
        '',
      ].join('\n'),
    )
  })

  test('keeps late scans beside a result that does not change', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    const wrong = await session.post(`${path}/${id}/close`, { start_searches: 'yes' })
    expect(faultsOf(wrong)).toEqual([400, 'start_searches invalid_value'])
    const closed = await close(session, id, { start_searches: false })
    const late = await count(session, id, aisle, [one] as Row[])
    expect(late.body.data).toEqual({ accepted: 0, duplicates: 0, late: 1, results: [], rejected: [] })
    await count(session, id, aisle, [one] as Row[])
    const after = await read(session, id)
    expect(after).toMatchObject({
      result_sha256: closed.result_sha256,
      counts: { missing: 1, found: 0, late: 1 },
    })
    const refused = ['close', 'cancel', 'open', `lines/${one?.id}/excuse`, `places/${aisle.id}/finish`]
    for (const action of refused)
      expect((await session.post(`${path}/${id}/${action}`, { note: 'x' })).status).toBe(
        action === 'close' ? 400 : 409,
      )
    expect((await session.post(`${path}/${id}/close`, {})).status).toBe(409)
    expect((await session.patch(`${path}/${id}`, { name: 'x' })).status).toBe(409)
  })

  test('counts tags that became known before the close', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    await send(session, id, aisle, [{ value: 'LATER-BOUND', observed_at: secondsAgo(30) }])
    await session.post(`/api/v1/assets/${one?.id}/tags`, { tag_type: 'rfid', value: 'LATER-BOUND' })
    expect((await close(session, id)).counts).toMatchObject({ found: 1, unknown: 0 })
  })

  test('writes deliberate scans at the times of the counts, and a later read wins', async () => {
    const { hall, aisle, other, yard } = await newHall(session)
    const [one, two, later] = await placed(session, aisle, 3)
    const [guest] = await placed(session, yard, 1)
    const { id } = await open(session, hall)
    await count(session, id, other, [one, guest] as Row[], 50)
    await count(session, id, aisle, [two, later] as Row[], 50)
    await scan(session, yard.id, later?.external_key ?? '', secondsAgo(10))
    await close(session, id, { write_places: true })
    for (const [asset, places] of [
      [one, [aisle.id, other.id]],
      [guest, [yard.id, other.id]],
      [two, [aisle.id, aisle.id]],
      [later, [aisle.id, aisle.id, yard.id]],
    ] as const) {
      const events = await eventsOf(asset)
      expect(events.map((event: { location_id: number }) => event.location_id)).toEqual(places)
    }
    expect((await eventsOf(one)).at(-1).first_seen_at).toBe(secondsAgo(50))
  })

  test('leaves places and the inbox alone unless it is asked', async () => {
    const { hall, aisle, other } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    for (const keep of [false, true]) {
      const { id } = await open(session, hall)
      await count(session, id, other, [one] as Row[])
      const value = `UNKNOWN-${keep}`
      await send(session, id, aisle, [{ value, observed_at: secondsAgo(20) }])
      await close(session, id, { keep_unknown: keep })
      const inbox = (await session.get(`/internal/v1/unknown-tags?q=${value}`)).body.data
      expect(inbox).toHaveLength(keep ? 1 : 0)
    }
    expect(await eventsOf(one)).toHaveLength(1)
  })

  test('is followed by the next one of its series', async () => {
    const { hall, aisle } = await newHall(session)
    await placed(session, aisle, 1)
    const { id } = await open(session, hall, {
      name: 'Series',
      repeat_months: 1,
      due_at: '2099-01-31T08:00:00Z',
    })
    await close(session, id)
    const { data } = (await session.get(`${path}?state=draft&location_id=${hall.id}`)).body
    expect(data).toMatchObject([{ name: 'Series', repeat_months: 1, due_at: '2099-02-28T08:00:00.000Z' }])
  })

  test('may be closed when its location was deleted', async () => {
    const { yard } = await newHall(session)
    const [one] = await placed(session, yard, 1)
    const { id } = await open(session, yard)
    const { aisle } = await newHall(session)
    await scan(session, aisle.id, one?.external_key ?? '', secondsAhead(-1))
    await session.delete(`/api/v1/locations/${yard.id}`)
    expect((await close(session, id)).counts).toMatchObject({ moved_meanwhile: 1 })
  })

  // Rule: api.md, Stocktakes
  test('is in the public API and in the event log', async () => {
    const { hall, aisle } = await newHall(session)
    const [one] = await placed(session, aisle, 1)
    const { id } = await open(session, hall)
    await count(session, id, aisle, [one] as Row[])
    const { counters: _, work: __, ...closed } = await close(session, id)
    expect((await api.get(`/api/v1/stocktakes/${id}`)).body.data).toEqual(closed)
    expect((await api.get(`/api/v1/stocktakes?state=closed&location_id=${hall.id}`)).body.data).toEqual([
      closed,
    ])
    expect((await api.get(`/api/v1/stocktakes/${id}/lines?verdict=found`)).body.data).toEqual(
      await linesOf(session, id),
    )
    const events = (
      await api.get(`/api/v1/events?location_id=${hall.id}&type=stocktake.opened&type=stocktake.closed`)
    ).body.data
    expect(events).toMatchObject([
      {
        type: 'stocktake.opened',
        location_id: hall.id,
        stocktake: { id, counts: { to_count: 1 }, result_sha256: null },
      },
      {
        type: 'stocktake.closed',
        stocktake: { id, counts: closed.counts, result_sha256: closed.result_sha256 },
      },
    ])
  })
})

// Rule: internal-api.md, Lines of a stocktake
describe('lines', () => {
  test('are excused and counted by hand', async () => {
    const { hall, aisle, other } = await newHall(session)
    const [one, two] = await placed(session, aisle, 2)
    const { id } = await open(session, hall)
    const excused = await session.post(`${path}/${id}/lines/${one?.id}/excuse`, { note: 'In repair' })
    expect(excused.body.data).toMatchObject({ verdict: 'excused', note: 'In repair' })
    const byHand = await session.post(`${path}/${id}/lines/${two?.id}/found`, {
      location_id: other.id,
      note: 'No tag',
    })
    expect(byHand.body.data).toMatchObject({
      verdict: 'elsewhere',
      source: 'hand',
      note: 'No tag',
      found_location_id: other.id,
    })
    await count(session, id, aisle, [one] as Row[])
    expect(await verdicts(session, id)).toEqual({
      [String(one?.id)]: 'found',
      [String(two?.id)]: 'elsewhere',
    })
    expect((await session.post(`${path}/${id}/lines/999999/excuse`, { note: 'x' })).status).toBe(404)
    const unstored = await session.post(`${path}/${id}/lines/${one?.id}/excuse`, { note: 'x\u0000' })
    expect(faultsOf(unstored)).toEqual([400, 'note invalid_value'])
    expect((await read(session, id)).counts).toMatchObject({
      found: 1,
      elsewhere: 1,
      excused: 0,
      to_count: 0,
    })
  })

  test('are in a list for phones with their tags', async () => {
    const { hall, aisle, other } = await newHall(session)
    const assets = await placed(session, aisle, 2)
    const { id } = await open(session, hall)
    await count(session, id, other, assets.slice(0, 1))
    const [line] = await linesOf(session, id, '&verdict=elsewhere')
    const { text } = await session.get(`${path}/${id}/expected`)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      assets.map(({ id: assetId, external_key }, at) => ({
        asset_id: assetId,
        external_key,
        name: 'Thing',
        location_id: aisle.id,
        tags: [{ tag_type: 'rfid', value: external_key }],
        counted: at === 0 ? { location_id: other.id, at: line.counted_at, by: line.counted_by.name } : null,
      })),
    )
  })

  test('are found by fixed readers, and moved by them', async () => {
    const { hall, aisle, other } = await newHall(session)
    const [here, there] = [await newTagged(session, 'READ-HERE'), await newTagged(session, 'READ-THERE')]
    const [beside, scanned] = [await newTagged(session, 'READ-BESIDE'), await newTagged(session, 'SCANNED')]
    const reader = await newReader(session, 'COUNTING-GATE', [aisle.id, other.id])
    await scan(session, aisle.id, 'SCANNED', secondsAgo(20))
    await postReads(program, reader, [
      { value: 'READ-HERE', antenna: 1 },
      { value: 'READ-THERE', antenna: 1 },
      { value: 'READ-BESIDE', antenna: 1 },
    ])
    await until(
      async () => (await eventsOf(there)).length === 1,
      () => 'the reads are stored',
    )
    const { id } = await open(session, hall, { uses_readers: true })
    // A read at another place that does not move an asset says nothing about its own place.
    await postReads(program, reader, [
      { value: 'READ-HERE', antenna: 1 },
      { value: 'READ-BESIDE', antenna: 2 },
      { value: 'SCANNED', antenna: 1 },
    ])
    await scan(session, other.id, 'READ-THERE', secondsAhead(0))
    await until(
      async () => {
        const seen = await verdicts(session, id)
        return seen[String(here.id)] === 'found' && seen[String(there.id)] === 'moved_meanwhile'
      },
      () => 'the lines follow the reads',
    )
    expect((await eventsOf(beside)).length).toBe(1)
    const { counts } = await close(session, id)
    expect(counts).toMatchObject({ found: 2, moved_meanwhile: 1, missing: 1 })
    const byReader = { source: 'reader', counted_by: { user_id: null, name: 'COUNTING-GATE' } }
    expect(await linesOf(session, id, '&verdict=found')).toMatchObject([
      { asset_id: here.id, ...byReader },
      // A person has begun its event, and the reader has read it since then.
      { asset_id: scanned.id, ...byReader },
    ])
    expect(await linesOf(session, id, '&verdict=missing')).toMatchObject([{ asset_id: beside.id }])
  })
})
