import { Database, type SQLiteError } from 'bun:sqlite'
import { openDrizzle } from '../sql/drizzle'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrations as ours } from '../../../migrations'
import { copyDatabase } from './copy'
import { backupName, folderOf, deleteOldBackups } from './backup-files'
import { removeLeftovers } from './leftovers'
import { AppError, retryAfter, StartError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import type { Clock } from '../../base/time'
import { createFolder, moveWhole } from '../../base/whole-file'
import { checkpoint, defaultFramesMax, restartLog, startCheckpoints } from './checkpoints'
import { createCommits } from './commits'
import { createEventRecorder } from '../core/event-recorder'
import { exitAtOnce } from './system/exit-at-once'
import { isFsyncFailure, passes } from './system/disk-errors'
import { networkFileSystemOf, networkWarning } from './system/file-system'
import { IntegrityChecks, toDamageError } from './integrity'
import { createSingleInstance } from '../core/instances'
import { type DirectoryLock, lockDirectory } from './system/lock'
import { keepLogIndex, type LogIndex } from './log-index'
import { createMark, requireLog, requireOwnLog } from './mark'
import { makeOurs, migrate, requireKnown, requireOurs } from './migrate'
import { keepDamagedLog, requireNoLoss } from './start-checks'
import type { Store } from '../core/store'
import { type RunRead, withLongReads } from '../core/long-reads'
import { createReadPool } from './read-pool'
import { createReads, openReader } from '../core/reads'
import { withCachedReads } from './cached-reads'
import { createSnapshots } from './snapshots'
import { connectionOfWrites, createSqliteTransactions } from './transactions'
import { watchFiles } from './watch'
import { Writer } from '../core/writer'
import { createWrites } from '../core/writes'

export interface SqliteOptions {
  /** The directory that holds the database, its lock and its backups; it must exist. */
  readonly directory: string
  readonly now: Clock
  readonly log: Log
  /** Called when only a restart can repair the state of the disk or the files. */
  readonly onFatal: (error: unknown) => void
  /** The migrations, by default those of this version. */
  readonly migrations?: readonly Migration[]
  /** Number of frames of the write-ahead log after which a checkpoint begins, by default 2000. */
  readonly framesMax?: number
}

/** Opens the database of the directory and migrates it. @throws StartError */
export function openSqlite(options: SqliteOptions): Store {
  const lock = lockDirectory(options.directory)
  const path = join(options.directory, 'whereabouts.db')
  const logIndex = keepLogIndex(path)
  try {
    return openLocked(options, path, lock, logIndex)
  } catch (error) {
    logIndex.close()
    lock.close()
    throw toStartError(error, path)
  }
}

/** The statements of this version fit the schema that it has migrated to, unless the file was changed. */
function toStartError(error: unknown, path: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (code !== 'SQLITE_ERROR') return toDamageError(error, path)
  return new StartError(`The schema of the database ${path} is damaged (${message}). Restore a backup.`)
}

function openLocked(options: SqliteOptions, path: string, lock: DirectoryLock, logIndex: LogIndex): Store {
  const { directory, now, log, migrations = ours, framesMax = defaultFramesMax } = options
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
  if (network !== undefined) log.warn(networkWarning(network))
  const warnings = [
    ...keepDamagedLog(db, now, log),
    ...(network === undefined ? [] : [networkWarning(network)]),
  ]
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
  whenWritable(() => integrity.correctCounts(db))
  whenWritable(() => {
    // Also restart a long log, so that it does not grow further.
    if (checkpoint(db, 'passive')) restartLog(db)
  })
  // From here on, requests are served. The writer waits for a foreign lock without blocking the thread, and for the disk
  // on another thread (decision 0017).
  db.run('pragma busy_timeout = 0')
  db.run('pragma synchronous = normal')
  // A statement with triggers can fail halfway, so SQLite keeps the pages that it changes. In a file, that takes more time
  // than the statement. Migrations keep the default, because they sort whole tables.
  db.run('pragma temp_store = memory')

  // Reads have separate connections. On the connection of the writer, they would see uncommitted changes.
  const reader = openReader(path)

  const writable = openDrizzle(connectionOfWrites(db))
  // There is one instance.
  const tx = createWrites(writable, async () => {})
  const listeners: ((organizationIds: readonly number[]) => void)[] = []
  let isDiskUnknown = false
  const onFatal = (error: unknown): void => {
    isDiskUnknown ||= isFsyncFailure(error)
    options.onFatal(error)
  }
  const snapshots = createSnapshots(reader)
  const commits = createCommits(db, snapshots, () => checkpoints.afterCommit())
  const files = watchFiles({ directory, db, settled: commits.settled, mark, lock, now, log, onFatal })
  const openMark = (): void => {
    if (mark.isOpen()) return
    // Only after a start with a full disk. At most one commit may be unsynced, but this takes more than one.
    db.run('pragma synchronous = full')
    try {
      mark.open()
    } finally {
      db.run('pragma synchronous = normal')
    }
  }
  const writer = new Writer(createSqliteTransactions(db, commits), {
    onFatal,
    requireWritable() {
      const refusal = files.refusal() ?? integrity.refusal()
      if (refusal !== undefined) throw new AppError('unavailable', refusal, retryAfter)
      if (!db.inTransaction) openMark()
    },
    clearCaches: () => tx.history.clearPlacementCache(),
    recordEvents: createEventRecorder(writable, now),
    onEvents(organizationIds) {
      for (const listener of listeners) listener(organizationIds)
    },
  })
  const pool = createReadPool(path)
  // A read on a thread may see an unsynced commit. Its result waits for the sync.
  const runDurably: RunRead = async (area, method, args) => {
    const result = await integrity.observe(pool.run(area, method, args))
    await commits.settled()
    return result
  }
  integrity.begin(() => files.refusal() === undefined)
  const logError = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    Date.now,
  )
  const checkpoints = startCheckpoints({
    db,
    descriptor: lock.lockDatabase().descriptor,
    framesMax,
    pause: (work) => writer.pause(work),
    mayRun: () => files.refusal() === undefined,
    onError(err) {
      if (isFsyncFailure(err)) onFatal(err)
      else logError('the checkpoint failed; retrying', { err })
    },
  })

  // Runs also when the process exits without `close`, so that the file is complete.
  const emptyLog = (): void => {
    if (db.inTransaction) db.run('rollback')
    // No request is served now, so the thread may wait.
    db.run('pragma busy_timeout = 500')
    db.run('pragma synchronous = full')
    // The mark then begins a new log. If the power is cut while the log is truncated, no part of the former one is valid.
    whenWritable(() => copyLog(db, 'restart', 250))
    whenWritable(() => mark.close())
    // An empty log beside an open mark would look like a loss.
    if (!mark.isOpen()) whenWritable(() => copyLog(db, 'truncate', 1000))
  }
  const exit = (code: number): void => {
    // What the memory has of the log may differ from the disk. The next start reads the log again.
    if (isDiskUnknown) return exitAtOnce(code)
    commits.settleNow()
    snapshots.release()
    emptyLog()
  }
  process.on('exit', exit)

  return {
    // While the database file is missing, a new thread would open another file or fail.
    read: withLongReads(
      withCachedReads(createReads(openDrizzle(reader, snapshots.begin)), reader, snapshots),
      runDurably,
      () => files.refusal() === undefined,
    ),
    // This instance is the only one, so the scope of a write does not matter.
    write: (work) => integrity.observe(writer.write(() => work(tx))),
    onEvents: (listener) => void listeners.push(listener),
    dryRun: (work) => integrity.observe(writer.dryRun(() => work(tx))),
    instances: createSingleInstance(),
    problems: () => [...files.problems(), ...integrity.problems(), ...writer.problems()],
    role: () => null,
    replica: () => null,
    warnings: () => [...warnings, ...integrity.warnings()],
    integrity: () => integrity.view(),

    async close() {
      await writer.close()
      await integrity.stop()
      await pool.close()
      await files.stop()
      await checkpoints.stop()
      await commits.close()
      snapshots.close()
      reader.close()
      process.off('exit', exit)
      emptyLog()
      db.close()
      logIndex.close()
      lock.close()
    },
  }
}

/**
 * Tries for some milliseconds, because a read thread that ends holds the checkpoint lock for a moment, and the busy_timeout of
 * SQLite does not apply to that lock.
 */
function copyLog(db: Database, kind: 'restart' | 'truncate', milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (!checkpoint(db, kind) && performance.now() < end) Bun.sleepSync(10)
}

/** Runs `write` and ignores temporary errors: a full disk, or a lock of another process. */
function whenWritable(write: () => unknown): void {
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
