import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { openBase } from '../../../src/tracking/history/base'
import { inOrder } from '../../../src/tracking/history/presence'
import type { Presence, Read } from '../../../src/storage/core/store'
import { closeHistory, recordReads } from '../../../src/tracking/history/record'
import { systemActor } from '../../../src/base/caller'
import type { Placement } from '../../../src/storage/core/store'
import { second, systemClock } from '../../../src/base/time'
import { Inbox } from '../../../src/tracking/unknown-tags/inbox'
import { UnknownTagService } from '../../../src/tracking/unknown-tags/service'
import { createPauses } from '../../../src/base/turns/pause'
import { openHistories, readOf, rules, runs, start } from '../../support/history'

/** The history of an unknown tag that is bound to an asset (decision 0005), with a real store. */

const timeout = 300

let histories: Awaited<ReturnType<typeof openHistories>>
let unknownTags: UnknownTagService
let values = 0

// Each of the random histories takes dozens of commits.
setDefaultTimeout(60_000)
beforeAll(async () => {
  histories = await openHistories()
  unknownTags = new UnknownTagService(histories.store, rules, { publish() {} }, systemClock)
})
afterAll(() => histories.close())

const readAt = (seconds: fc.Arbitrary<number>, mayScan: boolean): fc.Arbitrary<Read> =>
  fc
    .record({
      seconds,
      locationId: fc.integer({ min: 1, max: 3 }),
      rssi: fc.option(fc.integer({ min: -80, max: -30 }), { freq: 5 }),
      antenna: fc.integer({ min: 0, max: 1 }),
      isScan: fc.integer({ min: 0, max: 4 }).map((n) => mayScan && n === 0),
      presenceTimeoutSeconds: fc.constantFrom(timeout, timeout, 60),
    })
    .map(({ seconds: at, rssi, antenna, ...read }) => ({
      ...read,
      at: start + Math.round(at * second),
      rssi: read.isScan ? null : rssi,
      antenna: read.isScan ? null : antenna,
      readerId: null,
      tagId: 0,
    }))

/**
 * Some reads in order of time or as late as they may be, each in a batch with its neighbors or in a batch of its own.
 */
const arriving = (maxSeconds: number, maxLength: number, mayScan = true): fc.Arbitrary<Read[][]> => {
  const times = fc.integer({ min: 0, max: maxSeconds * 4 }).map((quarter) => quarter / 4)
  const selector = (read: Read) => `${read.at}:${read.locationId}:${read.antenna ?? 0}`
  return fc
    .tuple(
      fc.uniqueArray(readAt(times, mayScan), { minLength: 1, maxLength, selector }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: maxLength, maxLength }),
      fc.constantFrom(0, timeout / 2, timeout * 3),
      fc.array(fc.boolean(), { minLength: maxLength, maxLength }),
    )
    .map(([reads, delays, delayMax, cuts]) => {
      const delayOf = (n: number) => (delays[n] as number) * delayMax * second
      const arrival = new Map(reads.map((read, n) => [read, read.at + delayOf(n)]))
      const batches: Read[][] = [[]]
      for (const [n, read] of reads
        .toSorted((a, b) => (arrival.get(a) as number) - (arrival.get(b) as number))
        .entries()) {
        if (n > 0 && cuts[n]) batches.push([])
        batches.at(-1)?.push(read)
      }
      return batches
    })
}

/** Returns a read of another port, or a scan that is a microsecond later, so that no read of both is the same. */
const unlikeOwn = (read: Read): Read =>
  read.antenna === null ? { ...read, at: read.at + 1 } : { ...read, antenna: read.antenna + 2 }

async function recordUnknown(value: string, batches: readonly (readonly Read[])[]): Promise<void> {
  const { store, organizationId } = histories
  for (const batch of batches) {
    await store.write(async (tx) => {
      const inbox = new Inbox(tx)
      for (const read of batch) inbox.add({ organizationId, tagType: 'rfid', value }, read)
      await inbox.save({ rules, moment: undefined }, createPauses())
    })
  }
}

async function record(assetId: number, batches: readonly (readonly Read[])[], tagId: number): Promise<void> {
  const { store, organizationId } = histories
  for (const batch of batches) {
    const reads = batch.map((read) => ({ ...read, tagId }))
    await store.write((tx) => recordReads(tx.history, { organizationId, assetId }, reads, rules))
  }
}

/** Binds the tag of this value, if it was ever read. */
async function bind(value: string, assetId: number): Promise<void> {
  const { organizationId } = histories
  const page = { limit: 1, offset: 0 }
  const { rows } = await unknownTags.list(organizationId, { readerIds: [], search: value, page })
  const author = { organizationId, actor: systemActor }
  if (rows[0]) await unknownTags.bind(author, rows[0].id, { asset_id: assetId })
}

const newValue = (): string => `E28${String(++values).padStart(9, '0')}X`

/** The stored history of an asset without the ids of rows and tags. */
async function allOf(assetId: number) {
  const { events, placement, reads } = await storedOf(assetId)
  return {
    events: events.map(nameless),
    placement: placement && {
      ...placement,
      assetId: 0,
      head: nameless(placement.head),
      base: namelessBase(placement.base),
    },
    reads: reads.map((read) => ({ ...read, tagId: 0 })).toSorted(inOrder),
  }
}

const storedOf = (assetId: number) =>
  histories.store.write(async ({ history }) => ({
    events: await history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000),
    placement: await history.placement(assetId),
    reads: await history.recentReads(assetId, 0),
  }))

/** Moves the bases of histories to the same instant. How far they are behind the reads depends on what is in memory. */
const closeAlike = (assetIds: readonly number[]): Promise<void> =>
  histories.store.write(async ({ history }) => {
    const placements = await Promise.all(assetIds.map((assetId) => history.placement(assetId)))
    const upTo = Math.max(...placements.map((placement) => placement?.base.at ?? 0))
    for (const assetId of assetIds) await closeHistory(history, assetId, upTo)
  })

/** The base without the name of its row. */
function namelessBase(stored: Placement['base']) {
  const base = openBase(stored)
  return { ...base, current: base.current && nameless(base.current) }
}

const nameless = ({ id: _id, ...event }: Presence) => event

/**
 * Presences at two locations do not overlap. The placement has the location of the newest.
 */
function expectSound(events: readonly Presence[], placement: Placement | undefined): void {
  const overlaps = events.flatMap((event, n) =>
    events
      .slice(n + 1)
      .filter(({ locationId, firstAt }) => locationId !== event.locationId && firstAt < event.lastAt),
  )
  expect(overlaps).toEqual([])
  expect(events.filter(({ firstAt, lastAt }) => firstAt > lastAt)).toEqual([])
  const current = placement && openBase(placement.base).current
  if (current) expect(events.map(({ id }) => id)).toContain(current.id)
  const newest = events.at(-1)
  expect(placement?.head).toMatchObject({ id: newest?.id, locationId: newest?.locationId } as object)
}

describe('an unknown tag that is bound to an asset without history', () => {
  // Rule: history.md, Unknown tags
  test('gives the asset the history that it would have if the tag had always been attached', async () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(arriving(3_600, 40), cut, async (batches, part) => {
        const [whole, bound, value] = [await histories.newAsset(), await histories.newAsset(), newValue()]
        const before = batches.slice(0, Math.round(batches.length * part))
        const after = batches.slice(before.length)
        await record(whole, batches, 1)
        await recordUnknown(value, before)
        await bind(value, bound)
        await record(bound, after, 7)
        await closeAlike([bound, whole])
        expect(await allOf(bound)).toEqual(await allOf(whole))
        const { events, placement } = await storedOf(bound)
        expectSound(events, placement)
      }),
      { numRuns: runs(300) },
    )
  })
})

// Rule: history.md, Unknown tags
describe('an unknown tag that is bound to an asset with a history', () => {
  test('makes one history of both while all reads are kept, as if all were reads of the asset', async () => {
    const short = timeout / 5 - 1
    await fc.assert(
      fc.asyncProperty(arriving(short, 15), arriving(short, 15), async (own, other) => {
        const [whole, bound, value] = [await histories.newAsset(), await histories.newAsset(), newValue()]
        const theirs = other.map((batch) => batch.map(unlikeOwn))
        await record(whole, [...own, ...theirs], 1)
        await record(bound, own, 1)
        await recordUnknown(value, theirs)
        await bind(value, bound)
        const [one, all] = [await allOf(bound), await allOf(whole)]
        expect(one.events).toEqual(all.events)
        expect(one.placement?.lastSeenAt).toEqual(all.placement?.lastSeenAt as number)
      }),
      { numRuns: runs(200) },
    )
  })

  test('makes one consistent history of both, which later reads continue', async () => {
    const both = fc.tuple(arriving(7_200, 40), arriving(7_200, 40), arriving(1_800, 10))
    await fc.assert(
      fc.asyncProperty(both, async ([own, other, later]) => {
        const [bound, value] = [await histories.newAsset(), newValue()]
        await record(bound, own, 1)
        await recordUnknown(value, other)
        await bind(value, bound)
        const { events, placement } = await storedOf(bound)
        expectSound(events, placement)
        expect(placement?.lastSeenAt).toBe(Math.max(...[...own, ...other].flat().map(({ at }) => at)))

        const after = later.map((batch) => batch.map((read) => ({ ...read, at: read.at + 7_300 * second })))
        await record(bound, after, 2)
        const { events: eventsAfter, placement: placementAfter } = await storedOf(bound)
        expectSound(eventsAfter, placementAfter)
      }),
      { numRuns: runs(200) },
    )
  })

  test('does not change the location of the asset at its own reads, and counts no read twice', async () => {
    const both = fc.tuple(arriving(7_200, 30, false), arriving(7_200, 30, false))
    await fc.assert(
      fc.asyncProperty(both, async ([own, other]) => {
        const [bound, value] = [await histories.newAsset(), newValue()]
        await record(bound, own, 1)
        await recordUnknown(value, other)
        const before = await storedOf(bound)
        const closedUpTo = before.placement?.base.at as number
        await bind(value, bound)
        const { events } = await storedOf(bound)
        for (const { locationId, firstAt, lastAt } of before.events.filter(
          (event) => event.lastAt <= closedUpTo,
        ))
          for (const at of [firstAt, lastAt]) expect(placesAt(events, at)).toContain(locationId)
        const counted = events.reduce((sum, { readCount }) => sum + readCount, 0)
        expect(counted).toBeLessThanOrEqual([...own, ...other].flat().length)
      }),
      { numRuns: runs(200) },
    )
  })
})

/** Presences of hours. All but the last minutes are stored as their first and last read. */
describe('a tag that was parked unknown for hours', () => {
  /** By seconds from the start, read every minute. */
  const parked = (locationId: number, from: number, to: number): Read[][] =>
    Array.from({ length: (to - from) / 60 + 1 }, (_, minute) => [
      readOf(locationId, from + minute * 60, { tagId: 0, presenceTimeoutSeconds: timeout }),
    ])
  type Row = [locationId: number, first: number, last: number, reads: number]
  const cases: [what: string, own: Read[][], unknown: Read[][], events: Row[]][] = [
    [
      'is one event of an asset that was seen before',
      parked(1, 0, 600),
      parked(2, 7_200, 21_600),
      [
        [1, 0, 600, 11],
        [2, 7_200, 21_600, 241],
      ],
    ],
    [
      'is one event of an asset that was seen afterwards',
      parked(1, 36_000, 36_600),
      parked(2, 7_200, 21_600),
      [
        [2, 7_200, 21_600, 241],
        [1, 36_000, 36_600, 11],
      ],
    ],
    [
      "is one event with the asset's own reads at the same location",
      parked(1, 3_600, 7_200),
      parked(1, 0, 14_400),
      [[1, 0, 14_400, 302]],
    ],
    [
      'continues with an event of the asset at the same location within the presence timeout',
      parked(1, 0, 7_200),
      parked(1, 7_440, 14_400),
      [[1, 0, 14_400, 238]],
    ],
    [
      'changes nothing while the asset was at another location',
      parked(1, 0, 14_400),
      parked(2, 3_600, 7_200),
      [[1, 0, 14_400, 241]],
    ],
    [
      'is split by an event of the asset at another location',
      parked(1, 3_600, 4_200),
      parked(2, 0, 14_400),
      [
        [2, 0, 0, 1],
        [1, 3_600, 4_200, 11],
        [2, 13_740, 14_400, 240],
      ],
    ],
  ]
  for (const [what, own, unknown, events] of cases) {
    test(what, async () => {
      const [assetId, value] = [await histories.newAsset(), newValue()]
      await record(assetId, own, 1)
      await recordUnknown(value, unknown)
      await bind(value, assetId)
      const stored = await storedOf(assetId)
      const seconds = (at: number) => (at - start) / second
      expect(
        stored.events.map((event): Row => [
          event.locationId,
          seconds(event.firstAt),
          seconds(event.lastAt),
          event.readCount,
        ]),
      ).toEqual(events)
      expectSound(stored.events, stored.placement)
    })
  }
})

/** Two locations at an instant at which one presence ends and the next begins. */
const placesAt = (events: readonly Presence[], at: number): number[] =>
  events.filter(({ firstAt, lastAt }) => firstAt <= at && at <= lastAt).map(({ locationId }) => locationId)
