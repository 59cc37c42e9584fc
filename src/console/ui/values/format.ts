import { serviceNow } from '../../api/service-clock'
import { locale } from '../../languages/language'
import { t } from '../../languages/messages'
import { fromLocal, isSameDay, midnight, timeFormat, timeZone, toLocal } from '../../languages/zone'

/** Formats instants, durations and numbers. Instants are RFC 3339 text and are shown in the zone of the organization. */

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' })

/** Returns "3 minutes ago" or "in 2 days"; "just now" for less than ten seconds. */
export function relativeTo(instant: string, nowMs: number): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000
  if (Math.abs(seconds) < 10) return t('just now')
  const [unit, size] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1]
  // Past durations are rounded down. Future ones are rounded, so that 90 days from now reads "in 3 months".
  return relative.format(seconds > 0 ? Math.round(seconds / size) : Math.ceil(seconds / size), unit)
}

/** Returns the instant to the second, with the time zone. */
export const exactly = (instant: string, zone = timeZone()): string => {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long', timeZone: zone })
  return format.format(new Date(instant))
}

const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const
const today = timeFormat(timeOfDay)

/** Returns "14:58". */
export const timeOfDayOf = (at: number | Date): string => today.format(at)

const seconds = { ...timeOfDay, second: '2-digit' } as const
const secondToday = timeFormat(seconds)
const secondEarlier = timeFormat({ day: 'numeric', month: 'short', ...seconds })

/** Returns "14:58:02", with the day unless it is today. */
export const secondOf = (at: Date, now: Date): string =>
  (isSameDay(at, now) ? secondToday : secondEarlier).format(at)

const dayAndTime = { weekday: 'short', day: 'numeric', month: 'short', ...timeOfDay } as const
const pastTime = timeFormat(dayAndTime)
const pastTimeWithYear = timeFormat({ ...dayAndTime, year: 'numeric' })

/** Returns "Thu, 26 Nov, 14:47", with its year when this is not the present one. */
export const pastTimeOf = (at: number): string =>
  (isOfThisYear(new Date(at)) ? pastTime : pastTimeWithYear).format(at)

const thisWeek = timeFormat({ weekday: 'short', ...timeOfDay })
const earlier = timeFormat({ day: 'numeric', month: 'short', ...timeOfDay })
const lastYears = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** Returns "14:58", "Sat 17:40", "3 Nov 14:58" or "3 Nov 2025". */
export function clockTimeOf(instant: string, nowMs: number): string {
  const [at, now] = [new Date(instant), new Date(nowMs)]
  const days = (nowMs - at.getTime()) / 86_400_000
  if (isSameDay(at, now)) return timeOfDayOf(at)
  if (days >= 0 && days < 6) return thisWeek.format(at)
  return yearOf(at) === yearOf(now) ? earlier.format(at) : lastYears.format(at)
}

/** Returns a duration in its two largest units: "2 d 3 h", "4 min". */
export function lengthOf(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const ageUnits = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** Returns "12 s", "14 min", "3 h" or "2 d". */
export function ageOf(ms: number): string {
  const [size, unit] = ageUnits.find(([length]) => ms >= length) ?? [1000, 's']
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`
}

const inGroups = new Intl.NumberFormat(locale())

/** Returns a number with separators: "12,800". */
export const counted = (count: number): string => inGroups.format(count)

/** Returns a text between the quotation marks of the language. */
export const quoted = (text: string): string => t('“{text}”', { text })

export const assetsText = (count: number): string =>
  t('{count, plural, one {# asset} other {# assets}}', { count })

export const locationsText = (count: number): string =>
  t('{count, plural, one {# location} other {# locations}}', { count })

/** Returns a number with a minus sign instead of a hyphen: "−58.5". */
export const signed = (value: number): string => counted(value).replace('-', '−')

const sizes = [t('bytes'), 'kB', 'MB', 'GB', 'TB']

/** Returns a number of bytes as "8.4 MB". */
export function sizeOf(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3)))
  const digits = { maximumFractionDigits: step === 0 ? 0 : 1 }
  return `${(bytes / 1000 ** step).toLocaleString(locale(), digits)} ${sizes[step] ?? ''}`
}

/** Returns the text with its first letter in upper case. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const yearOf = (at: Date): number => toLocal(at).getUTCFullYear()
const isOfThisYear = (at: Date): boolean => yearOf(at) === yearOf(new Date(serviceNow()))

const dayOfYear = timeFormat({ day: 'numeric', month: 'long' })
const wholeDay = timeFormat({ dateStyle: 'long' })

/** Returns a day in words, "2026-11-26" as "November 26", with its year when this is not the present one. */
export function dayText(day: string): string {
  const at = fromLocal(Date.parse(`${day}T12:00Z`))
  return (isOfThisYear(at) ? dayOfYear : wholeDay).format(at)
}

/** Returns the day as an input of type date shows it. */
export const localDay = (at: Date): string => toLocalInput(at.toISOString()).slice(0, 10)

/** Whether a text is a day as an input of type date returns it. An address can contain anything, and an input also years beyond 9999. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Returns the first and the last millisecond of such a day, which has 23 or 25 hours when daylight saving time changes. */
export function dayOf(day: string): { from: string; to: string } {
  const from = fromLocal(Date.parse(`${day}T00:00Z`))
  return { from: from.toISOString(), to: new Date(midnight(from, 1).getTime() - 1).toISOString() }
}

/** Returns the value for an input of type datetime-local; empty for null. */
export const toLocalInput = (instant: string | null): string =>
  instant === null ? '' : toLocal(Date.parse(instant)).toISOString().slice(0, 19)

/** Returns the instant of such an input. An invalid date is returned unchanged, so that the service reports it. */
export function fromLocalInput(text: string): string | null {
  if (text === '') return null
  const local = Date.parse(text.includes('T') ? `${text}Z` : text)
  return Number.isNaN(local) ? text : fromLocal(local).toISOString()
}

export type Freshness = 'fresh' | 'aging' | 'stale'

const freshSeconds = 15 * 60
const agingSeconds = 24 * 3600

/** The name of each state, and the limits above in words. */
export const freshnessTexts = {
  fresh: { label: t('Fresh'), limit: t('read within the last 15 minutes') },
  aging: { label: t('Aging'), limit: t('last read 15 minutes to 24 hours ago') },
  stale: { label: t('Stale'), limit: t('not read for more than 24 hours') },
} as const satisfies Record<Freshness, { label: string; limit: string }>

/** Returns how reliable a position is, by the time of the last read. */
export function freshnessOf(instant: string, nowMs: number): Freshness {
  const age = (nowMs - Date.parse(instant)) / 1000
  if (age <= freshSeconds) return 'fresh'
  return age <= agingSeconds ? 'aging' : 'stale'
}
