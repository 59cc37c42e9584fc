import type { Cell } from './xlsx'

/** A table of any length, for a file. */
export interface Table {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly columns: readonly string[]
  /** Number of rows, if it is known before they are read. */
  readonly count?: number
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

/**
 * Returns the rows of a list whose order changes while it is read, in parts: a row is neither left out nor in the file twice. Rows that
 * are not there any more are left out.
 */
export async function* rowsOfIds<Row extends { readonly id: number }>(
  columns: readonly (keyof Row)[],
  idsOf: () => Promise<readonly number[]>,
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<Cell[][]> {
  const ids = await idsOf()
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const part = ids.slice(from, from + rowsAtOnce)
    const rows = new Map((await read(part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => {
      const row = rows.get(id)
      return row ? [columns.map((column) => cellOf(row[column]))] : []
    })
  }
}

/** A value that is neither a text nor a number is JSON. */
const cellOf = (value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : JSON.stringify(value)
