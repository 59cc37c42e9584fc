import { describe, expect, test } from 'bun:test'
import { Signals, wordOf } from '../../src/console/finding/gauge'
import { wordOf as wordOfService } from '../../src/tracking/tracking/nearness'

/** What the bar of a search shows, from the signals that arrived. */

/** Reads as [seconds, nearness, antenna]. */
type Heard = readonly [at: number, nearness: number | null, antenna?: number]
const start = 1_800_000_000_000
const after = (reads: readonly Heard[], seconds: number) => {
  const signals = new Signals()
  for (const [at, nearness, antenna = 1] of reads)
    signals.add({ at: start + at * 1_000, readerId: 7, antenna, nearness })
  return signals.at(start + seconds * 1_000)
}

// Rule: internal-api.md, Stream
describe('the bar', () => {
  test.each<[string, Heard[], number, number | null]>([
    ['is empty before the first read', [], 0, null],
    [
      'shows the strongest read of 2 s',
      [
        [0, 40],
        [1, 70],
        [2, 50],
      ],
      2,
      70,
    ],
    [
      'stays at the last read for 10 s',
      [
        [0, 70],
        [1, 40],
      ],
      9,
      40,
    ],
    [
      'is empty 10 s after the last read',
      [
        [0, 70],
        [1, 40],
      ],
      11.1,
      null,
    ],
    [
      'does not move for a read without nearness',
      [
        [0, 40],
        [1, null],
      ],
      1,
      40,
    ],
    [
      'is empty when only reads without nearness arrive',
      [
        [0, 40],
        [8, null],
        [10, null],
        [12, null],
      ],
      12,
      null,
    ],
  ])('%s', (_title, reads, seconds, nearness) => {
    expect(after(reads, seconds).nearness).toBe(nearness)
  })

  test.each<[string, Heard[], number, string | null]>([
    [
      'stronger',
      [
        [0, 20],
        [1, 25],
        [4, 60],
        [5, 70],
      ],
      5,
      'stronger',
    ],
    [
      'weaker',
      [
        [0, 60],
        [1, 70],
        [4, 25],
        [5, 20],
      ],
      5,
      'weaker',
    ],
    [
      'the same',
      [
        [0, 50],
        [1, 52],
        [4, 48],
        [5, 55],
      ],
      5,
      'same',
    ],
    [
      'unknown without an earlier read',
      [
        [4, 50],
        [5, 90],
      ],
      5,
      null,
    ],
  ])('says that the signal is %s', (_title, reads, seconds, trend) => {
    expect(after(reads, seconds).trend).toBe(trend as never)
  })

  test('remembers the strongest read, and the last that was about as strong', () => {
    const { strongest, lastStrong, last } = after(
      [
        [0, 80, 1],
        [3, 72, 2],
        [5, 40, 3],
      ],
      60,
    )
    expect([strongest?.antenna, lastStrong?.antenna, last?.antenna]).toEqual([1, 2, 3])
  })

  test('shows the strongest read of each of 20 s', () => {
    const { seconds } = after(
      [
        [0.5, 10],
        [0.9, 30],
        [19.5, 50],
      ],
      20,
    )
    expect([seconds.length, seconds[0], seconds[1], seconds[19]]).toEqual([20, 30, null, 50])
  })

  test('has the words of the service', () => {
    for (let nearness = 0; nearness <= 100; nearness++) expect(wordOf(nearness)).toBe(wordOfService(nearness))
  })
})
