import { readXml } from './xml'

/** How a workbook shows its numbers: as dates, with leading zeros, or as they are. */

export type CellFormat = 'date' | 'time' | 'number' | { readonly zeros: number }

/** The formats without a code in the file that show a date, and those that show only a time. */
const dateIds = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const timeIds = (id: number): boolean => (id >= 18 && id <= 21) || (id >= 45 && id <= 47)

/** Returns the format of a code such as `dd.mm.yyyy` or `00000`. */
export function formatOf(code: string): CellFormat {
  const plain = (code.split(';')[0] ?? '')
    .replaceAll(/\[(h+|m+|s+)\]/gi, '$1')
    .replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  if (/^0{2,255}$/.test(plain)) return { zeros: plain.length }
  // In Japanese formats, e is the year of an era, and g is the era.
  if (!/^[ymdhsapge/:.,\-\s0]+$/i.test(plain)) return 'number'
  if (/[yd]/i.test(plain)) return 'date'
  if (/[hs]/i.test(plain)) return 'time'
  return /m/i.test(plain) ? 'date' : 'number'
}

/** Returns the format of each style of the workbook. */
export function readFormats(xml: string): CellFormat[] {
  const codes = new Map<string, string>()
  const formats: CellFormat[] = []
  let isInStyles = false
  readXml(xml, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      if (name === 'cellXfs') isInStyles = true
      if (name !== 'xf' || !isInStyles) return
      const [code, id] = [codes.get(numFmtId), Number(numFmtId)]
      formats.push(
        code !== undefined ? formatOf(code) : dateIds(id) ? 'date' : timeIds(id) ? 'time' : 'number',
      )
    },
    close(name) {
      if (name === 'cellXfs') isInStyles = false
    },
  })
  return formats
}

const secondsOfDay = 86_400
/** Days between 1970 and the first day of each system of dates. */
const [daysBefore1900, daysBefore1904] = [25_569, 24_107]

/** Returns a number as the workbook shows it. A date is written with its year first, so that it can be read in one way. */
export function shownNumber(text: string, format: CellFormat, is1904: boolean): string {
  const stored = Number(text)
  if (text === '' || !Number.isFinite(stored)) return text
  // A workbook stores the sum of 0.1 and 0.2 as 0.30000000000000004, and shows at most 15 digits.
  const number = Number(stored.toPrecision(15))
  if (typeof format === 'object') return String(number).padStart(format.zeros, '0')
  if (format === 'number') return String(number)
  if (format === 'time') return duration(Math.round(number * secondsOfDay))
  const seconds = Math.round((number - (is1904 ? daysBefore1904 : daysBefore1900)) * secondsOfDay)
  const at = new Date(seconds * 1000)
  if (Number.isNaN(at.getTime())) return text
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  return seconds % secondsOfDay === 0 ? day : `${day} ${time}`
}

/** Converts a date that is stored as text (ECMA-376, 18.18.11) to the form of one that is stored as a number, which has no time zone. */
export function shownDate(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(text) ?? []
  if (day === undefined) return text
  return time === undefined || time === '00:00:00' ? day : `${day} ${time}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const duration = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
