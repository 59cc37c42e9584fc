import { expect, test } from 'bun:test'
import { type Sample, secondsLeft, withSample } from '../../src/console/labels/jobs/time-left'

const second = 1_000
const samplesOf = (...all: readonly (readonly [at: number, live: number])[]): readonly Sample[] =>
  all.reduce<readonly Sample[]>((known, [at, live]) => withSample(known, { at: at * second, live }), [])

test.each([
  ['nothing is known', [], 0, 50, null],
  [
    'two labels say nothing',
    [
      [0, 10],
      [30, 12],
    ],
    30,
    50,
    null,
  ],
  [
    'nor do labels of a moment',
    [
      [0, 10],
      [5, 20],
    ],
    5,
    50,
    null,
  ],
  [
    'a label takes 10 s',
    [
      [0, 0],
      [30, 3],
    ],
    30,
    54,
    540,
  ],
  [
    'a pause makes it longer',
    [
      [0, 0],
      [30, 3],
    ],
    60,
    54,
    1_080,
  ],
  [
    'a long pause makes it unknown',
    [
      [0, 0],
      [30, 3],
    ],
    331,
    54,
    null,
  ],
  [
    'the last five minutes count',
    [
      [0, 0],
      [600, 60],
      [900, 360],
      [901, 361],
    ],
    901,
    10,
    10,
  ],
  [
    'a label that became void begins it again',
    [
      [0, 0],
      [30, 3],
      [40, 2],
    ],
    60,
    54,
    null,
  ],
] as [string, [number, number][], number, number, number | null][])('%s', (_, all, now, left, expected) => {
  const seconds = secondsLeft(samplesOf(...all), now * second, left)
  if (expected === null) expect(seconds).toBeNull()
  else expect(seconds).toBeCloseTo(expected, 0)
})
