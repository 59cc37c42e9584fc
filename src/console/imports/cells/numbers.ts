/** Reads numbers as spreadsheets of different countries write them. */

export type DecimalMark = ',' | '.'

/** Numbers with this decimal mark, with or without the other mark between groups of three digits. */
const shapes: Readonly<Record<DecimalMark, RegExp>> = {
  ',': /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
  '.': /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
}

/** A number as an exported file contains it. */
const exported = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

const ungrouped = (text: string): string => text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '')

/** Returns the only mark with which the text is a number; undefined also when it is one with both. */
function markOf(text: string): DecimalMark | undefined {
  const [isComma, isDot] = [shapes[','].test(text), shapes['.'].test(text)]
  if (isComma === isDot) return undefined
  return isComma ? ',' : '.'
}

/** Returns the decimal mark of a column; undefined when no number shows it, or when its numbers show both. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | undefined {
  const marks = new Set(texts.map((text) => markOf(ungrouped(text))))
  if (marks.has(',') === marks.has('.')) return undefined
  return marks.has(',') ? ',' : '.'
}

const withMark = (text: string, mark: DecimalMark): string =>
  text.replaceAll(mark === ',' ? '.' : ',', '').replace(',', '.')

/** Whether the text means one number with a decimal comma and another with a decimal point, such as 1.250. */
export function isOpenNumber(text: string): boolean {
  const digits = ungrouped(text)
  return /[,.]/.test(digits) && shapes[','].test(digits) && shapes['.'].test(digits)
}

/**
 * Returns the number with a decimal point and without groups; undefined for a text that is not a number.
 *
 * @param mark the decimal mark of the column; undefined when no number of the column depends on it
 */
export function readNumber(text: string, mark: DecimalMark | undefined): string | undefined {
  const digits = ungrouped(text)
  if (mark !== undefined && shapes[mark].test(digits)) return withMark(digits, mark)
  if (exported.test(digits)) return digits
  const own = markOf(digits)
  return own && withMark(digits, own)
}
