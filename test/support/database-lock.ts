import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Program } from './program'

/** Takes the write lock of a program's database, as another process can. It waits while the program itself writes. */
export function lockDatabase({ dataDir }: Program): Database {
  const db = new Database(join(dataDir, 'whereabouts.db'))
  db.run('pragma busy_timeout = 5000')
  db.run('begin immediate')
  return db
}
