import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { SlotKind, Store } from '../../src/storage/core/store'
import { engines, type OpenEngine, openOrganization, stopServer } from './engines'

/** The free numbers of auto-mint, stored as ranges, compared with the plain set of used numbers. */

type Step =
  | { readonly does: 'mint' }
  | { readonly does: 'take'; readonly slot: number }
  | { readonly does: 'release'; readonly slot: number }

const largest = Number.MAX_SAFE_INTEGER

// Near each other, so that ranges split, meet and merge all the time; and the very ends.
const slots = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(largest, largest - 1, largest - 2) },
)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>({ does: 'mint' }),
    fc.record({ does: fc.constant('take' as const), slot: slots }),
    fc.record({ does: fc.constant('release' as const), slot: slots }),
  ),
  { maxLength: 40 },
)

function lowestNotIn(taken: ReadonlySet<number>): number {
  let slot = 1
  while (taken.has(slot)) slot++
  return slot
}

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the free numbers of the ${name} store`, () => {
    let engine: OpenEngine
    let store: Store
    let organizations = 0
    beforeAll(async () => {
      engine = await openEngine()
      store = engine.store
    })
    afterAll(() => engine.discard())

    const newOrganization = (): Promise<number> => openOrganization(store, `org-${organizations++}`)
    const lowest = (org: number, kind: SlotKind = 'asset'): Promise<number> =>
      store.write((tx) => tx.mintedNumbers.lowestFree(org, kind))
    const take = (org: number, slot: number): Promise<void> =>
      store.write((tx) => tx.mintedNumbers.take(org, 'asset', slot))
    const release = (org: number, slot: number): Promise<void> =>
      store.write((tx) => tx.mintedNumbers.release(org, 'asset', slot))

    /** Takes the number of the step when it is free, releases it when it is used, as the services do. */
    async function apply(org: number, step: Step, taken: Set<number>): Promise<void> {
      const slot = step.does === 'mint' ? await lowest(org) : step.slot
      if (step.does === 'release') {
        if (taken.delete(slot)) await release(org, slot)
      } else if (!taken.has(slot)) {
        await take(org, slot)
        taken.add(slot)
      }
    }

    // Rule: api.md, Minted keys
    test('are the complement of the used ones after any sequence of taking and releasing', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const [org, neighbor] = [await newOrganization(), await newOrganization()]
          const taken = new Set<number>()
          for (const step of sequence) {
            await apply(org, step, taken)
            expect(await lowest(org)).toBe(lowestNotIn(taken))
          }
          expect(await engine.freeRanges(org, 'asset')).toEqual(rangesLeftBy(taken))
          for (const untouched of [
            await engine.freeRanges(org, 'location'),
            await engine.freeRanges(neighbor, 'asset'),
          ])
            expect(untouched).toEqual([[1, largest]])
        }),
        { numRuns: 60 },
      )
    })

    test('begin with 1', async () => {
      const org = await newOrganization()
      expect([await lowest(org), await lowest(org, 'location')]).toEqual([1, 1])
    })

    test('are not taken twice, and a failed attempt changes nothing', async () => {
      const org = await newOrganization()
      await take(org, 5)
      await expect(take(org, 5)).rejects.toThrow('The asset number 5 is not free.')
      expect(await engine.freeRanges(org, 'asset')).toEqual([
        [1, 4],
        [6, largest],
      ])
    })

    test('are free again when the write that took them fails', async () => {
      const org = await newOrganization()
      const write = store.write(async (tx) => {
        await tx.mintedNumbers.take(org, 'asset', 1)
        throw new Error('no')
      })
      // `rejects` of Bun would block the thread, and the sync on another thread would never be reported.
      const failure: unknown = await write.catch((error: unknown) => error)
      expect(failure).toEqual(new Error('no'))
      expect(await lowest(org)).toBe(1)
    })

    // Rule: api.md, Minted keys
    test('are found as fast in thousands of ranges as in one', async () => {
      const [org, fresh] = [await newOrganization(), await newOrganization()]
      const top = 20_000
      await store.write(async (tx) => {
        for (let slot = 2; slot <= top; slot += 2) await tx.mintedNumbers.take(org, 'asset', slot)
      })
      const turnover = (of: number) =>
        store.write(async (tx) => {
          const before = performance.now()
          for (let times = 0; times < 100; times++) {
            await tx.mintedNumbers.take(of, 'asset', top + 7)
            await tx.mintedNumbers.release(of, 'asset', top + 7)
            await tx.mintedNumbers.lowestFree(of, 'asset')
          }
          return performance.now() - before
        })
      // The fastest of some, because other work on the machine makes each of them slower.
      const times = { plain: Infinity, ranges: Infinity }
      for (let round = 0; round < 5; round++) {
        times.plain = Math.min(times.plain, await turnover(fresh))
        times.ranges = Math.min(times.ranges, await turnover(org))
      }
      expect(times.ranges).toBeLessThan(times.plain * 4 + 10)
    })
  })
}

/** The unused numbers from 1 on, as closed ranges that neither overlap nor touch. */
function rangesLeftBy(taken: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = []
  let first = 1
  for (const slot of [...taken].toSorted((a, b) => a - b)) {
    if (slot > first) ranges.push([first, slot - 1])
    first = slot + 1
  }
  if (first <= largest) ranges.push([first, largest])
  return ranges
}
