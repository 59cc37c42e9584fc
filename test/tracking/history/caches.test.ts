import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openBatch, settleReads } from '../../../src/tracking/history/batch'
import type { History } from '../../../src/tracking/history/late'
import { recordReads } from '../../../src/tracking/history/record'
import type { Presence, Read } from '../../../src/storage/core/store'
import { openHistories, readOf, rules, start } from '../../support/history'
import { isPostgres } from '../../support/postgres'
import { second } from '../../../src/base/time'

/** The placements that are cached between two writes, and the two tables of recent reads. */

setDefaultTimeout(60_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

function record(assetId: number, reads: readonly Read[]): Promise<unknown> {
  const { store, organizationId } = histories
  return store.write(async (tx) =>
    recordReads(await openBatch(tx.history, [assetId]), { organizationId, assetId }, reads, rules),
  )
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('It should have failed.'),
    (error: unknown) => error,
  )

const lastSeen = (assetId: number): Promise<number | undefined> =>
  histories.store.write(async (tx) => (await tx.history.placement(assetId))?.lastSeenAt)

const inSeconds = (at: number | undefined): number | undefined => at && (at - start) / second

test('a write that fails leaves no placement in memory', async () => {
  const { store, newAsset, organizationId } = histories
  const assetId = await newAsset()
  await record(assetId, [readOf(1, 0)])
  const failed = store.write(async (tx) => {
    await recordReads(tx.history, { organizationId, assetId }, [readOf(2, 50)], rules)
    throw new Error('after the placement was saved')
  })
  expect(await failureOf(failed)).toEqual(new Error('after the placement was saved'))
  expect(inSeconds(await lastSeen(assetId))).toBe(0)
  await record(assetId, [readOf(1, 5)])
  expect(inSeconds(await lastSeen(assetId))).toBe(5)
})

test('a write that fails leaves no placement in memory for the others of its group', async () => {
  const { store, newAsset, organizationId } = histories
  const assetId = await newAsset()
  await record(assetId, [readOf(1, 0)])
  const failed = store.write(async (tx) => {
    await recordReads(tx.history, { organizationId, assetId }, [readOf(1, 50)], rules)
    throw new Error('after the placement was saved')
  })
  const seen = lastSeen(assetId)
  expect(await failureOf(failed)).toEqual(new Error('after the placement was saved'))
  expect(inSeconds(await seen)).toBe(0)
})

test('a dry run leaves no placement in memory', async () => {
  const { store, newAsset, organizationId } = histories
  const assetId = await newAsset()
  await record(assetId, [readOf(1, 0)])
  await store.dryRun((tx) => recordReads(tx.history, { organizationId, assetId }, [readOf(1, 50)], rules))
  expect(inSeconds(await lastSeen(assetId))).toBe(0)
})

test('recent reads are the same before and after they move to the order of the assets', async () => {
  const { store, newAsset } = histories
  const [one, two] = [await newAsset(), await newAsset()]
  const older = readOf(1, 3)
  await store.write(async (tx) => tx.history.insertRecentRead(one, older))
  await store.write((tx) => settleAll(tx.history))
  const reads = [readOf(1, 9), readOf(2, 1), older, readOf(1, 9, { antenna: 2 })]
  await store.write(async (tx) => {
    for (const read of reads) for (const id of [one, two]) tx.history.insertRecentRead(id, read)
  })
  const timesOf = (id: number, after = 0, limit = 100) =>
    store.write(async (tx) =>
      (await tx.history.recentReads(id, after, { limit })).map(({ at }) => inSeconds(at)),
    )
  const look = async () => [
    await timesOf(one),
    await timesOf(two),
    await timesOf(one, start + 3 * second),
    await timesOf(one, 0, 2),
  ]
  const before = await look()
  expect(before).toEqual([
    [1, 3, 9, 9],
    [1, 3, 9, 9],
    [9, 9],
    [1, 3],
  ])
  await store.write((tx) => settleAll(tx.history))
  expect(await look()).toEqual(before)
  await store.write(async (tx) => tx.history.insertRecentRead(two, readOf(1, 12)))
  await store.write((tx) => tx.history.deleteRecentReads(one, start + 3 * second))
  expect([await timesOf(one), await timesOf(two)]).toEqual([
    [9, 9],
    [1, 3, 9, 9, 12],
  ])
})

test('recent reads of many assets move in parts', async () => {
  const { store, newAsset } = histories
  const assets = await Promise.all(Array.from({ length: 40 }, newAsset))
  await store.write(async (tx) => {
    for (let at = 0; at < 500; at++) for (const id of assets) tx.history.insertRecentRead(id, readOf(1, at))
  })
  const countsOf = () =>
    store.write((tx) => Promise.all(assets.map(async (id) => (await tx.history.recentReads(id, 0)).length)))
  // Each write moves a part. In between, reads arrive, the newest of those that move are deleted, and a write is rolled back.
  for (let round = 0; round < 20; round++) {
    let pauses = 0
    await store.write((tx) =>
      settleReads(tx.history, () => {
        pauses++
        return undefined
      }),
    )
    expect(pauses).toBeLessThanOrEqual(4)
    if (round < 3 && !isPostgres) expect(pauses).toBe(4)
    if (round === 1)
      await store.write((tx) => tx.history.deleteRecentReads(assets.at(-1) as number, start + 499 * second))
    if (round === 2)
      await store.write(async (tx) => {
        for (const id of assets) tx.history.insertRecentRead(id, readOf(1, 600))
      })
    if (round === 0) await store.dryRun((tx) => settleReads(tx.history, () => undefined))
    expect(await countsOf()).toEqual([
      ...Array.from({ length: 39 }, () => (round < 2 ? 500 : 501)),
      round < 1 ? 500 : round < 2 ? 0 : 1,
    ])
  }
})

test('reads that are a little late give the same events as in order', async () => {
  // Two gateways that send every two seconds what they have read, one second apart.
  const near = Array.from({ length: 60 }, (_, n) => readOf(1, n / 2, { rssi: n < 30 ? -40 : -70 }))
  const far = Array.from({ length: 60 }, (_, n) => readOf(2, n / 2 + 0.2, { rssi: n < 30 ? -70 : -40 }))
  const batches: Read[][] = []
  for (let n = 0; n < 60; n += 4) batches.push(near.slice(n, n + 4), far.slice(Math.max(n - 2, 0), n + 2))
  batches.push(far.slice(58))
  const oneByOne = await histories.record(batches)
  const inOrder = await histories.record([[...near, ...far].toSorted((a, b) => a.at - b.at)])
  const visible = ({ locationId, firstAt, lastAt, readCount, cause }: Presence) => ({
    locationId,
    firstAt,
    lastAt,
    readCount,
    cause,
  })
  expect(oneByOne.events.map(visible)).toEqual(inOrder.events.map(visible))
  expect(oneByOne.events.length).toBeGreaterThan(1)
})

async function settleAll({ newestReads }: History): Promise<void> {
  while (await newestReads?.settle(1));
}
