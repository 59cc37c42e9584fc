import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan } from '../../support/scans'
import { openStream } from '../../support/stream'

/** How sure the location of an asset is, and events that may still be corrected. */

let program: Program
let session: Client
let api: Client
let ward: Row
let hall: Row
let reader: Reader

setDefaultTimeout(30_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  ward = await newLocation(session, { name: 'Ward' })
  hall = await newLocation(session, { name: 'Hall' })
  reader = await newReader(
    session,
    freshKey('gateway'),
    [ward, ward, ward, hall, hall, hall].map(({ id }) => id),
  )
})
afterAll(stopPrograms)

/** Sends transmissions, one a second, of which the last was `endsAgo` seconds ago. */
async function send(
  asset: Row,
  count: number,
  endsAgo: number,
  wardDbm: number,
  hallDbm: number,
  now = Date.now(),
): Promise<void> {
  const last = now - endsAgo * 1000
  const timeOf = (step: number, antenna: number) =>
    new Date(last - (count - 1 - step) * 1000 + antenna).toISOString()
  const reads = Array.from({ length: count }, (_, step) =>
    [1, 2, 3, 4, 5, 6].map((antenna) => ({
      value: asset.external_key,
      antenna,
      observed_at: timeOf(step, antenna),
      rssi: antenna <= 3 ? wardDbm : hallDbm,
    })),
  ).flat()
  await postReads(program, reader, reads)
}

const confidenceIn = ({ is_provisional, certainty, rival_location_id, rival_location_name }: any) => ({
  is_provisional,
  certainty,
  rival_location_id,
  rival_location_name,
})
const nothing = { is_provisional: false, certainty: null, rival_location_id: null, rival_location_name: null }

async function shownOf({ id }: Row) {
  const [rows, events] = await Promise.all([
    session.get(`/internal/v1/whereabouts?asset_id=${id}`),
    session.get(`/internal/v1/assets/${id}/events`),
  ])
  return { row: rows.body.data[0], event: events.body.data[0] }
}

// Rule: internal-api.md, Confidence
describe('the certainty of a location', () => {
  test.each([
    ['sure', -55, -75],
    ['probably', -60, -65],
    ['maybe', -60, -61],
  ])('is %s at %d dBm against %d dBm elsewhere', async (certainty, wardDbm, hallDbm) => {
    const asset = await newTagged(session, freshKey('bed'))
    await send(asset, 30, 0, wardDbm, hallDbm)
    const { row, event } = await shownOf(asset)
    const expected = {
      is_provisional: false,
      certainty,
      rival_location_id: hall.id,
      rival_location_name: 'Hall',
    }
    expect([row.location_id, confidenceIn(row), confidenceIn(event)]).toEqual([ward.id, expected, expected])
  })

  test('is null long after the last read, at an instant of the past, after a scan, and with few antennas', async () => {
    const old = await newTagged(session, freshKey('bed'))
    await send(old, 30, 60, -55, -75)
    expect(confidenceIn((await shownOf(old)).row)).toEqual(nothing)

    const present = await newTagged(session, freshKey('bed'))
    await send(present, 30, 0, -55, -75)
    const past = await session.get(
      `/internal/v1/whereabouts?asset_id=${present.id}&at=${new Date(Date.now() - 1000).toISOString()}`,
    )
    expect(past.body.data[0]).not.toContainAnyKeys(Object.keys(nothing))

    await scan(session, hall.id, present.external_key, new Date().toISOString())
    expect(confidenceIn((await shownOf(present)).row)).toEqual(nothing)

    const few = await newTagged(session, freshKey('pallet'))
    await postReads(program, reader, [
      {
        value: few.external_key,
        antenna: 1,
        observed_at: new Date(Date.now() - 20_000).toISOString(),
        rssi: -50,
      },
      { value: few.external_key, antenna: 4, observed_at: new Date().toISOString(), rssi: -80 },
    ])
    expect(confidenceIn((await shownOf(few)).row)).toEqual(nothing)
  })
})

// Rule: history.md, Certainty
describe('an asset that has just appeared', () => {
  test('is provisional for 15 s, in rows, in the event log and in the stream', async () => {
    const stream = await openStream(program, session)
    const asset = await newTagged(session, freshKey('bed'))
    await send(asset, 1, 0, -55, -75)
    const { row, event } = await shownOf(asset)
    expect([row.is_provisional, event.is_provisional]).toEqual([true, true])
    const log = await api.get(`/api/v1/events?asset_id=${asset.id}&type=asset.moved`)
    expect(log.body.data.map(({ move }: any) => move.is_provisional)).toEqual([true])
    const [move] = await stream.wait('move')
    expect([move?.data.asset_id, move?.data.is_provisional]).toEqual([asset.id, true])
    stream.socket.destroy()

    const earlier = await newTagged(session, freshKey('bed'))
    await send(earlier, 1, 16, -55, -75)
    expect((await shownOf(earlier)).row.is_provisional).toBe(false)
  })

  test('is corrected by an event that replaces the first one, and by no other', async () => {
    const asset = await newTagged(session, freshKey('bed'))
    const now = Date.now()
    const firstAt = new Date(now - 7000).toISOString()
    const { external_key: value } = asset
    await postReads(program, reader, [{ value, antenna: 4, observed_at: firstAt, rssi: -70 }])
    await send(asset, 7, 0, -52, -75, now)
    const { body } = await api.get(`/api/v1/events?asset_id=${asset.id}`)
    const moves = body.data.filter(({ move }: any) => move !== null)
    expect(moves.map(({ type, location_id, occurred_at }: any) => [type, location_id, occurred_at])).toEqual([
      ['asset.moved', hall.id, firstAt],
      ['asset.move_corrected', ward.id, firstAt],
    ])
    expect([moves[1].move.is_provisional, moves[1].replaces]).toEqual([true, [moves[0].sequence]])
    const history = await api.get(`/api/v1/assets/${asset.id}/history`)
    expect(history.body.data.map(({ location_id }: any) => location_id)).toEqual([ward.id])
  })

  test('is not provisional after a scan', async () => {
    const asset = await newTagged(session, freshKey('bed'))
    await scan(session, hall.id, asset.external_key, new Date().toISOString())
    expect((await shownOf(asset)).row.is_provisional).toBe(false)
    const { body } = await api.get(`/api/v1/events?asset_id=${asset.id}&type=asset.moved`)
    expect(body.data.map(({ move }: any) => move.is_provisional)).toEqual([false])
  })
})

// Rule: internal-api.md, Asset events
test('the explanation of a move names motion, and the antennas that were added up', async () => {
  const asset = await newTagged(session, freshKey('bed'))
  await send(asset, 60, 11, -52, -75)
  await send(asset, 11, 0, -75, -52)
  const { event } = await shownOf(asset)
  expect([event.location_id, event.cause]).toEqual([hall.id, 'stronger'])
  expect(event.text.key).toBe('move.carried')
  expect(event.reason).toMatch(/^Carried for \d(\.\d)? s; Hall at -\d+ dBm, Ward at -\d+ dBm$/)
  expect(Date.now() - Date.parse(event.carried_since)).toBeLessThan(20_000)
  expect(event.summed_antennas.map(({ antenna }: any) => antenna).toSorted()).toEqual([4, 5, 6])
  expect(event.summed_antennas[0]).toMatchObject({ reader_id: reader.id, reader_name: reader.external_key })
})
