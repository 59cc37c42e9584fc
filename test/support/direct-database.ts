import { Database, type DatabaseOptions } from 'bun:sqlite'
import { join } from 'node:path'

/**
 * Opens the SQLite database of a data directory. A statement waits while the program that has the same database open writes or
 * makes a checkpoint, as a program beside it must.
 */
export function openDatabase(dataDir: string, options?: DatabaseOptions): Database {
  const db = new Database(join(dataDir, 'whereabouts.db'), options)
  db.run('pragma busy_timeout = 10000')
  return db
}
