import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, type SentRead } from '../../support/scans'
import { until } from '../../support/until'

/** The signal of antennas, and rehearsals of their settings (docs/internal-api.md, Signal; Rehearsal). */

let program: Program
let session: Client
let other: Client
let hall: Row
let yard: Row

setDefaultTimeout(30_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  hall = await newLocation(session, { name: 'Hall' })
  yard = await newLocation(session, { name: 'Yard' })
})
afterAll(stopPrograms)

interface Correction {
  rssi_offset_db?: number
  min_rssi_dbm?: number | null
}

const antennasWith = (...corrections: Correction[]) =>
  corrections.map((correction, index) => ({
    port: index + 1,
    location_id: index === 0 ? hall.id : yard.id,
    ...correction,
  }))
const gateWith = (...corrections: Correction[]): Promise<Reader> =>
  newReader(session, freshKey('gate'), [], { antennas: antennasWith(...corrections) })

const signalOf = async ({ id }: Reader) => (await session.get(`/internal/v1/readers/${id}/signal`)).body.data
const rehearse = ({ id }: Reader, body: object) => session.post(`/internal/v1/readers/${id}/rehearsal`, body)
const rehearsed = async (reader: Reader, body: object) => {
  const response = await rehearse(reader, body)
  if (response.status !== 200) throw new Error(`The rehearsal returned ${response.status}: ${response.text}`)
  return response.body.data
}

/** Reads are dated from this moment of the last minutes on, the same for all assets. */
const begunAt = (): number => Date.now() - 120_000

/** An asset that its antenna in the hall reads well, and after ten seconds that of the yard reads it 6 dB weaker. */
const storyOf = (value: string, from: number): SentRead[] => {
  const read = (antenna: number, seconds: number, rssi: number): SentRead => ({
    value,
    antenna,
    rssi,
    observed_at: new Date(from + seconds * 1000).toISOString(),
  })
  return [
    ...Array.from({ length: 120 }, (_, at) => read(1, at / 2, -50)),
    ...Array.from({ length: 100 }, (_, at) => read(2, 10.25 + at / 2, -56 - (at % 5))),
  ]
}

/** The locations of an asset, the first one first. */
async function placesOf({ id }: Row): Promise<number[]> {
  const { data } = (await session.get(`/internal/v1/assets/${id}/events`)).body
  return data.map((event: { location_id: number }) => event.location_id).toReversed()
}

// Rule: internal-api.md, Signal
describe('the signal of a reader', () => {
  test('has the percentiles of each antenna with its offset, the reads a minute and the weak reads', async () => {
    const gate = await gateWith({ rssi_offset_db: 2.5, min_rssi_dbm: -60 }, {})
    const levels = [-70, -69, -68, -67, -66, -65, -64, -63, -62, -61]
    await postReads(
      program,
      gate,
      levels.map((rssi) => ({ value: freshKey('tag'), rssi })),
    )
    expect(await signalOf(gate)).toEqual({
      window_seconds: 300,
      antennas: [
        {
          port: 1,
          reads: 10,
          reads_per_minute: expect.any(Number),
          weak_reads: 8,
          rssi_p10_dbm: -67.5,
          rssi_p50_dbm: -63.5,
          rssi_p90_dbm: -59.5,
          rssi_histogram: [...Array(6).fill(0), 1, 2, 2, 2, 2, 1, ...Array(14).fill(0)],
        },
        {
          port: 2,
          reads: 0,
          reads_per_minute: 0,
          weak_reads: 0,
          rssi_p10_dbm: null,
          rssi_p50_dbm: null,
          rssi_p90_dbm: null,
          rssi_histogram: null,
        },
      ],
    })
    const [first] = (await signalOf(gate)).antennas
    expect(first.reads_per_minute).toBeGreaterThan(1)
    expect(first.reads_per_minute).toBeLessThanOrEqual(10)
  })

  test('counts reads of known and of unknown tags, with and without RSSI, and no repeats', async () => {
    const gate = await gateWith({})
    const asset = await newTagged(session, freshKey('tag'))
    const observed_at = new Date().toISOString()
    const reads = [
      { value: asset.external_key, rssi: -50, observed_at },
      { value: freshKey('unknown'), observed_at },
    ]
    await postReads(program, gate, reads)
    await postReads(program, gate, reads)
    expect((await signalOf(gate)).antennas).toMatchObject([{ reads: 2, rssi_p50_dbm: -50 }])
  })

  test('does not count reads from before its window, of an inactive reader, or of an antenna without location', async () => {
    const gate = await gateWith({})
    const old = new Date(Date.now() - 3_600_000).toISOString()
    await postReads(program, gate, [
      { value: freshKey(), rssi: -50, observed_at: old },
      { value: freshKey(), rssi: -50, antenna: 9 },
    ])
    await session.patch(`/internal/v1/readers/${gate.id}`, { is_active: false })
    await postReads(program, gate, [{ value: freshKey(), rssi: -50 }])
    expect((await signalOf(gate)).antennas).toMatchObject([{ port: 1, reads: 0 }])
  })
})

// Rule: internal-api.md, Rehearsal
describe('a rehearsal', () => {
  test.each<[title: string, corrections: Correction[]]>([
    ['an offset', [{}, { rssi_offset_db: 15 }]],
    ['a minimum RSSI', [{ min_rssi_dbm: -49 }, {}]],
    [
      'both',
      [
        { rssi_offset_db: -3, min_rssi_dbm: -80 },
        { rssi_offset_db: 12, min_rssi_dbm: -46 },
      ],
    ],
    ['no antennas', []],
  ])('of %s shows what happens to the same reads after the settings are saved', async (_, corrections) => {
    const gate = await gateWith({}, {})
    const [before, after] = [
      await newTagged(session, freshKey('tag')),
      await newTagged(session, freshKey('tag')),
    ]
    const from = begunAt()
    await postReads(program, gate, storyOf(before.external_key, from))
    const antennas = antennasWith(...corrections)
    const result = await rehearsed(gate, { antennas })

    await session.patch(`/internal/v1/readers/${gate.id}`, { antennas })
    await postReads(program, gate, storyOf(after.external_key, from))
    const [present, proposed] = [await placesOf(before), await placesOf(after)]
    const health = (await session.get(`/internal/v1/readers/${gate.id}`)).body.data.health
    expect(result).toMatchObject({
      reads: 220,
      assets: 1,
      assets_total: 1,
      present: { moves: present.length - 1, weak_reads: 0 },
      proposed: { moves: Math.max(0, proposed.length - 1), weak_reads: health.weak_reads },
      differing_assets: present.at(-1) === proposed.at(-1) ? 0 : 1,
    })
    const [example] = result.examples
    if (example)
      expect(example).toEqual({
        asset_id: before.id,
        asset_external_key: before.external_key,
        asset_name: 'Thing',
        present_location_id: present.at(-1),
        present_location_name: 'Hall',
        proposed_location_id: proposed.at(-1) ?? null,
        proposed_location_name: proposed.length > 0 ? 'Yard' : null,
      })
  })

  test('covers the time since the start, and contains the names of the locations of moves', async () => {
    const gate = await gateWith({}, {})
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, storyOf(value, begunAt()))
    const result = await rehearsed(gate, { antennas: antennasWith({}, { rssi_offset_db: 20 }) })
    expect(result.pairs).toEqual([
      {
        from_location_id: hall.id,
        from_location_name: 'Hall',
        to_location_id: yard.id,
        to_location_name: 'Yard',
        present_moves: 0,
        proposed_moves: 1,
      },
    ])
    expect(Date.parse(result.to) - Date.parse(result.from)).toBeLessThanOrEqual(3_600_000)
  })

  test('shows the reads that a lower minimum would accept, and an antenna that has no location yet', async () => {
    const gate = await gateWith({ min_rssi_dbm: -40 })
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, storyOf(value, begunAt()))
    const none = await rehearsed(gate, {})
    expect(none).toMatchObject({ present: { weak_reads: 120 }, proposed: { weak_reads: 120 } })
    const both = await rehearsed(gate, { antennas: antennasWith({ min_rssi_dbm: -60 }, {}) })
    expect(both).toMatchObject({
      proposed: { weak_reads: 0 },
      examples: [{ present_location_id: null, proposed_location_id: hall.id }],
    })
  })

  test('of another sensitivity considers all assets of the organization', async () => {
    const gate = await gateWith({}, {})
    const asset = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, storyOf(asset.external_key, begunAt()))
    const ofReader = await rehearsed(gate, { sensitivity: 'quick' })
    const ofAll = (await session.post('/internal/v1/rehearsal', { sensitivity: 'quick' })).body.data
    expect(ofReader.assets).toBe(1)
    expect(ofAll.assets).toBeGreaterThan(1)
    const same = (await session.post('/internal/v1/rehearsal', { sensitivity: 'normal' })).body.data
    expect(same.present).toEqual(same.proposed)
  })

  test('includes scans by hand', async () => {
    const gate = await gateWith({})
    const asset = await newTagged(session, freshKey('tag'))
    const value = asset.external_key
    const observed_at = new Date(Date.now() - 60_000).toISOString()
    await postReads(program, gate, [{ value, rssi: -50, observed_at }])
    await scan(session, yard.id, value, new Date(Date.now() - 30_000).toISOString())
    expect(await rehearsed(gate, {})).toMatchObject({
      reads: 2,
      pairs: [{ from_location_id: hall.id, to_location_id: yard.id, present_moves: 1, proposed_moves: 1 }],
    })
  })

  test('changes nothing', async () => {
    const gate = await gateWith({}, {})
    const asset = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, storyOf(asset.external_key, begunAt()))
    const state = async () => [
      (await session.get(`/internal/v1/readers/${gate.id}`)).body,
      (await session.get(`/internal/v1/assets/${asset.id}/events`)).body,
      (await session.get('/internal/v1/audit?limit=1')).body.total_count,
    ]
    const before = await state()
    await rehearsed(gate, { antennas: antennasWith({ min_rssi_dbm: -1 }, { rssi_offset_db: 30 }) })
    expect(await state()).toEqual(before)
  })

  test('has the errors of a change of the reader', async () => {
    const gate = await gateWith({})
    const port = { port: 1, location_id: hall.id }
    const wrong: object[] = [
      { antennas: [{ ...port, rssi_offset_db: 31 }] },
      { antennas: [{ ...port, rssi_offset_db: null }] },
      { antennas: [{ ...port, min_rssi_dbm: -121 }] },
      { antennas: [{ ...port, min_rssi_dbm: 'weak' }] },
      { antennas: [port, port] },
      { antennas: [{ port: 1 }] },
      { antennas: [{ ...port, location_id: 999_999 }] },
      { antennas: [{ ...port, gain: 1 }] },
      { antennas: 1 },
      { antennas: Array.from({ length: 257 }, (_, index) => ({ ...port, port: index })) },
      { other: 1 },
    ]
    for (const body of wrong) {
      const [rehearsal, change] = [
        await rehearse(gate, body),
        await session.patch(`/internal/v1/readers/${gate.id}`, body),
      ]
      expect(rehearsal.status).toBe(400)
      expect(rehearsal.body.error.fields).toEqual(change.body.error.fields)
    }
    expect(faultsOf(await rehearse(gate, { sensitivity: 'wild' }))).toEqual([
      400,
      'sensitivity invalid_value',
    ])
    expect(faultsOf(await session.post('/internal/v1/rehearsal', {}))).toEqual([400, 'sensitivity required'])
  })

  test('is rejected while another one of the organization runs', async () => {
    const gate = await gateWith({}, {})
    const statuses = new Set<number>()
    let detail: unknown
    // One may end before the next one arrives.
    await until(async () => {
      const responses = await Promise.all(Array.from({ length: 4 }, () => rehearse(gate, {})))
      for (const { status } of responses) statuses.add(status)
      detail = responses.find(({ status }) => status === 409)?.body.error.detail
      return detail !== undefined
    }, 'a rejected rehearsal')
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(detail).toBe('Another preview of this organization is running; try again in a few seconds')
    expect((await rehearse(gate, {})).status).toBe(200)
  })

  test('contains no reads of another organization', async () => {
    const gate = await gateWith({}, {})
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    await postReads(program, gate, storyOf(value, begunAt()))
    const { data } = (await other.post('/internal/v1/rehearsal', { sensitivity: 'quick' })).body
    expect(data).toMatchObject({ reads: 0, assets: 0, pairs: [], examples: [] })
  })
})
