/** Reads and writes CSV, including the variants that spreadsheets save in different countries. */

/** A record of the file. It begins at `line`, counted from 1, and may span several lines when quoted cells have line breaks. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** The number of characters of the first line that are searched for the delimiter. */
const headMax = 20_000

const delimiters = [',', ';', '\t'] as const

/** A quote that is never closed: all that follows it would be one cell. */
export class UnclosedQuote extends Error {
  constructor(readonly line: number) {
    super()
  }
}

/**
 * Returns the first records of the text, at most `recordsMax`, without those of white space only. Throws `UnclosedQuote`.
 */
export function parseCsv(text: string, recordsMax = Number.POSITIVE_INFINITY): CsvRecord[] {
  // Excel declares the delimiter in a first line such as "sep=;".
  const named = /^sep=(.)\r?\n/i.exec(text)
  const start = named ? named[0].length : 0
  const delimiter = named?.[1] ?? delimiterOf(text)
  const records: CsvRecord[] = []
  for (const record of recordsOf(text, start, named ? 2 : 1, delimiter)) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    records.push(record)
    if (records.length === recordsMax) break
  }
  return records
}

/** A line without delimiters that a blank line separates from the headings. */
const title = /^[^,;\t"\r\n]+(?:\r\n|\r|\n)[ \t]*[\r\n]+/

/** Returns the delimiter that is most frequent in the first line that is not blank and no title, outside of quotes. */
function delimiterOf(text: string): string {
  const head = text
    .slice(0, headMax)
    .replace(/^(?:[^\S\t\r\n]*[\r\n])+/, '')
    .replace(title, '')
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(head)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const countOf = (delimiter: string) => header.split(delimiter).length
  return delimiters.reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

function* recordsOf(text: string, start: number, firstLine: number, delimiter: string): Generator<CsvRecord> {
  const end = new RegExp(`[\\r\\n${delimiter === '\t' ? '\\t' : delimiter}]`, 'g')
  let at = start
  let line = firstLine
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const closed = closingQuote(text, at)
        if (closed === text.length) throw new UnclosedQuote(line)
        cell = text.slice(at + 1, closed).replaceAll('""', '"')
        line += lineBreaks(cell)
        at = closed + 1
      }
      // Text after a closing quote belongs to the cell.
      end.lastIndex = at
      const stop = end.exec(text)?.index ?? text.length
      cell += text.slice(at, stop)
      cells.push(plain(cell))
      at = stop + 1
      if (text[stop] !== delimiter) break
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at++
    line++
    yield { line: begins, cells }
  }
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    if (text[at + 1] !== '"') return at
  }
}

const lineBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** A spreadsheet would run such a cell as a formula, so it is written with a leading apostrophe, which reading removes. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const inertFormula = /^'+[=+\-@＝＋－＠\t\r\n]/

/** A formula that is only a text: files contain it so that a spreadsheet keeps the leading zeros of the text. */
const textFormula = /^="((?:[^"]|"")*)"$/

function plain(cell: string): string {
  if (inertFormula.test(cell)) return cell.slice(1)
  const text = textFormula.exec(cell)?.[1]
  return text === undefined ? cell : text.replaceAll('""', '"')
}

const byteOrderMark = '\ufeff'

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Returns the values of a cell, which are separated by `|`. A backslash escapes the character after it. */
export function splitValues(cell: string): string[] {
  const parts = cell.match(/(?:\\[\s\S]|[^\\|]|\\$)+/g) ?? []
  return parts.map((part) => unescaped(trimmed(part))).filter((value) => value !== '')
}

/** Removes white space at both ends, unless a backslash escapes it. */
function trimmed(part: string): string {
  const from = part.trimStart()
  const to = from.trimEnd()
  const slashes = /\\*$/.exec(to)?.[0].length ?? 0
  return slashes % 2 === 1 ? from.slice(0, to.length + 1) : to
}

/** Removes the escaping backslashes. A backslash before any other character is kept. */
const unescaped = (text: string): string => text.replace(/\\([\\|\s])/g, '$1')
