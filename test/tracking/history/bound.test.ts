import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Read } from '../../../src/storage/core/store'
import { recordReads } from '../../../src/tracking/history/record'
import { second } from '../../../src/base/time'
import { openHistories, readOf, rules, start } from '../../support/history'

/** The number of kept reads has a maximum, and the events count all reads. */

const keptMax = 4_096

// Each test records up to 10,000 reads.
setDefaultTimeout(30_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

/** Reads at an interval in microseconds, with a timeout that ends no event. */
const readsEvery = (count: number, every: number, place = (_index: number) => 1): Read[] =>
  Array.from({ length: count }, (_, index) =>
    readOf(place(index), (index * every) / second, { presenceTimeoutSeconds: 86_400 }),
  )

const slicesOf = (reads: readonly Read[], size: number): Read[][] =>
  Array.from({ length: Math.ceil(reads.length / size) }, (_, index) =>
    reads.slice(index * size, (index + 1) * size),
  )

async function openAsset() {
  const { store, organizationId, newAsset } = histories
  const assetId = await newAsset()
  return {
    record: (reads: readonly Read[]) =>
      store.write((tx) => recordReads(tx.history, { organizationId, assetId }, reads, rules)),
    keptReads: () => store.write(async (tx) => (await tx.history.recentReads(assetId, 0)).length),
    events: () => store.write((tx) => tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10)),
  }
}

describe('reads in order', () => {
  test.each([
    ['thirty times a second', second / 30, 100],
    ['thirty times a second, one by one at the end', second / 30, 3_900],
    ['a thousand times a second', second / 1_000, 100],
    ['in one large batch', second / 30, 10_000],
  ])('are kept up to a maximum, and all are counted: %s', async (_title, every, size) => {
    const asset = await openAsset()
    let most = 0
    for (const batch of slicesOf(readsEvery(10_000, every), size)) {
      await asset.record(batch)
      most = Math.max(most, await asset.keptReads())
    }
    expect(most).toBeGreaterThan(keptMax / 2 - 1)
    expect(most).toBeLessThanOrEqual(keptMax)
    const [event, ...others] = await asset.events()
    expect(others).toEqual([])
    expect([event?.firstAt, event?.lastAt, event?.readCount]).toEqual([
      start,
      start + Math.round(9_999 * every),
      10_000,
    ])
  })

  // Rule: history.md, Late reads
  test('result in the same events at two locations as without a maximum', async () => {
    const asset = await openAsset()
    // A minute and a half at one location, then at the other, and back.
    const reads = readsEvery(10_000, second / 30, (index) => (index >= 2_700 && index < 7_300 ? 2 : 1))
    for (const batch of slicesOf(reads, 130)) await asset.record(batch)
    const events = (await asset.events()).map(({ locationId, cause, firstAt }) => ({
      locationId,
      cause,
      firstAt,
    }))
    expect(events.map(({ locationId, cause }) => [locationId, cause])).toEqual([
      [1, 'first'],
      [2, 'unheard'],
      [1, 'unheard'],
    ])
    const [, second_, third] = events
    const secondsSince = (event?: { readonly firstAt: number }) => ((event?.firstAt ?? 0) - start) / second
    // The levels are equal, so the lead comes from the silence of the other location: 2 s of grace, 10 s to 5 dB.
    expect(secondsSince(second_)).toBeCloseTo(2_700 / 30 + 12, 0)
    expect(secondsSince(third)).toBeCloseTo(7_300 / 30 + 12, 0)
  })
})

// Rule: history.md, Late reads
describe('a late read', () => {
  test('is placed among closed events when it is older than the kept reads, and is counted', async () => {
    const asset = await openAsset()
    const [late, ...others] = readsEvery(9_000, second / 30).toSpliced(0, 0, {
      ...(readsEvery(1, 1)[0] as Read),
      at: start + 5,
    })
    for (const batch of slicesOf(others, 500)) await asset.record(batch)
    await asset.record([late as Read])
    expect(await asset.keptReads()).toBeLessThanOrEqual(keptMax)
    const events = await asset.events()
    expect(events.map(({ readCount, firstAt }) => [readCount, firstAt])).toEqual([[9_001, start]])
  })

  test('causes a recalculation of the tail when it is among the kept reads', async () => {
    const asset = await openAsset()
    const reads = readsEvery(6_000, second / 30)
    const late = reads.slice(5_900).map((read) => ({ ...read, locationId: 2, rssi: -20, at: read.at + 1 }))
    for (const batch of slicesOf(reads, 500)) await asset.record(batch)
    await asset.record(late)
    expect((await asset.events()).map(({ locationId, cause }) => [locationId, cause])).toEqual([
      [1, 'first'],
      [2, 'stronger'],
    ])
  })
})
