import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Presence, Read, StayRow, Writes } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { recordReads } from '../../../src/tracking/history/record'
import { deleteExpiredHistory } from '../../../src/tracking/history/retention'
import { recordStays } from '../../../src/tracking/history/stays/record'
import { isPostgres } from '../../support/postgres'
import { openHistories, readOf, rules, runs, scanOf, start } from '../../support/history'

/** The stays equal the scan events, whatever the order of the reads, and whenever the background task runs. */

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

/** Runs the background task until nothing is left, a few changes in each write. */
async function settle(atOnce = 3): Promise<void> {
  const { organizationId, store } = histories
  while ((await store.write((tx) => recordStays(tx, organizationId, atOnce))) > 0);
}

const eventsOf = (tx: Writes, assetId: number) =>
  tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 100_000)

type Stay = Pick<
  StayRow,
  'locationId' | 'begunAt' | 'endedAt' | 'previousLocationId' | 'previousBegunAt' | 'scanEventId'
>

/** The stays of events: those that follow each other at one location are one. */
function recount(events: readonly Presence[]): Stay[] {
  const firsts = events.filter((event, index) => event.locationId !== events[index - 1]?.locationId)
  return firsts.map((event, index) => ({
    locationId: event.locationId,
    begunAt: event.firstAt,
    endedAt: firsts[index + 1]?.firstAt ?? null,
    previousLocationId: firsts[index - 1]?.locationId ?? null,
    previousBegunAt: firsts[index - 1]?.firstAt ?? null,
    scanEventId: event.id as number,
  }))
}

const visible = ({
  locationId,
  begunAt,
  endedAt,
  previousLocationId,
  previousBegunAt,
  scanEventId,
}: StayRow) => ({
  locationId,
  begunAt,
  endedAt,
  previousLocationId,
  previousBegunAt,
  scanEventId,
})

const stored = async (assetId: number) => {
  const [events, rows] = await histories.store.write(async (tx) => [
    await eventsOf(tx, assetId),
    await tx.stays.staysBetween(assetId, 0, Number.MAX_SAFE_INTEGER),
  ])
  return { expected: recount(events), found: rows.map(visible) }
}

const reads = fc.array(
  fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4000 }))
      .map(([at, s]) => readOf(at, s)),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4000 }))
      .map(([at, s]) => scanOf(at, s)),
  ),
  { minLength: 1, maxLength: 12 },
)

// Rule: internal-api.md, Movements
test('the stays of an asset are those of its scan events, with late reads and a task that runs at any time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(reads, fc.boolean()), { minLength: 1, maxLength: 5 }),
      async (batches) => {
        const assetId = await histories.newAsset()
        for (const [batch, runsTask] of batches) {
          await record(assetId, batch)
          if (runsTask) await settle()
        }
        await settle()
        const { expected, found } = await stored(assetId)
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: runs(100) },
  )
})

// Rule: internal-api.md, Movements
test('a history with more events than one step reads has the stays of all of them', async () => {
  const assetId = await histories.newAsset()
  const scans = Array.from({ length: 450 }, (_, index) => scanOf((index % 3) + 1, index * 60))
  await record(assetId, scans)
  await settle(200)
  const { expected, found } = await stored(assetId)
  expect(found).toEqual(expected)
  expect(found).toHaveLength(450)
})

// Rule: history.md, Retention
test('retention takes the asset from its expired stays, and keeps what they have counted', async () => {
  const { store, organizationId } = histories
  const assetId = await histories.newAsset()
  await record(
    assetId,
    [1, 2, 3, 1, 2].map((place, index) => scanOf(place, index * 3600)),
  )
  await settle()
  // The task has not seen this one when the history is deleted.
  await record(assetId, [scanOf(3, 5400)])
  await store.write((tx) =>
    tx.accounts.updateOrganization(organizationId, {
      name: 'A',
      historyRetentionDays: 1,
      auditDays: null,
      eventLogDays: 30,
      eventLogMax: 5_000_000,
      sensitivity: 'normal',
    }),
  )
  await deleteExpiredHistory(store, start + 2.5 * 3600 * second + day, () => false)
  await settle()
  const [events, rows] = await store.write(async (tx) => [
    await eventsOf(tx, assetId),
    await tx.stays.staysBetween(assetId, 0, Number.MAX_SAFE_INTEGER),
  ])
  // The event in progress at the cut continues a stay, which keeps its beginning. On PostgreSQL, whole months are deleted.
  expect(rows[0]).toMatchObject(
    isPostgres ? { begunAt: start } : { begunAt: start + 5400 * second, locationId: 3 },
  )
  expect(rows.slice(1).map(visible)).toEqual(
    recount(events)
      .slice(1)
      .map((stay, index) => ({
        ...stay,
        previousBegunAt: index === 0 ? (rows[0] as StayRow).begunAt : stay.previousBegunAt,
      })),
  )
})
