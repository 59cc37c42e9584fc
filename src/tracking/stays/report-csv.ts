import { csvLine } from '../../base/csv'
import type { Report } from './reports'

/** Number of rows that are read at once. */
const rowsAtOnce = 1_000

type Cell = string | number | null

/** Returns the parts of a report as CSV. Each part is read when the client reads it. */
export async function* reportCsv<Row extends { readonly [column: string]: Cell }>(
  report: Report<Row>,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<string> {
  yield csvLine(columns)
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows, total } = await report.page({ limit: rowsAtOnce, offset })
    if (rows.length > 0)
      yield rows.map((row) => csvLine(columns.map((column) => String(row[column] ?? '')))).join('')
    if (offset + rows.length >= total || rows.length === 0) return
  }
}
