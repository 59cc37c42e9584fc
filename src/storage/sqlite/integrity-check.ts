import { Database } from 'bun:sqlite'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { findMiscount } from './kept-count-check'

/** Checks of a database for damaged pages. SQLite would serve wrong data from a damaged file. */

/** Bytes that are read at once to bring a file into the page cache. */
const chunkBytes = 1024 * 1024

/** Returns the damage that the error of a statement reports; undefined for other errors. */
export function damageIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as { code?: string }
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return cause.message
  }
  return undefined
}

/** Checks all pages of a database in one transaction. Returns the first damage; undefined when there is none. */
export const checkPages = (db: Database): string | undefined => check(db, 'quick_check', '1')

/** Checks the same, and whether the indexes agree with the tables, which takes several times as long. */
export const checkAll = (db: Database): string | undefined => check(db, 'integrity_check', '1')

/**
 * Checks each table with its indexes in a separate transaction, because a long transaction prevents SQLite from reusing
 * the write-ahead log. This does not check whether two tables use the same page. Returns the first damage; undefined
 * when there is none.
 *
 * @param onTable called after each table
 */
function checkTables(
  db: Database,
  onTable: (table: string, checked: number, total: number) => void,
): string | undefined {
  // With this table, SQLite also checks the list of free pages.
  const names = ['sqlite_schema', ...tablesOf(db)]
  for (const [index, name] of names.entries()) {
    const damage = checkTable(db, name)
    if (damage !== undefined) return damage
    onTable(name, index + 1, names.length)
  }
  return undefined
}

const tablesOf = (db: Database): string[] =>
  db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name)

const checkTable = (db: Database, name: string): string | undefined =>
  check(db, 'quick_check', `'${name.replaceAll("'", "''")}'`)

/** @param scope the name of a table in quotes, or 1 for all of the database up to the first damage */
function check(db: Database, kind: 'quick_check' | 'integrity_check', scope: string): string | undefined {
  const [found] = db.prepare(`pragma ${kind}(${scope})`).values()[0] as [string]
  return found === 'ok' ? undefined : found.split('\n').at(-1)
}

/**
 * Reads a file from its beginning to its end. A check reads pages in random order, which takes ten times as long when
 * they are not in the page cache.
 */
export function readAhead(descriptor: number): void {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const { size } = fstatSync(descriptor)
  for (let position = 0; position < size; position += chunkBytes)
    readSync(descriptor, chunk, 0, chunkBytes, position)
}

/** What a check has found first; at most one is defined. */
interface Found {
  /** Damage as SQLite describes it. */
  readonly damage?: string
  /** A difference between the kept counts and the rows. */
  readonly miscount?: string
}

/**
 * Checks the database at this path, which a service may be using, and compares the kept counts with the rows. Throws
 * when the check is impossible.
 *
 * @param onTable called after each table; without it, all is checked in one transaction, and the indexes are compared
 *   with the tables
 */
export function checkDatabase(
  path: string,
  onTable: ((table: string, checked: number, total: number) => void) | undefined,
): Found {
  // Before SQLite opens the file: closing a descriptor releases the locks of the process on the file.
  readAheadIfRoom(path)
  using db = new Database(path, { readonly: true })
  try {
    db.run('pragma busy_timeout = 10000')
    db.run('pragma cache_size = -8000')
    const damage = onTable ? checkTables(db, onTable) : checkAll(db)
    if (damage !== undefined) return { damage }
    const miscount = findMiscount(db)
    return miscount === undefined ? {} : { miscount }
  } catch (error) {
    const damage = damageIn(error)
    if (damage === undefined) throw error
    return { damage }
  }
}

/** Reads the file ahead, unless it would displace the other files in the page cache. */
function readAheadIfRoom(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    if (fstatSync(descriptor).size < process.availableMemory() / 2) readAhead(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
