import { describe, expect, test } from 'bun:test'
import { wireOf } from '../../src/base/time'
import { daysOf, dueAfter, periodBefore, weekBefore, zoneOfOrganization } from '../../src/contract/due'

/** When schedules are due. */

const micros = (time: string): number => Date.parse(time) * 1000
const short = (at: number): string => wireOf(at).slice(0, 16)

// Rule: internal-api.md, Mail schedules
describe('a schedule is due', () => {
  const monday = { weekday: 1, hour: 7 }
  const daily = { weekday: null, hour: 2 }
  const cases: [string, string | null, { weekday: number | null; hour: number }, string, string][] = [
    ['on the next Monday, in UTC without a zone', null, monday, '2026-11-28T09:00Z', '2026-11-30T07:00'],
    ['in the zone of the organization', 'Europe/Berlin', monday, '2026-11-28T09:00Z', '2026-11-30T06:00'],
    ['on the same day when its hour is later', null, monday, '2026-11-30T06:59Z', '2026-11-30T07:00'],
    ['a week later at its very hour', null, monday, '2026-11-30T07:00Z', '2026-12-07T07:00'],
    ['every day', null, daily, '2026-11-30T07:00Z', '2026-12-01T02:00'],
    ['on the local day, behind UTC', 'America/Chicago', monday, '2026-11-30T03:00Z', '2026-11-30T13:00'],
    ['far ahead of UTC', 'Pacific/Kiritimati', monday, '2026-11-29T12:00Z', '2026-11-29T17:00'],
    [
      'an hour later when its hour is left out',
      'Europe/Berlin',
      daily,
      '2026-03-28T12:00Z',
      '2026-03-29T01:00',
    ],
    ['once when its hour occurs twice', 'Europe/Berlin', daily, '2026-10-24T12:00Z', '2026-10-25T00:00'],
    ['on the next day after that', 'Europe/Berlin', daily, '2026-10-25T00:00Z', '2026-10-26T01:00'],
  ]
  test.each(cases)('%s', (_, zone, when, after, due) => {
    expect(short(dueAfter(when, zoneOfOrganization(zone), micros(after)))).toBe(due)
  })
})

test('a report is about whole local days, of which one has 25 hours', () => {
  const zone = zoneOfOrganization('Europe/Berlin')
  const at = micros('2026-10-26T06:00Z')
  const shown = ({ from, to }: { from: number; to: number }) => [short(from), short(to)]
  expect(shown(periodBefore({ weekday: null, hour: 7 }, zone, at))).toEqual([
    '2026-10-24T22:00',
    '2026-10-25T23:00',
  ])
  expect(shown(periodBefore({ weekday: 1, hour: 7 }, zone, at))).toEqual([
    '2026-10-18T22:00',
    '2026-10-25T23:00',
  ])
  const week = weekBefore(zone, micros('2026-10-28T06:00Z'))
  expect(shown(week)).toEqual(['2026-10-18T22:00', '2026-10-25T23:00'])
  expect(shown(weekBefore(zone, at, 1))).toEqual(['2026-10-11T22:00', '2026-10-18T22:00'])
  expect(daysOf(zone, week).length).toBe(8)
})
