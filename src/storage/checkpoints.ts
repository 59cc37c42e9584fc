import type { Database } from 'bun:sqlite'

/**
 * Writes the contents of the write-ahead log into the database file, so that the file is nearly complete: at the start,
 * after some seconds without a write, and once a minute. SQLite does the same when the log reaches 16 MB.
 */

const checkMilliseconds = 2000
/** Number of checks without a change after which the service counts as idle. */
const idleChecks = 2
const checksMax = 30

interface Progress {
  /** 1 when a lock kept the checkpoint from its end. */
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/**
 * Returns true when the database file is now complete. Neither kind waits for readers.
 *
 * @param kind passive: as much as possible; truncate: everything, and the log is then empty
 */
export function checkpoint(db: Database, kind: 'passive' | 'truncate'): boolean {
  const progress = db.query<Progress, []>(`pragma wal_checkpoint(${kind})`).get()
  return progress !== null && progress.busy === 0 && progress.checkpointed === progress.log
}

/** Starts the periodic checkpoints. @param onError receives the error of a failing disk; the next check tries again */
export function startCheckpoints(db: Database, onError: (error: unknown) => void): { stop(): void } {
  const totalChanges = db.prepare<{ changes: number }, []>('select total_changes() as changes')
  const changes = (): number => totalChanges.get()?.changes ?? 0
  let done = changes()
  let seen = done
  let unchanged = 0
  let waited = 0

  function check(): void {
    const current = changes()
    unchanged = current === seen ? unchanged + 1 : 0
    seen = current
    waited = current === done ? 0 : waited + 1
    const isDue = waited > 0 && (unchanged >= idleChecks || waited >= checksMax)
    if (!isDue || db.inTransaction) return
    waited = 0
    if (checkpoint(db, 'passive')) done = current
  }

  const timer = setInterval(() => {
    try {
      check()
    } catch (error) {
      onError(error)
    }
  }, checkMilliseconds)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
