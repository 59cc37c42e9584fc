/** Writes CSV (RFC 4180) that spreadsheets read correctly. The console reads it again (src/console/imports). */

/** Without the byte order mark, spreadsheets decode UTF-8 as the code page of the country. */
export const byteOrderMark = '\ufeff'

/**
 * Matches text that a spreadsheet would run as a formula, even after apostrophes. `cellOf` puts an apostrophe before
 * it, and reading the file removes exactly one.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** Returns one record with its line end. A number is not a formula, even if it is negative. */
export const csvLine = (cells: readonly (string | number)[], separator: ',' | ';' = ','): string =>
  `${cells.map(cellOf).join(separator)}\r\n`

function cellOf(text: string | number): string {
  if (typeof text === 'number') return String(text)
  const inert = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Joins the values of one cell with `|`. Escapes `|`, backslashes and outer white space with a backslash. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\|]|^\s+|\s+$/g, escaped)).join(' | ')

const escaped = (text: string): string => Array.from(text, (character) => `\\${character}`).join('')
