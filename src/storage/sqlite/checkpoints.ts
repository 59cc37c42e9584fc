import type { Database } from 'bun:sqlite'
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

export interface Checkpoints {
  /** Must be called after each commit: begins a checkpoint when the log is long. */
  afterCommit(): void
  /** Waits for a running checkpoint. */
  stop(): Promise<void>
}

export function startCheckpoints(options: CheckpointOptions): Checkpoints {
  const { db, descriptor, framesMax, pause, mayRun, onError } = options
  const thread = createDiskThread()
  const totalChanges = db.prepare<{ changes: number }, []>('select total_changes() as changes')
  const changes = (): number => totalChanges.get()?.changes ?? 0
  const logLength = db.prepare<Progress, []>('pragma wal_checkpoint(noop)')
  const framesOfLog = (): number => (db.inTransaction ? 0 : (logLength.get()?.log ?? 0))
  let done = changes()
  let seen = done
  let unchanged = 0
  let waited = 0
  let nextAt = framesMax
  let isStopped = false
  // Opened now, because the files may be replaced later.
  let running: Promise<void> | undefined = thread
    .run({ kind: 'open', path: db.filename })
    .then(() => {}, onError)
    .finally(() => {
      running = undefined
      beginIfLong()
    })

  async function run(): Promise<void> {
    waited = 0
    const current = changes()
    try {
      await thread.run({ kind: 'copyLog', descriptor })
      if (isStopped) return
      const frames = Math.max(framesOfLog(), nextAt)
      const waitMilliseconds = Math.min(Math.ceil(frames * waitPerFrame), waitMax)
      const isDone = await pause(() => thread.run({ kind: 'restartLog', waitMilliseconds }))
      if (isDone) done = current
      nextAt = isDone ? framesMax : frames + framesMax
    } catch (error) {
      nextAt = framesOfLog() + framesMax
      if (!isStopped) onError(error)
    }
  }

  function begin(): void {
    if (isStopped || !mayRun()) return
    running ??= run().finally(() => {
      running = undefined
    })
  }

  function beginIfLong(): void {
    if (framesOfLog() >= nextAt) begin()
  }

  function check(): void {
    const current = changes()
    unchanged = current === seen ? unchanged + 1 : 0
    seen = current
    waited = current === done ? 0 : waited + 1
    if (waited > 0 && (unchanged >= idleChecks || waited >= checksMax)) begin()
  }

  const timer = setInterval(check, checkMilliseconds)
  timer.unref()
  return {
    afterCommit: beginIfLong,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      await thread.close()
      for (const statement of [totalChanges, logLength]) statement.finalize()
    },
  }
}
