import { type Micros, second } from './time'

/** The length of a day, in UTC. */
const dayLength: Micros = 86_400 * second

/** Returns the number of the day of an instant, from 1970. */
export const dayOf = (at: Micros): number => Math.floor(at / dayLength)

/** Returns the number of the month of an instant, from January 1970. */
export function monthOf(at: Micros): number {
  const date = new Date(Math.floor(at / 1000))
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** Returns the number of the first day of a month. */
function firstDayOf(month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(1970 + Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
  return dayOf(date.getTime() * 1000)
}

/** The spans of counts. */
export const countedSpans = { day: 0, month: 1 } as const

/** A period as whole months and days, [first, end) of each, and the times beside them. */
interface DayParts {
  readonly months: readonly [first: number, end: number]
  readonly days: readonly (readonly [first: number, end: number])[]
  /** [from, to) of each. */
  readonly rest: readonly (readonly [from: Micros, to: Micros])[]
}

/** Before the first stay. */
const beginning: Micros = -dayLength * 366 * 1000

/** Divides [from, to) into the largest parts that are counted. */
export function partsOf(from: Micros, to: Micros): DayParts {
  const begin = Math.max(from, beginning)
  const first = Math.ceil(begin / dayLength)
  const end = dayOf(to)
  if (first > end) return { months: [0, 0], days: [], rest: [[begin, to]] }
  const rest = [
    [begin, first * dayLength],
    [end * dayLength, to],
  ] as const
  const firstMonth = nextMonth(first)
  const endMonth = monthOf(end * dayLength)
  const isWithin = firstMonth > endMonth
  const days = isWithin
    ? [[first, end] as const]
    : [[first, firstDayOf(firstMonth)] as const, [firstDayOf(endMonth), end] as const]
  return {
    months: isWithin ? [0, 0] : [firstMonth, endMonth],
    days: days.filter(([one, other]) => one < other),
    rest: rest.filter(([one, other]) => one < other),
  }
}

/** Returns the number of the first month that begins at a day or later. */
function nextMonth(day: number): number {
  const month = monthOf(day * dayLength)
  return firstDayOf(month) === day ? month : month + 1
}
