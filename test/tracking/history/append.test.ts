import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { appendAtOnce } from '../../../src/tracking/history/append'
import { openBatch } from '../../../src/tracking/history/batch'
import { recordReads } from '../../../src/tracking/history/record'
import type { Presence, Read } from '../../../src/storage/core/store'
import { openHistories, readOf, rules, runs } from '../../support/history'

/** Reads that continue an event are recorded without promises. The result is the one of all other reads. */

setDefaultTimeout(60_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

/** Reads at few locations, mostly at the first one, with gaps that are sometimes longer than the presence timeout. */
const someRead = fc.record({
  locationId: fc.constantFrom(1, 1, 1, 2, 3),
  gap: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(0, 0.2, 1, 5) }, fc.constantFrom(60, 400)),
  rssi: fc.constantFrom(-40, -50, -50, -65, null),
  antenna: fc.constantFrom(1, 2, 3),
  isLate: fc.oneof({ weight: 15, arbitrary: fc.constant(false) }, fc.constant(true)),
  isScan: fc.oneof({ weight: 30, arbitrary: fc.constant(false) }, fc.constant(true)),
})

/** Divides reads into batches of one to three. */
function batchesOf(drawn: readonly (typeof someRead extends fc.Arbitrary<infer T> ? T : never)[]): Read[][] {
  const batches: Read[][] = []
  let seconds = 0
  for (const [index, { gap, locationId, rssi, antenna, isLate, isScan }] of drawn.entries()) {
    seconds += gap + 0.01
    const at = isLate ? seconds - 3 : seconds
    const read = readOf(locationId, at, isScan ? { rssi: null, antenna: null, isScan } : { rssi, antenna })
    if (index % 3 === 0) batches.push([])
    batches.at(-1)?.push(read)
  }
  return batches
}

async function recorded(batches: readonly (readonly Read[])[], isAtOnce: boolean) {
  const { store, organizationId, newAsset } = histories
  const assetId = await newAsset()
  const asset = { organizationId, assetId }
  let appended = 0
  for (const batch of batches)
    await store.write(async (tx) => {
      const history = await openBatch(tx.history, [assetId], [organizationId])
      if (isAtOnce && appendAtOnce(history, asset, batch, rules)) appended++
      else await recordReads(history, asset, batch, rules)
    })
  const state = await store.write(async ({ history }) => {
    history.clearCaches()
    return {
      events: (await history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000)).map(withoutId),
      placement: withoutIds(await history.placement(assetId)),
      reads: await history.recentReads(assetId, 0),
    }
  })
  return { state, appended }
}

const withoutId = (event: Presence) => ({ ...event, id: undefined })

/** Returns a placement without the ids of the asset and of its events, as text. */
const withoutIds = (placement: object | undefined) =>
  JSON.stringify({ ...placement, assetId: 0 }).replaceAll(/\\?"id\\?":\d+/g, '"id":0')

// Rule: history.md, Reads and events
test('reads that continue an event give the same rows at once as one after the other', async () => {
  let all = 0
  await fc.assert(
    fc.asyncProperty(fc.array(someRead, { minLength: 24, maxLength: 60 }), async (drawn) => {
      const batches = batchesOf(drawn)
      const [atOnce, usual] = [await recorded(batches, true), await recorded(batches, false)]
      expect(atOnce.state).toEqual(usual.state)
      all += atOnce.appended
    }),
    { numRuns: runs(40) },
  )
  expect(all).toBeGreaterThan(2 * runs(40))
})
