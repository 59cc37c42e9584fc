import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  fromMicros,
  instantOf,
  type Instant,
  laterThan,
  parseInstant,
  plusSeconds,
  second,
  toMicros,
  toUnixSeconds,
  toWire,
} from '../../src/base/time'

/** A second implementation of RFC 3339, with integers and without Date. */
interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly fraction: string
  readonly offset: { readonly sign: string; readonly hours: number; readonly minutes: number } | 'Z' | 'z'
  readonly t: string
}

const two = (value: number): string => String(value).padStart(2, '0')
const four = (value: number): string => String(value).padStart(4, '0')

function write({ year, month, day, hour, minute, second: seconds, fraction, offset, t }: Parts): string {
  const zone =
    typeof offset === 'string' ? offset : `${offset.sign}${two(offset.hours)}:${two(offset.minutes)}`
  const time = `${two(hour)}:${two(minute)}:${two(seconds)}${fraction && `.${fraction}`}`
  return `${four(year)}-${two(month)}-${two(day)}${t}${time}${zone}`
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

/** Days since 0000-03-01, by counting: years from March on, so that the leap day is the last. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const m = (month + 9) % 12
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * m + 2) / 5) +
    day -
    1
  )
}

const firstSecond = dayNumber(1, 1, 1) * 86_400
const lastSecond = dayNumber(9999, 12, 31) * 86_400 + 86_399

/** Seconds since 0000-03-01 in UTC; undefined where RFC 3339 or the contract's years exclude the text. */
function secondsOf({ year, month, day, hour, minute, second: seconds, offset }: Parts): number | undefined {
  const zone = typeof offset === 'string' ? { sign: '+', hours: 0, minutes: 0 } : offset
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined
  if (hour > 23 || minute > 59 || seconds > 60 || zone.hours > 23 || zone.minutes > 59) return undefined
  const shift = (zone.hours * 3600 + zone.minutes * 60) * (zone.sign === '-' ? -1 : 1)
  const total = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + seconds - shift
  // §5.7: a 61st second ends a June or December in UTC, so that a July or January begins there.
  const boundaries = [year, year + 1].flatMap((y) => [dayNumber(y, 1, 1), dayNumber(y, 7, 1)])
  const isBoundary = boundaries.some((days) => total === days * 86_400)
  if (seconds === 60 && !isBoundary) return undefined
  return total >= firstSecond && total <= lastSecond ? total : undefined
}

const near = (minimum: number, maximum: number, ...edges: number[]) =>
  fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(...edges))

const partsOf = (isWild: boolean): fc.Arbitrary<Parts> =>
  fc.record({
    year: near(isWild ? 0 : 1, 9999, 1, 4, 99, 100, 1900, 1969, 1970, 2000, 2026, 9999),
    month: near(isWild ? 0 : 1, isWild ? 13 : 12, 2, 6, 12),
    day: near(isWild ? 0 : 1, isWild ? 32 : 28, 1, 28),
    hour: near(0, isWild ? 24 : 23, 0, 23),
    minute: near(0, isWild ? 60 : 59, 0, 59),
    second: near(0, isWild ? 61 : 59, 0, 59),
    fraction: fc.stringMatching(/^\d{0,9}$/),
    offset: fc.oneof(
      fc.constantFrom('Z' as const, 'z' as const),
      fc.record({
        sign: fc.constantFrom('+', '-'),
        hours: near(0, isWild ? 24 : 23, 0, 23),
        minutes: near(0, isWild ? 60 : 59, 0, 59),
      }),
    ),
    t: fc.constantFrom('T', 't'),
  })

/** Seconds since 0000-03-01 of what parseInstant returns, which is always UTC. */
function secondsOfInstant(instant: string): number {
  const [year, month, day, hour, minute, seconds] = Array.from(instant.matchAll(/\d+/g), Number)
  return dayNumber(year!, month!, day!) * 86_400 + hour! * 3600 + minute! * 60 + seconds!
}

describe('parseInstant', () => {
  test('agrees with a model of RFC 3339 about every date-time', () => {
    fc.assert(
      fc.property(fc.oneof(partsOf(false), partsOf(true)), (parts) => {
        const parsed = parseInstant(write(parts))
        expect(parsed && secondsOfInstant(parsed)).toBe(secondsOf(parts))
        if (parsed) expect(parsed.slice(19)).toBe(`.${parts.fraction.padEnd(6, '0').slice(0, 6)}Z`)
      }),
      { numRuns: 5000 },
    )
  })

  test('accepts only one form of text', () => {
    fc.assert(
      fc.property(partsOf(false), (parts) => {
        const parsed = parseInstant(write(parts))
        if (parsed) expect(parsed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      }),
    )
  })

  test('sorts as time does', () => {
    fc.assert(
      fc.property(partsOf(false), partsOf(false), (a, b) => {
        const [first, other] = [parseInstant(write(a)), parseInstant(write(b))]
        fc.pre(first !== undefined && other !== undefined)
        const order = Math.sign(secondsOfInstant(first!) - secondsOfInstant(other!))
        if (order !== 0) expect(first! < other! ? -1 : 1).toBe(order as 1 | -1)
      }),
    )
  })

  test('never accepts a damaged date-time', () => {
    const valid = '2026-08-21T06:45:00.123+02:00'
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.constantFrom('', ' ', 'x', '٣', '\n', '--'), (at, damage) => {
        const damaged = valid.slice(0, at) + damage + valid.slice(at + 1)
        // A digit fewer in the fraction leaves a date-time.
        if (damage === '' && at > 19 && at < 23) return
        expect(parseInstant(damaged)).toBeUndefined()
      }),
    )
  })

  test.each([
    '',
    '2026-08-21',
    '2026/08/21T00:00:00Z',
    '2026-08-21 06:45:00Z',
    '2026-08-21T06:45Z',
    '2026-08-21T06:45:00',
    '2026-08-21T06:45:00.Z',
    '2026-08-21T06:45:00.1234567890Z',
    '2026-08-21T06:45:00,5Z',
    '2026-08-21T06:45:00+0200',
    '2026-08-21T06:45:00+02',
    '2026-08-21T06:45:00Z ',
    ' 2026-08-21T06:45:00Z',
    '2026-08-21T06:45:00Z\n',
    '+2026-08-21T06:45:00Z',
    '12026-08-21T06:45:00Z',
    '20260821T064500Z',
    '2026-W34-5T06:45:00Z',
    '1787294700',
  ])('rejects %p', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  // Rule: api.md, Timestamps
  test.each([
    ['2026-08-21T06:45:00+02:00', '2026-08-21T04:45:00.000000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000000Z'],
    ['2026-12-31T23:59:59.9-00:01', '2027-01-01T00:00:59.900000Z'],
    ['2026-08-21T06:45:00-00:00', '2026-08-21T06:45:00.000000Z'],
    ['1969-12-31T23:59:59.9999999Z', '1969-12-31T23:59:59.999999Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000000Z'],
    ['0001-01-01T00:00:00.000000001Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000000Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant as Instant)
  })

  test.each([
    ['0001-01-01T00:00:00+00:01'],
    ['9999-12-31T23:59:59-00:01'],
    ['0000-12-31T23:59:59Z'],
    ['2023-02-29T00:00:00Z'],
    ['2026-08-21T23:59:60Z'],
  ])('rejects %s', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

const anyMicros = fc.integer({ min: -4e15, max: 4e15 })

describe('microseconds', () => {
  test('convert to instants and back', () => {
    fc.assert(fc.property(anyMicros, (micros) => expect(toMicros(fromMicros(micros))).toBe(micros)))
  })

  test('count from 1970', () => {
    expect(toMicros('1970-01-01T00:00:01.000002Z' as Instant)).toBe(1_000_002)
    expect(toMicros('1969-12-31T23:59:59.999999Z' as Instant)).toBe(-1)
    expect(fromMicros(-1)).toBe('1969-12-31T23:59:59.999999Z' as Instant)
  })

  test('add up in seconds', () => {
    fc.assert(
      fc.property(anyMicros, fc.integer({ min: -1_000_000, max: 1_000_000 }), (micros, seconds) => {
        expect(toMicros(plusSeconds(fromMicros(micros), seconds))).toBe(micros + seconds * second)
      }),
    )
  })
})

describe('the wire', () => {
  test('shows milliseconds, cut off and not rounded', () => {
    expect(toWire('2026-08-21T06:45:00.123999Z' as Instant)).toBe('2026-08-21T06:45:00.123Z')
    expect(toWire('1969-12-31T23:59:59.999999Z' as Instant)).toBe('1969-12-31T23:59:59.999Z')
  })

  test('counts whole seconds, rounded down', () => {
    expect(toUnixSeconds('1970-01-01T00:00:01.999999Z' as Instant)).toBe(1)
    expect(toUnixSeconds('1969-12-31T23:59:59.500000Z' as Instant)).toBe(-1)
  })
})

describe('laterThan', () => {
  const at = (milliseconds: number) => instantOf(new Date(milliseconds))
  const someTime = fc.integer({ min: 0, max: 2e12 })

  // Rule: api.md, PATCH
  test('strictly increases in responses, regardless of the clock', () => {
    fc.assert(
      fc.property(someTime, fc.array(fc.integer({ min: -3, max: 3 })), (start, steps) => {
        let token = at(start)
        let clock = start
        for (const step of steps) {
          clock += step
          const next = laterThan(token, at(clock))
          expect(toWire(next) > toWire(token)).toBe(true)
          token = next
        }
      }),
    )
  })

  test('returns the present when it is later, and the next millisecond otherwise', () => {
    expect(laterThan(at(1000), at(1001))).toBe(at(1001))
    expect(laterThan(at(1000), at(1000))).toBe(at(1001))
    expect(laterThan(at(1000), at(5))).toBe(at(1001))
    // A later microsecond of the same millisecond is not later on the wire.
    expect(laterThan(fromMicros(1_000_100), fromMicros(1_000_900))).toBe(at(1001))
  })
})
