import type { Database, Statement } from 'bun:sqlite'
import { createDiskThread } from './disk-thread'
import { applicationId } from './migrate'

/**
 * Writes the contents of the write-ahead log into the database file, so that the file is nearly complete and the log does
 * not grow: at the start, after some seconds without a write, once a minute, and when the log reaches 8 MB.
 *
 * While the service runs, another thread does it (decision 0017). It copies the log while writes go on. Then writes wait
 * while the thread copies the rest and begins the log again, because only a log that is copied completely can begin again.
 */

const checkMilliseconds = 2000
/** Number of checks without a change after which the service counts as idle. */
const idleChecks = 2
const checksMax = 30

/**
 * Number of frames of the log, of 4 KB each, after which a checkpoint begins: 8 MB. A start reads the log before it serves
 * requests.
 */
export const defaultFramesMax = 2000
/** How long writes wait for reads that use the log: longer for a longer log, so that the log does not grow forever. */
const waitPerFrame = 0.025
const waitMax = 2000

interface Progress {
  /** 1 when a lock prevented the checkpoint from completing. */
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/**
 * Returns true when the database file is now complete. It waits for readers at most for the busy_timeout.
 *
 * @param kind passive: as much as possible, without waiting; restart: everything, and the next write begins the log again;
 *   truncate: everything, and the log is then empty
 */
export function checkpoint(db: Database, kind: 'passive' | 'restart' | 'truncate'): boolean {
  const progress = db.query<Progress, []>(`pragma wal_checkpoint(${kind})`).get()
  return progress !== null && progress.busy === 0 && progress.checkpointed === progress.log
}

/** Returns the number of frames of the log that SQLite reads. */
export const framesOf = (db: Database): number =>
  Math.max(db.query<Progress, []>('pragma wal_checkpoint(noop)').get()?.log ?? 0, 0)

/**
 * Begins the log again after the file contains all of it. The first write of a log syncs its header, for which another
 * write would wait. Setting the application_id to its value writes a page.
 */
export const restartLog = (db: Database): void => void db.run(`pragma application_id = ${applicationId}`)

export interface CheckpointOptions {
  /** The connection that writes. */
  readonly db: Database
  /** The descriptor of the database file. */
  readonly descriptor: number
  /** Number of frames of the log after which a checkpoint begins. */
  readonly framesMax: number
  /** Runs `work` while nothing is written and all commits are on disk. */
  readonly pause: (work: () => Promise<boolean>) => Promise<boolean>
  /** Whether a checkpoint may begin. */
  readonly mayRun: () => boolean
  /** Receives the error of a failing disk. A later check tries again. */
  readonly onError: (error: unknown) => void
}

export class Checkpoints {
  readonly #options: CheckpointOptions
  readonly #thread = createDiskThread()
  readonly #totalChanges: Statement<{ changes: number }, []>
  readonly #logLength: Statement<Progress, []>
  readonly #timer: Timer
  /** The number of changes that the database file contains, and the number at the last check. */
  #done: number
  #seen: number
  #unchanged = 0
  #waited = 0
  #nextAt: number
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(options: CheckpointOptions) {
    const { db, framesMax, onError } = options
    this.#options = options
    this.#totalChanges = db.prepare('select total_changes() as changes')
    this.#logLength = db.prepare('pragma wal_checkpoint(noop)')
    this.#done = this.#changes()
    this.#seen = this.#done
    this.#nextAt = framesMax
    // Opened now, because the files may be replaced later.
    this.#running = this.#thread
      .run({ kind: 'open', path: db.filename })
      .then(() => {}, onError)
      .finally(() => {
        this.#running = undefined
        this.#beginIfLong()
      })
    this.#timer = setInterval(() => this.#check(), checkMilliseconds)
    this.#timer.unref()
  }

  /** Must be called after each commit: begins a checkpoint when the log is long. */
  afterCommit(): void {
    this.#beginIfLong()
  }

  /** Waits for a running checkpoint. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
    await this.#thread.close()
    for (const statement of [this.#totalChanges, this.#logLength]) statement.finalize()
  }

  #changes(): number {
    return this.#totalChanges.get()?.changes ?? 0
  }

  #framesOfLog(): number {
    return this.#options.db.inTransaction ? 0 : (this.#logLength.get()?.log ?? 0)
  }

  async #run(): Promise<void> {
    this.#waited = 0
    const current = this.#changes()
    try {
      await this.#thread.run({ kind: 'copyLog', descriptor: this.#options.descriptor })
      if (this.#isStopped) return
      const frames = Math.max(this.#framesOfLog(), this.#nextAt)
      const waitMilliseconds = Math.min(Math.ceil(frames * waitPerFrame), waitMax)
      const isDone = await this.#options.pause(() =>
        this.#thread.run({ kind: 'restartLog', waitMilliseconds }),
      )
      if (isDone) this.#done = current
      this.#nextAt = isDone ? this.#options.framesMax : frames + this.#options.framesMax
    } catch (error) {
      this.#nextAt = this.#framesOfLog() + this.#options.framesMax
      if (!this.#isStopped) this.#options.onError(error)
    }
  }

  #begin(): void {
    if (this.#isStopped || !this.#options.mayRun()) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  #beginIfLong(): void {
    if (this.#framesOfLog() >= this.#nextAt) this.#begin()
  }

  #check(): void {
    const current = this.#changes()
    this.#unchanged = current === this.#seen ? this.#unchanged + 1 : 0
    this.#seen = current
    this.#waited = current === this.#done ? 0 : this.#waited + 1
    if (this.#waited > 0 && (this.#unchanged >= idleChecks || this.#waited >= checksMax)) this.#begin()
  }
}
