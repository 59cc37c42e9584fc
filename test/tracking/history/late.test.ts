import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Read } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { openHistories, readOf, scanOf, start } from '../../support/history'

/** Late reads whose neighbors are no longer kept (docs/history.md, Late reads; docs/history.md, Handheld scans). */

let histories: Awaited<ReturnType<typeof openHistories>>

beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

/** Reads every minute from one second to another. */
const parked = (locationId: number, from: number, to: number): Read[] =>
  Array.from({ length: (to - from) / 60 + 1 }, (_, minute) => readOf(locationId, from + minute * 60))

/** Records one read after the other, as they arrive, and returns the events as [location, first, last]. */
async function historyOf(arrivals: readonly Read[]): Promise<[number, number, number][]> {
  const { events } = await histories.record(arrivals.map((arrival) => [arrival]))
  const seconds = (at: number) => (at - start) / second
  return events.map((event) => [event.locationId, seconds(event.firstAt), seconds(event.lastAt)])
}

describe('a fixed read that is older than the tail', () => {
  const cases: [what: string, arrivals: Read[], events: [number, number, number][]][] = [
    ['changes nothing inside a presence elsewhere', [...parked(1, 0, 3600), readOf(2, 1200)], [[1, 0, 3600]]],
    [
      'changes nothing inside a presence elsewhere, even between two of its reads',
      [...parked(1, 0, 3600), readOf(2, 1230)],
      [[1, 0, 3600]],
    ],
    [
      'changes no time of a presence at its own location',
      [...parked(1, 0, 3600), readOf(1, 1210)],
      [[1, 0, 3600]],
    ],
    [
      'extends the earlier presence at its location',
      [...parked(1, 0, 600), ...parked(2, 3600, 7200), readOf(1, 800)],
      [
        [1, 0, 800],
        [2, 3600, 7200],
      ],
    ],
    [
      'extends the later presence at its location',
      [...parked(1, 0, 600), ...parked(2, 3600, 7200), readOf(2, 3400)],
      [
        [1, 0, 600],
        [2, 3400, 7200],
      ],
    ],
    [
      'begins an event at another location',
      [...parked(1, 0, 600), ...parked(2, 3600, 7200), readOf(3, 2000)],
      [
        [1, 0, 600],
        [3, 2000, 2000],
        [2, 3600, 7200],
      ],
    ],
    [
      'begins an event after more than the presence timeout',
      [...parked(1, 0, 600), ...parked(2, 3600, 7200), readOf(1, 901)],
      [
        [1, 0, 600],
        [1, 901, 901],
        [2, 3600, 7200],
      ],
    ],
    [
      'joins two presences at its location when it closes the gap between them',
      [...parked(1, 0, 600), ...parked(1, 1080, 1200), ...parked(2, 7200, 9000), readOf(1, 840)],
      [
        [1, 0, 1200],
        [2, 7200, 9000],
      ],
    ],
    [
      'begins the earliest event',
      [...parked(1, 3600, 7200), readOf(2, 0)],
      [
        [2, 0, 0],
        [1, 3600, 7200],
      ],
    ],
  ]
  for (const [what, arrivals, events] of cases) {
    test(what, async () => expect(await historyOf(arrivals)).toEqual(events))
  }

  // Rule: history.md, Late reads
  test('keeps the times of a backlog, regardless of which reader sent first', async () => {
    const backlog = parked(1, 0, 3600)
    expect(await historyOf([...parked(2, 7200, 7800), ...backlog])).toEqual([
      [1, 0, 3600],
      [2, 7200, 7800],
    ])
  })
})

// Rule: history.md, Handheld scans
describe('a scan that is older than the tail', () => {
  test('splits the presence around it, which resumes with its last known read', async () => {
    expect(await historyOf([...parked(1, 0, 3600), scanOf(2, 1200)])).toEqual([
      [1, 0, 0],
      [2, 1200, 1200],
      [1, 3600, 3600],
    ])
  })

  test('splits the presence around it, which continues with later reads', async () => {
    expect(await historyOf([...parked(1, 0, 3600), scanOf(2, 1200), ...parked(1, 3660, 3780)])).toEqual([
      [1, 0, 0],
      [2, 1200, 1200],
      [1, 3600, 3780],
    ])
  })

  test('stays when the presence, split by an earlier scan, resumes after it', async () => {
    // The tail begins at 3310, after the second scan.
    const arrivals = [...parked(1, 0, 3600), readOf(1, 3610), scanOf(2, 600), scanOf(2, 3305)]
    expect(await historyOf(arrivals)).toEqual([
      [1, 0, 0],
      [2, 600, 600],
      [2, 3305, 3305],
      [1, 3610, 3610],
    ])
  })

  test('begins an event between presences', async () => {
    expect(await historyOf([...parked(1, 0, 600), ...parked(2, 7200, 9000), scanOf(3, 4000)])).toEqual([
      [1, 0, 600],
      [3, 4000, 4000],
      [2, 7200, 9000],
    ])
  })

  test('begins an event at the same location too', async () => {
    const events = await historyOf([...parked(1, 0, 3600), scanOf(1, 1200)])
    expect(events.map(([place, first]) => [place, first])).toEqual([
      [1, 0],
      [1, 1200],
    ])
  })
})

describe('a scan in order', () => {
  // Rule: history.md, Handheld scans
  test('keeps its location for ten seconds in spite of reads elsewhere', async () => {
    const arrivals = [
      readOf(1, 0),
      scanOf(2, 5),
      ...[6, 8, 10, 12, 14].map((at) => readOf(1, at, { rssi: -20 })),
    ]
    expect(await historyOf(arrivals)).toEqual([
      [1, 0, 0],
      [2, 5, 5],
    ])
    const later = [16, 17, 18, 19, 20].map((at) => readOf(1, at, { rssi: -20 }))
    expect((await historyOf([...arrivals, ...later])).map(([place]) => place)).toEqual([1, 2, 1])
  })

  test('continues with reads at its own location', async () => {
    expect(await historyOf([scanOf(2, 0), readOf(2, 60), readOf(2, 120)])).toEqual([[2, 0, 120]])
  })
})

// Rule: history.md, Presence
describe('presence', () => {
  test('continues up to the timeout, and begins again after it', async () => {
    expect(await historyOf([readOf(1, 0), readOf(1, 300), readOf(1, 600.000001)])).toEqual([
      [1, 0, 300],
      [1, 600.000001, 600.000001],
    ])
  })

  test('has the larger timeout of the two readers', async () => {
    const patient = readOf(1, 900, { presenceTimeoutSeconds: 900 })
    expect(await historyOf([readOf(1, 0), patient])).toEqual([[1, 0, 900]])
  })
})
