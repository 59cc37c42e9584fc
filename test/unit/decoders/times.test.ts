import { describe, expect, test } from 'bun:test'
import { DecodeError } from '../../../src/formats/decoder'
import { fromClock, fromIso, fromUnix } from '../../../src/formats/times'

const noon = 1_780_315_200_000_000

describe('fromIso', () => {
  test.each([
    ['2026-06-01T12:00:00Z', noon],
    ['2026-06-01T12:00:00.000001Z', noon + 1],
    ['2026-06-01T12:00:00.123456999Z', noon + 123_456],
    ['2026-06-01T12:00:00.5+0000', noon + 500_000],
    ['2026-06-01T14:00:00+02:00', noon],
    ['2026-06-01T14:00:00+0200', noon],
    ['2026-06-01T06:30:00-0530', noon],
    ['0001-01-01T00:00:00Z', null],
    ['9999-12-31T23:59:59.9999999Z', null],
    ['1970-01-01T00:00:00Z', null],
    ['1970-01-01T00:00:00+08:00', null],
  ])('reads %s', (text, expected) => {
    expect(fromIso(text, 'time')).toBe(expected)
  })

  test.each<unknown>([
    '2026-06-01T12:00:00',
    '2026-06-01',
    '2026-0601',
    '2026-02-30T12:00:00Z',
    '2026-06-01T24:00:00Z',
    '2026-06-01T12:00:00+02',
    '2026-06-01T12:00:00+2500',
    'June 1, 2026 12:00 UTC',
    '',
    noon,
    null,
    { time: '2026-06-01T12:00:00Z' },
  ])('rejects %p', (value) => {
    expect(() => fromIso(value, 'time')).toThrow(
      new DecodeError('time must be a time such as 2026-08-21T06:45:00.123Z'),
    )
  })
})

describe('fromUnix', () => {
  test.each([
    [noon, 'us', noon],
    [String(noon), 'us', noon],
    [noon / 1000, 'ms', noon],
    [' 1780315200001 ', 'ms', noon + 1000],
    [1_780_315_200.25, 's', noon + 250_000],
    ['1780315200.000001', 's', noon + 1],
    ['1780315200000000.75', 'us', noon + 1],
    [0, 's', null],
    [-1, 'us', null],
    [1e300, 's', null],
  ] as const)('reads %p as %s', (value, unit, expected) => {
    expect(fromUnix(value, unit, 'time')).toBe(expected)
  })

  test.each<unknown>(['', ' ', 'now', '0x10', '1_000', Number.NaN, true, null, {}])('rejects %p', (value) => {
    expect(() => fromUnix(value, 'ms', 'time')).toThrow(new DecodeError('time must be a number'))
  })
})

test.each([
  [1, 1],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER + 1, null],
  [0, null],
  [-1, null],
  [1.5, null],
])('fromClock(%p) is %p', (micros, expected) => {
  expect(fromClock(micros)).toBe(expected)
})
