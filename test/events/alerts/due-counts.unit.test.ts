import { expect, test } from 'bun:test'
import { DueCounts } from '../../../src/events/alerts/engine/due-counts'
import type { Situation } from '../../../src/events/alerts/engine/evaluate-assets'
import type { Rule } from '../../../src/events/alerts/conditions/rule'

const rule = { id: 1, locationId: null } as Rule
const following = { isNow: false, isSettled: true }
const last = { isNow: true, isSettled: true }

/** A situation that notes each count. */
function noted() {
  const counted: number[] = []
  const situation = {
    organizationId: 1,
    now: 0,
    index: { ids: [] },
    tree: { place: () => undefined },
    read: {
      alerts: { ofSubjects: async () => [] },
      alertState: {
        timersOf: async () => {
          counted.push(1)
          return []
        },
      },
    },
  } as unknown as Situation
  return { situation, counted }
}

test('a burst of events is counted at its beginning and at its end', async () => {
  const { situation, counted } = noted()
  const counts = new DueCounts()
  for (let pass = 0; pass < 10; pass++) {
    counts.add(new Map([[rule, 0]]))
    await counts.evaluate(situation, following)
  }
  expect(counted).toHaveLength(1)
  await counts.evaluate(situation, last)
  expect(counted).toHaveLength(2)
})

test('nothing is counted when no event concerns a rule', async () => {
  const { situation, counted } = noted()
  await new DueCounts().evaluate(situation, last)
  expect(counted).toHaveLength(0)
})

test('a pass without a rule does not delay the next count', async () => {
  const { situation, counted } = noted()
  const counts = new DueCounts()
  await counts.evaluate(situation, last)
  counts.add(new Map([[rule, 0]]))
  expect(counts.isWaiting).toBe(true)
  await counts.evaluate(situation, following)
  expect([counted.length, counts.isWaiting]).toEqual([1, false])
})

test('after a start, all rules are counted when the reads that readers have kept have arrived', async () => {
  const { situation, counted } = noted()
  const counts = new DueCounts()
  counts.restart([rule])
  await counts.evaluate(situation, { isNow: true, isSettled: false })
  expect(counted).toHaveLength(0)
  await counts.evaluate(situation, last)
  expect(counted).toHaveLength(1)
})
