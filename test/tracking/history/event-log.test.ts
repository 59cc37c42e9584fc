import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '../../../src/base/errors'
import { fromMicros, type Micros, second } from '../../../src/base/time'
import { createConsumer, withoutLastSeen } from '../../support/event-consumer'
import { base, createWorld, run, step, type World } from '../../support/event-world'
import { openHistories, runs } from '../../support/history'

/**
 * The laws of the event log (docs/decisions/0024-event-log.md), with a real store. The steps of the random worlds are late reads,
 * scans, imports, binds, deletions, restores, the repair of a wrong clock, the retention of histories and of the log, and writes that
 * fail.
 */

setDefaultTimeout(120_000)

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const wait = { millis: 0, signal: new AbortController().signal }

async function follow(world: World, consumer: ReturnType<typeof createConsumer>): Promise<void> {
  for (let isOver = false; !isOver;) {
    const query = { after: consumer.last(), limit: 7, types: [], assetId: undefined, locationId: undefined }
    const { rows, newest } = await world.log.list(world.organizationId, query, wait, async () => {})
    for (const event of rows) consumer.consume(event)
    isOver = consumer.last() === newest
  }
}

async function reportOf({ tracking, organizationId }: World) {
  const none = { assetIds: [], assetExternalKeys: [], locationIds: [], locationExternalKeys: [] }
  const query = { ...none, includeDeleted: true, search: undefined, sort: undefined }
  const { rows } = await tracking.report(organizationId, { ...query, page: { limit: 200, offset: 0 } })
  return rows.map(withoutLastSeen).toSorted((a, b) => a.asset_id - b.asset_id)
}

async function historyOf({ tracking }: World, assetId: number) {
  const window = { from: undefined, to: undefined, isOldestFirst: false }
  return (await tracking.history(assetId, { ...window, page: { limit: 200, offset: 0 } })).rows
}

/** The report at an instant, in order of asset ids. */
async function reportAt({ tracking, organizationId }: World, at: Micros) {
  const query = { at: fromMicros(at), assetIds: [], locationIds: [], search: undefined, sort: undefined }
  const { rows } = await tracking.whereabouts(organizationId, { ...query, page: { limit: 200, offset: 0 } })
  return rows.map(withoutLastSeen).toSorted((a, b) => a.asset_id - b.asset_id)
}

// Rule: api.md, Events
describe('a consumer that starts at sequence 0', () => {
  test('rebuilds the report and the histories after every change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (all) => {
        const world = await createWorld(histories.store)
        const consumer = createConsumer()
        await follow(world, consumer)
        for (const one of all) {
          await run(world, one)
          await follow(world, consumer)
          expect(consumer.report()).toEqual(await reportOf(world))
          for (const assetId of world.assetIds)
            expect(consumer.history(assetId)).toEqual(await historyOf(world, assetId))
          expect(new Map(consumer.currentLocations())).toEqual(consumer.newestLocations())
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('rebuilds the report at every instant tried', async () => {
    const instants = fc.array(fc.integer({ min: -10, max: 7210 }), { minLength: 5, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), instants, async (all, tried) => {
        const world = await createWorld(histories.store)
        const consumer = createConsumer()
        await follow(world, consumer)
        for (const one of all) {
          await run(world, one)
          await follow(world, consumer)
        }
        const beginnings = consumer.instants().flatMap((at) => [at - 1, at])
        for (const at of [...tried.map((seconds) => base + seconds * second), ...beginnings])
          expect(consumer.reportAt(at)).toEqual(await reportAt(world, at))
      }),
      { numRuns: runs(40) },
    )
  })
})

describe('a consumer that starts from the report', () => {
  /** Reads the report, and returns the present locations and the sequence to continue from. */
  async function startOf(world: World) {
    const newest = await world.log.newestSequence(world.organizationId)
    const present = new Map((await reportOf(world)).map((row) => [row.asset_id, row.location_id]))
    return { newest, present }
  }

  // Rule: api.md, Events
  test('has the present locations, even when it is away until the log is deleted', async () => {
    const steps = fc.array(fc.record({ step, isAway: fc.boolean() }), { minLength: 3, maxLength: 25 })
    // Each world ends with an asset that is created, and the deletion of the log, while the consumer is away.
    const none = { asset: 0, location: 0, reads: [] }
    const absence = [
      { step: { ...none, kind: 'create' }, isAway: true },
      { step: { ...none, kind: 'pruneLog', location: 1000 }, isAway: false },
    ] as const
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world = await createWorld(histories.store)
        let { newest: last, present } = await startOf(world)
        let restarts = 0
        for (const { step: one, isAway } of [...all, ...absence]) {
          await run(world, one)
          if (isAway) continue
          try {
            for (let isOver = false; !isOver;) {
              const query = { after: last, limit: 7, types: [], assetId: undefined, locationId: undefined }
              const page = await world.log.list(world.organizationId, query, wait, async () => {})
              for (const { asset_id: assetId, move } of page.rows)
                if (assetId !== null && move) present.set(assetId, move.current_location_id)
              last = page.nextAfter
              isOver = last === page.newest
            }
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            expect((error as AppError).details.fields).toMatchObject([{ field: 'after', code: 'too_small' }])
            restarts++
            ;({ newest: last, present } = await startOf(world))
          }
          // The report shows a deleted location as null.
          for (const row of await reportOf(world))
            if (row.location_id !== null)
              expect([row.asset_id, present.get(row.asset_id)]).toEqual([row.asset_id, row.location_id])
        }
        expect(restarts).toBeGreaterThan(0)
      }),
      { numRuns: runs(60) },
    )
  })
})
