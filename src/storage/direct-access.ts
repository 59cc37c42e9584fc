import { constants, Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { openDrizzle } from './sql/drizzle'
import { migrations } from '../../migrations'
import { StartError } from '../base/errors'
import { databaseIn } from './sqlite/data-directory'
import { isHeld } from './sqlite/system/lock'
import { needsLog } from './sqlite/mark'
import { requireKnown, requireOurs } from './sqlite/migrate'
import type { Place } from './open'
import { inDirectTransaction } from './postgres/direct-access'
import { createReads, createWrites } from './core/areas'
import { sync } from '../base/whole-file'
import type { Reads, Writes } from './core/store'

/** Maximum time to wait for the lock of the service, which holds it for some milliseconds at a time. */
const waitMilliseconds = 10_000

/** What commands write. */
type DirectWrites = Pick<
  Writes,
  | 'audit'
  | 'clock'
  | 'accounts'
  | 'invitations'
  | 'knownOrigins'
  | 'members'
  | 'owners'
  | 'passkeys'
  | 'passwordResets'
  | 'secondFactors'
  | 'sessions'
>

/**
 * Runs `work` of a command as one transaction on a separate connection. The service may be running. `work` must be short,
 * because the service can't write meanwhile, and must await only `tx`. The database is not migrated.
 *
 * @throws StartError when there is no database of this version, or when the lock is not granted in time
 */
export async function writeDirectly<T>(place: Place, work: (tx: DirectWrites) => Promise<T>): Promise<T> {
  if (place.databaseUrl !== undefined)
    return inDirectTransaction(place.databaseUrl, 'write', (db) => work(createWrites(db)))
  const { dataDir } = place
  using db = openDirectly(dataDir, { readwrite: true })
  try {
    db.run('begin immediate')
    const result = await work(createWrites(openDrizzle(db)))
    // The last commit of the service may be unsynced. At most one commit may be (src/storage/sqlite/wal.ts).
    // A restored database has no log before the first start.
    const log = `${db.filename}-wal`
    if (existsSync(log)) sync(log)
    db.run('commit')
    return result
  } catch (error) {
    if (db.inTransaction) db.run('rollback')
    if (isHeld(error)) throw new StartError('Another process locks the database. Try again.')
    throw toStartError(error, `The database in ${dataDir} cannot be written`)
  }
}

/** Runs `work` on a separate connection that only reads, with the same errors. */
export async function readDirectly<T>(place: Place, work: (read: Reads) => Promise<T>): Promise<T> {
  if (place.databaseUrl !== undefined)
    return inDirectTransaction(place.databaseUrl, 'read', (db) => work(createReads(db)))
  const { dataDir } = place
  using db = openDirectly(dataDir, { readonly: true })
  try {
    return await work(createReads(openDrizzle(db)))
  } catch (error) {
    throw toStartError(error, `The database in ${dataDir} cannot be read`)
  }
}

const toStartError = (error: unknown, what: string): unknown =>
  (error as { code?: string }).code?.startsWith('SQLITE_')
    ? new StartError(`${what}: ${(error as Error).message}.`)
    : error

function openDirectly(directory: string, mode: { readonly: true } | { readwrite: true }): Database {
  const path = databaseIn(directory)
  let db: Database | undefined
  try {
    db = new Database(path, { ...mode, strict: true })
    db.run(`pragma busy_timeout = ${waitMilliseconds}`)
    // After a kill, this is the only connection, and closing it would remove the log that the next start needs.
    if (needsLog(db)) db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    requireOurs(db)
    if (requireKnown(db, migrations).length < migrations.length)
      throw new StartError(
        'The database has an earlier version. Start the service of this version once, then try again.',
      )
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = on')
    // The service decides when its log is written into the file.
    db.run('pragma wal_autocheckpoint = 0')
    return db
  } catch (error) {
    db?.close()
    throw toStartError(error, `The database ${path} cannot be opened`)
  }
}
