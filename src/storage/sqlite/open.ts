import type { Message } from '../../base/messages'
import type { Database } from 'bun:sqlite'
import { openDrizzle } from '../sql/drizzle'
import { join } from 'node:path'
import { AppError, retryAfter, StartError } from '../../base/errors'
import { oncePerMinute } from '../../base/log'
import { checkpoint, type CheckpointOptions, defaultFramesMax, Checkpoints } from './checkpoints'
import { type Commits, createCommits } from './commits'
import { EventRecorder } from '../core/event-recorder'
import { exitAtOnce } from './system/exit-at-once'
import { isFsyncFailure } from './system/disk-errors'
import { toDamageError } from './integrity'
import { createSingleInstance } from '../core/instances'
import { type DirectoryLock, lockDirectory } from './system/lock'
import { keepLogIndex, type LogIndex } from './system/log-index'
import type { Mark } from './mark'
import { openDatabase, type OpenDatabase, type StartOptions, whenWritable } from './start-steps'
import type { Reads, Store, Writes } from '../core/store'
import { type RunRead, withLongReads } from '../core/long-reads'
import { ReadPool } from './read-pool'
import { createReads, createWrites } from '../core/areas'
import { withCachedReads } from './cached-reads'
import { createSnapshots, type Snapshots } from './snapshots'
import { connectionOfWrites, createSqliteTransactions } from './transactions'
import { FileWatch } from './watch'
import { Writer } from '../core/writer'
import { openReader } from './reader'

interface SqliteOptions extends StartOptions {
  /** Called when only a restart can repair the state of the disk or the files. */
  readonly onFatal: (error: unknown) => void
  /** Number of frames of the write-ahead log after which a checkpoint begins, by default 2000. */
  readonly framesMax?: number
}

/** Opens the database of the directory and migrates it. @throws StartError */
export function openSqlite(options: SqliteOptions): Store {
  const lock = lockDirectory(options.directory)
  const path = join(options.directory, 'whereabouts.db')
  const logIndex = keepLogIndex(path)
  try {
    return new SqliteStore(options, { path, lock, logIndex }, openDatabase(options, path, lock, logIndex))
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

interface Files {
  readonly path: string
  readonly lock: DirectoryLock
  readonly logIndex: LogIndex
}

/** A database of SQLite that serves requests. */
class SqliteStore implements Store {
  readonly read: Reads
  readonly instances = createSingleInstance()
  readonly #opened: OpenDatabase
  readonly #own: Files
  readonly #onFatal: (error: unknown) => void
  readonly #tx: Writes
  readonly #reader: Database
  readonly #snapshots: Snapshots
  readonly #commits: Commits
  readonly #files: FileWatch
  readonly #writer: Writer
  readonly #pool: ReadPool
  readonly #checkpoints: Checkpoints
  readonly #listeners: ((organizationIds: readonly number[]) => void)[] = []
  readonly #exit = (code: number): void => this.#endAtExit(code)
  #isDiskUnknown = false

  constructor(options: SqliteOptions, files: Files, opened: OpenDatabase) {
    const { directory, now, log, framesMax = defaultFramesMax } = options
    const { db, integrity, mark } = opened
    const { path, lock } = files
    this.#opened = opened
    this.#own = files
    this.#onFatal = (error) => {
      this.#isDiskUnknown ||= isFsyncFailure(error)
      options.onFatal(error)
    }
    // Reads have separate connections. On the connection of the writer, they would see uncommitted changes.
    this.#reader = openReader(path)
    const writable = openDrizzle(connectionOfWrites(db))
    // There is one instance.
    this.#tx = Object.assign(createWrites(writable), { announce: async () => {} })
    this.#snapshots = createSnapshots(this.#reader)
    this.#commits = createCommits(db, this.#snapshots, () => this.#checkpoints.afterCommit())
    const { settled } = this.#commits
    this.#files = new FileWatch({ directory, db, settled, mark, lock, now, log, onFatal: this.#onFatal })
    const recorder = new EventRecorder(writable, now)
    this.#writer = new Writer(createSqliteTransactions(db, this.#commits), {
      onFatal: this.#onFatal,
      requireWritable: () => this.#requireWritable(),
      clearCaches: () => {
        this.#tx.history.clearCaches()
        this.#tx.unknownHistory.clearCaches()
      },
      recordEvents: () => recorder.record(),
      onEvents: (organizationIds) => {
        for (const listener of this.#listeners) listener(organizationIds)
      },
    })
    this.#pool = new ReadPool(path)
    integrity.begin(() => this.#mayRun())
    this.#checkpoints = new Checkpoints(this.#checkpointOptions(log, framesMax))
    process.on('exit', this.#exit)
    this.read = this.#createReads()
  }

  // This instance is the only one, so the scope of a write does not matter.
  write<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
    return this.#opened.integrity.observe(this.#writer.write(() => work(this.#tx)))
  }

  dryRun<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
    return this.#opened.integrity.observe(this.#writer.dryRun(() => work(this.#tx)))
  }

  isBusy(): boolean {
    return this.#writer.isBusy
  }

  onEvents(listener: (organizationIds: readonly number[]) => void): void {
    this.#listeners.push(listener)
  }

  problems(): readonly string[] {
    return [...this.#files.problems(), ...this.#opened.integrity.problems(), ...this.#writer.problems()]
  }

  role(): null {
    return null
  }

  replica(): null {
    return null
  }

  warnings(): readonly Message[] {
    return [...this.#opened.warnings, ...this.#opened.integrity.warnings()]
  }

  integrity(): ReturnType<Store['integrity']> {
    return this.#opened.integrity.view()
  }

  async close(): Promise<void> {
    const { db, integrity } = this.#opened
    await this.#writer.close()
    await integrity.stop()
    await this.#pool.close()
    await this.#files.stop()
    await this.#checkpoints.stop()
    await this.#commits.close()
    this.#snapshots.close()
    this.#reader.close()
    process.off('exit', this.#exit)
    this.#emptyLog()
    db.close()
    this.#own.logIndex.close()
    this.#own.lock.close()
  }

  /** Whether the database file is in its place. While it is missing, a new thread would open another file or fail. */
  #mayRun(): boolean {
    return this.#files.refusal() === undefined
  }

  #createReads(): Reads {
    // A read on a thread may see an unsynced commit. Its result waits for the sync.
    const runDurably: RunRead = async (area, method, args) => {
      const result = await this.#opened.integrity.observe(this.#pool.run(area, method, args))
      await this.#commits.settled()
      return result
    }
    const reads = createReads(openDrizzle(this.#reader, this.#snapshots.begin))
    const cached = withCachedReads(reads, this.#reader, this.#snapshots)
    return withLongReads(cached, runDurably, () => this.#mayRun())
  }

  #checkpointOptions(log: SqliteOptions['log'], framesMax: number): CheckpointOptions {
    const logError = oncePerMinute((detail, what) => log.error(detail, what))
    return {
      db: this.#opened.db,
      descriptor: this.#own.lock.lockDatabase().descriptor,
      framesMax,
      pause: (work) => this.#writer.pause(work),
      mayRun: () => this.#mayRun(),
      onError: (err) => {
        if (isFsyncFailure(err)) this.#onFatal(err)
        else logError('the checkpoint failed; retrying', { err })
      },
    }
  }

  #requireWritable(): void {
    const { db, integrity, mark } = this.#opened
    const refusal = this.#files.refusal() ?? integrity.refusal()
    if (refusal !== undefined) throw new AppError('unavailable', refusal, retryAfter)
    if (!db.inTransaction && !mark.isOpen()) openMark(db, mark)
  }

  #endAtExit(code: number): void {
    // What the memory has of the log may differ from the disk. The next start reads the log again.
    if (this.#isDiskUnknown) return exitAtOnce(code)
    this.#commits.settleNow()
    this.#snapshots.release()
    this.#emptyLog()
  }

  /** Runs also when the process exits without `close`, so that the file is complete. */
  #emptyLog(): void {
    const { db, mark } = this.#opened
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
}

/** Opens the mark after a start with a full disk. At most one commit may be unsynced, but this takes more than one. */
function openMark(db: Database, mark: Mark): void {
  db.run('pragma synchronous = full')
  try {
    mark.open()
  } finally {
    db.run('pragma synchronous = normal')
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
