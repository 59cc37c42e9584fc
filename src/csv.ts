/** Writes CSV (RFC 4180) that spreadsheets open as it is meant. What reads it is the console (src/console/imports). */

/** Without it spreadsheets take UTF-8 for the code page of the country. */
export const byteOrderMark = '\ufeff'

/** A spreadsheet would run what begins like this. Apostrophes count, so that taking one off again is exact. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** One record, with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Many values in one cell: between them `|`, and a backslash before what would be taken for something else. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\|]|^\s+|\s+$/g, escaped)).join(' | ')

const escaped = (text: string): string => Array.from(text, (character) => `\\${character}`).join('')
