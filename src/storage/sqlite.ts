import { Database, type SQLiteError } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrations as ours } from '../../migrations'
import { copyDatabase } from '../backups/create'
import { backupName, folderOf, forgetOldBackups } from '../backups/files'
import { StartError } from '../errors'
import type { Clock } from '../time'
import { lockDirectory } from './lock'
import { makeOurs, migrate, requireOurs } from './migrate'
import { assetWrites } from './queries/assets'
import { auditWrites } from './queries/audit'
import { historyWrites } from './queries/history'
import { idempotencyWrites } from './queries/idempotency'
import { identityWrites } from './queries/identity'
import { ingestWrites } from './queries/ingest'
import { invitationWrites } from './queries/invitations'
import { locationWrites } from './queries/locations'
import { memberWrites } from './queries/members'
import { healthWrites } from './queries/reader-health'
import { readerWrites } from './queries/readers'
import { refreshTokenWrites } from './queries/refresh-tokens'
import { sessionWrites } from './queries/sessions'
import { slotWrites } from './queries/slots'
import { tagWrites } from './queries/tags'
import { treeReads } from './queries/tree'
import { unknownTagWrites } from './queries/unknown-tags'
import type { Store, Writes } from './store'
import {
  placements,
  recentReads,
  scanEvents,
  unknownEvents,
  unknownPlacements,
  unknownRecentReads,
} from './tables'
import { withLongReads } from './long-reads'
import { createReadPool } from './read-pool'
import { createReads, openReader } from './reads'
import { createWriter } from './writer'

export interface SqliteOptions {
  /** The directory that holds the database, its lock and its backups; it must exist. */
  readonly directory: string
  readonly now: Clock
  /** Called when the disk failed in a way that only a restart can clear up. */
  readonly onFatal: (error: unknown) => void
  /** What makes the schema, by default this program's. */
  readonly migrations?: readonly Migration[]
}

export function openSqlite({ directory, now, onFatal, migrations = ours }: SqliteOptions): Store {
  const lock = lockDirectory(directory)
  const path = join(directory, 'whereabouts.db')
  const db = openWriter(path)
  migrate(db, migrations, now, () => backUp(db, directory, now))
  // From here on others are served meanwhile: the writer waits for a foreign lock without stopping them.
  db.run('pragma busy_timeout = 0')

  // Reads have connections of their own: on the writer's they would see half of an open transaction.
  const reader = openReader(path)

  const writable = drizzle(db)
  const tx: Writes = {
    assets: assetWrites(writable),
    audit: auditWrites(writable),
    history: historyWrites(writable, { scanEvents, placements, recentReads }),
    idempotency: idempotencyWrites(writable),
    identity: identityWrites(writable),
    ingest: ingestWrites(writable),
    invitations: invitationWrites(writable),
    locations: locationWrites(writable),
    members: memberWrites(writable),
    readerHealth: healthWrites(writable),
    readers: readerWrites(writable),
    refreshTokens: refreshTokenWrites(writable),
    sessions: sessionWrites(writable),
    slots: slotWrites(writable),
    tags: tagWrites(writable),
    tree: treeReads(writable),
    unknownHistory: historyWrites(writable, {
      scanEvents: unknownEvents,
      placements: unknownPlacements,
      recentReads: unknownRecentReads,
    }),
    unknownTags: unknownTagWrites(writable),
  }
  const writer = createWriter(db, onFatal)
  const pool = createReadPool(path)

  return {
    read: withLongReads(createReads(drizzle(reader)), pool.run),
    write: (work) => writer.write(() => work(tx)),
    rehearse: (work) => writer.rehearse(() => work(tx)),
    problems: writer.problems,

    async close() {
      await writer.close()
      pool.close()
      reader.close()
      db.run('pragma wal_checkpoint(truncate)')
      db.close()
      lock.close()
    },
  }
}

function openWriter(path: string): Database {
  if (existsSync(path) && statSync(path).size === 0)
    throw new StartError(`The database file ${path} is empty; restore a backup or move it away.`)
  try {
    if (!existsSync(path)) createDatabase(path)
    const db = new Database(path, { strict: true })
    db.run('pragma busy_timeout = 1000')
    db.run('pragma cache_size = -64000')
    // Before anything is changed: the journal mode is written into the file.
    requireOurs(db)
    checkIntegrity(db, path)
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = on')
    // Large checkpoints: many commits touch the same pages, which are then written back once.
    db.run('pragma wal_autocheckpoint = 4000')
    db.run('pragma journal_size_limit = 67108864')
    return db
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database ${path} cannot be opened: ${reasonOf(error as SQLiteError)}.`)
  }
}

/** SQLite calls it an I/O error when there is no room for the index of its log, without which it can't even read. */
const reasonOf = ({ code, message }: SQLiteError): string =>
  code === 'SQLITE_IOERR_SHMSIZE' || code === 'SQLITE_FULL' ? 'the disk is full' : message

/** Comes to its place whole: what a first start left that was cut off would look like the loss of all data. */
function createDatabase(path: string): void {
  const unfinished = `${path}.new`
  for (const file of [unfinished, `${unfinished}-journal`]) rmSync(file, { force: true })
  const db = new Database(unfinished, { create: true })
  makeOurs(db)
  db.close(true)
  renameSync(unfinished, path)
}

/** Damage in the middle of a file shows only when it is looked for; serving wrong data is worse than not starting. */
function checkIntegrity(db: Database, path: string): void {
  const [result] = db.query<{ quick_check: string }, []>('pragma quick_check(1)').all()
  if (result?.quick_check === 'ok') return
  const what = result?.quick_check.split('\n').at(-1)
  throw new StartError(`The database ${path} is damaged (${what}); restore a backup.`)
}

function backUp(db: Database, directory: string, now: Clock): void {
  const folder = folderOf(directory)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    copyDatabase(db, join(folder, 'unfinished'), join(folder, backupName('before-upgrade', now())))
    forgetOldBackups(directory, 'before-upgrade')
  } catch (error) {
    throw new StartError(`The backup before the upgrade failed: ${(error as Error).message}.`)
  }
}
