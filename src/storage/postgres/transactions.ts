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

const notification = prepareOn('select pg_notify(?, ?)')

/** Number of rows that are sent together at most. Requests wait while their JSON is built. */
const rowsMax = 200

/**
 * The transactions on one connection. A transaction opens it when it is not open; it is never opened within one. The statements
 * are executed in the order in which they are sent, so a statement whose result is not needed does not wait for its execution.
 */
export class PostgresTransactions implements Transactions {
  readonly isShared = true
  readonly isSettled = true
  readonly problemOf = problemOf
  readonly toError = toDatabaseError
  /** The connection of the writes. Its statements fail outside of a transaction. */
  readonly connection: Connection = { engine: 'postgres', prepare: (sql) => this.#prepare(sql) }
  readonly #open: () => Promise<Session>
  #opened: Session | undefined
  /** Whether the server may have a transaction, including one that it has aborted. */
  #isBegun = false
  /** Whether the transaction takes statements. */
  #isOpen = false
  /** The statement that was sent last. */
  #last: Promise<unknown> = Promise.resolve()
  #changes = 0
  #failure: { readonly error: unknown } | undefined
  /** Rows that have not been sent, with the functions that send them. Each set has rows of one statement. */
  readonly #waiting = new Map<Rows, () => void>()

  /** @param open opens a connection that may write */
  constructor(open: () => Promise<Session>) {
    this.#open = open
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#opened?.isLost === false
  }

  async begin(scope: Scope): Promise<void> {
    if (!this.#opened || this.#opened.isLost) {
      await this.#opened?.close()
      this.#opened = undefined
      this.#opened = await this.#open()
      await this.#command(invalidateTags)
    }
    this.#failure = undefined
    this.#isBegun = true
    this.#isOpen = true
    // The statements of the writes need not wait for it: when it fails, the server rejects them.
    this.#send(() => this.#command(`begin; ${scopeCommand(scope)}`)).catch(() => {
      this.#isOpen = false
    })
  }

  changes(): number {
    return this.#changes
  }

  async executed(): Promise<void> {
    this.#sendRows()
    await this.#last
    if (this.#failure) throw this.#failure.error
  }

  async savepoint(step: keyof typeof savepoints): Promise<void> {
    if (step === 'rollBack') this.#discardRows()
    else this.#sendRows()
    await this.#last
    if (step === 'rollBack') this.#failure = undefined
    if (this.#failure) throw this.#failure.error
    await this.#command(savepoints[step])
  }

  async commit(): Promise<{ durable: Promise<void> }> {
    this.#sendRows()
    this.#isOpen = false
    // The commit returns when it is on the disk of the server, and of a synchronous standby. When a statement before it has failed,
    // the server executes neither command.
    const [, commit] = await Promise.allSettled([this.#last, this.#command('select fold_counts(); commit')])
    if (this.#failure) throw this.#failure.error
    if (commit.status === 'rejected') throw commit.reason
    this.#isBegun = false
    return { durable: Promise.resolve() }
  }

  async rollBack(): Promise<void> {
    this.#discardRows()
    if (!this.#isBegun) return
    await this.#last
    this.#isBegun = false
    this.#isOpen = false
    this.#failure = undefined
    if (this.#opened?.isLost === false)
      await this.#command(`rollback; ${invalidateTags}`).catch(() => this.#opened?.close())
  }

  async settled(): Promise<void> {}

  /** Each write checks the server. */
  probe(): void {}

  isFatal(): boolean {
    return false
  }

  /** Sends a notification to the listeners of a channel at the commit. */
  async notify(channel: string, payload: string): Promise<void> {
    this.#sendRows()
    // It is a change, so that it is rolled back with the write.
    this.#changes++
    await this.#send(() => notification(this.#current(), [channel, payload]))
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }

  #prepare(sql: string): Statement {
    const statement = prepareOn(sql)
    const execute = (values: Value[]) => {
      this.#sendRows()
      return this.#send(async () => {
        const result = await statement(this.#current(), values)
        this.#changes += result.changes
        return result
      })
    }
    const later = this.#collecting(sql)
    return {
      values: async (...values: Value[]) => (await execute(values)).rows,
      run: (...values: Value[]) => execute(values),
      ...(later && { later }),
    }
  }

  /** Sends a statement. Keeps its failure, which aborts the transaction (PostgreSQL manual, Transactions). */
  #send<T>(execute: () => Promise<T>): Promise<T> {
    const sent = this.#isOpen ? execute() : Promise.reject<T>(outside())
    this.#last = sent.catch((error: unknown) => {
      this.#changes++
      this.#failure ??= { error }
    })
    return sent
  }

  #sendRows(): void {
    for (const sendSet of this.#waiting.values()) sendSet()
    this.#waiting.clear()
  }

  #discardRows(): void {
    for (const rows of this.#waiting.keys()) rows.clear()
    this.#waiting.clear()
  }

  /** Returns the function that collects the rows of a statement; undefined when it has no form for many rows. */
  #collecting(sql: string): Statement['later'] {
    const set = toRowSet(sql)
    if (!set) return undefined
    const rows = new Rows(set)
    const statement = prepareOn(set.sql)
    const sendSet = () => void this.#send(() => statement(this.#current(), [rows.take()]))
    return (...values) => {
      if (!this.#isOpen) throw outside()
      rows.add(values.map(toParameter))
      this.#waiting.set(rows, sendSet)
      this.#changes++
      if (rows.size === rowsMax) this.#sendRows()
    }
  }

  #current(): Session {
    if (!this.#opened) throw new Error('The writer has no connection.')
    return this.#opened
  }

  async #command(text: string): Promise<unknown> {
    return this.#current().guard(this.#current().sql.unsafe(text).simple())
  }
}

const outside = () => new Error('A statement of a write was executed outside of it.')
