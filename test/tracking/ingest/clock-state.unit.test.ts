import { describe, expect, test } from 'bun:test'
import { clockAfter } from '../../../src/tracking/ingest/clock-state'
import { second } from '../../../src/base/time'

/** When the clock of a reader is behind (docs/history.md, Time of a read). */

const start = 1_780_315_200 * second
const unknown = {
  wrongClockSince: null,
  clockOffsetSeconds: null,
  lagSince: null,
  lagSentAt: null,
  lagMessages: 0,
}

/** A message: seconds since the start of its receipt, and its lag in seconds. */
type Sent = readonly [at: number, lag: number]

function after(sent: readonly Sent[]) {
  let state: Parameters<typeof clockAfter>[0] = unknown
  for (const [at, lag] of sent) {
    const receivedAt = start + at * second
    const sentAt = receivedAt - lag * second
    state = clockAfter(state, { sentAt, isBelieved: true, newestAt: sentAt }, receivedAt)
  }
  return state.clockOffsetSeconds
}

const every = (seconds: number, count: number, lag: (index: number) => number): Sent[] =>
  Array.from({ length: count }, (_, index) => [index * seconds, lag(index)])

describe('the clock of a reader is behind when', () => {
  // Rule: history.md, Time of a read
  test.each<[what: string, sent: readonly Sent[], offset: number]>([
    ['it sends local time as UTC', every(10, 5, () => 18_000), -18_000],
    ['it is ten minutes behind', every(1, 5, () => 600), -600],
    ['it is 29 days behind', every(30, 5, () => 29 * 86_400), -29 * 86_400],
    ['its times are in whole seconds', every(3.7, 20, (index) => 18_000 + ((index * 3.7) % 1)), -18_000],
    ['its messages take a while', every(10, 30, (index) => 18_000 + [0, 0.4, 1.1, 0.2][index % 4]!), -18_000],
    ['it sends a message in an hour', every(3600, 4, () => 3600), -3600],
    [
      'its backlog is followed by live messages',
      [
        ...every(0.1, 50, (index) => 30_000 - index * 240),
        ...every(10, 5, () => 18_000).map(([at, lag]) => [at + 5, lag] as const),
      ],
      -18_000,
    ],
    [
      'a short backlog comes between its live messages',
      [...every(10, 5, () => 18_000), [50, 18_900], [50.1, 18_600], [50.2, 18_300], [60, 18_000]],
      -18_000,
    ],
  ])('%s', (_, sent, offset) => {
    expect(after(sent)).toBeWithin(offset - 2, offset + 3)
  })
})

describe('the clock of a reader is not behind when', () => {
  // Rule: history.md, Time of a read
  test.each<[what: string, sent: readonly Sent[]]>([
    ['it is right', every(1, 20, () => 0.2)],
    ['it collects reads for a minute and a half', every(90, 20, () => 89)],
    ['it delivers the backlog of two hours', every(0.05, 100, (index) => 7200 - index * 72)],
    ['it delivers a backlog slowly', every(1, 100, (index) => 7200 - index * 10)],
    ['it delivers a backlog of a few seconds', every(0.1, 20, (index) => 600 - index * 0.5)],
    ['it delivers old reads in one go', every(0.001, 50, () => 7200)],
    ['it repeats a message', every(5, 20, (index) => 7200 + index * 5)],
    ['a single message is old', [[0, 7200]]],
    [
      'two messages are old',
      [
        [0, 7200],
        [60, 7200],
      ],
    ],
    ['it has been corrected', [...every(10, 5, () => 18_000), [60, 1]]],
    ['it reports since when it has seen each tag', every(10, 20, (index) => 300 + index * 10)],
    [
      'it delivers a backlog each hour',
      [0, 1, 2, 3].flatMap((hour) =>
        every(0.1, 60, (index) => 3600 - index * 60).map(([at, lag]) => [hour * 3600 + at, lag] as const),
      ),
    ],
  ])('%s', (_, sent) => {
    expect(after(sent)).toBeNull()
  })
})

test('a lag is known since the first message with it, and a different lag begins anew', () => {
  const at = (seconds: number) => start + seconds * second
  let state: Parameters<typeof clockAfter>[0] = unknown
  const send = (seconds: number, lag: number): void => {
    const sentAt = at(seconds - lag)
    state = clockAfter(state, { sentAt, isBelieved: true, newestAt: sentAt }, at(seconds))
  }
  for (const seconds of [0, 10, 20, 30]) send(seconds, 18_000)
  expect(state.wrongClockSince).toBe(at(0))
  for (const seconds of [40, 50, 60]) send(seconds, 21_600)
  expect(state).toMatchObject({ wrongClockSince: at(40), clockOffsetSeconds: -21_600 })
})

test('a time that is not believed is a wrong clock at once', () => {
  const observation = { sentAt: start + 7200 * second, isBelieved: false, newestAt: null }
  expect(clockAfter(unknown, observation, start)).toMatchObject({
    wrongClockSince: start,
    clockOffsetSeconds: 7200,
  })
})
