import { language, locale } from '../../languages/language'
import { fromLocal, toLocal } from '../../languages/zone'

/** Reads dates as spreadsheets of different countries write them, in the zone of the console. */

/** Whether the day or the month comes first in a date such as 03/04/2027. */
export type DayOrder = 'day-first' | 'month-first'

export interface ReadDate {
  readonly at: Date
  /** Without a time, `at` is the beginning of the day. */
  readonly hasTime: boolean
}

/** What the numeric dates of a column tell about their order. `open` means that all of them fit both orders. */
type OrderEvidence = DayOrder | 'open' | 'none'

const timePart = String.raw`(?:[T\s,]+(?<time>\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?)(?:\s*(?:uhr|h))?)?`
const shape = (date: string) => new RegExp(`^${date}${timePart}$`, 'iu')

const yearFirst = shape(String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})\.?`)
const compact = shape(String.raw`(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)`)
const yearLast = shape(
  String.raw`(?<first>\d{1,2})\s?(?<mark>[-/.])\s?(?<second>\d{1,2})\s?\k<mark>\s?(?<year>\d{4}|\d\d)\.?`,
)
const dayThenName = shape(
  String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?(?:[-\s/]|de\b|of\b)*(?<name>\p{L}{3,})\.?(?:[-\s/,]|de\b|del\b)*(?<year>\d{4}|\d\d)`,
)
const nameThenDay = shape(
  String.raw`(?<name>\p{L}{3,})\.?[-\s]+(?<day>\d{1,2})(?:st|nd|rd|th)?[-\s,]+(?<year>\d{4}|\d\d)`,
)
const weekday = /^\p{L}{2,}\.?,?\s+(?=\d|\p{L}+\.?\s+\d{1,2}[\s,])/u

/** A day number of Excel since 1899-12-30, with the time as a fraction. Smaller numbers are more likely years. */
const dayNumber = /^(?<day>[2-7]\d{4})(?:[.,](?<fraction>\d+))?$/

const wire = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i

/** Returns whether the text is an instant with its time zone, which the service reads itself. */
export const isInstant = (text: string): boolean => wire.test(text)

/** Words for "no date". */
const noDate = new Set([
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'none',
  'never',
  'unlimited',
  'unbefristet',
  'unbegrenzt',
  'nie',
  'kein',
  'keine',
  'keines',
  'illimité',
  'jamais',
  'aucun',
  'aucune',
  'nunca',
  'ninguna',
  'ninguno',
  'ilimitado',
  'indefinido',
])
export const isNoDate = (text: string): boolean => text === '' || noDate.has(text.toLowerCase())

/** Returns the date; undefined when the text is not a date that exists. */
export function readDate(text: string, order: DayOrder): ReadDate | undefined {
  const serial = dayNumber.exec(text)?.groups
  if (serial) return serialDate(Number(serial['day']), Number(`0.${serial['fraction'] ?? 0}`))
  return readPlain(text, order) ?? readPlain(text.replace(weekday, ''), order)
}

function readPlain(plain: string, order: DayOrder): ReadDate | undefined {
  const found = yearFirst.exec(plain)?.groups ?? compact.exec(plain)?.groups
  if (found) return dateOf(found['year'], found['month'], found['day'], found['time'])
  const named = dayThenName.exec(plain)?.groups ?? nameThenDay.exec(plain)?.groups
  if (named) {
    const month = monthsByName().get(foldedName(named['name'] ?? ''))
    return month === undefined ? undefined : dateOf(named['year'], month, named['day'], named['time'])
  }
  const numeric = yearLast.exec(plain)?.groups
  if (!numeric) return undefined
  const { first, second, year, time } = numeric
  const [dayFirst, monthFirst] = [dateOf(year, second, first, time), dateOf(year, first, second, time)]
  const isDayFirst = order === 'day-first' || numeric['mark'] === '.'
  // A date that exists in one order only is read in that order, whatever the others of its column are.
  return isDayFirst ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst)
}

/** Returns what the dates of a column tell about their order. Dates with dots always begin with the day. */
export function orderOf(texts: readonly string[]): OrderEvidence {
  const found = new Set(texts.map(evidenceOf))
  if (found.has('day-first') === found.has('month-first'))
    return found.has('open') ? 'open' : found.has('day-first') ? 'day-first' : 'none'
  return found.has('day-first') ? 'day-first' : 'month-first'
}

function evidenceOf(text: string): OrderEvidence {
  const numeric = yearLast.exec(text.replace(weekday, ''))?.groups
  if (!numeric || numeric['mark'] === '.') return 'none'
  const [first, second] = [Number(numeric['first']), Number(numeric['second'])]
  if (first === second) return 'none'
  if (first > 12) return second > 12 ? 'none' : 'day-first'
  return second > 12 ? 'month-first' : 'open'
}

/** Returns the first text that fits both orders. */
export const openExampleOf = (texts: readonly string[]): string | undefined =>
  texts.find((text) => evidenceOf(text) === 'open')

function dateOf(
  yearText: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  timeText: string | undefined,
): ReadDate | undefined {
  const year = fullYear(yearText ?? '')
  const time = timeText === undefined ? [0, 0, 0] : timeOf(timeText)
  if (!time) return undefined
  const local = new Date(Date.UTC(year, Number(month) - 1, Number(day), ...time))
  // A day that does not exist continues into the next month.
  const isReal = local.getUTCMonth() === Number(month) - 1 && local.getUTCDate() === Number(day)
  return isReal ? { at: fromLocal(local.getTime()), hasTime: timeText !== undefined } : undefined
}

/** Two digits are a year from 1970 to 2069. */
function fullYear(text: string): number {
  if (text.length > 2) return Number(text)
  return Number(text) + (Number(text) < 70 ? 2000 : 1900)
}

function timeOf(text: string): [number, number, number] | undefined {
  const [hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const half = /([ap])\.?m/i.exec(text)?.[1]?.toLowerCase()
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return hours < 24 && minute < 60 && second < 60 ? [hours, minute, second] : undefined
}

function serialDate(days: number, fraction: number): ReadDate {
  const seconds = Math.round(fraction * 86_400)
  return { at: fromLocal(Date.UTC(1899, 11, 30 + days, 0, 0, seconds)), hasTime: seconds > 0 }
}

/** The languages whose names of months are understood. */
const monthLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'ru',
  'uk',
  'tr',
  'ro',
  'hu',
]

const foldedName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')

let months: ReadonlyMap<string, number> | undefined

/** The number of each month, from 1, by its names. A name that means different months in two languages has that of the first. */
function monthsByName(): ReadonlyMap<string, number> {
  if (months) return months
  const found = new Map<string, number>([['sept', 9]])
  for (const tag of monthLanguages)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(tag, { month, ...(day && { day }) })
        for (let number = 1; number <= 12; number++) {
          const part = format
            .formatToParts(new Date(2027, number - 1, 15))
            .find(({ type }) => type === 'month')
          const name = foldedName(part?.value ?? '')
          if (name !== '' && !found.has(name)) found.set(name, number)
        }
      }
  return (months = found)
}

/** English dates begin with the day, so that they can be compared with the file. */
const wordsLocale = () => (language() === 'en' ? 'en-GB' : locale())
const day = new Intl.DateTimeFormat(wordsLocale(), {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayAndTime = new Intl.DateTimeFormat(wordsLocale(), {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** Returns the date in words: "31 December 2027", with its time if it has one. */
export const inWords = ({ at, hasTime }: ReadDate): string => (hasTime ? dayAndTime : day).format(toLocal(at))
