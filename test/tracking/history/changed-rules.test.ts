import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Read } from '../../../src/storage/core/store'
import { recordReads } from '../../../src/tracking/history/record'
import { openHistories, readOf, rules, runs } from '../../support/history'

/** The rules of an organization change while its assets are read. */

setDefaultTimeout(60_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const setSensitivity = (sensitivity: 'calm' | 'normal' | 'quick') =>
  histories.store.write((tx) =>
    tx.accounts.updateOrganization(histories.organizationId, {
      name: 'A',
      historyRetentionDays: null,
      auditDays: null,
      eventLogDays: 30,
      eventLogMax: 5_000_000,
      sensitivity,
    }),
  )

/** What happens next: reads of a location for some seconds, another sensitivity, or a late read. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      place: fc.integer({ min: 1, max: 3 }),
      seconds: fc.integer({ min: 3, max: 20 }),
      levels: fc.array(fc.integer({ min: -70, max: -40 }), { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      sensitivity: fc.constantFrom('calm' as const, 'normal' as const, 'quick' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ late: fc.integer({ min: 1, max: 60 }) }) },
)

// Rule: history.md, Late reads
test('reads are recorded after the sensitivity was changed, and the asset is at its newest event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const { store, organizationId } = histories
      const assetId = await histories.newAsset()
      const record = (reads: readonly Read[]) =>
        store.write((tx) => recordReads(tx.history, { organizationId, assetId }, reads, rules))
      const fields = { presenceTimeoutSeconds: 30 }
      let [at, count, newest] = [0, 0, 0]
      for (const next of steps) {
        if ('sensitivity' in next) await setSensitivity(next.sensitivity)
        else if ('late' in next) {
          // Each instant has at most one read.
          await record([readOf(1, Math.max(0, at - next.late) + 0.0001 * (count + 1), fields)])
          newest = Math.max(newest, Math.max(0, at - next.late) + 0.0001 * (count + 1))
          count++
        } else
          for (let begun = 0; begun < next.seconds; begun += 1, at += 1) {
            const reads = next.levels.map((rssi, index) =>
              readOf(index + 1, at + index / 10, {
                ...fields,
                rssi: index + 1 === next.place ? rssi + 8 : rssi,
              }),
            )
            await record(reads)
            newest = Math.max(newest, at + 0.2)
            count += reads.length
          }
      }
      if (count === 0) return
      const [events, placement] = await store.write(async (tx) => [
        await tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000),
        await tx.history.placement(assetId),
      ])
      const last = events.toSorted((one, other) => one.firstAt - other.firstAt).at(-1)
      expect(placement?.head.id).toBe(last?.id as number)
      expect(placement?.head.locationId).toBe(last?.locationId as number)
      expect(placement?.lastSeenAt).toBe(readOf(1, newest).at)
    }),
    { numRuns: runs(40) },
  )
})
