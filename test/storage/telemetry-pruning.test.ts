import { fromMicros } from '../../src/base/time'
import { telemetry } from '../../src/tracking/telemetry/feature'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { engines, insertAsset, openOrganization, type OpenEngine, stopServer } from './engines'

/** The rows of telemetry that maintenance deletes, a slice at a time. Every engine must pass. */

afterAll(stopServer)

const hour = 3_600_000_000

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`what the ${name} store deletes of telemetry`, () => {
    let engine: OpenEngine
    let organizationId: number
    let assetId: number
    beforeEach(async () => {
      engine = await openEngine()
      organizationId = await openOrganization(engine.store, 'north')
      assetId = (await engine.store.write((tx) => insertAsset(tx, organizationId, 'A-1'))).id
    })
    afterEach(() => engine.discard())

    // Rule: history.md, Retention
    test('are hours: the oldest first, by age and beyond the greatest number', async () => {
      const { store } = engine
      const rows = [10, 11, 11, 12].map((number, index) => ({
        organizationId,
        assetId,
        hour: number,
        metric: index,
        count: 1,
        sum: 5,
        min: 5,
        max: 5,
        last: 5,
        lastAt: number * hour,
        lastTagId: 1,
      }))
      await store.write((tx) => tx.telemetry.add(rows))
      const prune = (before: number, rowsMax: number, most: number) =>
        store.write((tx) => tx.telemetry.prune(before, rowsMax, most))
      const left = async () => {
        const filter = { organizationId, assetId, metrics: [0, 1, 2, 3], from: 0, to: 99 }
        return (await store.read.telemetry.hours(filter, { limit: 10, offset: 0 })).rows.map(
          (row) => row.hour,
        )
      }
      expect(await prune(10, 4, 10)).toBe(0)
      expect(await prune(11, 4, 10)).toBe(1)
      expect(await left()).toEqual([12, 11, 11])
      expect(await prune(0, 2, 10)).toBe(1)
      expect(await prune(0, 2, 10)).toBe(0)
      expect(await prune(99, 2, 1)).toBe(1)
      expect(await left()).toEqual([12])
      // The last values stay.
      expect(await store.read.telemetry.values(organizationId, assetId)).toHaveLength(4)
    })

    // Rule: history.md, Retention
    test('are hours, spans and presses of more than 400 days', async () => {
      const { store } = engine
      const day = 24 * hour
      const now = 20_000 * day
      const ages = [401, 399]
      await store.write(async (tx) => {
        for (const age of ages) {
          const at = now - age * day
          const values = { count: 1, sum: 5, min: 5, max: 5, last: 5, lastAt: at, lastTagId: 1 }
          await tx.telemetry.add([{ organizationId, assetId, hour: at / hour, metric: 0, ...values }])
          await tx.telemetrySpans.save([{ organizationId, ruleId: 1, assetId, startedAt: at, endedAt: at }])
          const press = { organizationId, assetId, tagId: 1, press: 1, packet: null }
          await tx.tagPresses.insert({ ...press, firstAt: at, lastAt: at })
        }
      })
      await telemetry.retention?.({} as Parameters<NonNullable<typeof telemetry.retention>>[0], {
        at: fromMicros(now),
        ago: (days) => fromMicros(now - days * day),
        microsAgo: (days) => now - days * day,
        async inSlices(deleteSome) {
          while ((await store.write((tx) => deleteSome(tx, 10))) > 0);
        },
        isOver: () => false,
      })
      const filter = { organizationId, assetId, metrics: [0], from: 0, to: now }
      const { rows } = await store.read.telemetry.hours(filter, { limit: 10, offset: 0 })
      const left = [now - 399 * day]
      expect(rows.map((row) => row.hour * hour)).toEqual(left)
      const spans = await store.read.telemetrySpans.newest(1, assetId, 9)
      expect(spans.map(({ startedAt }) => startedAt)).toEqual(left)
      expect(await store.read.tagPresses.newestOf(assetId, 9)).toEqual(left)
    })

    // Rule: history.md, Retention
    test('are times beyond a threshold that have ended, and presses', async () => {
      const { store } = engine
      const span = (ruleId: number, startedAt: number, endedAt: number | null) => ({
        organizationId,
        ruleId,
        assetId,
        startedAt,
        endedAt,
      })
      await store.write(async (tx) => {
        await tx.telemetrySpans.save([span(1, 1, 2), span(1, 3, 4), span(1, 5, null), span(2, 1, null)])
        for (const firstAt of [1, 2, 3])
          await tx.tagPresses.insert({
            organizationId,
            assetId,
            tagId: 1,
            press: 1,
            packet: null,
            firstAt,
            lastAt: firstAt,
          })
      })
      const spans = async (ruleId: number) =>
        (await store.read.telemetrySpans.newest(ruleId, assetId, 9)).map(({ startedAt }) => startedAt)
      const presses = () => store.read.tagPresses.newestOf(assetId, 9)
      expect(await store.write((tx) => tx.telemetrySpans.prune(3, 100, 10))).toBe(1)
      expect([await spans(1), await spans(2)]).toEqual([[3, 5], [1]])
      expect(await store.write((tx) => tx.telemetrySpans.prune(0, 2, 10))).toBe(1)
      expect([await spans(1), await spans(2)]).toEqual([[5], [1]])
      expect(await store.write((tx) => tx.tagPresses.prune(2, 100, 10))).toBe(1)
      expect(await presses()).toEqual([2, 3])
      expect(await store.write((tx) => tx.tagPresses.prune(0, 1, 10))).toBe(1)
      expect(await store.write((tx) => tx.tagPresses.prune(0, 1, 10))).toBe(0)
      expect(await presses()).toEqual([3])
    })
  })
}
