import { byteOrderMark, separatedLine } from '../base/csv'
import { type Cell, workbookParts } from '../base/xlsx'
import { choice, flag, type ParameterValues } from '../contract/parameters'
import { csvHeaders, streamOf } from './csv-file'
import type { Reply } from './endpoint'

/** Responses that are tables in a file of the format that the client asks for (docs/internal-api.md, Files of lists). */

export const fileParameters = {
  format: choice(['csv', 'xlsx'], 'The format of the file; csv when absent.'),
  separator: choice(['comma', 'semicolon'], 'What separates the cells of CSV; a comma when absent.'),
  bom: flag('Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8.', true),
}

interface Table {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly columns: readonly string[]
  /** The rows, each part of which is read when the client reads it. */
  readonly rows: AsyncGenerator<readonly (readonly Cell[])[]>
}

/** Number of rows that are read at once. */
const rowsAtOnce = 200

/** Returns the rows of a list in parts, with the values of these fields. */
export async function* rowsOfPages<Row extends object>(
  columns: readonly (keyof Row)[],
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<{
    readonly rows: readonly Row[]
    readonly total: number
  }>,
): AsyncGenerator<Cell[][]> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows, total } = await read({ limit: rowsAtOnce, offset })
    yield rows.map((row) => columns.map((column) => cellOf(row[column])))
    if (rows.length === 0 || offset + rows.length >= total) return
  }
}

/** A value that is neither a text nor a number is JSON. */
const cellOf = (value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : JSON.stringify(value)

export function fileReply(
  table: Table,
  query: ParameterValues<typeof fileParameters>,
  { method }: Request,
  isStillAuthorized: () => Promise<boolean>,
): Reply {
  const isWorkbook = query.format === 'xlsx'
  const headers = isWorkbook ? workbookHeaders(`${table.name}.xlsx`) : csvHeaders(`${table.name}.csv`)
  if (method === 'HEAD') return { status: 200, headers }
  const parts = isWorkbook
    ? workbookParts(table.columns, table.rows)
    : csvParts(table, query.separator === 'semicolon' ? ';' : ',', query.bom ?? true)
  return { status: 200, headers, body: streamOf(parts, isStillAuthorized) }
}

const workbookHeaders = (name: string) => ({
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': `attachment; filename="${name}"`,
})

async function* csvParts(
  { columns, rows }: Table,
  separator: ',' | ';',
  hasMark: boolean,
): AsyncGenerator<string> {
  yield (hasMark ? byteOrderMark : '') + separatedLine(columns, separator)
  for await (const part of rows)
    if (part.length > 0)
      yield part
        .map((cells) =>
          separatedLine(
            cells.map((cell) => cell ?? ''),
            separator,
          ),
        )
        .join('')
}
