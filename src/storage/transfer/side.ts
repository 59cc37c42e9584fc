import { StartError } from '../../base/errors'
import type { Slice } from './lines'
import type { Table } from './tables'

/** The values of a primary key, as texts. */
export type Key = readonly string[]

export type LastIds = ReadonlyMap<Table, string>

/** One of the two databases of a copy. No other process uses it. */
export interface Side {
  count(table: Table): Promise<number>
  /** Returns the rows in the order of the primary key, after `after`. */
  slices(table: Table, after?: Key): AsyncIterable<Slice>
  close(): Promise<void>
}

export interface Source extends Side {
  /** The id of the installation. */
  readonly installation: string
  /** The encrypted signing key, if it is in the database (decision 0033). */
  readonly sealedKey?: string | undefined
  /** Returns the last id that the database has chosen for a row, which may be deleted; undefined when it remembers none. */
  lastId(table: Table): Promise<string | undefined>
  /** Throws StartError when PostgreSQL cannot store the rows of the table, or their counts are wrong. */
  requireStorable?(table: Table): void
}

export interface Target extends Side {
  /** Returns the key of the last row; undefined when the table is empty. */
  lastKey(table: Table): Promise<Key | undefined>
  /** Appends rows in one transaction. */
  append(table: Table, slice: Slice): Promise<void>
  /**
   * Adds what loading has left out: indexes, triggers and foreign keys. The service can start only after this.
   *
   * @param lastIds the last id that the source has chosen for a row of a table. Next ones are greater, because those of deleted rows
   *   are in the audit log, in events and with clients
   */
  finish(lastIds: LastIds): Promise<void>
}

/** Throws StartError when an unfinished copy has another source. */
export function requireSameSource(found: string | undefined, installation: string): void {
  if (found === installation) return
  throw new StartError(
    'The target contains an unfinished copy of another installation. Remove it, then try again.',
  )
}
