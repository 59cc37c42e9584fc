import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { needs } from '../../../src/tracking/history/place/evidence'
import { evidenceFrom, evidenceText } from '../../../src/tracking/history/place/evidence-text'
import { eventsOf, inOrder, type Present } from '../../../src/tracking/history/presence'
import type { Presence, Read } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { readOf, scanOf, start } from '../../support/history'

/** The location decision where six or more antennas read an asset (docs/history.md, Dense air). */

/** Three locations with three antennas each. Antenna 11 is the first of location 1. */
const antennas = [11, 12, 13, 21, 22, 23, 31, 32, 33]
const locationOf = (antenna: number): number => Math.floor(antenna / 10)

interface Transmission {
  readonly at: number
  /** The location near the tag, and the RSSI of its antennas above that of the others. */
  readonly near: number
  readonly lead: number
  /** What each antenna adds. */
  readonly noise: readonly number[]
  /** Antennas that miss it. */
  readonly missed: readonly number[]
}

const readsOf = ({ at, near, lead, noise, missed }: Transmission): Read[] =>
  antennas.flatMap((antenna, index) =>
    missed.includes(index)
      ? []
      : [
          readOf(locationOf(antenna), at + index / 1000, {
            antenna,
            readerId: 1,
            rssi: (locationOf(antenna) === near ? -80 + lead : -80) + (noise[index] ?? 0),
          }),
        ],
  )

/** Transmissions every 0.4 s. */
const steady = (near: number, from: number, to: number, lead = 15): Read[] =>
  Array.from({ length: Math.round((to - from) / 0.4) }, (_, step) =>
    readsOf({
      at: from + step * 0.4,
      near,
      lead,
      noise: antennas.map((_one, index) => ((step * 7 + index * 5) % 3) - 1),
      missed: [],
    }),
  ).flat()

const world: fc.Arbitrary<Read[]> = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(4), fc.integer({ min: 1, max: 80 })),
      near: fc.integer({ min: 1, max: 3 }),
      stays: fc.boolean(),
      lead: fc.integer({ min: 0, max: 25 }),
      noise: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 9, maxLength: 9 }),
      missed: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 3 }),
    }),
    { minLength: 20, maxLength: 80 },
  )
  .map((steps) => {
    let [at, near] = [0, 1]
    return steps
      .flatMap(({ gap, stays, near: next, ...transmission }) => {
        at += gap / 10
        if (!stays) near = next
        return readsOf({ ...transmission, at, near })
      })
      .toSorted(inOrder)
  })

const visible = (events: readonly Presence[]) =>
  events.map(({ locationId, firstAt, lastAt, readCount, cause, why }) => ({
    locationId,
    firstAt,
    lastAt,
    readCount,
    cause,
    why,
  }))
const decided = (reads: readonly Read[]) =>
  visible(eventsOf(null, reads.toSorted(inOrder), needs.normal).events)

/** Levels and the numbers of antennas are values of the decision. */
const withoutWhy = (reads: readonly Read[]) => decided(reads).map(({ why: _why, ...event }) => event)

/** The same, with the state stored and read again after each part. */
function decidedInParts(reads: readonly Read[], size: number) {
  const events: Presence[] = []
  let present: Present | null = null
  for (let from = 0; from < reads.length; from += size) {
    const step: ReturnType<typeof eventsOf> = eventsOf(present, reads.slice(from, from + size), needs.normal)
    events.splice(Math.max(0, events.length - 1), 1, ...step.events)
    present = {
      event: events.at(-1) as Presence,
      evidence: evidenceFrom(evidenceText(step.evidence)) as Present['evidence'],
    }
  }
  return visible(events)
}

const seconds = (at: number): number => (at - start) / second

// Rule: history.md, Dense air
describe('the decision in dense air', () => {
  test('is the same in parts of any size, with its state stored between them', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 30 }), (reads, size) => {
        expect(decidedInParts(reads, size)).toEqual(decided(reads))
      }),
      { numRuns: 60 },
    )
  })

  test('does not depend on what all RSSI have in common', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: -30, max: 30 }), (reads, offset) => {
        const shifted = reads.map((read) => ({ ...read, rssi: (read.rssi ?? 0) + offset }))
        expect(withoutWhy(shifted)).toEqual(withoutWhy(reads))
      }),
      { numRuns: 60 },
    )
  })

  test('does not depend on the numbers of the antennas', () => {
    fc.assert(
      fc.property(world, (reads) => {
        const renumbered = reads.map((read) => ({
          ...read,
          antenna: 1000 - 7 * (read.antenna ?? 0),
          readerId: 9,
        }))
        expect(withoutWhy(renumbered)).toEqual(withoutWhy(reads))
      }),
      { numRuns: 60 },
    )
  })

  test('applies to six antennas, not to five, nor to reads without RSSI', () => {
    const isDense = (reads: readonly Read[]) =>
      (eventsOf(null, reads, needs.normal).evidence?.air.denseUntil ?? 0) > 0
    fc.assert(
      fc.property(world, (reads) => {
        const few = reads.filter(({ antenna }) => antennas.indexOf(antenna ?? 0) < 5)
        expect([isDense(few), isDense(reads.map((read) => ({ ...read, rssi: null })))]).toEqual([
          false,
          false,
        ])
      }),
      { numRuns: 30 },
    )
    expect(isDense(steady(1, 0, 2))).toBe(true)
  })

  test('moves a tag that is carried to another location within seconds', () => {
    const reads = [...steady(1, 0, 120), ...steady(2, 120, 160)].toSorted(inOrder)
    const before = eventsOf(null, steady(1, 0, 120).toSorted(inOrder), needs.normal)
    let present = { event: before.events[0], evidence: before.evidence } as Present
    const shown = reads
      .filter(({ at }) => seconds(at) >= 120)
      .find((read) => {
        const { events, evidence } = eventsOf(present, [read], needs.normal)
        present = { event: events.at(-1), evidence } as Present
        return present.event.locationId === 2
      })
    expect(seconds(shown?.at ?? Infinity)).toBeLessThan(126)
    const [, moved] = decided(reads)
    expect(moved?.locationId).toBe(2)
    expect(seconds(moved?.firstAt ?? 0)).toBeGreaterThanOrEqual(120)
  })

  test('is not moved by a person in front of one antenna, which changes its level alone', () => {
    const blocked = [...steady(1, 0, 120, 4)].map((read) =>
      read.antenna === 11 && seconds(read.at) > 60 ? { ...read, rssi: (read.rssi ?? 0) - 25 } : read,
    )
    const { evidence } = eventsOf(null, blocked.toSorted(inOrder), needs.normal)
    expect([evidence?.air.movingUntil, decided(blocked).map(({ locationId }) => locationId)]).toEqual([
      0,
      [1],
    ])
  })

  test('corrects the first guess, which the correction replaces', () => {
    // The first transmission seems to be near location 2.
    const first = readsOf({ at: 0, near: 2, lead: 15, noise: [], missed: [0, 1, 2] })
    const reads = [...first, ...steady(1, 0.4, 30, 12)].toSorted(inOrder)
    expect(decided(reads.slice(0, 3)).map(({ locationId }) => locationId)).toEqual([2])
    expect(decided(reads)).toHaveLength(1)
    expect(decided(reads)[0]).toMatchObject({
      locationId: 1,
      firstAt: start + 3000,
      cause: 'stronger',
      why: { isProvisional: true },
    })
  })

  test('never replaces or corrects a scan', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 30 }), (reads, at) => {
        const all = [...reads, scanOf(3, at)].toSorted(inOrder)
        const events = decided(all)
        expect(events.filter(({ cause }) => cause === 'scanned')).toHaveLength(1)
        for (const { why, firstAt } of events)
          if (firstAt > start + at * second)
            expect(why?.isProvisional ?? false).toBe(firstAt < (reads[0]?.at ?? 0))
      }),
      { numRuns: 60 },
    )
  })

  test('keeps a state of limited size', () => {
    const reads = Array.from({ length: 20_000 }, (_, index) =>
      readOf(1 + ((index * 7) % 40), index * 0.05, {
        rssi: -40 - ((index * 13) % 30),
        antenna: 1 + (index % 16),
      }),
    )
    const { evidence } = eventsOf(null, reads, needs.normal)
    expect((evidenceText(evidence) as string).length).toBeLessThan(6000)
    const { evidence: usual } = eventsOf(
      null,
      [...steady(1, 0, 60), ...steady(2, 60, 100)].toSorted(inOrder),
      needs.normal,
    )
    expect((evidenceText(usual) as string).length).toBeLessThan(1200)
  })
})

describe('a state that an earlier version stored', () => {
  const former = {
    startedAt: start,
    pause: 1,
    places: [
      {
        locationId: 2,
        antennas: [{ readerId: 1, antenna: 21, level: -60, lastAt: start + 59 * second }],
        lastAt: start + 59 * second,
        reads: 20,
        rate: 3,
        fast: { evidence: 3 },
      },
      {
        locationId: 1,
        antennas: [{ readerId: 1, antenna: 11, level: -50, lastAt: start + 60 * second }],
        lastAt: start + 60 * second,
        reads: 60,
        rate: 5,
      },
    ],
  }
  const head: Presence = {
    locationId: 1,
    firstAt: start,
    lastAt: start + 60 * second,
    readCount: 60,
    readerId: 1,
    antenna: 11,
    strongestRssi: -50,
    cause: 'first',
    presenceTimeoutSeconds: 300,
  }

  test('is continued', () => {
    const evidence = evidenceFrom(JSON.stringify(former))
    expect(evidence?.places.map(({ fast }) => fast?.evidence)).toEqual([3, undefined])
    expect(evidence?.places[1]?.antennas[0]).toMatchObject({ level: -50, quick: -50, calm: -50, reads: 1 })
    const present = { event: head, evidence: evidence as Present['evidence'] }
    const events = eventsOf(present, steady(2, 61, 120).toSorted(inOrder), needs.normal).events
    expect(events.map(({ locationId }) => locationId)).toEqual([1, 2])
  })
})
