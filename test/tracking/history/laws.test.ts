import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { needs } from '../../../src/tracking/history/place/evidence'
import { datedBackMax, eventsOf, inOrder } from '../../../src/tracking/history/presence'
import type { Presence, Read } from '../../../src/storage/core/store'
import { fromMicros, second } from '../../../src/base/time'
import { openHistories, readOf, runs, start } from '../../support/history'

/** The laws of histories, with a real store: the order of arrival does not matter (docs/history.md, Reads and events). */

const timeout = 300

setDefaultTimeout(60_000)

let histories: Awaited<ReturnType<typeof openHistories>>

beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

interface History {
  readonly events: readonly Pick<
    Presence,
    'locationId' | 'firstAt' | 'lastAt' | 'readCount' | 'antenna' | 'cause'
  >[]
  readonly lastSeenAt: number | undefined
}

async function recorded(batches: readonly (readonly Read[])[]): Promise<History> {
  const { events, lastSeenAt } = await histories.record(batches)
  return { events: events.map(visible), lastSeenAt }
}

const visible = ({ locationId, firstAt, lastAt, readCount, antenna, cause }: Presence) => ({
  locationId,
  firstAt,
  lastAt,
  readCount,
  antenna,
  cause,
})

/** The result of the pure function for the reads in order of time. */
const ideal = (reads: readonly Read[]): History => {
  const sorted = reads.toSorted(inOrder)
  return { events: eventsOf(null, sorted, needs.normal).events.map(visible), lastSeenAt: sorted.at(-1)?.at }
}

/** Reads as readers make them: seconds apart or at the same instant, at three locations, with and without RSSI. */
const readAt = (
  seconds: fc.Arbitrary<number>,
  isScan: fc.Arbitrary<boolean>,
  lastAntenna = 1,
): fc.Arbitrary<Read> =>
  fc
    .record({
      seconds,
      locationId: fc.integer({ min: 1, max: 3 }),
      rssi: fc.option(fc.integer({ min: -80, max: -30 }), { freq: 5 }),
      antenna: fc.integer({ min: 0, max: lastAntenna }),
      isScan,
    })
    .map(({ seconds: at, isScan: scan, rssi, antenna, ...read }) => ({
      ...read,
      at: start + Math.round(at * second),
      rssi: scan ? null : rssi,
      antenna: scan ? null : antenna,
      readerId: null,
      tagId: 1,
      presenceTimeoutSeconds: timeout,
      isScan: scan,
    }))

/** Reads without repeats. A scan is stored like a read of port 0 of the same reader. */
const distinct = (reads: fc.Arbitrary<Read>, maxLength: number) =>
  fc.uniqueArray(reads, {
    minLength: 1,
    maxLength,
    selector: (read) => `${read.at}:${read.locationId}:${read.antenna ?? 0}`,
  })

const times = (max: number) => fc.integer({ min: 0, max: max * 4 }).map((quarter) => quarter / 4)

/** The same reads in another order, cut into batches. */
const batched = <T>(items: readonly T[], order: readonly number[], cuts: readonly number[]): T[][] => {
  const shuffled = items
    .map((item, index) => ({ item, key: order[index] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
  const batches: T[][] = [[]]
  for (const [index, { item }] of shuffled.entries()) {
    if (index > 0 && (cuts[index] ?? 0) === 0) batches.push([])
    batches.at(-1)?.push(item)
  }
  return batches
}

const orders = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 60, maxLength: 60 })
const cuts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 60, maxLength: 60 })

describe('the history of an asset', () => {
  // Rule: history.md, Reads and events
  test('is the same in any order of reads within the presence timeout', async () => {
    const reads = distinct(readAt(times(timeout - 1), fc.boolean()), 40)
    await fc.assert(
      fc.asyncProperty(reads, orders, cuts, async (all, order, cut) => {
        expect(await recorded(batched(all, order, cut))).toEqual(ideal(all))
      }),
      { numRuns: runs(200) },
    )
  })

  test('is the same in any order of reads in dense air', async () => {
    const reads = distinct(readAt(times(20), fc.constant(false), 3), 60)
    await fc.assert(
      fc.asyncProperty(reads, orders, cuts, async (all, order, cut) => {
        expect(await recorded(batched(all, order, cut))).toEqual(ideal(all))
      }),
      { numRuns: runs(100) },
    )
  })

  test('has events that follow each other', async () => {
    const reads = distinct(readAt(times(7200), fc.boolean()), 60)
    await fc.assert(
      fc.asyncProperty(reads, orders, cuts, async (all, order, cut) => {
        const { events } = await histories.record(batched(all, order, cut))
        for (const [index, { firstAt, lastAt, readCount }] of events.entries()) {
          expect(firstAt).toBeLessThanOrEqual(lastAt)
          expect(readCount).toBeGreaterThan(0)
          const next = events[index + 1]
          if (next) expect(next.firstAt).toBeGreaterThanOrEqual(firstAt)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  // Rule: history.md, Beginning of an event
  test('dates an event back by at most a minute, and never before the end of the event before', () => {
    const reads = distinct(readAt(times(timeout - 1), fc.constant(false)), 60)
    fc.assert(
      fc.property(reads, (all) => {
        const sorted = all.toSorted(inOrder)
        for (let count = 1; count < sorted.length; count++) {
          const before = eventsOf(null, sorted.slice(0, count), needs.normal).events
          const { events } = eventsOf(null, sorted.slice(0, count + 1), needs.normal)
          const read = sorted[count] as Read
          const [newest, previous] = [events.at(-1), events.at(-2)]
          if (newest?.locationId === before.at(-1)?.locationId) continue
          expect(newest?.firstAt).toBeGreaterThanOrEqual(
            Math.min(read.at - datedBackMax, before.at(-1)?.firstAt ?? 0),
          )
          if (previous) expect(previous.lastAt).toBeLessThanOrEqual(newest?.firstAt as number)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  // Rule: history.md, Reads and events
  test('is the same over hours when no read is later than the presence timeout', async () => {
    const reads = distinct(readAt(times(7200), fc.boolean()), 60)
    const delays = fc.array(fc.integer({ min: 0, max: timeout - 1 }), { minLength: 60, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(reads, delays, cuts, async (all, delay, cut) => {
        const arrival = all.map((read, index) => read.at / second + (delay[index] ?? 0))
        expect(await recorded(batched(all, arrival, cut))).toEqual(ideal(all))
      }),
      { numRuns: runs(200) },
    )
  })

  test('is the same for any division of reads into batches', async () => {
    const steps = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 400 }), place: fc.integer({ min: 1, max: 2 }) }),
      {
        minLength: 200,
        maxLength: 200,
      },
    )
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 50 }), async (gaps, size) => {
        let at = start
        const all = gaps.map(({ gap, place }): Read => {
          at += gap * (second / 4)
          return readOf(place, (at - start) / second, { rssi: -50 - place, presenceTimeoutSeconds: 20 })
        })
        const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
          all.slice(n * size, (n + 1) * size),
        )
        expect(await recorded(batches)).toEqual(ideal(all))
      }),
      { numRuns: runs(30) },
    )
  })

  // Rule: history.md, Handheld scans
  test('is the same in any order of scans, regardless of their delay', async () => {
    const scans = distinct(readAt(times(86_400), fc.constant(true)), 12)
    await fc.assert(
      fc.asyncProperty(scans, orders, cuts, async (all, order, cut) => {
        expect(await recorded(batched(all, order, cut))).toEqual(ideal(all))
      }),
      { numRuns: runs(100) },
    )
  })

  // Rule: history.md, Handheld scans
  test('is the same in any order of late scans into long presences', async () => {
    const scans = distinct(readAt(times(86_400), fc.constant(true)), 6)
    const presences = longPresences([1, 2, 1])
    await fc.assert(
      fc.asyncProperty(scans, orders, async (late, order) => {
        const one = await recorded([...presences, ...late.map((scan) => [scan])])
        const other = await recorded([...presences, ...batched(late, order, [])])
        expect(startsOf(other)).toEqual(startsOf(one))
      }),
      { numRuns: runs(100) },
    )
  })
})

/** Eight hours at each location, read every two minutes; one batch for each location. */
const longPresences = (places: readonly number[]): Read[][] =>
  places.map((locationId, index) =>
    Array.from({ length: 230 }, (_, n) =>
      readOf(locationId, index * 28_800 + n * 120, { presenceTimeoutSeconds: timeout }),
    ),
  )

const startsOf = ({ events }: History) =>
  events.map(({ locationId, firstAt }) => `${fromMicros(firstAt)} ${locationId}`)
