import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { type Moment, recordArrivals } from '../../../src/tracking/history/arrivals'
import type { Presence, Read } from '../../../src/storage/core/store'
import { instantsIn, setBackHistory, shiftOf, withInstants } from '../../../src/tracking/history/set-back'
import { second } from '../../../src/base/time'
import { openHistories, readOf, rules, runs, start } from '../../support/history'

/** Histories that a wrong clock has written are set back, and continue by the same rules (decision 0012). */

setDefaultTimeout(60_000)

const year = 365 * 86_400 * second
const ahead = 300 * second

const instants = fc.array(
  fc.oneof(fc.integer({ min: start, max: start + 100 }), fc.integer({ min: start, max: start + 2 * year })),
  { minLength: 1, maxLength: 40 },
)

describe('the shift of instants', () => {
  test('changes only instants in the future, keeps their order, and ends at the time of the repair if there is room', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: start, max: start + year }), (all, now) => {
        const newest = Math.max(...all)
        const map = shiftOf(all, now, newest - now)
        const inOrder = [...new Set(all)].toSorted((a, b) => a - b)
        for (const at of inOrder) if (at <= now) expect(map(at)).toBe(at)
        const mapped = inOrder.map(map)
        for (const [index, at] of mapped.entries())
          if (index > 0) expect(at).toBeGreaterThan(mapped[index - 1] as number)
        // Instants that have no room are a microsecond apart.
        expect(mapped.at(-1) as number).toBeLessThanOrEqual(
          Math.max(now, ...mapped.slice(0, 1)) + inOrder.length,
        )
      }),
    )
  })

  test('keeps distances where there is room', () => {
    const now = start + 1000 * second
    const future = [0, 10, 25].map((seconds) => now + year + seconds * second)
    const map = shiftOf([start, ...future], now, (future.at(-1) as number) - now)
    expect(future.map(map)).toEqual([now - 25 * second, now - 15 * second, now])
  })

  test('finds each instant in a state, and no other number', () => {
    const state = {
      at: start,
      id: 12,
      current: { lastAt: start + 1, rssi: -50.5, name: 'x' },
      list: [start + 2, 3],
    }
    expect(instantsIn(state)).toEqual([start, start + 1, start + 2])
    expect(withInstants(state, (at) => at - 1)).toEqual({
      at: start - 1,
      id: 12,
      current: { lastAt: start, rssi: -50.5, name: 'x' },
      list: [start + 1, 3],
    })
  })
})

describe('a history from a wrong time', () => {
  let histories: Awaited<ReturnType<typeof openHistories>>
  beforeAll(async () => {
    histories = await openHistories()
  })
  afterAll(() => histories.close())

  const readAt = (seconds: fc.Arbitrary<number>): fc.Arbitrary<Read> =>
    fc
      .record({
        seconds,
        locationId: fc.integer({ min: 1, max: 3 }),
        rssi: fc.option(fc.integer({ min: -80, max: -30 }), { freq: 5 }),
        isScan: fc.boolean(),
      })
      .map(({ seconds: at, rssi, isScan, locationId }) =>
        readOf(locationId, at, { rssi: isScan ? null : rssi, isScan }),
      )
  const batch = (seconds: fc.Arbitrary<number>) =>
    fc.uniqueArray(readAt(seconds), {
      minLength: 1,
      maxLength: 15,
      selector: (read) => `${read.at}:${read.locationId}`,
    })

  async function newHistory() {
    const { store, organizationId } = histories
    const assetId = await histories.newAsset()
    const asset = { organizationId, assetId }
    return {
      record: (reads: readonly Read[], moment?: Moment) =>
        store.write((tx) => recordArrivals(tx.history, asset, reads, { rules, moment })),
      setBack: (limit: number, delta: number) =>
        store.write((tx) => setBackHistory(tx.history, asset, limit, delta)),
      events: () => store.write((tx) => tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 1000)),
      placement: () => store.write((tx) => tx.history.placement(assetId)),
    }
  }

  const shapeOf = ({ locationId, readCount, cause }: Presence) => ({ locationId, readCount, cause })

  /** What is true of every history: events follow each other, and the newest is where the asset is. */
  async function requireLaws(history: Awaited<ReturnType<typeof newHistory>>): Promise<void> {
    const events = await history.events()
    const placement = await history.placement()
    for (const { firstAt, lastAt } of events) expect(firstAt).toBeLessThanOrEqual(lastAt)
    expect(placement?.head).toMatchObject({ id: events.at(-1)?.id, firstAt: events.at(-1)?.firstAt })
    expect(placement?.lastSeenAt).toBeGreaterThanOrEqual(Math.max(...events.map(({ lastAt }) => lastAt)))
  }

  const right = batch(fc.integer({ min: 0, max: 2000 }))
  const wrong = batch(fc.integer({ min: 315_360_000, max: 315_362_000 }))
  const later = batch(fc.integer({ min: 5000, max: 7000 }))

  test('keeps the order and the reads of its events, and none is later than now', async () => {
    await fc.assert(
      fc.asyncProperty(right, wrong, later, async (before, meanwhile, after) => {
        const history = await newHistory()
        await history.record(before)
        await history.record(meanwhile)
        const shape = (await history.events()).map(shapeOf)
        const now = start + 4500 * second
        const newest = Math.max(...meanwhile.map(({ at }) => at))
        await history.setBack(now + ahead, newest - now)
        expect((await history.events()).map(shapeOf)).toEqual(shape)
        expect((await history.placement())?.lastSeenAt).toBe(now)
        await requireLaws(history)
        await history.record(after)
        await requireLaws(history)
        expect((await history.placement())?.lastSeenAt).toBe(Math.max(...after.map(({ at }) => at)))
      }),
      { numRuns: runs(150) },
    )
  })

  test('accepts late reads of both times after it was closed', async () => {
    await fc.assert(
      fc.asyncProperty(
        right,
        wrong,
        batch(fc.integer({ min: 0, max: 4499 })),
        async (before, meanwhile, late) => {
          const history = await newHistory()
          await history.record(before)
          await history.record(meanwhile)
          const now = start + 4500 * second
          await history.setBack(now + ahead, Math.max(...meanwhile.map(({ at }) => at)) - now)
          await history.record(late)
          await requireLaws(history)
        },
      ),
      { numRuns: runs(150) },
    )
  })

  // Computed again, the read at location 2 would not move the asset, because it now follows the first reads after 42 s.
  const decidedByItsSilence = [
    [0, 1883].map((seconds) => readOf(1, seconds, { rssi: null })),
    [
      readOf(2, 315_360_025, { rssi: null }),
      readOf(1, 315_360_041, { rssi: null }),
      readOf(1, 315_362_000, { rssi: null }),
    ],
    1,
  ] satisfies [Read[], Read[], number]

  test('does not prevail over a read of the present', async () => {
    await fc.assert(
      fc.asyncProperty(
        right,
        wrong,
        fc.integer({ min: 1, max: 3 }),
        async (before, meanwhile, locationId) => {
          const history = await newHistory()
          await history.record(before)
          await history.record(meanwhile)
          const at = start + 4500 * second
          const read = { ...(before[0] as Read), at, locationId, isScan: false, rssi: -50 }
          await history.record([read], { at, ahead, lag: 0, mayHoldFuture: true })
          const placement = await history.placement()
          expect([placement?.head.locationId, placement?.lastSeenAt]).toEqual([locationId, at])
          await requireLaws(history)
        },
      ),
      { numRuns: runs(150), examples: [decidedByItsSilence] },
    )
  })
})
