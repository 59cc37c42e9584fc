import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  daysLater,
  fromLocal,
  isSameDay,
  midnight,
  setTimeZone,
  timeFormat,
  timeZone,
  toLocal,
} from '../../../src/console/languages/zone'
import { monday } from '../../../src/console/time-travel/time-words'
import {
  clockTimeOf,
  dayOf,
  fromLocalInput,
  localDay,
  toLocalInput,
} from '../../../src/console/ui/values/format'

/** Days and hours of the console, in the time zone of an organization. */

const machine = timeZone()
afterEach(() => setTimeZone(null))

// Rule: internal-api.md, Organizations
describe('in the time zone of Berlin', () => {
  beforeEach(() => setTimeZone('Europe/Berlin'))

  test.each([
    // A winter and a summer day.
    ['2026-01-10T12:00', '2026-01-10T11:00:00.000Z'],
    ['2026-07-10T12:00', '2026-07-10T10:00:00.000Z'],
    // Clocks go from 02:00 to 03:00 on 29 March.
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    // They go from 03:00 to 02:00 on 25 October: the first of the two hours is meant.
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s is %s', (local, instant) => {
    expect(fromLocalInput(local)).toBe(instant)
  })

  test.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['2026-06-01', '2026-05-31T22:00:00.000Z', 24],
  ])('the day %s begins at %s and has %d hours', (day, begin, hours) => {
    const { from, to } = dayOf(day)
    expect(from).toBe(begin)
    expect(Date.parse(to) + 1 - Date.parse(from)).toBe(hours * 3_600_000)
    expect([localDay(new Date(from)), localDay(new Date(to))]).toEqual([day, day])
  })

  test.each([
    ['2026-03-27T12:00:00Z', 167],
    ['2026-10-23T12:00:00Z', 169],
    ['2026-06-03T12:00:00Z', 168],
  ])('the week of %s has %d hours and seven midnights', (at, hours) => {
    const from = monday(new Date(at), 0)
    const to = monday(from, 7)
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(hours)
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const begin = midnight(from, day)
      expect(toLocalInput(begin.toISOString()).slice(10)).toBe('T00:00:00')
      expect(toLocal(begin).getUTCDay()).toBe((day + 1) % 7)
    }
    expect(daysLater(to, -7)).toEqual(from)
  })

  test('times are written in it, whatever the zone of the browser is', () => {
    const format = timeFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    expect(format.format(Date.parse('2026-07-01T22:30:00Z'))).toBe('00:30')
    setTimeZone('Asia/Kolkata')
    expect(format.format(Date.parse('2026-07-01T22:30:00Z'))).toBe('04:00')
    const [evening, night] = ['2026-07-01T17:00:00Z', '2026-07-01T19:00:00Z']
    expect(isSameDay(new Date(evening), new Date(night))).toBe(false)
    expect(clockTimeOf(evening, Date.parse(night))).not.toBe(clockTimeOf(evening, Date.parse(evening)))
  })
})

test('a day whose midnight is skipped begins an hour later', () => {
  setTimeZone('Africa/Cairo')
  const { from, to } = dayOf('2024-04-26')
  expect(from).toBe('2024-04-25T22:00:00.000Z')
  expect((Date.parse(to) + 1 - Date.parse(from)) / 3_600_000).toBe(23)
})

test('instants keep their milliseconds and their century', () => {
  setTimeZone('Europe/Berlin')
  for (const text of ['2026-03-14T09:26:53.123Z', '1969-12-31T23:59:59.999Z'])
    expect(fromLocal(toLocal(Date.parse(text)).getTime()).toISOString()).toBe(text)
})

test('a zone that the browser does not know leaves the one in use', () => {
  setTimeZone('Europe/Berlin')
  setTimeZone('Mars/Olympus')
  expect(timeZone()).toBe('Europe/Berlin')
  setTimeZone(null)
  expect(timeZone()).toBe(machine)
})
