import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, secondsAgo } from '../../support/scans'
import { openStream } from '../../support/stream'
import { countersOf, gainsOf } from '../../support/warehouse'

/** The RSSI offset and the minimum RSSI of an antenna (docs/internal-api.md, Antennas). */

let program: Program
let session: Client
let hall: number
let yard: number

setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = (await newLocation(session, { name: 'Hall' })).id
  yard = (await newLocation(session, { name: 'Yard' })).id
})
afterAll(stopPrograms)

interface Correction {
  rssi_offset_db?: number
  min_rssi_dbm?: number | null
}

const antennas = (...corrections: Correction[]) => ({
  antennas: corrections.map((correction, index) => ({
    port: index + 1,
    location_id: index === 0 ? hall : yard,
    ...correction,
  })),
})
const gateWith = (...corrections: Correction[]): Promise<Reader> =>
  newReader(session, freshKey('gate'), [], antennas(...corrections))
const correct = (reader: Reader, ...corrections: Correction[]) =>
  session.patch(`/internal/v1/readers/${reader.id}`, antennas(...corrections))

const eventsOf = async ({ id }: Row) => (await session.get(`/internal/v1/assets/${id}/events`)).body.data
const strongestOf = async (asset: Row) => (await eventsOf(asset)).map((event: any) => event.strongest_rssi)
const healthOf = async ({ id }: Reader) => (await session.get(`/internal/v1/readers/${id}`)).body.data.health
const unknown = async (value: string) => (await session.get(`/internal/v1/unknown-tags?q=${value}`)).body.data

const gained = (work: () => Promise<unknown>): Promise<Record<string, number>> =>
  gainsOf(() => countersOf(program.http), work)

describe('the RSSI offset of an antenna', () => {
  // Rule: internal-api.md, Antennas
  test.each([
    [3.5, -60, -56.5],
    [-30, -60, -90],
    [0.1, -61.3, -61.2],
    [0, -61.234_567, -61.234_567],
  ])('of %d dB makes the RSSI %d in the history %d', async (offset, sent, stored) => {
    const gate = await gateWith({ rssi_offset_db: offset })
    const asset = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, [{ value: asset.external_key, rssi: sent }])
    expect(await strongestOf(asset)).toEqual([stored])
  })

  test('is added to reads of its antenna only, and to none without RSSI', async () => {
    const gate = await gateWith({ rssi_offset_db: 10 }, {})
    const [near, far, silent] = [
      await newTagged(session, freshKey('tag')),
      await newTagged(session, freshKey('tag')),
      await newTagged(session, freshKey('tag')),
    ]
    await postReads(program, gate, [
      { value: near.external_key, rssi: -50 },
      { value: far.external_key, antenna: 2, rssi: -50 },
      { value: silent.external_key },
    ])
    expect([await strongestOf(near), await strongestOf(far), await strongestOf(silent)]).toEqual([
      [-40],
      [-50],
      [null],
    ])
  })

  test('decides which of two locations is the stronger one', async () => {
    const gate = await gateWith({ rssi_offset_db: -30 }, { rssi_offset_db: 30 })
    const asset = await newTagged(session, freshKey('tag'))
    const value = asset.external_key
    const reads = Array.from({ length: 40 }, (_, index) => [
      { value, rssi: -50, observed_at: secondsAgo(60 - index) },
      { value, antenna: 2, rssi: -60, observed_at: secondsAgo(59.5 - index) },
    ])
    await postReads(program, gate, reads.flat())
    expect((await eventsOf(asset))[0]).toMatchObject({ location_id: yard, strongest_rssi: -30 })
  })

  // Rule: internal-api.md, Antennas
  test('is part of the RSSI of unknown tags and of live reads', async () => {
    const gate = await gateWith({ rssi_offset_db: 4, min_rssi_dbm: -50 })
    const [value, weak] = [freshKey('unknown'), freshKey('weak')]
    const stream = await openStream(program, session, `?reader_id=${gate.id}`)
    try {
      await postReads(program, gate, [
        { value, rssi: -52.5 },
        { value: weak, rssi: -54.5 },
      ])
      expect((await stream.wait('read', 2)).map(({ data }) => data)).toMatchObject([
        { value, rssi: -48.5, result: 'unknown_tag' },
        { value: weak, rssi: -50.5, result: 'ignored' },
      ])
    } finally {
      stream.socket.destroy()
    }
    expect(await unknown(value)).toMatchObject([{ value, rssi: -48.5 }])
  })
})

describe('a read that is weaker than the minimum RSSI of its antenna', () => {
  // Rule: internal-api.md, Reader health
  test('is ignored, and counted as weak at its reader', async () => {
    const gate = await gateWith({ min_rssi_dbm: -65 }, {})
    const asset = await newTagged(session, freshKey('tag'))
    const value = asset.external_key
    const gain = await gained(() =>
      postReads(program, gate, [
        { value, rssi: -65.1 },
        { value, rssi: -65 },
        { value, rssi: -90, antenna: 2 },
        { value, rssi: -90, antenna: 3 },
      ]),
    )
    expect(gain).toEqual({
      'messages.accepted': 1,
      'reads.ignored': 1,
      'reads.applied': 2,
      'reads.unmapped_antenna': 1,
    })
    const { reads, weak_reads: weak } = await healthOf(gate)
    expect([reads.applied, reads.ignored, weak]).toEqual([2, 1, 1])
    expect((await eventsOf(asset))[0]).toMatchObject({ read_count: expect.any(Number) })
  })

  // Rule: internal-api.md, Antennas
  test('does not reach the history, the inbox or the last problem', async () => {
    const gate = await gateWith({ min_rssi_dbm: -65 })
    const asset = await newTagged(session, freshKey('tag'))
    const unknownValue = freshKey('unknown')
    await postReads(program, gate, [
      { value: asset.external_key, rssi: -66 },
      { value: unknownValue, rssi: -66 },
    ])
    expect(await eventsOf(asset)).toEqual([])
    expect(await unknown(unknownValue)).toEqual([])
    expect(await healthOf(gate)).toMatchObject({
      problem: null,
      weak_reads: 2,
      last_read_at: expect.any(String),
    })
  })

  // Rule: internal-api.md, Antennas
  test('is compared after the offset', async () => {
    const gate = await gateWith(
      { rssi_offset_db: 10, min_rssi_dbm: -60 },
      { rssi_offset_db: -10, min_rssi_dbm: -60 },
    )
    const asset = await newTagged(session, freshKey('tag'))
    const value = asset.external_key
    await postReads(program, gate, [
      { value, rssi: -70 },
      { value, rssi: -50.1, antenna: 2 },
    ])
    expect(await eventsOf(asset)).toMatchObject([{ location_id: hall, read_count: 1, strongest_rssi: -60 }])
    expect((await healthOf(gate)).weak_reads).toBe(1)
  })

  // Rule: internal-api.md, Antennas
  test('needs an RSSI', async () => {
    const gate = await gateWith({ min_rssi_dbm: 0 })
    const asset = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, [{ value: asset.external_key }])
    expect(await strongestOf(asset)).toEqual([null])
    expect((await healthOf(gate)).weak_reads).toBe(0)
  })

  // Rule: history.md, Repeats
  test('is not recorded: it is ignored again, and stored when the minimum is gone', async () => {
    const gate = await gateWith({ min_rssi_dbm: -65 })
    const asset = await newTagged(session, freshKey('tag'))
    const reads = [{ value: asset.external_key, rssi: -66, observed_at: secondsAgo(30) }]
    const send = () => gained(() => postReads(program, gate, reads))
    expect(await send()).toEqual({ 'messages.accepted': 1, 'reads.ignored': 1 })
    expect(await send()).toEqual({ 'messages.accepted': 1, 'reads.ignored': 1 })
    expect((await healthOf(gate)).weak_reads).toBe(2)
    await correct(gate, { min_rssi_dbm: null })
    expect(await send()).toEqual({ 'messages.accepted': 1, 'reads.applied': 1 })
    expect(await send()).toEqual({ 'messages.duplicate': 1, 'reads.duplicate': 1 })
    expect(await strongestOf(asset)).toEqual([-66])
    expect((await healthOf(gate)).weak_reads).toBe(2)
  })

  // Rule: internal-api.md, Reader health
  test('of an inactive reader counts as ignored, and not as weak', async () => {
    const gate = await gateWith({ min_rssi_dbm: -65 })
    await session.patch(`/internal/v1/readers/${gate.id}`, { is_active: false })
    await postReads(program, gate, [{ value: freshKey(), rssi: -66 }])
    expect(await healthOf(gate)).toMatchObject({ reads: { ignored: 1 }, weak_reads: 0 })
  })
})
