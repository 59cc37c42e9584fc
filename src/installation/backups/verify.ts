import { Database } from 'bun:sqlite'
import { accessSync, chmodSync, constants, copyFileSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../../migrations'
import { StartError } from '../../base/errors'
import { markCopy, requireOwnLog } from '../../storage/sqlite/mark'
import { requireKnown, requireOurs } from '../../storage/sqlite/migrate'
import { isFull } from '../../storage/sqlite/backup-files'
import { findMiscount } from '../../storage/sqlite/kept-count-check'
import { discard } from '../../storage/sqlite/leftovers'

export interface Verified {
  /** The newest migration of the backup. */
  readonly migration: string
  /** Number of rows by name of the table. */
  readonly rows: ReadonlyMap<string, number>
  /** The first difference between the kept counts and the rows; undefined when there is none. */
  readonly miscount: string | undefined
}

/**
 * Copies a backup to `copy` and checks that the copy can be used as the database. The copy is a single file. The backup
 * is only read.
 *
 * @param name the name of the backup in an error, when the file is itself a copy
 * @throws StartError when it cannot be used; then there is no copy
 */
export function verifiedCopy(backup: string, copy: string, name = backup): Verified {
  requireReadable(backup)
  requireOwnLog(backup)
  try {
    discard(copy)
    // A damaged database that was moved aside may have its latest changes in a log beside it.
    for (const suffix of ['', '-wal']) {
      if (suffix === '' || existsSync(backup + suffix)) copyFileSync(backup + suffix, copy + suffix)
    }
    chmodSync(copy, 0o600)
    return verifyDatabase(copy)
  } catch (error) {
    discard(copy)
    if (isFull(error))
      throw new StartError(`The disk of ${dirname(copy)} has too little space for a copy of ${backup}.`)
    const reason = (error as Error).message.replace(/\.$/, '')
    throw new StartError(`${name} cannot be restored: ${reason}.`)
  }
}

function requireReadable(backup: string): void {
  try {
    accessSync(backup, constants.R_OK)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new StartError(
      code === 'ENOENT'
        ? `The file ${backup} does not exist.`
        : `The file ${backup} cannot be read: ${message}.`,
    )
  }
}

/** Checks a database that no process uses. Throws an error whose message completes "cannot be restored:". */
export function verifyDatabase(path: string): Verified {
  using db = new Database(path, { readwrite: true })
  requireOurs(db)
  db.run('pragma journal_mode = delete')
  // The integrity check reads all parts of the file in random order, which is faster in mapped memory.
  db.run('pragma mmap_size = 2147418112')
  const [result] = db.query<{ integrity_check: string }, []>('pragma integrity_check(1)').all()
  if (result?.integrity_check !== 'ok')
    throw new Error(`it is damaged (${result?.integrity_check.split('\n').at(-1)})`)
  const [orphan] = db.query<{ table: string; parent: string }, []>('pragma foreign_key_check').all()
  if (orphan) throw new Error(`a row of ${orphan.table} references a missing row of ${orphan.parent}`)
  const migration = requireKnown(db, migrations).at(-1)
  if (migration === undefined) throw new Error('it is empty')
  markCopy(db)
  return { migration, rows: rowsOf(db), miscount: findMiscount(db) }
}

/** Returns the number of rows by name of the table. */
export function rowsOf(db: Database): Map<string, number> {
  const tables = db
    .query<{ name: string }, []>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .all()
  const count = (table: string) => db.query<{ rows: number }, []>(`select count(*) as rows from "${table}"`)
  return new Map(tables.map(({ name }) => [name, count(name).get()?.rows ?? 0]))
}
