import { expect, test } from 'bun:test'
import { inServiceTime, noteServiceTime } from '../../../src/console/api/service-clock'

/** The difference between the clock of the service and that of the device, from the times in responses. */

const at = Date.parse('2026-11-20T10:00:00Z')
const dateOf = (milliseconds: number): string => new Date(milliseconds).toUTCString()

/** Notes responses whose times differ from the device's by these seconds, and returns the difference that is used. */
function afterAll(...seconds: readonly number[]): number {
  for (const difference of seconds) noteServiceTime(dateOf(at + difference * 1000), at)
  return inServiceTime(0) / 1000
}

test.each<[string, readonly number[], number]>([
  ['clocks that hardly differ', [-1, 0, -4, 3], 0],
  ['a device that is behind', [7200, 7200], 7200],
  ['the same difference within what a response takes', [7198, 7203], 7200],
  ['one response from before the service was suspended', [7140, 7200, 7200], 7200],
  ['a device whose clock was set', [-1, -1], -1],
  ['a device that is ahead', [-600, -601], -601],
])('%s', (_, seconds, expected) => {
  expect(afterAll(...seconds)).toBe(expected)
})

test('a response without a time changes nothing', () => {
  const before = inServiceTime(0)
  for (const text of [null, '', 'soon']) noteServiceTime(text, at)
  expect(inServiceTime(0)).toBe(before)
})
