import { BoundedMap } from '../base/bounded-map'
import type { Message } from '../base/messages'
import { type Micros, second } from '../base/time'
import { fieldMessages } from './messages'

/** A time zone: the offset of local time from UTC, which may depend on the time. */
export interface Zone {
  /** Returns the offset at an instant in UTC. */
  readonly offsetAt: (utc: Micros) => Micros
}

const minute = 60 * second

/** Offsets of named zones change at most at multiples of this, so an offset is computed once for this time. */
const step = 15 * minute
/** Maximum number of offsets that are kept for each named zone, and maximum number of zones. */
const offsetsMax = 500
const zonesMax = 200

/** `Z`, `UTC`, `GMT+8`, `-6:00`, `+0530`. The sign of hours and minutes may be missing: CSL readers send `8:00`. */
const offsetForm = /^(?:UTC|GMT)?(?<sign>[+-]?)(?<hours>\d{1,2})(?::?(?<minutes>\d\d))?$/i
const utcForm = /^(?:Z|UTC|GMT)$/i
const nameForm = /^[A-Z][A-Z0-9_+/-]{1,63}$/i

const zones = new BoundedMap<string, Zone | undefined>(zonesMax)

/** Returns the zone with an IANA name or an offset; undefined for another text. */
export function zoneOf(text: string): Zone | undefined {
  const trimmed = text.trim()
  if (zones.has(trimmed)) return zones.get(trimmed)
  const zone = offsetZone(trimmed) ?? namedZone(trimmed)
  zones.set(trimmed, zone)
  return zone
}

/** Returns whether this is an IANA name, which browsers know as well. */
export const isZoneName = (text: string): boolean => nameForm.test(text) && formatOf(text) !== undefined

export const zoneNameMessage = (field: string): Message =>
  fieldMessages('field.time_zone', { field, name: 'America/Chicago' })

/** Returns the zone of a reader's setting; null without one. */
export const zoneOrNull = (text: string | null): Zone | null =>
  text === null ? null : (zoneOf(text) ?? null)

const fixed = (offset: Micros): Zone => ({ offsetAt: () => offset })

export const utc: Zone = fixed(0)

function offsetZone(text: string): Zone | undefined {
  if (utcForm.test(text)) return utc
  const { sign, hours, minutes = '00' } = offsetForm.exec(text)?.groups ?? {}
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute)
}

function namedZone(name: string): Zone | undefined {
  const format = nameForm.test(name) ? formatOf(name) : undefined
  if (!format) return undefined
  const offsets = new BoundedMap<number, Micros>(offsetsMax)
  return {
    offsetAt(at) {
      const index = Math.floor(at / step)
      const known = offsets.get(index)
      if (known !== undefined) return known
      const offset = wallClock(format, index * step) - index * step
      offsets.set(index, offset)
      return offset
    },
  }
}

/** Returns a format of the parts of a local time; undefined when there is no such zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns the local time of an instant as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, at: Micros): Micros {
  const parts = new Map(format.formatToParts(at / 1000).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const { UTC } = Date
  return (
    UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) * 1000
  )
}

const day = 86_400 * second

/**
 * Returns the instant of a local time. At the end of daylight saving time, an hour occurs twice: then it is the later
 * instant that is not after `now`. At the beginning, an hour is missing: then the offset before it applies.
 *
 * @param local the local time as if it were UTC
 */
export function instantIn({ offsetAt }: Zone, local: Micros, now: Micros): Micros {
  const earlier = local - offsetAt(local - day)
  const later = local - offsetAt(local + day)
  if (earlier === later) return earlier
  const possible = [earlier, later].filter((at) => at + offsetAt(at) === local).toSorted((a, b) => b - a)
  return possible.find((at) => at <= now + minute) ?? possible.at(-1) ?? earlier
}
