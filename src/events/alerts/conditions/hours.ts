import { type Micros, second } from '../../../base/time'
import { zoneOf } from '../../../contract/zones'

/** Hours of the week in a time zone. */
export interface Hours {
  readonly time_zone: string
  readonly weekly: readonly {
    /** 1 is Monday. */
    readonly days: readonly number[]
    /** HH:MM. An end before the beginning is on the next day. */
    readonly from: string
    readonly to: string
  }[]
}

const minute: Micros = 60 * second
const day: Micros = 1440 * minute
/** The first day of 1970 was a Thursday. */
const thursday = 3

/** A part of the week, in minutes of the day. */
interface Part {
  readonly weekdays: ReadonlySet<number>
  readonly from: number
  /** After 1440: on the next day. */
  readonly to: number
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

function partsOf({ weekly }: Hours): Part[] {
  return weekly.map(({ days, from, to }) => {
    const begin = minutesOf(from)
    const end = minutesOf(to)
    return { weekdays: new Set(days), from: begin, to: end <= begin ? end + 1440 : end }
  })
}

/** 1 is Monday. */
const weekdayOf = (dayNumber: number): number => ((((dayNumber + thursday) % 7) + 7) % 7) + 1

/** Returns the first instant at or after this one that is within the hours. @param hours null: always */
export function firstWithin(hours: Hours | null, at: Micros): Micros {
  if (!hours) return at
  const offsetAt = zoneOf(hours.time_zone)?.offsetAt ?? (() => 0)
  const parts = partsOf(hours)
  const local = at + offsetAt(at)
  const today = Math.floor(local / day)
  let first: Micros | undefined
  // A part that began yesterday may not have ended. A week later, each part has begun once.
  for (let dayNumber = today - 1; dayNumber <= today + 7; dayNumber++)
    for (const { weekdays, from, to } of parts) {
      if (!weekdays.has(weekdayOf(dayNumber))) continue
      const begin = dayNumber * day + from * minute
      const end = dayNumber * day + to * minute
      if (local >= begin && local < end) return at
      if (begin < local) continue
      const utc = begin - offsetAt(begin - offsetAt(begin))
      if (first === undefined || utc < first) first = utc
    }
  return first === undefined ? at : Math.max(at, first)
}
