import { type Micros, parseInstant, second, toMicros } from '../../../base/time'
import { instantIn, type Zone, zoneOf, utc } from '../../../contract/zones'

/** Why a text or a number is not a usable time. */
export type TimeFault = 'unreadable' | 'no zone'

/** A time as a reader writes it. */
interface Written {
  /** The local time in the form of RFC 3339, with `Z`. */
  readonly local: string
  readonly zone: Zone | null
}

/**
 * Parses the text of a time in the forms that readers send: RFC 3339, or with a space, without seconds, with a comma,
 * with an offset such as `+8` or `UTC`, or in the basic format; the text of a JavaScript date; `/Date(<milliseconds>)/`.
 * The years 0001 to 9999 are accepted.
 *
 * @param zone the zone of all times of the reader, instead of the one in the text; null: the one in the text
 * @param now for the hour that occurs twice at the end of daylight saving time
 */
export function parseTime(text: string, zone: Zone | null, now: Micros): Micros | TimeFault {
  if (!zone) {
    // Most readers send this form.
    const instant = parseInstant(text.replace(bareOffset, '$1:$2'))
    if (instant) return toMicros(instant)
  }
  const written = readTime(text.trim())
  if (!written) return 'unreadable'
  const local = parseInstant(written.local)
  if (!local) return 'unreadable'
  const applied = zone ?? written.zone
  return applied ? instantIn(applied, toMicros(local), now) : 'no zone'
}

const bareOffset = /([+-]\d\d)(\d\d)$/

const date = String.raw`(?<year>\d{4})(?<separator>[-/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})`
const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d{1,2})(?::(?<second>\d{1,2})(?:[.,](?<fraction>\d+))?)?`
const basicDate = String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`
const basicTime = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?`
const monthName = String.raw`(?<month>[A-Za-z]{3})[a-z]*`
const weekday = String.raw`(?:[A-Za-z]{3,9},? +)?`
const zone = String.raw` ?(?<zone>[A-Za-z+-][\w+:/-]*)?(?: ?[[(][^\])]*[\])])?`

const forms = [
  String.raw`${date}[Tt &_]${time}${zone}`,
  String.raw`${basicDate}[Tt]${basicTime}${zone}`,
  String.raw`${basicDate}${basicTime}`,
  String.raw`${weekday}${monthName} +(?<day>\d{1,2}),? +(?<year>\d{4}),? +${time}${zone}`,
  String.raw`${weekday}${monthName} +(?<day>\d{1,2}) +${time} +(?<year>\d{4})`,
  String.raw`${weekday}(?<day>\d{1,2})[ -]${monthName}[ -](?<year>\d{4}) +${time}${zone}`,
].map((form) => new RegExp(`^${form}$`))

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** No form of a time is longer. */
const lengthMax = 100

const dotNetForm = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/

function readTime(text: string): Written | undefined {
  if (text.length > lengthMax) return undefined
  const milliseconds = dotNetForm.exec(text)?.[1]
  if (milliseconds !== undefined) return ofMilliseconds(Number(milliseconds))
  for (const form of forms) {
    const groups = form.exec(text)?.groups
    if (groups) return written(groups)
  }
  return undefined
}

function ofMilliseconds(milliseconds: number): Written | undefined {
  const at = new Date(milliseconds)
  return Number.isNaN(at.getTime()) ? undefined : { local: at.toISOString(), zone: utc }
}

function written(groups: Readonly<Record<string, string | undefined>>): Written | undefined {
  const two = (name: string): string => (groups[name] ?? '00').padStart(2, '0')
  const { year, month = '', fraction = '0', zone: zoneText } = groups
  // 6:00 PM is another time than 06:00, and the form is too rare to be parsed.
  if (/^[ap]m$/i.test(zoneText ?? '')) return undefined
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const number = named > 0 ? String(named) : month
  return {
    local: `${year}-${number.padStart(2, '0')}-${two('day')}T${two('hour')}:${two('minute')}:${two('second')}.${fraction.slice(0, 9)}Z`,
    zone: zoneText === undefined ? null : (zoneOf(zoneText) ?? null),
  }
}

const microsOf = { s: second, ms: 1000, us: 1, ns: 0.001 } as const

/** The unit of a number since 1970. */
export type TimeUnit = Exclude<keyof typeof microsOf, 'ns'>

/** Converts a number since 1970. The zone of the reader replaces UTC, for a reader that counts in local time. */
export function fromUnix(value: number, unit: TimeUnit, zone: Zone | null, now: Micros): Micros {
  const at = Math.round(value * microsOf[unit])
  return zone && Number.isSafeInteger(at) ? instantIn(zone, at, now) : at
}

/** The times from 2001 to 2286, in which a number of seconds has ten digits, and each other unit three more. */
const present = { from: 1e9 * second, to: 1e10 * second }

const isPresent = (micros: number): boolean => micros >= present.from && micros < present.to

/** Returns the unit that a number since 1970 is probably in; null when it does not look like a time. */
export const likelyUnit = (value: number): keyof typeof microsOf | null =>
  (['s', 'ms', 'us', 'ns'] as const).find((unit) => isPresent(value * microsOf[unit])) ?? null

/**
 * Returns null for a placeholder: zero, a time before 1970, or one that is centuries ahead, such as the minimum or
 * maximum date of a programming language. Used as a time, it would make all reads of a tag repeats of the first.
 */
export const fromClock = (micros: number): Micros | null =>
  Number.isSafeInteger(micros) && micros > 0 ? micros : null
