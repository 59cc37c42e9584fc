import type { MailLanguage } from '../../base/mail-languages'
import { type Micros, second } from '../../base/time'
import type { Period } from '../../contract/due'
import { type ScheduleWords, scheduleWordsOf } from './words'

/** How mail writes numbers and times. */
export interface Style {
  readonly words: ScheduleWords
  readonly language: MailLanguage
  readonly number: (value: number) => string
  /** A length of time, given in seconds. */
  readonly length: (seconds: number) => string
  readonly time: (at: Micros) => string
  /** The days of a period. */
  readonly span: (period: Period) => string
  /** A day for the name of a file. */
  readonly isoDay: (at: Micros) => string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export function styleOf(language: MailLanguage, timeZone: string): Style {
  const locale = language === 'en' ? 'en-GB' : language
  const words = scheduleWordsOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const isoDays = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const format = (value: number) => numbers.format(value)
  return {
    words,
    language,
    number: format,
    length(seconds) {
      if (seconds < minute) return `${seconds} s`
      if (seconds < hour) return `${Math.floor(seconds / minute)} min`
      const [units, rest] =
        seconds < day
          ? [`${Math.floor(seconds / hour)} h`, `${Math.floor((seconds % hour) / minute)} min`]
          : [
              `${format(Math.floor(seconds / day))} ${words.dayUnit}`,
              `${Math.floor((seconds % day) / hour)} h`,
            ]
      return rest.startsWith('0 ') ? units : `${units} ${rest}`
    },
    time: (at) => times.format(at / 1000),
    span: ({ from, to }) => days.formatRange(from / 1000, (to - second) / 1000),
    isoDay: (at) => isoDays.format(at / 1000),
  }
}
