import type { SQLQueryBindings } from 'bun:sqlite'

/** What queries need of a connection to a database. The statements of SQLite return values, those of PostgreSQL promises. */

export type Value = SQLQueryBindings
export type Row = readonly unknown[]

export interface Connection {
  /** Absent for SQLite. */
  readonly engine?: 'postgres'
  /** Prepares a statement in the dialect of SQLite. */
  prepare(sql: string): Statement
}

export interface Statement {
  values(...values: Value[]): Row[] | Promise<Row[]>
  run(...values: Value[]): Executed | Promise<Executed>
  /**
   * Executes the statement before the next other one, together with further calls of this kind. Absent when that would save
   * nothing.
   */
  later?(...values: Value[]): void
}

/** What an insert, update or delete has done. */
export interface Executed {
  readonly changes: number
  /** The id of the inserted row, if the database has chosen it. */
  readonly lastInsertRowid: number | bigint
}
