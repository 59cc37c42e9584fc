import { type Micros, parseInstant, toMicros } from '../time'
import { asNumber, DecodeError } from './decoder'

/**
 * An RFC 3339 date-time, also with an offset that has no colon (`+0000`), as Zebra writes it; null where it is no
 * clock's. Throws DecodeError.
 */
export function fromIso(value: unknown, name: string): Micros | null {
  const instant = typeof value === 'string' ? parseInstant(value.replace(bareOffset, '$1:$2')) : undefined
  if (!instant) throw new DecodeError(`${name} must be a time such as 2026-08-21T06:45:00.123Z`)
  return fromClock(toMicros(instant))
}

const bareOffset = /([+-]\d\d)(\d\d)$/

const microsOf = { s: 1_000_000, ms: 1000, us: 1 } as const

/** A number of seconds, milliseconds or microseconds since 1970, also as text; null where it is no clock's. Throws DecodeError. */
export const fromUnix = (value: unknown, unit: keyof typeof microsOf, name: string): Micros | null =>
  fromClock(Math.round(asNumber(value, name) * microsOf[unit]))

/**
 * Null for what stands for no time at all: zero, and what lies before 1970 or centuries ahead, such as the least and
 * the greatest date of a programming language. Taken for a time it would make all reads of a tag repeats of one.
 */
export const fromClock = (micros: number): Micros | null =>
  Number.isSafeInteger(micros) && micros > 0 ? micros : null
