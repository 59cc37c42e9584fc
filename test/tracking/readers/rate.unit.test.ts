import { expect, test } from 'bun:test'
import { second } from '../../../src/base/time'
import { rateOf } from '../../../src/tracking/readers/rate'

/** The reads per minute of a reader, which are counted in memory (docs/internal-api.md, Reader fields). */

const now = 1_790_000_000 * second

// Rule: internal-api.md, Reader fields
test.each<[counted: number | undefined, lastReadSeconds: number | null, rate: number | null]>([
  [undefined, null, 0],
  [undefined, 30, null],
  [undefined, 3600, 0],
  [0, 30, null],
  [0, 3600, 0],
  [2.84, 30, 2.8],
  [2.84, 3600, 2.8],
])('counting %p reads a minute, the last read %p s ago, the rate is %p', (counted, seconds, rate) => {
  const health = seconds === null ? undefined : { lastReadAt: now - seconds * second }
  expect(rateOf(counted, health, now)).toBe(rate)
})
