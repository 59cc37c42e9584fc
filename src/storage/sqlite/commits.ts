import type { Database } from 'bun:sqlite'
import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { createDiskThread } from './disk-thread'
import type { Snapshots } from './snapshots'

/**
 * Makes commits durable without blocking the serving thread (decision 0017). A commit appends to the write-ahead log, and
 * another thread then syncs the log. At most one commit is unsynced, so a power cut damages at most the last one
 * (src/storage/sqlite/wal.ts).
 */
export interface Commits {
  /** Whether all commits are on disk. */
  readonly isSettled: boolean
  /** Resolves when all commits are on disk. Rejects after a failed sync, because the disk is then unknown. */
  readonly settled: () => Promise<void>
  /**
   * Commits the transaction. All earlier commits must be settled. Throws when the commit fails. The promise resolves
   * when the commit is on disk.
   */
  commit(): Promise<void>
  /** Syncs an unsynced commit on this thread. */
  settleNow(): void
  close(): Promise<void>
}

/**
 * @param db the connection that commits, with synchronous=NORMAL
 * @param onCommit called after each commit
 * @param snapshots those of the reads on this thread. While a commit is unsynced, they see the state before it.
 */
export function createCommits(
  db: Database,
  { hold, release }: Pick<Snapshots, 'hold' | 'release'>,
  onCommit = () => {},
): Commits {
  // Windows syncs only files that are open for writing.
  const descriptor = openSync(`${db.filename}-wal`, process.platform === 'win32' ? 'r+' : 'r')
  const thread = createDiskThread()
  let pending: Promise<void> | undefined
  let failure: unknown

  async function sync(): Promise<void> {
    try {
      await thread.run({ kind: 'sync', descriptor })
    } catch (cause) {
      // The reads stay at the last state that is on disk, until the process ends.
      failure = Object.assign(new Error('The sync of the write-ahead log failed', { cause }), {
        code: 'SQLITE_IOERR_FSYNC',
      })
      throw failure
    }
    pending = undefined
    release()
  }

  return {
    get isSettled() {
      return pending === undefined
    },
    async settled() {
      await pending
      if (failure !== undefined) throw failure
    },
    commit() {
      try {
        hold()
        db.run('commit')
      } catch (error) {
        release()
        throw error
      }
      pending = sync()
      onCommit()
      return pending
    },
    settleNow() {
      if (failure !== undefined) throw failure
      if (!pending) return
      fdatasyncSync(descriptor)
      release()
    },
    async close() {
      await thread.close()
      closeSync(descriptor)
    },
  }
}
