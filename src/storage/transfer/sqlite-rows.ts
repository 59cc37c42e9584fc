import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { fieldOf, type Field, slicesOf, valueOf } from './lines'
import type { Key, Side } from './side'
import { type Column, listOf, quoted, type Table } from './tables'

/** An integer as text is exact, even when it exceeds the range of a number. */
const selected = ({ name, type }: Column): string =>
  type === 'INTEGER' ? `cast(${quoted(name)} as text) as ${quoted(name)}` : quoted(name)

const keyOf = ({ name, key }: Table, direction: '' | ' desc' = ''): string =>
  key.map((column) => `${quoted(name)}.${quoted(column.name)}${direction}`).join(', ')

function* linesOf(db: Database, table: Table, after: Key | undefined): Generator<string> {
  const marks = table.key.map(() => '?').join(', ')
  const beginning = after === undefined ? '' : `where (${keyOf(table)}) > (${marks})`
  const statement = db.prepare<Record<string, Field>, SQLQueryBindings[]>(
    `select ${table.columns.map(selected).join(', ')} from ${quoted(table.name)} ${beginning} order by ${keyOf(table)}`,
  )
  const values = (after ?? []).map((field, index) => valueOf(field, (table.key[index] as Column).type))
  for (const row of statement.iterate(...values)) yield `${Object.values(row).map(fieldOf).join('\t')}\n`
}

/** Reads the rows of a database of SQLite. */
export const sqliteRows = (db: Database): Omit<Side, 'close'> => ({
  count: async ({ name }) =>
    db.query<{ count: number }, []>(`select count(*) as count from ${quoted(name)}`).get()?.count ?? 0,
  async *slices(table, after) {
    yield* slicesOf(linesOf(db, table, after))
  },
})

/** Returns the key of the last row; undefined when the table is empty. */
export function lastKeyOf(db: Database, table: Table): Key | undefined {
  const key = table.key.map(selected).join(', ')
  return db
    .query(`select ${key} from ${quoted(table.name)} order by ${keyOf(table, ' desc')} limit 1`)
    .values()[0] as Key | undefined
}

/** Returns the statement that inserts a row. */
export const insertOf = ({ name, columns }: Table): string =>
  `insert into ${quoted(name)} (${listOf(columns)}) values (${columns.map(() => '?').join(', ')})`
