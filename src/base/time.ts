/**
 * An instant in UTC as text of fixed width, `2026-01-31T08:05:00.123456Z`. The text sorts by time for all years that
 * the API allows (0001 to 9999). A number of microseconds would exceed the safe integers in the year 2255.
 */
export type Instant = string & { readonly __instant: unique symbol }

/**
 * Microseconds since 1970. Times of reads use them, because they are near the present and rules calculate with them.
 */
export type Micros = number

export const second: Micros = 1_000_000

export type Clock = () => Instant

export const systemClock: Clock = () => instantOf(new Date())

/** Converts a date of the years 0001 to 9999. */
export const instantOf = (date: Date): Instant => `${date.toISOString().slice(0, 23)}000Z` as Instant

export const fromMicros = (micros: Micros): Instant => {
  const milliseconds = Math.floor(micros / 1000)
  const rest = String(micros - milliseconds * 1000).padStart(3, '0')
  return `${new Date(milliseconds).toISOString().slice(0, 23)}${rest}Z` as Instant
}

let lastInstant: Instant | undefined
let lastMicros: Micros = 0

/** The last result is cached, because a request converts the time of its arrival repeatedly. */
export function toMicros(instant: Instant): Micros {
  if (instant === lastInstant) return lastMicros
  const micros = Date.parse(toWire(instant)) * 1000 + Number(instant.slice(23, 26))
  lastInstant = instant
  lastMicros = micros
  return micros
}

/** Returns the format of responses, truncated to milliseconds (docs/api.md, Timestamps). */
export const toWire = (instant: Instant): string => `${instant.slice(0, 23)}Z`

/**
 * Returns the last instant that responses show like this one. An instant with microseconds is returned unchanged.
 */
export const lastShownAs = (instant: Instant): Instant =>
  instant.endsWith('000Z') ? (`${instant.slice(0, 23)}999Z` as Instant) : instant

/** Returns the format of responses for a time of a read. */
export const wireOf = (at: Micros): string => new Date(Math.floor(at / 1000)).toISOString()

export const wireOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : toWire(instant)

export const plusSeconds = (instant: Instant, seconds: number): Instant =>
  fromMicros(toMicros(instant) + seconds * second)

/** Returns whole seconds since 1970, for JWT and the header Deprecation. */
export const toUnixSeconds = (instant: Instant): number => Math.floor(toMicros(instant) / second)

/** Returns the later of `now` and the next millisecond after `previous`, so that times of changes strictly increase. */
export function laterThan(previous: Instant, now: Instant): Instant {
  if (toWire(now) > toWire(previous)) return now
  return instantOf(new Date(Date.parse(toWire(previous)) + 1))
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * Parses an RFC 3339 date-time with any offset and at most nine fractional digits, truncated to microseconds. Returns
 * undefined if it is not valid.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, seconds] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const offsetHours = Number(match[9] ?? 0)
  const offsetMinutes = Number(match[10] ?? 0)
  const isLeapSecond = seconds === 60
  if (hour > 23 || minute > 59 || seconds > 60 || offsetHours > 23 || offsetMinutes > 59 || year === 0)
    return undefined

  // Date.UTC interprets the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === '-' ? -1 : 1)
  date.setUTCHours(hour, minute - offset, isLeapSecond ? 59 : seconds)
  if (isLeapSecond) {
    // RFC 3339 §5.7: only the last minute of June or December (UTC) can have a 61st second.
    const isPossible = /-(06-30|12-31)T23:59:59/.test(date.toISOString())
    if (!isPossible) return undefined
    date.setUTCSeconds(60)
  }
  const resultYear = date.getUTCFullYear()
  if (resultYear < 1 || resultYear > 9999) return undefined
  const fraction = (match[7] ?? '').padEnd(6, '0').slice(0, 6)
  return `${date.toISOString().slice(0, 19)}.${fraction}Z` as Instant
}
