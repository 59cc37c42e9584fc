import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Read } from '../../../src/storage/core/store'
import { fromMicros, second } from '../../../src/base/time'
import { recordReads } from '../../../src/tracking/history/record'
import { recordStays } from '../../../src/tracking/history/stays/record'
import { everyAsset } from '../../support/every-asset'
import { openHistories, readOf, rules, runs, scanOf, start } from '../../support/history'
import { dwellOf, flowsOf, type History, occupancyOf, staysOf, usedDaysOf } from '../../support/stay-oracle'

/** The laws of reports, in random worlds with late scans: each report equals a recount of the histories. */

setDefaultTimeout(60_000)

const day = 86_400 * second
let histories: Awaited<ReturnType<typeof openHistories>>

beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const record = (assetId: number, reads: readonly Read[]): Promise<unknown> => {
  const asset = { organizationId: histories.organizationId, assetId }
  return histories.store.write((tx) => recordReads(tx.history, asset, reads, rules))
}

async function settle(): Promise<void> {
  const { organizationId, store } = histories
  while ((await store.write((tx) => recordStays(tx, organizationId, 20))) > 0);
}

const assetIds: number[] = []

const worldOf = (): Promise<History[]> =>
  histories.store.write(async (tx) => {
    const found: History[] = []
    for (const assetId of assetIds) {
      const events = await tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000)
      found.push({ events, lastSeenAt: (await tx.history.placement(assetId))?.lastSeenAt ?? 0 })
    }
    return found
  })

const total = (rows: readonly { readonly total: number }[]) => rows.reduce((sum, row) => sum + row.total, 0)

/** Some weeks around the turn of a month, mostly whole minutes, so that ends meet. */
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 40 * 1440 }),
  fc.integer({ min: 0, max: 40 * 24 }).map((hours) => hours * 60),
)
const reads = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), minutes, fc.boolean())
    .map(([place, at, isScan]) => (isScan ? scanOf(place, at * 60) : readOf(place, at * 60))),
  { minLength: 1, maxLength: 8 },
)
/** Ends of periods: any minute, and beginnings of days. */
const ends = fc.oneof(
  minutes.map((at) => start + at * 60 * second),
  fc.integer({ min: -60, max: 110 }).map((number) => (Math.floor(start / day) + number) * day),
)

// Rule: api.md, Reports of stays
// Rule: internal-api.md, Utilization
test('dwell, flows, occupancy and utilization equal a recount of the histories, for any period', async () => {
  const { store, organizationId } = histories
  await fc.assert(
    fc.asyncProperty(
      fc.array(reads, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(ends, ends), { minLength: 3, maxLength: 3 }),
      async (batches, periods) => {
        const assetId = await histories.newAsset()
        assetIds.push(assetId)
        for (const batch of batches) await record(assetId, batch)
        await settle()
        const world = await worldOf()
        const stays = world.flatMap(staysOf)
        for (const [one, other] of periods) {
          if (one === other) continue
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const period = { from, to, places: undefined }
          const byId = <T extends { readonly locationId: number }>(rows: readonly T[]) =>
            rows.toSorted((a, b) => a.locationId - b.locationId)
          const dwell = await store.read.stayReports.dwell([1, 2, 3], period)
          expect(byId(dwell)).toEqual(byId(dwellOf(stays, from, to)))
          const flows = await store.read.stayReports.flows(organizationId, period, { limit: 100, offset: 0 })
          const byPair = <T extends { readonly fromId: number; readonly toId: number }>(rows: readonly T[]) =>
            rows.toSorted((a, b) => a.fromId - b.fromId || a.toId - b.toId)
          expect(byPair(flows.rows)).toEqual(byPair(flowsOf(stays, from, to)))
          expect(flows.total).toBe(flows.rows.length)
          const places = await store.read.stayReports.occupiedPlaces(organizationId, period)
          const hours = await store.read.stayReports.occupancy(
            organizationId,
            places.map((locationId) => ({ locationId, from, to })),
          )
          const expected = [1, 2, 3].map((id) => occupancyOf(stays, id, from, to))
          const isUsed = (rows: readonly { peak: number; departures: number }[]) =>
            rows.some(({ peak, departures }) => peak + departures > 0)
          expect(hours).toEqual(expected.filter(isUsed).flat())
          const bounds = [from, ...[1, 2, 3].map((third) => from + Math.ceil((third * (to - from)) / 3))]
          const used = await store.read.utilization.of(
            { organizationId, now: fromMicros(to) },
            everyAsset,
            { bounds, isMostUsedFirst: true, max: 1000 },
            { limit: 1000, offset: 0 },
          )
          const days = new Map(world.map((history, index) => [assetIds[index], usedDaysOf(history, bounds)]))
          expect(used?.usedByDay).toEqual(
            bounds.slice(1).map((_, day) => [...days.values()].filter((of) => of.has(day)).length),
          )
          for (const [index, id] of used?.ids.entries() ?? [])
            expect(used?.usedDays[index]).toBe(days.get(id)?.size as number)
        }
      },
    ),
    { numRuns: runs(40) },
  )
})

// Rule: api.md, Reports of stays
test('the sum of dwell over all locations is the time from the first read of each asset to its last', async () => {
  const { store } = histories
  const world = await worldOf()
  const observed = world.reduce(
    (sum, { events, lastSeenAt }) => sum + lastSeenAt - (events[0]?.firstAt ?? 0),
    0,
  )
  const whole = { from: start - day, to: start + 366 * day }
  expect(total(await store.read.stayReports.dwell([1, 2, 3], whole))).toBe(observed)
  // A period and those that it is divided into have the same sum.
  const cuts = [whole.from, start + 3.3 * day, start + 3.4 * day, start + 20 * day, whole.to]
  let sum = 0
  for (const [index, to] of cuts.slice(1).entries())
    sum += total(
      await store.read.stayReports.dwell([1, 2, 3], {
        from: cuts[index] as number,
        to,
      }),
    )
  expect(sum).toBe(observed)
})

// Rule: api.md, Reports of stays
test('a stay lasts until the last read of its asset, even while a move to another location is not recorded', async () => {
  const assetId = await histories.newAsset()
  await record(assetId, [scanOf(1, 0)])
  await settle()
  await record(assetId, [scanOf(2, 600)])
  const { store } = histories
  const later = { from: start + 300 * second, to: start + 900 * second }
  const before = await store.read.stayReports.dwell([1], later)
  assetIds.push(assetId)
  await settle()
  const after = await store.read.stayReports.dwell([1], later)
  expect(total(before)).toBe(total(after))
})
