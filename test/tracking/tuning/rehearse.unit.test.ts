import { describe, expect, test } from 'bun:test'
import { needs } from '../../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../../src/tracking/history/presence'
import type { Read } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { originOf, scanOriginOf } from '../../../src/tracking/tuning/columns'
import { type AntennaSettings, rehearse, type Settings } from '../../../src/tracking/tuning/rehearse'
import { Sample } from '../../../src/tracking/tuning/sample'
import { SeenReads } from '../../../src/tracking/tuning/seen-reads'

/** A rehearsal: the moves that recent reads make with the present and with other settings. */

const start = 1_790_000_000 * second
const [dock, hall, yard] = [11, 12, 13]

/** Ports 1 and 2 of reader 1 are at the dock and in the hall, port 1 of reader 2 is in the yard. */
const antennas: [reader: number, port: number, location: number][] = [
  [1, 1, dock],
  [1, 2, hall],
  [2, 1, yard],
]

const settings = (changes: Record<string, Partial<AntennaSettings>> = {}): Settings => ({
  sensitivity: 'normal',
  taught: [],
  antennas: new Map(
    antennas.map(([reader, port, locationId]) => [
      originOf(reader, port),
      {
        locationId,
        rssiOffsetDb: 0,
        minRssiDbm: null,
        presenceTimeoutSeconds: 300,
        ...changes[`${reader}.${port}`],
      },
    ]),
  ),
})

interface Given {
  readonly asset: number
  readonly origin: number
  readonly seconds: number
  readonly rssi?: number
}

/** Reads of an asset by an antenna, twice a second. */
const readsBy = (asset: number, origin: number, from: number, to: number, rssi: number): Given[] =>
  Array.from({ length: (to - from) * 2 }, (_, index) => ({ asset, origin, seconds: from + index / 2, rssi }))

const [atDock, inHall, inYard] = antennas.map(([reader, port]) => originOf(reader, port)) as [
  number,
  number,
  number,
]

function rehearsed(
  given: readonly Given[],
  proposed: Settings,
  present: Settings = settings(),
  readerId: number | null = 1,
) {
  const sample = new Sample(start)
  const end = start + 3600 * second
  const seen = new SeenReads()
  for (const [index, { asset, origin, seconds, rssi = null }] of given.entries()) {
    seen.add(1, { origin, assetId: asset, at: start + seconds * second, rssi }, 'usual')
    sample.add(seen, index, end)
  }
  return rehearse({ snapshot: sample.snapshot(1, end), readerId, present, proposed })
}

/** At the dock, with a weaker antenna of the hall. */
const weakerHall = [...readsBy(1, atDock, 0, 60, -50), ...readsBy(1, inHall, 10.25, 60.25, -56)]

describe('a rehearsal', () => {
  // Rule: internal-api.md, Rehearsal
  test('counts the moves with the present and with the proposed settings, by pair of locations', () => {
    const result = rehearsed(weakerHall, settings({ '1.2': { rssiOffsetDb: 20 } }))
    expect(result).toMatchObject({
      from: start,
      to: start + 3600 * second,
      assets: 1,
      assetsTotal: 1,
      reads: weakerHall.length,
      present: { moves: 0, backAndForth: 0, weakReads: 0 },
      proposed: { moves: 1, backAndForth: 0, weakReads: 0 },
      pairs: [{ from: dock, to: hall, present: 0, proposed: 1 }],
      differing: 1,
      examples: [{ assetId: 1, present: dock, proposed: hall }],
    })
  })

  test('differs in nothing with the same settings', () => {
    const result = rehearsed(weakerHall, settings())
    expect(result.present).toEqual(result.proposed)
    expect(result).toMatchObject({ differing: 0, examples: [] })
  })

  test('leaves out reads that are too weak after the offset, and counts them', () => {
    const proposed = settings({ '1.1': { rssiOffsetDb: -5, minRssiDbm: -54 } })
    expect(rehearsed(weakerHall, proposed)).toMatchObject({
      proposed: { moves: 0, weakReads: 120 },
      examples: [{ assetId: 1, present: dock, proposed: hall }],
    })
  })

  test('takes in reads that are too weak with the present settings', () => {
    const present = settings({ '1.1': { minRssiDbm: -40 }, '1.2': { minRssiDbm: -40 } })
    expect(rehearsed(weakerHall, settings(), present)).toMatchObject({
      present: { weakReads: weakerHall.length },
      proposed: { weakReads: 0 },
      examples: [{ assetId: 1, present: null, proposed: dock }],
    })
  })

  test('does not count reads of an antenna without a location', () => {
    const none: Settings = { sensitivity: 'normal', antennas: new Map(), taught: [] }
    expect(rehearsed(weakerHall, none)).toMatchObject({
      proposed: { moves: 0, weakReads: 0 },
      examples: [{ assetId: 1, present: dock, proposed: null }],
    })
  })

  // Rule: internal-api.md, Rehearsal
  test('counts returns within five minutes as moves back and forth', () => {
    const given = [
      ...readsBy(1, atDock, 0, 60, -50),
      ...readsBy(1, inHall, 60, 120, -50),
      ...readsBy(1, atDock, 120, 180, -50),
      ...readsBy(1, inHall, 1000, 1060, -50),
      ...readsBy(1, inHall, 1400, 1460, -50),
      ...readsBy(1, atDock, 1500, 1560, -50),
    ]
    expect(rehearsed(given, settings()).present).toEqual({ moves: 4, backAndForth: 1, weakReads: 0 })
  })

  // Rule: internal-api.md, Rehearsal
  test('considers the assets that the reader has read, with their reads by other readers', () => {
    const given = [
      ...readsBy(1, atDock, 0, 30, -50),
      ...readsBy(1, inYard, 60, 90, -50),
      ...readsBy(2, inYard, 0, 30, -50),
    ]
    expect(rehearsed(given, settings())).toMatchObject({ assets: 1, reads: 120, present: { moves: 1 } })
    expect(rehearsed(given, settings(), settings(), null)).toMatchObject({ assets: 2, reads: 180 })
  })

  test('contains scans by hand', () => {
    const given = [...readsBy(1, atDock, 0, 30, -50), { asset: 1, origin: scanOriginOf(yard), seconds: 40 }]
    expect(rehearsed(given, settings())).toMatchObject({
      pairs: [{ from: dock, to: yard, present: 1, proposed: 1 }],
    })
  })

  // Rule: internal-api.md, Rehearsal
  test.each(['calm', 'quick'] as const)('follows the rules with the sensitivity %s', (sensitivity) => {
    const given = [...readsBy(1, atDock, 0, 60, -50), ...readsBy(1, inHall, 60, 66, -43)]
    const toRead = ({ origin, seconds, rssi = Number.NaN }: Given): Read => ({
      at: start + seconds * second,
      locationId: origin === atDock ? dock : hall,
      rssi,
      readerId: 1,
      antenna: origin === atDock ? 1 : 2,
      tagId: 0,
      presenceTimeoutSeconds: 300,
      isScan: false,
    })
    const reads = given.map(toRead).toSorted(inOrder)
    const { events } = eventsOf(null, reads, needs[sensitivity])
    const result = rehearsed(given, { ...settings(), sensitivity })
    expect(result.proposed.moves).toBe(events.length - 1)
  })

  // Rule: internal-api.md, Rehearsal
  test('has at most 20 examples, and counts all', () => {
    const given = Array.from({ length: 30 }, (_, asset) =>
      weakerHall.map((read) => ({ ...read, asset: asset + 1 })),
    ).flat()
    const result = rehearsed(given, settings({ '1.2': { rssiOffsetDb: 20 } }))
    expect(result.differing).toBe(30)
    expect(result.examples.map(({ assetId }) => assetId)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })
})
