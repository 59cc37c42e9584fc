import { describe, expect, test } from 'bun:test'
import { largestChange, longestBroken, noisiestRule, worstPlace } from '../../../src/events/findings/rules'

/** What to talk about after a week. */

const counts = (values: Record<number, number>) =>
  new Map(Object.entries(values).map(([id, count]) => [Number(id), count]))

// Rule: internal-api.md, Findings of a week
describe('the largest change of arrivals', () => {
  const cases: [string, Record<number, number>, Record<number, number>, object | undefined][] = [
    ['needs a week before', { 1: 100 }, {}, undefined],
    ['is 10 at least', { 1: 19 }, { 1: 10 }, undefined],
    ['counts from 10 on', { 1: 20 }, { 1: 10 }, { id: 1, count: 20, before: 10 }],
    ['is a fifth at least', { 1: 119 }, { 1: 100 }, undefined],
    ['counts from a fifth on', { 1: 80 }, { 1: 100 }, { id: 1, count: 80, before: 100 }],
    [
      'is that of a location without arrivals now',
      { 2: 5 },
      { 1: 40, 2: 5 },
      { id: 1, count: 0, before: 40 },
    ],
    ['is that of a new location', { 1: 12, 2: 5 }, { 2: 5 }, { id: 1, count: 12, before: 0 }],
    ['is the largest', { 1: 30, 2: 60 }, { 1: 10, 2: 10 }, { id: 2, count: 60, before: 10 }],
    [
      'is of the first location when two are equal',
      { 1: 30, 2: 30 },
      { 3: 1 },
      { id: 1, count: 30, before: 0 },
    ],
  ]
  test.each(cases)('%s', (_, now, before, found) => {
    expect(largestChange(counts(now), counts(before))).toEqual(found as never)
  })
})

// Rule: internal-api.md, Findings of a week
test('the noisiest rule has 3 alerts at least, and its share in all', () => {
  expect(noisiestRule([])).toBeUndefined()
  expect(noisiestRule([{ id: 1, count: 2 }])).toBeUndefined()
  expect(
    noisiestRule([
      { id: 1, count: 1 },
      { id: 2, count: 3 },
    ]),
  ).toEqual({ id: 2, count: 3, share: 0.75 })
})

// Rule: internal-api.md, Findings of a week
test('the reader that was broken first is found, if that began before the end of the week', () => {
  const [first, second] = [{ since: '2026-11-20T10:00:00Z' }, { since: '2026-11-19T10:00:00Z' }]
  const end = Date.parse('2026-11-23T00:00:00Z')
  expect(longestBroken([{ since: null }, first, second], end)).toBe(second)
  expect(longestBroken([{ since: '2026-11-23T00:00:00Z' }], end)).toBeUndefined()
})

// Rule: internal-api.md, Findings of a week
test('the worst place was right for less than 95 % of the time of its reference tags', () => {
  const row = (locationId: number, right: number) => ({ locationId, reference: 100, right })
  expect(worstPlace([row(1, 95)])).toBeUndefined()
  expect(worstPlace([row(1, 94), row(2, 80), row(2, 100)])).toEqual({ id: 2, share: 0.9 })
})
