import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { needs } from '../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../src/tracking/history/presence'
import type { Presence, Read } from '../../src/storage/core/store'
import { recordReads } from '../../src/tracking/history/record'
import { deleteExpiredHistory } from '../../src/tracking/history/retention'
import { second, systemClock } from '../../src/base/time'
import { openHistories, rules } from '../support/history'

/** Expired history is deleted. All other data is unchanged, and late reads find the data that they need. */

const start = 1_790_000_000 * second
const day = 86_400 * second
const timeout = 300

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const keep = (days: number | null): Promise<void> =>
  histories.store.write((tx) =>
    tx.accounts.updateOrganization(histories.organizationId, {
      name: 'A',
      historyRetentionDays: days,
      auditDays: null,
      eventLogDays: 30,
      eventLogMax: 5_000_000,
      sensitivity: 'normal',
    }),
  )

/** Deletes events that ended before this instant, for an organization that keeps one day. */
const deleteBefore = (cut: number): Promise<void> =>
  deleteExpiredHistory(histories.store, cut + day, () => false)

const record = (assetId: number, reads: readonly Read[]): Promise<unknown> => {
  const asset = { organizationId: histories.organizationId, assetId }
  return histories.store.write((tx) => recordReads(tx.history, asset, reads, rules))
}

const eventsOfAsset = (assetId: number): Promise<Presence[]> =>
  histories.store.write((tx) => tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 100_000))

const visible = ({ locationId, firstAt, lastAt, readCount, cause }: Presence) => ({
  locationId,
  firstAt,
  lastAt,
  readCount,
  cause,
})

const read = (locationId: number, at: number, isScan = false): Read => ({
  at,
  locationId,
  rssi: isScan ? null : -50,
  readerId: null,
  antenna: 1,
  tagId: 1,
  presenceTimeoutSeconds: timeout,
  isScan,
})

/** An event of ten minutes at each of these locations, one an hour; one batch for each location. */
const hourly = (places: readonly number[], isScan = false): Read[][] =>
  places.map((place, hour) =>
    (isScan ? [0] : [0, 200, 400, 600]).map((seconds) =>
      read(place, start + (hour * 3600 + seconds) * second, isScan),
    ),
  )

async function assetWith(batches: readonly (readonly Read[])[]): Promise<number> {
  const assetId = await histories.newAsset()
  for (const batch of batches) await record(assetId, batch)
  return assetId
}

const hours = (count: number): number => start + count * 3600 * second
const startsOf = (events: readonly Presence[]): number[] =>
  events.map(({ firstAt }) => (firstAt - start) / second / 3600)

describe('deletion of history', () => {
  const places = Array.from({ length: 12 }, (_, hour) => 1 + (hour % 3))

  // Rule: history.md, Retention
  test('deletes nothing for an organization that keeps it permanently', async () => {
    await keep(null)
    const asset = await assetWith(hourly(places))
    await deleteBefore(hours(1_000))
    expect(await eventsOfAsset(asset)).toHaveLength(12)
  })

  test.each([
    ['events of fixed readers', false],
    ['deliberate scans', true],
  ])('deletes %s that ended before the cut, except the event at the cut', async (_title, isScan) => {
    await keep(1)
    const asset = await assetWith(hourly(places, isScan))
    const before = await eventsOfAsset(asset)
    await deleteBefore(hours(4.5))
    // At half past four it was at the location of four o'clock.
    expect(startsOf(await eventsOfAsset(asset))).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
    expect(await eventsOfAsset(asset)).toEqual(before.slice(4))
    await deleteBefore(hours(9.1))
    expect(await eventsOfAsset(asset)).toEqual(before.slice(9))
  })

  // Rule: history.md, Retention
  test('never deletes the newest event, however old', async () => {
    await keep(1)
    const asset = await assetWith(hourly(places))
    const before = await eventsOfAsset(asset)
    for (const later of [1_000, 100_000]) {
      await deleteBefore(hours(later))
      expect(await eventsOfAsset(asset)).toEqual(before.slice(-1))
    }
    await record(asset, [read(2, hours(100_001))])
    expect(startsOf(await eventsOfAsset(asset))).toEqual([11, 100_001])
  })

  test('keeps an event that continues over the cut, and all later events', async () => {
    await keep(1)
    const long = Array.from({ length: 100 }, (_, step) => read(1, start + step * 200 * second))
    const asset = await assetWith([long, [read(2, hours(6))], [read(1, hours(7))]])
    await deleteBefore(hours(5))
    expect(startsOf(await eventsOfAsset(asset))).toEqual([0, 6, 7])
    await deleteBefore(hours(6.5))
    expect(startsOf(await eventsOfAsset(asset))).toEqual([6, 7])
  })

  test('depends on the events of each asset and on the retention of its organization', async () => {
    await keep(1)
    const lasting = Array.from({ length: 400 }, (_, step) => read(1, start + (step * 200 - 9_000) * second))
    const parked = await assetWith([lasting])
    const moved = await assetWith(hourly(places))
    const { store, newAsset } = histories
    const other = { organizationId: 0, assetId: await newAsset() }
    other.organizationId = await store.write(async (tx) => {
      const organization = { name: 'B', slug: crypto.randomUUID(), createdAt: systemClock() }
      return (await tx.accounts.insertOrganization(organization)).id
    })
    for (const batch of hourly(places))
      await store.write((tx) => recordReads(tx.history, other, batch, rules))
    await deleteBefore(hours(9.1))
    expect(startsOf(await eventsOfAsset(parked))).toEqual([-2.5])
    expect(startsOf(await eventsOfAsset(moved))).toEqual([9, 10, 11])
    expect(await eventsOfAsset(other.assetId)).toHaveLength(12)
  })

  test('continues in slices until nothing is left to delete', async () => {
    await keep(1)
    const scans = Array.from({ length: 1_700 }, (_, step) =>
      read(1 + (step % 2), start + step * second, true),
    )
    const asset = await assetWith([scans])
    expect(await eventsOfAsset(asset)).toHaveLength(1_700)
    await deleteBefore(hours(1))
    expect(await eventsOfAsset(asset)).toHaveLength(1)
  })

  test('stops immediately on request', async () => {
    await keep(1)
    const asset = await assetWith(hourly(places))
    await deleteExpiredHistory(histories.store, hours(1_000) + day, () => true)
    expect(await eventsOfAsset(asset)).toHaveLength(12)
    await deleteBefore(hours(1_000))
    expect(await eventsOfAsset(asset)).toHaveLength(1)
  })
})

describe('a late read whose neighbors were deleted', () => {
  test.each([
    ['a fixed read', false],
    ['a scan', true],
  ])('is recorded as a separate event: %s', async (_title, isScan) => {
    await keep(1)
    const asset = await assetWith(hourly([1, 2, 3, 1, 2, 3]))
    await deleteBefore(hours(4.5))
    await record(asset, [read(2, hours(1.1), isScan)])
    expect(startsOf(await eventsOfAsset(asset))).toEqual([1.1, 4, 5])
    await deleteBefore(hours(4.5))
    expect(startsOf(await eventsOfAsset(asset))).toEqual([4, 5])
    await record(asset, [read(2, hours(6))])
    expect(startsOf(await eventsOfAsset(asset))).toEqual([4, 5, 6])
  })
})

test('what remains is the same as without deletion, for any reads in any order', async () => {
  await keep(1)
  const reads = fc.uniqueArray(
    fc.record({
      seconds: fc.integer({ min: 0, max: 7_200 }),
      place: fc.integer({ min: 1, max: 3 }),
      isScan: fc.boolean(),
      delay: fc.integer({ min: 0, max: timeout - 1 }),
      forgets: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40, selector: ({ seconds, place }) => `${seconds}:${place}` },
  )
  const property = fc.asyncProperty(reads, async (all) => {
    const arriving = all
      .map(({ seconds, place, isScan, delay, forgets }) => ({
        read: read(place, start + seconds * second, isScan),
        at: start + (seconds + delay) * second,
        forgets,
      }))
      .toSorted((a, b) => a.at - b.at)
    const asset = await histories.newAsset()
    let cut = 0
    for (const { read: one, at, forgets } of arriving) {
      await record(asset, [one])
      // No read is later than that.
      if (forgets) await deleteBefore((cut = at - timeout * second))
    }
    const reads = arriving.map((arrival) => arrival.read).toSorted(inOrder)
    const ideal = eventsOf(null, reads, needs.normal).events.map(visible)
    const remaining = (await eventsOfAsset(asset)).map(visible)
    expect(remaining.length).toBeGreaterThan(0)
    expect(remaining).toEqual(ideal.slice(-remaining.length))
    const forgotten = ideal.slice(0, -remaining.length)
    for (const { lastAt } of forgotten) expect(lastAt).toBeLessThan(cut)
  })
  await fc.assert(property, { numRuns: 60 })
}, 30_000)
