import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Presence, Read, StoredTaughtSample } from '../../../src/storage/core/store'
import { needs } from '../../../src/tracking/history/place/evidence'
import { evidenceFrom, evidenceText } from '../../../src/tracking/history/place/evidence-text'
import { eventsOf, inOrder, type Present } from '../../../src/tracking/history/presence'
import { bestOf, type Taught, taughtOf } from '../../../src/tracking/history/place/taught'
import { readOf, scanOf } from '../../support/history'
import { levels, type Spot } from '../../support/taught'

/** The decision between taught locations (docs/history.md, Taught locations). Locations 1 to 3 are ward, hall and store. */

const spots = ['ward', 'hall', 'store'] as const
const locationOf = (antenna: number): number => Math.ceil(antenna / 3)

const sampleOf = (spot: Spot, locationId = spots.indexOf(spot) + 1, gain = 0): StoredTaughtSample => ({
  locationId,
  levels: levels[spot].map((level, index) => [1, index + 1, level + gain]),
})
const taught = taughtOf(spots.map((spot) => sampleOf(spot))) as Taught

/** Transmissions every 0.4 s, in seconds from the start. */
const steady = (spot: Spot, from: number, to: number, gain = 0): Read[] =>
  Array.from({ length: Math.round((to - from) / 0.4) }, (_, step) =>
    levels[spot].map((level, index) =>
      readOf(locationOf(index + 1), from + step * 0.4 + index / 1000, {
        readerId: 1,
        antenna: index + 1,
        rssi: level + gain + (((step * 7 + index * 5) % 5) - 2),
      }),
    ),
  ).flat()

const decided = (reads: readonly Read[], by: Taught | null = taught): Presence[] => [
  ...eventsOf(null, reads.toSorted(inOrder), needs.normal, by).events,
]
const placesOf = (events: readonly Presence[]) => events.map(({ locationId }) => locationId)
const last = (events: readonly Presence[]) => events.at(-1) as Presence

function decidedInParts(reads: readonly Read[], size: number): Presence[] {
  const events: Presence[] = []
  let present: Present | null = null
  for (let from = 0; from < reads.length; from += size) {
    const step: ReturnType<typeof eventsOf> = eventsOf(
      present,
      reads.slice(from, from + size),
      needs.normal,
      taught,
    )
    events.splice(Math.max(0, events.length - 1), 1, ...step.events)
    present = {
      event: events.at(-1) as Presence,
      evidence: evidenceFrom(evidenceText(step.evidence)) as Present['evidence'],
    }
  }
  return events
}

const world: fc.Arbitrary<Read[]> = fc
  .array(
    fc.record({
      spot: fc.constantFrom(...spots),
      seconds: fc.integer({ min: 2, max: 40 }),
      gain: fc.integer({ min: -6, max: 6 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((stays) => {
    let at = 0
    return stays
      .flatMap(({ spot, seconds, gain }) => {
        const reads = steady(spot, at, at + seconds, gain)
        at += seconds
        return reads
      })
      .toSorted(inOrder)
  })

// Rule: history.md, Taught locations
describe('the decision between taught locations', () => {
  test('is right where the strongest antenna is at another location', () => {
    const reads = steady('ward', 0, 60)
    expect(last(decided(reads, null))).toMatchObject({ locationId: 2 })
    expect(last(decided(reads))).toMatchObject({ locationId: 1 })
  })

  test('moves an asset with the cause matches, and dates the move back to the first evidence', () => {
    const before = steady('hall', 0, 60)
    const events = decided([...before, ...steady('ward', 60, 180)])
    expect(placesOf(events)).toEqual([2, 1])
    expect(last(events)).toMatchObject({ cause: 'matches', why: { fromId: 2 } })
    expect(last(events).firstAt).toBeGreaterThanOrEqual(before.at(-1)?.at ?? 0)
  })

  test('is the same in parts of any size, with its state stored between them', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 40 }), (reads, size) => {
        expect(decidedInParts(reads, size)).toEqual(decided(reads))
      }),
      { numRuns: 40 },
    )
  })

  test('does not depend on the numbers of the antennas', () => {
    const renumbered = (antenna: number) => 100 - antenna * 7
    const other = taughtOf(
      spots.map((spot) => {
        const sample = sampleOf(spot)
        return {
          ...sample,
          levels: sample.levels.map(([, port, dbm]) => [1, renumbered(port), dbm] as const),
        }
      }),
    )
    fc.assert(
      fc.property(world, (reads) => {
        const renamed = reads.map((read) => ({ ...read, antenna: renumbered(read.antenna ?? 0) }))
        const shown = (events: readonly Presence[]) =>
          events.map(({ locationId, firstAt, cause }) => ({ locationId, firstAt, cause }))
        // In the order of the transmissions: reads of one time would be in the order of their antennas.
        expect(shown(eventsOf(null, renamed, needs.normal, other).events)).toEqual(shown(decided(reads)))
      }),
      { numRuns: 20 },
    )
  })

  test('does not change with samples of a location that is not heard', () => {
    const far: StoredTaughtSample = {
      locationId: 9,
      levels: [1, 2, 3].map((port) => [2, port, -50] as const),
    }
    const more = taughtOf([...spots.map((spot) => sampleOf(spot)), far])
    fc.assert(
      fc.property(world, (reads) => expect(decided(reads, more)).toEqual(decided(reads))),
      { numRuns: 20 },
    )
  })

  test('is the untaught one where a location that hears the asset has no samples', () => {
    const some = taughtOf([sampleOf('ward'), sampleOf('hall')])
    fc.assert(
      fc.property(world, (reads) => expect(decided(reads, some)).toEqual(decided(reads, null))),
      { numRuns: 20 },
    )
  })

  test('stores the same state as without samples while they do not decide', () => {
    const few = steady('ward', 0, 20).filter(({ antenna }) => (antenna ?? 0) < 5)
    const textWith = (by: Taught | null) => evidenceText(eventsOf(null, few, needs.normal, by).evidence)
    expect(textWith(taught)).toBe(textWith(null))
  })

  test('finds a location that has no antenna of its own', () => {
    const without = taughtOf([
      sampleOf('ward', 7),
      sampleOf('hall', 1),
      sampleOf('hall', 2),
      sampleOf('store', 3),
    ])
    expect(last(decided(steady('ward', 0, 60), without))).toMatchObject({ locationId: 7 })
  })

  test('leaves an asset where it was scanned for ten seconds, and never replaces the scan', () => {
    const events = decided([...steady('ward', 0, 30), scanOf(3, 30), ...steady('ward', 30.1, 90)])
    expect(placesOf(events)).toEqual([1, 3, 1])
    expect(last(events).firstAt - (events[1]?.firstAt ?? 0)).toBeGreaterThanOrEqual(10_000_000)
  })

  test('takes a weak tag for the same as a strong one', () => {
    for (const gain of [-8, 8])
      expect(last(decided(steady('ward', 0, 60, gain)))).toMatchObject({ locationId: 1 })
  })

  test('names the location that levels match best', () => {
    for (const [index, spot] of spots.entries()) expect(bestOf(taught, sampleOf(spot).levels)).toBe(index + 1)
  })
})
