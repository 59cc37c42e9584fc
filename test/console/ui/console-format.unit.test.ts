import { expect, test } from 'bun:test'
import {
  dayOf,
  dayText,
  exactly,
  freshnessOf,
  fromLocalInput,
  lengthOf,
  localDay,
  relativeTo,
  sizeOf,
  toLocalInput,
} from '../../../src/console/ui/values/format'

/** Instants and lengths of time as the console shows them. */

const now = Date.parse('2026-03-14T12:00:00Z')
const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString()

test.each([
  [0, 'just now'],
  [9, 'just now'],
  [-9, 'just now'],
  [12, '12 seconds ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [7200, '2 hours ago'],
  [86_400, 'yesterday'],
  [5 * 86_400, '5 days ago'],
  [70 * 86_400, '2 months ago'],
  [800 * 86_400, '2 years ago'],
  [-7200, 'in 2 hours'],
  [-7 * 86_400 + 40, 'in 7 days'],
  [-90 * 86_400 + 40, 'in 3 months'],
])('what was %d seconds ago was %s', (seconds, words) => {
  expect(relativeTo(before(seconds), now)).toBe(words)
})

test.each([
  [0, '0 s'],
  [45.9, '45 s'],
  [60, '1 min'],
  [3661, '1 h 1 min'],
  [86_400, '1 d'],
  [86_400 + 59, '1 d'],
  [3 * 86_400 + 7200 + 61, '3 d 2 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(lengthOf(seconds)).toBe(words)
})

test.each([
  [900, 'fresh'],
  [901, 'aging'],
  [86_400, 'aging'],
  [86_401, 'stale'],
] as const)('what was seen %d seconds ago is %s', (seconds, freshness) => {
  expect(freshnessOf(before(seconds), now)).toBe(freshness)
})

test('the exact time is shown in the zone of the viewer, to the second', () => {
  const words = exactly('2026-07-01T22:30:15.250Z', 'Asia/Kolkata')
  expect(words).toMatch(/Jul.*2/)
  expect(words).toMatch(/4:00:15/)
})

test('an input preserves an instant to the second', () => {
  for (const instant of ['2026-03-14T09:26:53.000Z', '0099-01-02T03:04:05.000Z'])
    expect(fromLocalInput(toLocalInput(instant))).toBe(instant)
  expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null])
  expect(fromLocalInput('tomorrow')).toBe('tomorrow')
})

test('a day begins at midnight of the viewer and ends before the next', () => {
  const day = localDay(new Date(2026, 1, 28, 23, 59))
  expect(day).toBe('2026-02-28')
  const { from, to } = dayOf(day)
  expect(new Date(from)).toEqual(new Date(2026, 1, 28))
  expect(new Date(Date.parse(to) + 1)).toEqual(new Date(2026, 2, 1))
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [8_421_376, '8.4 MB'],
  [73_500_000_000, '73.5 GB'],
  [2e15, '2,000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words)
})

test('names a day in words, with its year unless it is the present one', () => {
  expect(dayText(`${new Date().getFullYear()}-11-26`)).toBe('November 26')
  expect(dayText('1999-11-26')).toBe('November 26, 1999')
})
