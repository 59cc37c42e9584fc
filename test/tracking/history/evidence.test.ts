import { describe, expect, test } from 'bun:test'
import { needs } from '../../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../../src/tracking/history/presence'
import type { Read } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { readOf, scanOf, start } from '../../support/history'

/** The location decision (docs/history.md, Location decision), as a pure function of reads. */

type Given = readonly [locationId: number, seconds: number, rssi: number | null, antenna?: number]

const read = ([locationId, seconds, rssi, antenna = 1]: Given): Read =>
  readOf(locationId, seconds, { rssi, antenna, readerId: 1 })

/** Reads of one location at equal intervals, from one second up to another. */
const every = (
  interval: number,
  from: number,
  to: number,
  locationId: number,
  rssi: number | null,
): Given[] =>
  Array.from({ length: Math.round((to - from) / interval) }, (_, index) => [
    locationId,
    from + index * interval,
    rssi,
  ])

function decided(reads: readonly Read[], need: number = needs.normal) {
  return eventsOf(null, reads.toSorted(inOrder), need).events.map(
    ({ locationId, firstAt, lastAt, readCount, cause }) => ({
      locationId,
      from: (firstAt - start) / second,
      to: (lastAt - start) / second,
      readCount,
      cause,
    }),
  )
}

const locationsOf = (given: readonly Given[], need?: number): number[] =>
  decided(given.map(read), need).map(({ locationId }) => locationId)

// Rule: history.md, Beginning of an event
describe('where few antennas read an asset, a move in the first 15 s', () => {
  /** Two gateways hear a beacon every 3 s. The far one is the first to report it, and misses a transmission. */
  const far = [0, 3, 9, 12].map((at): Given => [1, at, -84])
  const near = [0.005, 3.005, 6.005, 9.005, 12.005].map((at): Given => [2, at, -66])

  test('replaces the first guess, if the other location has read the asset better since the first second', () => {
    const [first, ...others] = decided([...far, ...near].map(read))
    expect(others).toEqual([])
    expect(first).toMatchObject({ locationId: 2, from: 0 })
  })

  test.each<[what: string, given: readonly Given[], scans?: readonly Read[]]>([
    [
      'which another location begins to read after the first second',
      [...every(0.5, 0, 6, 1, -50), ...every(0.5, 6.2, 15, 2, -35)],
    ],
    [
      'which was read better before it was carried',
      [
        ...every(0.5, 0, 6, 1, -50),
        ...every(0.5, 0.2, 6, 2, -70),
        ...every(0.5, 6, 12, 1, -66),
        ...every(0.5, 6.2, 12, 2, -45),
      ],
    ],
    ['that was scanned', [...far, ...near], [scanOf(1, -11)]],
  ])('adds an event for an asset %s', (_, given, scans = []) => {
    const locations = decided([...scans, ...given.map(read)]).map(({ locationId }) => locationId)
    expect(locations).toEqual([1, 2])
  })
})

// Rule: history.md, Evidence
describe('an asset moves', () => {
  test('to a location that reads it with a stronger signal, dated back to the first of these reads', () => {
    const given = [...every(0.5, 0, 30, 1, -60), ...every(0.5, 20.2, 30, 2, -45)]
    expect(decided(given.map(read))).toEqual([
      { locationId: 1, from: 0, to: 20, readCount: 41, cause: 'first' },
      { locationId: 2, from: 20.2, to: 29.7, readCount: 20, cause: 'stronger' },
    ])
  })

  test('with one read elsewhere, after minutes of silence at its location', () => {
    expect(decided([[1, 0, -40] as const, [1, 60, -40] as const, [2, 280, -60] as const].map(read))).toEqual([
      { locationId: 1, from: 0, to: 60, readCount: 2, cause: 'first' },
      { locationId: 2, from: 280, to: 280, readCount: 1, cause: 'unheard' },
    ])
  })

  test('by a small lead that lasts', () => {
    const given = [...every(1, 0, 200, 1, -60), ...every(1, 30.5, 200, 2, -57)]
    const [first, second_, ...others] = decided(given.map(read))
    expect([first?.locationId, second_?.locationId, others]).toEqual([1, 2, []])
  })

  test('sooner with a higher sensitivity', () => {
    const given = [...every(0.2, 0, 40, 1, -60), ...every(0.2, 20.1, 40, 2, -50)]
    const readsUntilMove = (need: number) =>
      Array.from({ length: given.length }, (_, count) => count + 1).find(
        (count) => decided(given.map(read).toSorted(inOrder).slice(0, count), need).length > 1,
      ) as number
    expect(readsUntilMove(needs.quick)).toBeLessThan(readsUntilMove(needs.normal))
    expect(readsUntilMove(needs.normal)).toBeLessThan(readsUntilMove(needs.calm))
  })

  test('without RSSI, to a location that reads it more often', () => {
    const given = [...every(5, 0, 120, 1, null), ...every(0.5, 60.2, 120, 2, null)]
    expect(locationsOf(given)).toEqual([1, 2])
  })

  // Rule: history.md, Beginning of an event
  test('soon after its first read, because the first location is a guess, and the guess is replaced', () => {
    expect(decided([read([1, 0, -70]), read([2, 0.5, -40]), read([2, 1, -40])])).toEqual([
      { locationId: 2, from: 0, to: 1, readCount: 2, cause: 'stronger' },
    ])
  })
})

describe('an asset stays', () => {
  // Rule: history.md, Levels
  // Rule: history.md, Evidence
  test.each<[string, Given[]]>([
    [
      'while another location reads it as strongly',
      [...every(1, 0, 300, 1, -55), ...every(1, 0.5, 300, 2, -55)],
    ],
    [
      'while another location reads it more weakly',
      [...every(1, 0, 300, 1, -55), ...every(1, 0.5, 300, 2, -60)],
    ],
    ['after one weak read elsewhere', [...every(1, 0, 60, 1, -50), [2, 59.5, -80]]],
    ['after one strong read elsewhere', [...every(1, 0, 60, 1, -50), [2, 59.5, -30]]],
    [
      'when it is read every 30 s, and elsewhere between',
      [...every(30, 0, 1800, 1, -60), ...every(30, 15, 1800, 2, -63)],
    ],
    [
      'when one of its two antennas stops reading it',
      [
        ...every(1, 0, 30, 1, -70),
        ...every(1, 0.3, 120, 1, -50).map(([place, at, rssi]): Given => [place, at, rssi, 2]),
        ...every(1, 0.6, 120, 2, -60),
      ],
    ],
  ])('%s', (_title, given) => {
    expect(locationsOf(given)).toEqual([1])
  })
})

describe('a scan', () => {
  // Rule: history.md, Handheld scans
  test('holds its location for ten seconds', () => {
    const reads = [read([1, 0, -50]), scanOf(2, 5), ...every(0.5, 5.5, 15, 1, -20).map(read)]
    expect(decided(reads).map(({ locationId }) => locationId)).toEqual([1, 2])
  })

  // Rule: history.md, Beginning of an event
  test('is never replaced, however short the stay is', () => {
    const reads = [scanOf(2, 0), ...every(0.5, 0.5, 30, 1, -20).map(read)]
    const [first, second_] = decided(reads)
    expect([first?.locationId, first?.cause, second_?.locationId]).toEqual([2, 'scanned', 1])
    expect(second_?.from).toBeGreaterThanOrEqual(10)
  })
})

// Rule: history.md, Beginning of an event
test('an event that moved an asset contains the values of the decision', () => {
  const given = [...every(0.5, 0, 30, 1, -60), ...every(0.5, 20.2, 30, 2, -45)]
  const { events } = eventsOf(null, given.map(read).toSorted(inOrder), needs.normal)
  expect(events.at(-1)?.why).toEqual({
    fromId: 1,
    fromDbm: -60,
    toDbm: -45,
    silentSeconds: 0.2,
    pauseSeconds: 0.5,
    leadSeconds: expect.any(Number),
    evidence: expect.any(Number),
    needed: expect.any(Number),
  })
  const { evidence = 0, needed = 0 } = events.at(-1)?.why ?? {}
  expect(evidence).toBeGreaterThanOrEqual(needed)
})

// Rule: internal-api.md, Asset events
test.each([
  [9, 0],
  [10, 5],
])('after %d reads, the usual pause in the values of a decision is %p s', (count, pause) => {
  const given = [...every(5, 0, 5 * count, 1, -60), ...every(0.5, 200, 230, 2, -45)]
  const { events } = eventsOf(null, given.map(read).toSorted(inOrder), needs.normal)
  expect([events[0]?.readCount, events.at(-1)?.why?.pauseSeconds]).toEqual([count, pause])
})

test('the state of an asset has a limited size, regardless of the number of reads and locations', () => {
  const given = Array.from({ length: 20_000 }, (_, index): Given => [
    1 + ((index * 7) % 40),
    index * 0.3,
    -40 - ((index * 13) % 30),
    1 + (index % 16),
  ])
  const { evidence } = eventsOf(null, given.map(read), needs.normal)
  expect(evidence?.places.length).toBeLessThanOrEqual(8)
  expect(JSON.stringify(evidence).length).toBeLessThan(10_000)
})
