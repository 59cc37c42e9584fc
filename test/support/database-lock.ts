import type { Database } from 'bun:sqlite'
import { openDatabase } from './direct-database'
import type { Program } from './program'

/** Takes the write lock of a program's database, as another process can. It waits while the program itself writes. */
export function lockDatabase({ dataDir }: Program): Database {
  const db = openDatabase(dataDir)
  db.run('begin immediate')
  return db
}
