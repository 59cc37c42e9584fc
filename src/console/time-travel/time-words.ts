import { t } from '../languages/messages'
import { midnight, timeFormat, toLocal } from '../languages/zone'
import { pastTimeOf } from '../ui/values/format'
import type { TimeRange } from './time-range'

/** The time of a page in words, and the usual spans of time. The plan of the present needs neither. */

const span = timeFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Returns a span of time, without what its ends have in common: "Thu, 26 Nov, 14:00 – 16:00". */
export const pastRangeOf = (from: string, to: string): string =>
  span.formatRange(new Date(from), new Date(to))

/** Returns the time in words, for titles and buttons. */
export function timeText(range: TimeRange): string {
  if (range.kind === 'now') return t('Now')
  return range.kind === 'at' ? pastTimeOf(Date.parse(range.at)) : pastRangeOf(range.from, range.to)
}

/** The usual spans of time, each up to now or to a midnight. */
export const spans: readonly { readonly label: string; readonly of: (nowAt: Date) => [Date, Date] }[] = [
  { label: t('Last hour'), of: (at) => [new Date(at.getTime() - 3_600_000), at] },
  { label: t('Today'), of: (at) => [midnight(at, 0), at] },
  { label: t('Yesterday'), of: (at) => [midnight(at, -1), midnight(at, 0)] },
  { label: t('Last 7 days'), of: (at) => [midnight(at, -6), at] },
  { label: t('Last week'), of: (at) => [monday(at, -7), monday(at, 0)] },
]

/** Weeks begin on Monday. */
export const monday = (at: Date, days: number): Date =>
  midnight(at, days - ((toLocal(at).getUTCDay() + 6) % 7))
