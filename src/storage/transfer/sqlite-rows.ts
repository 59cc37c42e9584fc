import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { fieldOf, type Field, slicesOf, valueOf } from './lines'
import type { Key, Side } from './side'
import { type Column, listOf, quoted, type Table } from './tables'

/** An integer as text is exact, even when it exceeds the range of a number. */
const selected = ({ name, type }: Column): string =>
  type === 'INTEGER' ? `cast(${quoted(name)} as text) as ${quoted(name)}` : quoted(name)

const keyOf = ({ name, key }: Table, direction: '' | ' desc' = ''): string =>
  key.map((column) => `${quoted(name)}.${quoted(column.name)}${direction}`).join(', ')

/**
 * Returns the query of the rows of a table. The rows that were stored last may be in a second table (`newest`), until they are moved
 * to the first one. A row of the second table is included if its key is not in the first one, and if it is the first with this key.
 *
 * @param part creates the query of the rows of one of the two tables, from its name and a condition
 */
function rowsOf({ name, key, newest }: Table, part: (from: string, where: string) => string): string {
  if (newest === undefined) return part(quoted(name), 'true')
  const isSame = (table: string) =>
    key.map((column) => `${table}.${quoted(column.name)} = arrived.${quoted(column.name)}`).join(' and ')
  const isFirst = `not exists (select 1 from ${quoted(name)} as settled where ${isSame('settled')})
    and not exists (select 1 from ${quoted(newest)} as earlier where ${isSame('earlier')} and earlier.id < arrived.id)`
  return `${part(quoted(name), 'true')} union all ${part(`${quoted(newest)} as arrived`, isFirst)}`
}

function* linesOf(db: Database, table: Table, after: Key | undefined): Generator<string> {
  const { columns, key } = table
  const keys = listOf(key)
  // The values of the key, by which SQLite merges the rows of two tables.
  const places = key.map(({ name }, index) => `${quoted(name)} as key_${index}`)
  const values = (after ?? []).map((field, index) => valueOf(field, (key[index] as Column).type))
  const beginning =
    after === undefined ? 'true' : `(${keys}) > (${key.map((_, index) => `?${index + 1}`).join(', ')})`
  const statement = db.prepare<Record<string, Field>, SQLQueryBindings[]>(
    `${rowsOf(table, (from, where) => `select ${[...columns.map(selected), ...places].join(', ')} from ${from} where ${beginning} and ${where}`)}
    order by ${key.map((_, index) => `key_${index}`).join(', ')}`,
  )
  for (const row of statement.iterate(...values))
    yield `${Object.values(row).slice(0, columns.length).map(fieldOf).join('\t')}\n`
}

/** Reads the rows of a database of SQLite. */
export const sqliteRows = (db: Database): Omit<Side, 'close'> => ({
  count: async (table) =>
    db
      .query<{ count: number }, []>(
        `select sum(count) as count from (${rowsOf(table, (from, where) => `select count(*) as count from ${from} where ${where}`)})`,
      )
      .get()?.count ?? 0,
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
