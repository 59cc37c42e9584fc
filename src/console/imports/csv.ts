/** CSV from wherever it comes: spreadsheets of all countries, other programs, this one. */

/** One line of the file; one that has line breaks within quotes begins at `line`, counted from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Spreadsheets save UTF-16 as "Unicode text", and without a mark often in the code page of the country. */
export function textOf(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be'
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** So many characters of the first line say what separates its cells. */
const headMax = 20_000

const delimiters = [',', ';', '\t'] as const

/** The records of the text, without those that are empty. Quotes that are never closed end with the text. */
export function parseCsv(text: string): CsvRecord[] {
  // Excel's own way to say what separates the cells.
  const named = /^sep=(.)\r?\n/i.exec(text)
  const start = named ? named[0].length : 0
  const delimiter = named?.[1] ?? delimiterOf(text)
  return [...recordsOf(text, start, named ? 2 : 1, delimiter)].filter(({ cells }) =>
    cells.some((cell) => cell !== ''),
  )
}

/** What is most frequent in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const header =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, headMax))?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
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
        cell = text.slice(at + 1, closed).replaceAll('""', '"')
        line += lineBreaks(cell)
        at = closed + 1
      }
      // What stands behind a closing quote belongs to the cell.
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

/** A spreadsheet would run what begins like this: such a cell is written behind an apostrophe, and read without it. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const inertFormula = /^'+[=+\-@＝＋－＠\t\r\n]/

const plain = (cell: string): string => (inertFormula.test(cell) ? cell.slice(1) : cell)

const byteOrderMark = '\ufeff'

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** The values of a cell that has many, between them `|`. A backslash takes the meaning from what follows it. */
export function splitValues(cell: string): string[] {
  const parts = cell.match(/(?:\\[\s\S]|[^\\|]|\\$)+/g) ?? []
  return parts.map((part) => unescaped(trimmed(part))).filter((value) => value !== '')
}

/** White space at the ends, unless it stands behind a backslash. */
function trimmed(part: string): string {
  const from = part.trimStart()
  const to = from.trimEnd()
  const slashes = /\\*$/.exec(to)?.[0].length ?? 0
  return slashes % 2 === 1 ? from.slice(0, to.length + 1) : to
}

/** A backslash before anything else is one. */
const unescaped = (text: string): string => text.replace(/\\([\\|\s])/g, '$1')
