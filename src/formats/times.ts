import { type Micros, parseInstant, toMicros } from '../time'
import { asNumber, DecodeError } from './decoder'

/**
 * Parses an RFC 3339 date-time, also with an offset without a colon (`+0000`), as Zebra readers send it. Returns null
 * for a placeholder (see `fromClock`). Throws DecodeError.
 */
export function fromIso(value: unknown, name: string): Micros | null {
  const instant = typeof value === 'string' ? parseInstant(value.replace(bareOffset, '$1:$2')) : undefined
  if (!instant) throw new DecodeError(`${name} must be a time such as 2026-08-21T06:45:00.123Z`)
  return fromClock(toMicros(instant))
}

const bareOffset = /([+-]\d\d)(\d\d)$/

const microsOf = { s: 1_000_000, ms: 1000, us: 1 } as const

/**
 * Parses seconds, milliseconds or microseconds since 1970, as a number or text. Returns null for a placeholder (see
 * `fromClock`). Throws DecodeError.
 */
export const fromUnix = (value: unknown, unit: keyof typeof microsOf, name: string): Micros | null =>
  fromClock(Math.round(asNumber(value, name) * microsOf[unit]))

/**
 * Returns null for a placeholder: zero, a time before 1970, or one that is centuries ahead, such as the minimum or
 * maximum date of a programming language. Used as a time, it would make all reads of a tag repeats of the first.
 */
export const fromClock = (micros: number): Micros | null =>
  Number.isSafeInteger(micros) && micros > 0 ? micros : null
