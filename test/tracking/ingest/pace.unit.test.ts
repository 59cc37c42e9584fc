import { expect, test } from 'bun:test'
import { Pace } from '../../../src/tracking/ingest/queue/pace'

test('the first batch begins at once, and has at most a thousand reads', () => {
  const pace = new Pace()
  expect(pace.rest(0, { arrivedAt: 0, waiting: 1 })).toBeLessThanOrEqual(0)
  expect(pace.most(false)).toBe(1000)
})

test.each([
  ['one message', { messages: 1, isFull: false }, { arrivedAt: 200, waiting: 1 }, 7],
  [
    'several messages, when none has arrived since',
    { messages: 2, isFull: false },
    { arrivedAt: 100, waiting: 1 },
    25,
  ],
  [
    'several messages, when one has arrived later',
    { messages: 2, isFull: false },
    { arrivedAt: 130, waiting: 2 },
    55,
  ],
  [
    'several messages, while messages arrive',
    { messages: 9, isFull: false },
    { arrivedAt: 190, waiting: 99 },
    100,
  ],
  ['several messages, when many wait', { messages: 9, isFull: false }, { arrivedAt: 190, waiting: 100 }, 7],
  [
    'several messages that did not take all',
    { messages: 9, isFull: true },
    { arrivedAt: 190, waiting: 9 },
    7,
  ],
] as const)('the next batch begins after a batch of %s', (_name, batch, queued, after) => {
  const pace = new Pace()
  pace.begin(100, batch)
  expect(pace.rest(100, queued)).toBe(after)
  expect(pace.rest(100 + after, queued)).toBe(0)
  expect(pace.rest(1000, queued)).toBeLessThan(0)
})

test.each([
  { reads: 1000, work: 35, millis: 40, alone: 2500, busy: 1000 },
  { reads: 4000, work: 80, millis: 80, alone: 4000, busy: 2000 },
  { reads: 1000, work: 250, millis: 250, alone: 400, busy: 250 },
  { reads: 1, work: 2, millis: 3, alone: 250, busy: 250 },
  { reads: 250, work: 10, millis: 300, alone: 1000, busy: 1000 },
  { reads: 1000, work: 50, millis: 300, alone: 1000, busy: 800 },
])('a batch has as many reads as fit into its time: %o', ({ reads, work, millis, alone, busy }) => {
  const pace = new Pace()
  pace.begin(0, { messages: 1, isFull: false })
  pace.end(millis, { reads, work })
  expect([pace.most(false), pace.most(true)]).toEqual([alone, busy])
})

test('a batch without reads changes no limit', () => {
  const pace = new Pace()
  pace.begin(0, { messages: 1, isFull: false })
  pace.end(10, { reads: 0, work: 1 })
  expect(pace.most(false)).toBe(1000)
})
