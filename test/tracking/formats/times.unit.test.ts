import { describe, expect, test } from 'bun:test'
import { fromClock, fromUnix, likelyUnit, parseTime } from '../../../src/tracking/formats/payloads/times'
import { zoneOf } from '../../../src/contract/zones'
import { parseInstant, toMicros } from '../../../src/base/time'

const noon = 1_780_315_200_000_000
const micros = (text: string): number => {
  const instant = parseInstant(text)
  if (!instant) throw new Error(`${text} is not an instant.`)
  return toMicros(instant)
}

describe('parseTime', () => {
  test.each([
    ['2026-06-01T12:00:00Z', noon],
    ['2026-06-01T12:00:00.000001Z', noon + 1],
    ['2026-06-01T12:00:00.123456999Z', noon + 123_456],
    ['2026-06-01T12:00:00.1234567890123Z', noon + 123_456],
    ['2026-06-01T12:00:00.5+0000', noon + 500_000],
    ['2026-06-01T14:00:00+02:00', noon],
    ['2026-06-01T14:00:00+0200', noon],
    ['2026-06-01T06:30:00-0530', noon],
    ['2026-06-01T14:00:00+02', noon],
    ['2026-06-01T14:00:00+2', noon],
    ['2026-06-01T20:00:00+8', noon],
    ['2026-06-01 12:00:00Z', noon],
    ['2026-06-01 12:00:00 UTC', noon],
    ['2026-06-01 12:00:00 GMT', noon],
    ['2026-06-01 20:00:00 GMT+8', noon],
    ['2026-06-01 20:00:00 UTC+08:00', noon],
    ['2026-06-01 14:00:00 +0200', noon],
    ['2026-06-01 14:00:00 Europe/Berlin', noon],
    ['2026-06-01T14:00:00+02:00[Europe/Berlin]', noon],
    ['2026-06-01T12:00Z', noon],
    ['2026-06-01 14:00 +02:00', noon],
    ['2026-06-01T12:00:00,250Z', noon + 250_000],
    ['2026/06/01 12:00:00Z', noon],
    ['2026.06.01 12:00:00Z', noon],
    ['2026-6-1&12:0:0+00', noon],
    ['20260601T120000Z', noon],
    ['20260601T120000.25Z', noon + 250_000],
    ['20260601T1400+0200', noon],
    ['Mon Jun 01 2026 14:00:00 GMT+0200 (Central European Summer Time)', noon],
    ['Mon Jun 01 2026 12:00:00 GMT', noon],
    ['Mon, 01 Jun 2026 12:00:00 GMT', noon],
    ['1 June 2026 14:00:00 +0200', noon],
    ['/Date(1780315200000)/', noon],
    ['/Date(1780315200000+0200)/', noon],
    ['2017-01-01T07:59:60+08:00', micros('2016-12-31T23:59:60Z')],
    ['0001-01-01T00:00:00Z', micros('0001-01-01T00:00:00Z')],
  ])('reads %s', (text, expected) => {
    expect(parseTime(text, null, noon)).toBe(expected)
  })

  test.each([
    '2026-06-01T12:00:00',
    '2026-06-01 12:00',
    '2026-06-01T12:00:00.123456',
    '20260601T120000',
    '20260601120000',
    'Mon Jun  1 12:00:00 2026',
    '2026-06-01T12:00:00+2500',
    '2026-06-01 12:00:00 CST',
  ])('finds no known zone in %s', (text) => {
    expect(parseTime(text, null, noon)).toBe('no zone')
    expect(parseTime(text, zoneOf('+02:00') ?? null, noon)).toBeWithin(
      noon - 7_200_000_000,
      noon - 7_199_000_000,
    )
  })

  test.each([
    '2026-06-01',
    '2026-0601',
    '2026-02-30T12:00:00Z',
    '2026-06-01T24:00:00Z',
    '2026-06-01 06:00:00 PM',
    '01/06/2026 12:00:00',
    '01.06.2026 12:00:00',
    '12:00:00',
    'Mon Foo 01 2026 12:00:00 GMT',
    '/Date(x)/',
    '/Date(999999999999999)/',
    '0000-00-00 00:00:00',
    '+010000-01-01T00:00:00Z',
    'June',
    '',
    ' '.repeat(200_000),
    `2026-06-01T12:00:00.${'1'.repeat(200_000)}Z`,
  ])('cannot read %#', (text) => {
    expect(parseTime(text, null, noon)).toBe('unreadable')
  })
})

describe('the zone of a reader', () => {
  const inZone = (name: string, text: string, now = noon) => {
    const zone = zoneOf(name)
    if (!zone) throw new Error(`${name} is not a zone.`)
    return parseTime(text, zone, now)
  }

  // Rule: history.md, Time of a read
  test.each([
    ['Europe/Berlin', '2026-06-01 14:00:00', noon],
    ['Europe/Berlin', '2026-01-15 13:00:00', micros('2026-01-15T12:00:00Z')],
    ['America/Chicago', '2026-06-01T07:00:00Z', noon],
    ['America/Chicago', '2026-06-01T07:00:00+00:00', noon],
    ['Asia/Kathmandu', '2026-06-01T17:45:00', noon],
    ['-06:00', '2026-06-01T06:00:00Z', noon],
    ['+8', '20260601T200000', noon],
    ['UTC', '2026-06-01 12:00:00', noon],
  ])('%s replaces that of %s', (name, text, expected) => {
    expect(inZone(name, text)).toBe(expected)
  })

  // Rule: history.md, Time of a read
  test('decides by the time of receipt which of two equal local times is meant', () => {
    // On 25 October 2026, 02:00 to 03:00 occurs twice in Berlin.
    const [first, second] = [micros('2026-10-25T00:30:00Z'), micros('2026-10-25T01:30:00Z')]
    expect(inZone('Europe/Berlin', '2026-10-25 02:30:00', first + 2_000_000)).toBe(first)
    expect(inZone('Europe/Berlin', '2026-10-25 02:30:00', second + 2_000_000)).toBe(second)
    expect(inZone('Europe/Berlin', '2026-10-25 02:30:00', second + 86_400_000_000)).toBe(second)
  })

  test('has an instant for a local time that does not exist', () => {
    // On 29 March 2026, 02:00 to 03:00 does not occur in Berlin.
    expect(inZone('Europe/Berlin', '2026-03-29 02:30:00')).toBe(micros('2026-03-29T01:30:00Z'))
  })

  test('agrees with the clock of the zone at every hour of a year', () => {
    for (const name of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Tehran']) {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      for (let at = micros('2026-01-01T00:00:00Z'); at < micros('2027-01-01T00:00:00Z'); at += 3_600_000_000)
        expect(inZone(name, format.format(at / 1000), at)).toBe(at)
    }
  })

  test.each(['Central', 'Mars/Olympus', '+24:00', '-6:60', '', ' ', '1234567', 'CST', '../etc'])(
    'cannot be %p',
    (text) => {
      expect(zoneOf(text)).toBeUndefined()
    },
  )
})

describe('fromUnix', () => {
  test.each([
    [noon, 'us', noon],
    [noon / 1000, 'ms', noon],
    [1_780_315_200.25, 's', noon + 250_000],
    [1_780_315_200_000_000.75, 'us', noon + 1],
  ] as const)('converts %p %s', (value, unit, expected) => {
    expect(fromUnix(value, unit, null, noon)).toBe(expected)
  })

  test('replaces UTC by the zone of a reader that counts in local time', () => {
    expect(fromUnix(1_780_315_200 - 18_000, 's', zoneOf('America/Chicago') ?? null, noon)).toBe(noon)
  })
})

test.each([
  [1_780_315_200, 's'],
  [1_780_315_200_000, 'ms'],
  [1_780_315_200_000_000, 'us'],
  [1_780_315_200_000_000_000, 'ns'],
  [0, null],
  [12, null],
  [-1_780_315_200, null],
  [1e300, null],
] as const)('a time of %p is probably in %p', (value, unit) => {
  expect(likelyUnit(value)).toBe(unit)
})

test.each([
  [1, 1],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER + 1, null],
  [0, null],
  [-1, null],
  [1.5, null],
])('fromClock(%p) is %p', (micros_, expected) => {
  expect(fromClock(micros_)).toBe(expected)
})
