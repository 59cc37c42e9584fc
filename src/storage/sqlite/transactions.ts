import type { Database } from 'bun:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Commits } from './commits'
import { diskProblemOf, isFsyncFailure, isLocked, toStorageError } from './system/disk-errors'
import { applicationId } from './migrate'
import type { Connection, Row, Value } from '../sql/connection'
import type { Transactions } from '../sql/transactions'

/** Maximum time to wait for the lock of another process, and the interval of the attempts, in milliseconds. */
const lockWait = 500
const lockInterval = 10

const savepoints = {
  set: 'savepoint job',
  rollBack: 'rollback to job',
  release: 'release job',
} as const

/**
 * Returns the connection of the writes. Its statements fail outside of a transaction: some errors of the disk end the transaction
 * (https://sqlite.org/lang_transaction.html), and concurrent work must not change anything then.
 */
export const connectionOfWrites = (db: Database): Connection => ({
  prepare(sql) {
    const statement = db.prepare<Row, Value[]>(sql)
    const requireTransaction = (): void => {
      if (!db.inTransaction) throw new Error('A statement of a write was executed outside of it.')
    }
    return {
      values(...values) {
        requireTransaction()
        return statement.values(...values) as Row[]
      },
      run(...values) {
        requireTransaction()
        return statement.run(...values)
      },
    }
  },
})

/** Creates the transactions of a connection. Its statements are executed when they are called. */
export function createSqliteTransactions(db: Database, commits: Commits): Transactions {
  const totalChanges = db.prepare<{ changes: number }, []>('select total_changes() as changes')

  return {
    isShared: false,
    get isOpen() {
      return db.inTransaction
    },
    /** Waits for a lock without busy_timeout, which would block the event loop. */
    async begin() {
      for (let waited = 0; ; waited += lockInterval) {
        try {
          db.run('begin immediate')
          return
        } catch (error) {
          if (!isLocked(error) || waited >= lockWait) throw error
          await sleep(lockInterval)
        }
      }
    },
    changes: () => totalChanges.get()?.changes ?? 0,
    async executed() {},
    savepoint: async (step) => void db.run(savepoints[step]),
    async commit(isEmpty) {
      if (!isEmpty) return { durable: commits.commit() }
      // An empty transaction needs no sync.
      db.run('commit')
      return { durable: Promise.resolve() }
    },
    async rollBack() {
      if (db.inTransaction) db.run('rollback')
    },
    get isSettled() {
      return commits.isSettled
    },
    settled: commits.settled,
    // Setting the application_id to its value writes a page.
    probe: () => void db.run(`pragma application_id = ${applicationId}`),
    problemOf: diskProblemOf,
    toError: toStorageError,
    isFatal: isFsyncFailure,
  }
}
