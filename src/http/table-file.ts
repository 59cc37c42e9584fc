import { byteOrderMark, csvLine } from '../base/csv'
import type { Table } from '../base/table'
import { workbookParts } from '../base/xlsx'
import { choice, flag, type ParameterValues } from '../contract/parameters'
import { csvHeaders, streamOf } from './csv-file'
import type { Reply } from './endpoint'

/** Responses that are tables in a file of the format that the client asks for (docs/internal-api.md, Files of lists). */

const separator = choice(['comma', 'semicolon'], 'What separates the cells of CSV; a comma when absent.')
const bomText = 'Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8.'

/** Of files for people. */
export const fileParameters = {
  format: choice(['csv', 'xlsx'], 'The format of the file; csv when absent.'),
  separator,
  bom: flag(bomText, true),
}

/** Of files for programs, which are CSV. */
export const programParameters = { separator, bom: flag(bomText, false) }

type Choices = Partial<ParameterValues<typeof fileParameters>>

export const choicesOfProgram = (
  query: Partial<ParameterValues<typeof programParameters>> = {},
): Choices => ({
  separator: query.separator,
  bom: query.bom ?? false,
})

export function fileReply(
  table: Table,
  query: Choices,
  { method }: Request,
  isStillAuthorized: () => Promise<boolean>,
): Reply {
  const isWorkbook = query.format === 'xlsx'
  const headers = {
    ...(isWorkbook ? workbookHeaders(`${table.name}.xlsx`) : csvHeaders(`${table.name}.csv`)),
    ...(table.count !== undefined && { 'x-total-count': String(table.count) }),
  }
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
  yield (hasMark ? byteOrderMark : '') + csvLine(columns, separator)
  for await (const part of rows)
    if (part.length > 0)
      yield part
        .map((cells) =>
          csvLine(
            cells.map((cell) => cell ?? ''),
            separator,
          ),
        )
        .join('')
}
