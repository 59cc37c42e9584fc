import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { type AnyColumn, Column, is, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Connection } from './connection'

/** Drizzle without its synchronous calls and its transactions, which differ between engines (decision 0002). */
export type Db = Omit<BunSQLiteDatabase, 'run' | 'all' | 'get' | 'values' | 'transaction'>

/** Whether the queries run on PostgreSQL. Only queries without a form for both engines need it. */
export const isPostgres = (db: Db): boolean =>
  (db as Db & { readonly $client: Connection }).$client.engine === 'postgres'

/** A named argument of a prepared statement. */
export const arg = (name: string): Placeholder => sql.placeholder(name)

/**
 * The column, or the expression of a text, is in a list. The list is one argument (JSON text), so that one prepared statement serves
 * all lengths.
 */
export const inJsonList = (column: AnyColumn | SQL, list: string): SQL =>
  is(column, Column) && column.dataType === 'number'
    ? inNumbers(column, list)
    : sql`${column} in (select value from json_each(${arg(list)}))`

/** The expression of a number is in a list. */
export const inNumbers = (column: AnyColumn | SQL, list: string): SQL =>
  sql`${column} in (${numbersOf(list)})`

/** The numbers of a list, as a column. In PostgreSQL, the function with a path returns numbers. */
export const numbersOf = (list: string): SQL => sql`select value from json_each(${arg(list)}, '$')`

/** The argument of `inJsonList` for a filter; undefined for an empty one, which selects every row. */
export const jsonListOf = (values: readonly unknown[]): string | undefined =>
  values.length > 0 ? JSON.stringify(values) : undefined

/** The case-folded text contains the case-folded argument. % and _ are ordinary characters. */
export const contains = (column: AnyColumn, needle: string): SQL => sql`instr(${column}, ${arg(needle)}) > 0`

/**
 * The column equals the argument, checked without an index. SQLite has no statistics here, and would otherwise scan a
 * whole organization although another condition finds the few rows at once.
 */
export const eqWithoutIndex = (column: AnyColumn, name: string): SQL => sql`+${column} = ${arg(name)}`

/** Returns the id of the row that a statement has inserted. It takes less time than to return the row. */
export const idOf = (inserted: unknown): number =>
  Number((inserted as { lastInsertRowid: number }).lastInsertRowid)

/** Returns the number of rows that a statement has inserted, updated or deleted. */
export const changesOf = (executed: unknown): number => (executed as { changes: number }).changes

/**
 * An argument for `set` of a prepared update, because Drizzle accepts placeholders there only in SQL. Booleans are 0
 * and 1.
 */
export const setTo = (name: string): SQL => sql`${arg(name)}`
