import { locale } from '../languages/language'

/** The decimal mark of the user's language, in the inputs of numbers. JSON has a decimal point. */
const isComma = new Intl.NumberFormat(locale()).formatToParts(1.5).some(({ value }) => value === ',')

/** Returns "12,5" as "12.5" where numbers have a decimal comma. A text with several marks is left as it is. */
export const withPoint = (text: string): string =>
  isComma && /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text

export const withOwnMark = (text: string): string => (isComma ? text.replace('.', ',') : text)

export const isNumber = (text: string): boolean => Number.isFinite(Number(withPoint(text)))
