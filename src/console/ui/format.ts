/** Instants, lengths of time, numbers and words for people; all instants are RFC 3339 text, all zones the viewer's. */

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })

/** "3 minutes ago", "in 2 days"; "just now" for less than ten seconds. */
export function relativeTo(instant: string, nowMs: number): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000
  if (Math.abs(seconds) < 10) return 'just now'
  const [unit, size] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1]
  // Of the past as much as is over; what is set for 90 days from now is not said to be in two months.
  return relative.format(seconds > 0 ? Math.round(seconds / size) : Math.ceil(seconds / size), unit)
}

/** To the second, with the zone. */
export const exactly = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(instant))

/** "2 d 3 h", "4 min": the two largest units. */
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

const inGroups = new Intl.NumberFormat('en')

/** "12,800" */
export const counted = (count: number): string => inGroups.format(count)

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "8.4 MB", of a number of bytes. */
export function sizeOf(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3)))
  const digits = { maximumFractionDigits: step === 0 ? 0 : 1 }
  return `${(bytes / 1000 ** step).toLocaleString('en', digits)} ${sizes[step] ?? ''}`
}

/** Text that begins a sentence or stands alone. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const two = (value: number): string => String(value).padStart(2, '0')

/** As an input of type date has it, in the viewer's zone. */
export const localDay = (at: Date): string => toLocalInput(at.toISOString()).slice(0, 10)

/** The first and the last millisecond of such a day: 23 or 25 hours where the clock is changed. */
export function dayOf(day: string): { from: string; to: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = (later: number) => new Date(year, month - 1, date + later)
  return { from: midnight(0).toISOString(), to: new Date(midnight(1).getTime() - 1).toISOString() }
}

/** For an input of type datetime-local, in the viewer's zone; empty for null. */
export function toLocalInput(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The instant that such an input names; what is no date is passed on, for the service to say so. */
export function fromLocalInput(text: string): string | null {
  if (text === '') return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

export type Freshness = 'fresh' | 'aging' | 'stale'

const freshSeconds = 15 * 60
const agingSeconds = 24 * 3600

/** How far what was seen then can still be trusted. */
export function freshnessOf(instant: string, nowMs: number): Freshness {
  const age = (nowMs - Date.parse(instant)) / 1000
  if (age <= freshSeconds) return 'fresh'
  return age <= agingSeconds ? 'aging' : 'stale'
}
