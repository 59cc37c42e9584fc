import type { Connection, Statement, Value } from '../sql/connection'
import type { Scope, Transactions } from '../sql/transactions'
import { problemOf, toDatabaseError } from './errors'
import { scopeCommand } from './locks'
import { prepareOn, type Session, toParameter } from './session'
import { Rows, toRowSet } from './sets'

/** Discards cached tags, because they may have been read from rows that were rolled back. */
const invalidateTags = "select nextval('tags_changes')"

const savepoints = {
  set: 'savepoint job',
  rollBack: `rollback to job; ${invalidateTags}`,
  release: 'release job',
} as const

export interface Writable {
  readonly transactions: Transactions
  /** The connection of the writes. Its statements fail outside of a transaction. */
  readonly connection: Connection
  /** Sends a notification to the listeners of a channel at the commit. */
  readonly notify: (channel: string, payload: string) => Promise<void>
  close(): Promise<void>
}

const notification = prepareOn('select pg_notify(?, ?)')

/** Number of rows that are sent together at most. Requests wait while their JSON is built. */
const rowsMax = 200

/**
 * Creates the transactions on one connection. A transaction opens it when it is not open; it is never opened within one. The
 * statements are executed in the order in which they are sent, so a statement whose result is not needed does not wait for its
 * execution.
 *
 * @param open opens a connection that may write
 */
export function createTransactions(open: () => Promise<Session>): Writable {
  let opened: Session | undefined
  /** Whether the server may have a transaction, including one that it has aborted. */
  let isBegun = false
  /** Whether the transaction takes statements. */
  let isOpen = false
  /** The statement that was sent last. */
  let last: Promise<unknown> = Promise.resolve()
  let changes = 0
  let failure: { readonly error: unknown } | undefined
  /** Rows that have not been sent, with the functions that send them. Each set has rows of one statement. */
  const waiting = new Map<Rows, () => void>()

  /** Sends a statement. Keeps its failure, which aborts the transaction (PostgreSQL manual, Transactions). */
  function send<T>(execute: () => Promise<T>): Promise<T> {
    const sent = isOpen ? execute() : Promise.reject<T>(outside())
    last = sent.catch((error: unknown) => {
      changes++
      failure ??= { error }
    })
    return sent
  }

  function sendRows(): void {
    for (const sendSet of waiting.values()) sendSet()
    waiting.clear()
  }

  function discardRows(): void {
    for (const rows of waiting.keys()) rows.clear()
    waiting.clear()
  }

  /** Returns the function that collects the rows of a statement; undefined when it has no form for many rows. */
  function collecting(sql: string): Statement['later'] {
    const set = toRowSet(sql)
    if (!set) return undefined
    const rows = new Rows(set)
    const statement = prepareOn(set.sql)
    const sendSet = () => void send(() => statement(current(), [rows.take()]))
    return (...values) => {
      if (!isOpen) throw outside()
      rows.add(values.map(toParameter))
      waiting.set(rows, sendSet)
      changes++
      if (rows.size === rowsMax) sendRows()
    }
  }

  const current = (): Session => {
    if (!opened) throw new Error('The writer has no connection.')
    return opened
  }

  const command = async (text: string): Promise<unknown> =>
    current().guard(current().sql.unsafe(text).simple())

  async function begin(scope: Scope): Promise<void> {
    if (!opened || opened.isLost) {
      await opened?.close()
      opened = undefined
      opened = await open()
      await command(invalidateTags)
    }
    failure = undefined
    isBegun = true
    await command(`begin; ${scopeCommand(scope)}`)
    isOpen = true
  }

  return {
    connection: {
      engine: 'postgres',
      prepare(sql) {
        const statement = prepareOn(sql)
        const execute = (values: Value[]) => {
          sendRows()
          return send(async () => {
            const result = await statement(current(), values)
            changes += result.changes
            return result
          })
        }
        const later = collecting(sql)
        return {
          values: async (...values: Value[]) => (await execute(values)).rows,
          run: (...values: Value[]) => execute(values),
          ...(later && { later }),
        }
      },
    },
    async notify(channel, payload) {
      sendRows()
      // It is a change, so that it is rolled back with the write.
      changes++
      await send(() => notification(current(), [channel, payload]))
    },
    transactions: {
      isShared: true,
      get isOpen() {
        return isOpen && opened?.isLost === false
      },
      begin,
      changes: () => changes,
      async executed() {
        sendRows()
        await last
        if (failure) throw failure.error
      },
      async savepoint(step) {
        if (step === 'rollBack') discardRows()
        else sendRows()
        await last
        if (step === 'rollBack') failure = undefined
        await command(savepoints[step])
      },
      async commit() {
        sendRows()
        await last
        if (failure) throw failure.error
        isOpen = false
        // The commit returns when it is on the disk of the server, and of a synchronous standby.
        await command('select fold_counts(); commit')
        isBegun = false
        return { durable: Promise.resolve() }
      },
      async rollBack() {
        discardRows()
        if (!isBegun) return
        await last
        isBegun = false
        isOpen = false
        failure = undefined
        if (opened?.isLost === false)
          await command(`rollback; ${invalidateTags}`).catch(() => opened?.close())
      },
      isSettled: true,
      settled: async () => {},
      // Each write checks the server.
      probe() {},
      problemOf,
      toError: toDatabaseError,
      isFatal: () => false,
    },
    close: async () => opened?.close(),
  }
}

const outside = () => new Error('A statement of a write was executed outside of it.')
