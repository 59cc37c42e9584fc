import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { recordReads } from '../../../src/tracking/history/record'
import type { Placement, Presence, Read } from '../../../src/storage/core/store'
import { type Micros, second } from '../../../src/base/time'
import { openHistories, readOf, rules, runs, scanOf, start } from '../../support/history'

/**
 * The law of one place: the newest event, in the order of time, location id and id, is that of the placement (docs/history.md,
 * Beginning of an event). The report, the history, the locations at
 * any time and the event log then name one location.
 */

setDefaultTimeout(240_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

interface State {
  readonly events: readonly Presence[]
  readonly placement: Placement | undefined
}

/** Records reads in the order of the batches, and returns the state after each batch. */
async function statesOf(batches: readonly (readonly Read[])[]): Promise<State[]> {
  const { store, organizationId } = histories
  const assetId = await histories.newAsset()
  return store.write(async (tx) => {
    const states: State[] = []
    for (const batch of batches) {
      await recordReads(tx.history, { organizationId, assetId }, batch, rules)
      states.push({
        events: await tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000),
        placement: await tx.history.placement(assetId),
      })
    }
    return states
  })
}

const secondsOf = (at: Micros): number => (at - start) / second

function checkOnePlace({ events, placement }: State): void {
  for (const event of events) expect(event.lastAt).toBeGreaterThanOrEqual(event.firstAt)
  const newest = events.at(-1)
  expect(placement?.head).toMatchObject({ id: newest?.id, firstAt: newest?.firstAt })
  expect(placement?.head.locationId).toBe(newest?.locationId as number)
}

/** Some reads of one location, and when they arrive. */
interface Visit {
  readonly location: number
  readonly from: number
  readonly gaps: readonly number[]
  readonly rssi: number | null
  readonly isScan: boolean
  readonly delay: number
}

/**
 * Reads of a fixed reader whose clock may be ahead, and scans that come late. Many have equal times, because all times are
 * multiples of half a second.
 */
const visit: fc.Arbitrary<Visit> = fc.record({
  location: fc.integer({ min: 1, max: 3 }),
  from: fc.integer({ min: 0, max: 240 }),
  gaps: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 0, maxLength: 6 }),
  rssi: fc.option(fc.integer({ min: -80, max: -38 }), { freq: 6 }),
  isScan: fc.boolean(),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
})

function readsOf({ location, from, gaps, rssi, isScan }: Visit, timeout: number): Read[] {
  let at = from
  return [0, ...gaps].map((gap, index) => {
    at += gap / 2
    // Several antennas of each location read the asset, so that the air is dense now and then.
    const antenna = 10 * location + (index % 3)
    const read = isScan ? scanOf(location, at) : readOf(location, at, { rssi, antenna })
    return isScan ? read : { ...read, presenceTimeoutSeconds: timeout }
  })
}

/** The batches of a world, in order of arrival. Repeated reads are left out, as the ingest does. */
function batchesOf(visits: readonly Visit[], timeout: number): Read[][] {
  const seen = new Set<string>()
  return visits
    .map((one) => {
      const reads = readsOf(one, timeout).filter(({ at, locationId, isScan }) => {
        const key = `${at} ${locationId} ${isScan}`
        return !seen.has(key) && seen.add(key)
      })
      return { reads, arrival: (reads.at(-1)?.at ?? 0) / second + one.delay }
    })
    .toSorted((a, b) => a.arrival - b.arrival)
    .flatMap(({ reads }) => (reads.length > 0 ? [reads] : []))
}

// Rule: history.md, Beginning of an event
describe('an asset has one place', () => {
  test('with late scans, readers whose clocks are ahead, and reads of equal times', async () => {
    const timeouts = fc.constantFrom(10, 60, 300)
    await fc.assert(
      fc.asyncProperty(
        fc.array(visit, { minLength: 2, maxLength: 14 }),
        timeouts,
        async (visits, timeout) => {
          for (const state of await statesOf(batchesOf(visits, timeout))) checkOnePlace(state)
        },
      ),
      { numRuns: runs(Number(process.env.TEST_ONE_PLACE_WORLDS ?? 2_000)) },
    )
  })

  test('when a move is dated back to the read that a split event resumes with', async () => {
    const timed = (locationId: number, pairs: readonly [seconds: number, rssi: number][]): Read[] =>
      pairs.map(([seconds, rssi]) =>
        readOf(locationId, seconds, { rssi, antenna: locationId, presenceTimeoutSeconds: 60 }),
      )
    const states = await statesOf([
      timed(2, [
        [15.513, -77],
        [42.835, -55],
        [49.507, -55],
        [100, -40],
      ]),
      [scanOf(3, 17.828)],
      timed(1, [
        [43.587, -40],
        [68.024, -48],
      ]),
    ])
    for (const state of states) checkOnePlace(state)
    const seconds = states.at(-1)?.events.map(({ locationId, firstAt }) => [locationId, firstAt - start])
    expect(seconds).toEqual([
      [2, 15_513_000],
      [3, 17_828_000],
      [2, 49_507_000],
      [1, 49_507_001],
    ])
  })

  test('when a scan begins with the last read of an event that late scans split', async () => {
    const reads = (...seconds: readonly number[]) =>
      seconds.map((at) => readOf(1, at, { presenceTimeoutSeconds: 60, rssi: null }))
    const states = await statesOf([
      [scanOf(1, 129)],
      reads(105, 129, 129.5),
      [scanOf(1, 130)],
      reads(139, 161, 189.5),
      [scanOf(2, 113), scanOf(2, 129)],
    ])
    for (const state of states) checkOnePlace(state)
    const places = states
      .at(-1)
      ?.events.map(({ locationId, firstAt, lastAt }) => [locationId, ...[firstAt, lastAt].map(secondsOf)])
    expect(places).toEqual([
      [1, 105, 105],
      [2, 113, 113],
      [1, 129, 129],
      [2, 129, 129],
      [1, 129.5, 129.5],
      [1, 130, 189.5],
    ])
  })

  test('when a late read has the time and the location of a scan, and takes its row', async () => {
    const reads = (location: number, ...seconds: readonly number[]) =>
      seconds.map((at, index) =>
        readOf(location, at, {
          presenceTimeoutSeconds: 10,
          rssi: null,
          antenna: 10 * location + (index % 3),
        }),
      )
    const states = await statesOf([
      reads(1, 0),
      reads(1, 197, 205, 224),
      [scanOf(3, 233)],
      reads(3, 181, 191.5, 199.5, 214, 233),
    ])
    for (const state of states) checkOnePlace(state)
    expect(states.at(-1)?.placement?.head).toMatchObject({ cause: 'scanned', firstAt: start + 233 * second })
  })

  test('when a late read joins an event that resumes, and that has already begun', async () => {
    const reads = (location: number, ...seconds: readonly number[]) =>
      seconds.map((at, index) =>
        readOf(location, at, {
          presenceTimeoutSeconds: 60,
          rssi: null,
          antenna: 10 * location + (index % 3),
        }),
      )
    const states = await statesOf([
      reads(1, 0),
      reads(3, 136, 151.5, 169),
      reads(1, 205, 207.5, 230.5),
      reads(3, 214, 247, 247.5, 261, 269.5, 290),
      [66, 78, 82, 100, 113.5, 136.5].map((at) => scanOf(1, at)),
      reads(3, 230),
    ])
    for (const state of states) checkOnePlace(state)
    expect(states.at(-1)?.events.at(-1)).toMatchObject({ locationId: 3, cause: 'resumed' })
  })

  test('when a late read has the time to which a move was dated back', async () => {
    const reads = (location: number, rssi: number | null, ...seconds: readonly number[]) =>
      seconds.map((at, index) =>
        readOf(location, at, { presenceTimeoutSeconds: 10, rssi, antenna: 10 * location + (index % 3) }),
      )
    const states = await statesOf([
      [scanOf(1, 0)],
      reads(1, -38, 41, 43, 47),
      reads(2, -38, 143, 152, 168.5),
      reads(1, null, 79, 98, 103, 123.5, 135, 148, 158.5),
    ])
    for (const state of states) checkOnePlace(state)
    const moved = states[2]?.events.at(-1)
    expect(moved).toMatchObject({ locationId: 2, firstAt: start + 158.5 * second })
    // The read at the other location is alone again, so it does not move the asset.
    expect(states.at(-1)?.events.map(({ locationId }) => locationId)).toEqual(Array(7).fill(1))
  })

  test('when several people scan it at the same instant, in any order of arrival', async () => {
    const scans = [1, 2, 3].map((location) => [scanOf(location, 10)])
    const later = [readOf(1, 20_000, { presenceTimeoutSeconds: 60 })]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const late = order.map((index) => scans[index] as Read[])
      for (const batches of [late, [later, ...late]]) {
        const states = await statesOf(batches)
        for (const state of states) checkOnePlace(state)
        const scanned = states.at(-1)?.events.slice(0, 3) ?? []
        expect(scanned.map(({ locationId, firstAt }) => [locationId, firstAt - start])).toEqual([
          [1, 10_000_000],
          [2, 10_000_000],
          [3, 10_000_000],
        ])
      }
    }
  })
})
