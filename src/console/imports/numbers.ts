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
const isOpen = (digits: string): boolean =>
  /[,.]/.test(digits) && shapes[','].test(digits) && shapes['.'].test(digits)

/**
 * Returns the number with a decimal point and without groups; undefined for a text that is no number, or that can mean
 * two numbers.
 *
 * @param mark the decimal mark of the column
 */
export function readNumber(text: string, mark: DecimalMark | undefined): string | undefined {
  const digits = ungrouped(text)
  if (mark !== undefined && shapes[mark].test(digits)) return withMark(digits, mark)
  if (isOpen(digits)) return undefined
  if (exported.test(digits)) return digits
  const own = markOf(digits)
  return own && withMark(digits, own)
}

/** Returns the two numbers that a text such as 1,234 can mean, each as a text that means nothing else: 1.2340 and 1234. */
export function meaningsOf(text: string): readonly [string, string] | undefined {
  const digits = ungrouped(text)
  if (!isOpen(digits)) return undefined
  const decimal = digits.replace(',', '.')
  // Three digits after the point could be a group.
  return [decimal.endsWith('0') ? decimal.slice(0, -1) : `${decimal}0`, digits.replace(/[,.]/, '')]
}
