import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import { Database, type SQLiteError } from 'bun:sqlite'
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, migrations as ours } from '../../../migrations'
import { backupName, deleteOldBackups, folderOf, listBackups, nameOf } from './backup-files'
import { copyDatabase } from './copy'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import type { Clock } from '../../base/time'
import { createFolder, moveWhole } from '../../base/whole-file'
import { rescuedIn } from './rescue'
import { checkpoint, framesOf, restartLog } from './checkpoints'
import { IntegrityChecks } from './integrity'
import { removeLeftovers } from './leftovers'
import type { LogIndex } from './system/log-index'
import { createMark, type Mark, requireLog, requireOwnLog } from './mark'
import { makeOurs, migrate, requireKnown, requireOurs, requireSchema } from './migrate'
import { passes } from './system/disk-errors'
import { networkFileSystemOf } from './system/file-system'
import type { DirectoryLock } from './system/lock'
import { countDropped } from './wal'

/** The steps of a start before requests are served. */

export interface StartOptions {
  /** The directory that holds the database, its lock and its backups; it must exist. */
  readonly directory: string
  readonly now: Clock
  readonly log: Log
  /** The migrations, by default those of this version. */
  readonly migrations?: readonly Migration[]
}

/** A database that is checked and migrated. */
export interface OpenDatabase {
  /** The connection that writes. */
  readonly db: Database
  readonly integrity: IntegrityChecks
  readonly mark: Mark
  /** The damage that was found. */
  readonly warnings: readonly Message[]
}

/** Opens the database for writing, checks and migrates it. @throws StartError */
export function openDatabase(
  { directory, now, log, migrations = ours }: StartOptions,
  path: string,
  lock: DirectoryLock,
  logIndex: LogIndex,
): OpenDatabase {
  requireNoLoss(directory)
  removeLeftovers(directory)
  requireLog(path, requireOwnLog(path))
  const integrity = new IntegrityChecks({ directory, path, now, log })
  const db = openWriter(path, lock, (opened) =>
    integrity.checkAtStart(
      opened,
      lock.lockDatabase().descriptor,
      () => requireKnown(opened, migrations).length === migrations.length,
    ),
  )
  requireKnown(db, migrations)
  const network = networkFileSystemOf(directory)
  const networked = network === undefined ? [] : [storageMessages('storage.network_disk', { name: network })]
  for (const { english } of networked) log.warn(english)
  const warnings = [...keepDamagedLog(db, now, log), ...networked]
  const mark = createMark(db, lock.lockDatabase().descriptor)
  whenWritable(() => logIndex.reserve())
  // A full disk must not prevent reads. The writer tries again before the first write.
  whenWritable(() => mark.open())
  migrate(db, migrations, now, () => {
    log.info(
      { backup: folderOf(directory) },
      'upgrading the database; with a million assets, this takes about a minute',
    )
    backUp(db, directory, now)
  })
  // Tests have other migrations.
  if (migrations === ours) requireSchema(db, path)
  whenWritable(() => integrity.correctCounts(db))
  whenWritable(() => {
    // Also restart a long log, so that it does not grow further.
    if (checkpoint(db, 'passive')) restartLog(db)
  })
  prepareServing(db)
  return { db, integrity, mark, warnings }
}

/** Sets the connection for the time in which requests are served. */
function prepareServing(db: Database): void {
  // The writer waits for a foreign lock without blocking the thread, and for the disk on another thread (decision 0017).
  db.run('pragma busy_timeout = 0')
  db.run('pragma synchronous = normal')
  // A statement with triggers can fail halfway, so SQLite keeps the pages that it changes. In a file, that takes more time
  // than the statement. Migrations keep the default, because they sort whole tables.
  db.run('pragma temp_store = memory')
}

/**
 * Checks that the directory contains a database, or that this is the first start. A lost database must not be replaced
 * by an empty one.
 *
 * @throws StartError when the database is missing
 */
function requireNoLoss(directory: string): void {
  if (existsSync(join(directory, 'whereabouts.db'))) return
  if (existsSync(unfinishedCopyIn(directory)))
    throw new StartError(
      `The directory ${directory} contains an unfinished copy. Run the same 'whereabouts copy' again to finish it, or remove ${unfinishedCopyIn(directory)}.`,
    )
  const rescued = rescuedIn(directory).at(-1)
  const backup = listBackups(directory)[0]?.name
  const traces = [
    ...['signing.key', 'whereabouts.db-wal', 'whereabouts.db.restored'].filter((name) =>
      isFilled(directory, name),
    ),
    ...(rescued === undefined ? [] : [basename(rescued)]),
    ...(backup === undefined ? [] : ['backups']),
  ]
  if (traces.length === 0) return
  const source = rescued ?? (backup === undefined ? '<backup>' : join(directory, 'backups', backup))
  throw new StartError(
    `The database ${join(directory, 'whereabouts.db')} is missing, but the directory contains ${traces.join(', ')}. Put the database back, or run 'whereabouts restore ${source} --data-dir ${directory}'. To start with an empty database, move these files away.`,
  )
}

/** The database that a copy from PostgreSQL has not finished. */
export const unfinishedCopyIn = (directory: string): string => join(directory, 'whereabouts.db.unfinished')

const isFilled = (directory: string, name: string): boolean =>
  (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Keeps a copy of a damaged log for manual recovery, because SQLite ignores everything after the damaged part without
 * an error. Must be called before the first write, which would overwrite the damaged part. Returns the warnings.
 *
 * @param db the database, which is open
 */
function keepDamagedLog(db: Database, now: Clock, logger: Log): Message[] {
  const path = db.filename
  const dropped = countDropped(`${path}-wal`, framesOf(db))
  if (dropped === 0) return []
  const copy = `${path}-wal.damaged-${nameOf(now())}`
  const what = storageMessages('storage.log_damaged', { count: dropped })
  try {
    copyFileSync(`${path}-wal`, copy)
    logger.warn({ copy }, what.english)
    return [storageMessages('storage.log_kept', { count: dropped, name: basename(copy) })]
  } catch (err) {
    rmSync(copy, { force: true })
    logger.warn({ err }, `${what.english}, and copying the log failed`)
    return [what]
  }
}

/** Runs `write` and ignores temporary errors: a full disk, or a lock of another process. */
export function whenWritable(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    if (!passes(error)) throw error
  }
}

/** @param check checks the database; throws StartError when it is damaged */
function openWriter(path: string, lock: DirectoryLock, check: (db: Database) => void): Database {
  if (existsSync(path) && statSync(path).size === 0)
    throw new StartError(
      `The database file ${path} is empty. Restore a backup, or move the file away to start with an empty database.`,
    )
  try {
    if (!existsSync(path)) createDatabase(path)
    lock.lockDatabase()
    const db = new Database(path, { strict: true })
    db.run('pragma busy_timeout = 1000')
    db.run('pragma cache_size = -64000')
    // Checked before the first change: the journal mode is written into the file.
    requireOurs(db)
    check(db)
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = on')
    // Checkpoints run on another thread (src/storage/sqlite/checkpoints.ts).
    db.run('pragma wal_autocheckpoint = 0')
    db.run('pragma journal_size_limit = 67108864')
    return db
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database ${path} cannot be opened: ${reasonOf(error as SQLiteError)}.`)
  }
}

/** SQLite reports an I/O error when a full disk has no room for the index of its log, which it also needs for reads. */
const reasonOf = ({ code, message }: SQLiteError): string =>
  code === 'SQLITE_IOERR_SHMSIZE' || code === 'SQLITE_FULL' ? 'the disk is full' : message

/**
 * Creates the database under another name and renames it when it is complete. The remains of an interrupted first start
 * would otherwise look like a loss of all data.
 */
function createDatabase(path: string): void {
  const unfinished = `${path}.new`
  const db = new Database(unfinished, { create: true })
  makeOurs(db)
  db.close(true)
  moveWhole(unfinished, path)
}

function backUp(db: Database, directory: string, now: Clock): void {
  const folder = folderOf(directory)
  try {
    createFolder(folder)
    const at = now()
    copyDatabase(db, join(folder, 'unfinished'), join(folder, backupName('before-upgrade', at)))
    deleteOldBackups(directory, 'before-upgrade', at)
  } catch (error) {
    throw new StartError(`The backup before the upgrade failed: ${(error as Error).message}.`)
  }
}
