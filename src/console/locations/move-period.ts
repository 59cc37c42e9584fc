import { t } from '../languages/messages'
import { daysLater } from '../languages/zone'
import { dayOf, dayText, fromLocalInput, localDay, timeOfDayOf, toLocalInput } from '../ui/values/format'

/** The time span of arrivals and departures, as in the address: a preset, or two local times with ".." between them. */

export interface Period {
  readonly name: 'today' | 'yesterday' | 'week' | 'other'
  readonly from: Date
  readonly to: Date
}

export function periodOf(text: string | undefined, today: string): Period {
  const day = dayOf(today)
  const [end, begin] = [new Date(day.to), new Date(day.from)]
  const [first = '', last = ''] = (text ?? '').split('..')
  const [from, to] = [first, last].map((one) => new Date(fromLocalInput(one) ?? '')) as [Date, Date]
  if (!Number.isNaN(from.getTime()) && !Number.isNaN(to.getTime())) return { name: 'other', from, to }
  if (text === 'week') return { name: 'week', from: daysLater(begin, -6), to: end }
  if (text !== 'yesterday') return { name: 'today', from: begin, to: end }
  const start = daysLater(begin, -1)
  return { name: 'yesterday', from: start, to: new Date(dayOf(localDay(start)).to) }
}

/** The time as an input of type datetime-local shows it, to the minute. */
export const minuteOf = (at: Date): string => toLocalInput(at.toISOString()).slice(0, 16)

const longestMs = 8 * 86_400_000

/** Returns why the service can't answer for this period; undefined if it can. */
export function periodProblem({ from, to }: Period): string | undefined {
  if (from > to) return t('The end is before the beginning')
  return to.getTime() - from.getTime() > longestMs ? t('At most 8 days') : undefined
}

/** The heading of the list. */
export function periodTitle({ name, from, to }: Period): string {
  if (name === 'today') return t('Arrivals and departures today')
  if (name === 'week') return t('Arrivals and departures of the last 7 days')
  const day = localDay(from)
  const isWhole = from.toISOString() === dayOf(day).from && minuteOf(to) === `${day}T23:59`
  if (isWhole) return t('Arrivals and departures on {day}', { day: dateOf(from) })
  const [begin, end] = [timeOfDayOf(from), timeOfDayOf(to)]
  if (localDay(to) === day)
    return t('Arrivals and departures on {day}, {from} to {to}', { day: dateOf(from), from: begin, to: end })
  return t('Arrivals and departures from {from} to {to}', {
    from: `${dateOf(from)}, ${begin}`,
    to: `${dateOf(to)}, ${end}`,
  })
}

const dateOf = (at: Date): string => dayText(localDay(at))
