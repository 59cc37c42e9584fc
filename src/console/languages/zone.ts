import { locale } from './language'

/**
 * The time zone of all times of the console: that of the organization, or else that of the browser. A local time is an instant
 * whose UTC fields are those of the zone.
 */

const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone
let current = ofBrowser
let wallClock = wallClockOf(current)

export const timeZone = (): string => current

/** @param zone null or undefined: the zone of the browser */
export function setTimeZone(zone: string | null | undefined): void {
  if ((zone ?? ofBrowser) === current) return
  try {
    wallClock = wallClockOf(zone ?? ofBrowser)
    current = zone ?? ofBrowser
  } catch (error) {
    // An old browser does not know each zone of the service. The pages name the zone that they use.
    if (!(error instanceof RangeError)) throw error
  }
}

function wallClockOf(zone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
}

/** Formats instants in the zone, as `Intl.DateTimeFormat` does. */
export function timeFormat(options: Intl.DateTimeFormatOptions) {
  let made: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined
  const format = () => {
    if (made?.zone !== current)
      made = { zone: current, format: new Intl.DateTimeFormat(locale(), { ...options, timeZone: current }) }
    return made.format
  }
  return {
    format: (at: number | Date): string => format().format(at),
    formatRange: (from: Date, to: Date): string => format().formatRange(from, to),
  }
}

const secondMs = 1000
const dayMs = 86_400 * secondMs

export function toLocal(at: number | Date): Date {
  const instant = Number(at)
  const whole = Math.floor(instant / secondMs) * secondMs
  const parts = new Map(wallClock.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const local = new Date(0)
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'), instant - whole)
  return local
}

/** Returns the instant of a local time: the first of two, and for one that the zone skips, as much later as it skips. */
export function fromLocal(local: number): Date {
  const offsetAt = (at: number) => toLocal(at).getTime() - at
  const before = local - offsetAt(local - dayMs)
  const after = local - offsetAt(local + dayMs)
  const isReal = (at: number) => toLocal(at).getTime() === local
  return new Date(!isReal(before) && isReal(after) ? after : before)
}

/** Returns the beginning of the day of an instant, or of a day some days later. */
export function midnight(at: Date, days = 0): Date {
  const local = toLocal(at)
  return fromLocal(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days))
}

/** Returns the same time of day, some days later. */
export const daysLater = (at: Date, days: number): Date => fromLocal(toLocal(at).getTime() + days * dayMs)

export const isSameDay = (one: Date, other: Date): boolean =>
  midnight(one).getTime() === midnight(other).getTime()
