import type { Database } from 'bun:sqlite'

/**
 * Brings what is in the write-ahead log into the database file, so that the file alone has nearly everything: at the
 * start, when nothing was written for some seconds, and once a minute. SQLite does the same whenever the log has 16 MB.
 */

const lookMilliseconds = 2000
/** After so many looks without a change, the service is idle. */
const idleLooks = 2
const looksMax = 30

interface Progress {
  /** 1 when a lock kept the checkpoint from its end. */
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/**
 * True when the database file now has everything. Neither kind waits for readers.
 *
 * @param kind passive: as much as possible; truncate: everything, and the log is then empty
 */
export function checkpoint(db: Database, kind: 'passive' | 'truncate'): boolean {
  const progress = db.query<Progress, []>(`pragma wal_checkpoint(${kind})`).get()
  return progress !== null && progress.busy === 0 && progress.checkpointed === progress.log
}

/** @param onError gets the error of a failing disk; the next look tries again */
export function startCheckpoints(db: Database, onError: (error: unknown) => void): { stop(): void } {
  const totalChanges = db.prepare<{ changes: number }, []>('select total_changes() as changes')
  const changes = (): number => totalChanges.get()?.changes ?? 0
  let done = changes()
  let seen = done
  let unchanged = 0
  let waited = 0

  function look(): void {
    const current = changes()
    unchanged = current === seen ? unchanged + 1 : 0
    seen = current
    waited = current === done ? 0 : waited + 1
    const isDue = waited > 0 && (unchanged >= idleLooks || waited >= looksMax)
    if (!isDue || db.inTransaction) return
    waited = 0
    if (checkpoint(db, 'passive')) done = current
  }

  const timer = setInterval(() => {
    try {
      look()
    } catch (error) {
      onError(error)
    }
  }, lookMilliseconds)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
