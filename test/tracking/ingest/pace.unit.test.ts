import { expect, test } from 'bun:test'
import { Pace } from '../../../src/tracking/ingest/queue/pace'

test('the first batch begins at once, and has at most a thousand reads', () => {
  const pace = new Pace()
  expect(pace.rest(0)).toBeLessThanOrEqual(0)
  expect(pace.most(false)).toBe(1000)
})

test.each([
  ['one message', 1, 7],
  ['five messages', 5, 15],
  ['eight messages', 8, 20],
  ['a thousand messages', 1000, 20],
])('the next batch begins later after a batch of %s, but not later than 20 ms', (_name, messages, after) => {
  const pace = new Pace()
  pace.begin(100, messages)
  expect(pace.rest(100)).toBe(after)
  expect(pace.rest(100 + after)).toBe(0)
  expect(pace.rest(1000)).toBeLessThan(0)
})

test.each([
  { reads: 1000, millis: 40, alone: 2500, busy: 1000 },
  { reads: 4000, millis: 80, alone: 4000, busy: 2000 },
  { reads: 1000, millis: 250, alone: 400, busy: 250 },
  { reads: 1, millis: 3, alone: 250, busy: 250 },
])('a batch has as many reads as fit into its time: %o', ({ reads, millis, alone, busy }) => {
  const pace = new Pace()
  pace.begin(0, 1)
  pace.end(millis, reads)
  expect([pace.most(false), pace.most(true)]).toEqual([alone, busy])
})

test('a batch without reads changes no limit', () => {
  const pace = new Pace()
  pace.begin(0, 1)
  pace.end(10, 0)
  expect(pace.most(false)).toBe(1000)
})
