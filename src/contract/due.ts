import { type Micros, second } from '../base/time'
import { instantIn, utc, type Zone, zoneOf } from './zones'

/** When a schedule is due, and the period that it is about: pure functions. */

export interface When {
  /** 1 for Monday; null: every day. */
  readonly weekday: number | null
  readonly hour: number
}

const hour: Micros = 3_600 * second
const day: Micros = 24 * hour
const daysOfWeek = 7

/** Returns the zone of an organization; UTC when it has set none. */
export const zoneOfOrganization = (name: string | null): Zone => (name === null ? utc : (zoneOf(name) ?? utc))

/** Returns the day of a local time, counted from 1970-01-01. */
const dayAt = (zone: Zone, at: Micros): number => Math.floor((at + zone.offsetAt(at)) / day)

/** Returns the weekday of a day, 1 for Monday. 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => ((((number + 3) % daysOfWeek) + daysOfWeek) % daysOfWeek) + 1

/** Returns the instant of an hour of a day. Of an hour that occurs twice, it is the first one. */
const instantOf = (zone: Zone, number: number, hours: number): Micros =>
  instantIn(zone, number * day + hours * hour, Number.NEGATIVE_INFINITY)

/** Returns the first time later than this one. */
export function dueAfter({ weekday, hour: hours }: When, zone: Zone, after: Micros): Micros {
  for (let number = dayAt(zone, after); ; number++) {
    if (weekday !== null && weekdayOf(number) !== weekday) continue
    const at = instantOf(zone, number, hours)
    if (at > after) return at
  }
}

export interface Period {
  readonly from: Micros
  /** Exclusive. */
  readonly to: Micros
}

const daysUpTo = (zone: Zone, end: number, days: number): Period => ({
  from: instantOf(zone, end - days, 0),
  to: instantOf(zone, end, 0),
})

/** Returns the day before, or the seven days before, up to the last midnight. */
export const periodBefore = ({ weekday }: When, zone: Zone, at: Micros): Period =>
  daysUpTo(zone, dayAt(zone, at), weekday === null ? 1 : daysOfWeek)

/** Returns the last week that is over, from Monday to Monday. @param weeks weeks further back */
export function weekBefore(zone: Zone, at: Micros, weeks = 0): Period {
  const today = dayAt(zone, at)
  return daysUpTo(zone, today - weekdayOf(today) + 1 - weeks * daysOfWeek, daysOfWeek)
}

/** Returns the instants between which the days of a period are, both ends included. */
export function daysOf(zone: Zone, { from, to }: Period): Micros[] {
  const [first, end] = [dayAt(zone, from), dayAt(zone, to)]
  return Array.from({ length: end - first + 1 }, (_, index) => instantOf(zone, first + index, 0))
}
