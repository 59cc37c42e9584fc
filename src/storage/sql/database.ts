import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { type AnyColumn, and, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'

/** Drizzle without its synchronous calls and its transactions, which differ between engines (decision 0002). */
export type Db = Omit<BunSQLiteDatabase, 'run' | 'all' | 'get' | 'values' | 'transaction'>

/** One value of a prepared statement, by name. */
export const arg = (name: string): Placeholder => sql.placeholder(name)

/** A list of any length as one argument (JSON text), so that one prepared statement serves all lengths. */
export const inJsonList = (column: AnyColumn | SQL, list: string): SQL =>
  sql`${column} in (select value from json_each(${arg(list)}))`

/** The argument of `inJsonList` for a filter; undefined for an empty one, which selects every row. */
export const jsonListOf = (values: readonly unknown[]): string | undefined =>
  values.length > 0 ? JSON.stringify(values) : undefined

/** A folded text holds a folded needle; % and _ are ordinary characters. */
export const contains = (column: AnyColumn, needle: string): SQL => sql`instr(${column}, ${arg(needle)}) > 0`

/**
 * Currently effective (docs/api.md, Visibility rules): the argument `now` is the instant that counts. What was in effect
 * when it was last written stays so, also after the clock has gone back.
 */
export const isEffective = (table: {
  validFrom: AnyColumn
  validTo: AnyColumn
  updatedAt: AnyColumn
}): SQL | undefined =>
  and(
    or(lte(table.validFrom, table.updatedAt), lte(table.validFrom, arg('now'))),
    or(isNull(table.validTo), sql`${table.validTo} > ${arg('now')}`),
  )

/**
 * The column equals the argument, checked row by row: keeps SQLite, which has no statistics here, from walking a whole
 * organization where another condition finds the few rows at once.
 */
export const eqWithoutIndex = (column: AnyColumn, name: string): SQL => sql`+${column} = ${arg(name)}`

/** For `set` of a prepared update: Drizzle takes placeholders there only inside SQL. Booleans go in as 0 and 1. */
export const setTo = (name: string): SQL => sql`${arg(name)}`
