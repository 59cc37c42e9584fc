import { Database } from 'bun:sqlite'
import { migrations } from '../../../migrations'

/** The tables that a copy between the engines has. Both schemas have the same columns (decision 0031). */

export type ColumnType = 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export interface Table {
  readonly name: string
  /** Without the generated columns. */
  readonly columns: readonly Column[]
  /** The columns of the primary key, in its order. */
  readonly key: readonly Column[]
  /** The table of SQLite with rows that have not been moved to this one (migrations/0015_ingest_speed.sql). */
  readonly newest?: string | undefined
}

/**
 * Tables that are not copied: the search index, which the service builds from the rows; the queue of events, which is empty between
 * transactions; and the version of the tags, which a process compares only with what it has read itself. The newest reads are
 * copied with the recent ones.
 */
const skipped = /^(search_|sqlite_|event_queue$|tags_version$|(unknown_)?newest_reads$)/

interface ColumnInfo extends Column {
  /** The position in the primary key; 0 outside of it. */
  readonly pk: number
  readonly hidden: number
}

/** Returns the tables of this version, in the order of their names. */
export function readTables(): Table[] {
  using db = new Database(':memory:')
  for (const { sql } of migrations) db.run(sql)
  return db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .filter(({ name }) => !skipped.test(name))
    .map(({ name }) => tableOf(db, name))
}

function tableOf(db: Database, name: string): Table {
  const columns = db.query<ColumnInfo, []>(`pragma table_xinfo(${name})`).all()
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
  const newest = /^(unknown_)?recent_reads$/.test(name) ? name.replace('recent', 'newest') : undefined
  return { name, columns: columns.filter(({ hidden }) => hidden === 0), key, newest }
}

/** Whether the database chooses the ids of new rows. */
export const choosesIds = ({ key }: Table): boolean =>
  key.length === 1 && key[0]?.name === 'id' && key[0].type === 'INTEGER'

export const quoted = (name: string): string => `"${name}"`

export const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quoted(name)).join(', ')
