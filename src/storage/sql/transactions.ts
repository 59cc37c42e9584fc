import type { Message } from '../../base/messages'
/**
 * The organizations whose data a write may read before it changes something; `all` for the data of the whole installation. No other
 * instance writes them until the transaction ends.
 */
export type Scope = readonly number[] | 'all'

/**
 * Whether a write runs alone or at the same time as others. On a shared database, concurrent writes of a group share round
 * trips. A write can be concurrent only if constraints of the database reject every conflict of two such writes. After such an
 * error, all writes of the group run again, one after another.
 */
export type WriteOrder = 'sequential' | 'concurrent'

/** The transactions of the connection that writes. They run one after another. Each engine implements them. */
export interface Transactions {
  /** Whether a transaction has begun and has not ended. */
  readonly isOpen: boolean
  begin(scope: Scope): Promise<void>
  /** Whether other instances write, too. Each transaction then locks its scope. */
  readonly isShared: boolean
  /** A number that grows with each change, and with each error after which the transaction cannot go on. */
  changes(): number
  /** Resolves when all statements are executed. Rejects if one failed without another to report it. */
  executed(): Promise<void>
  /** Sets, rolls back to, or releases the savepoint of one write. */
  savepoint(step: 'set' | 'rollBack' | 'release'): Promise<void>
  /**
   * Commits. Earlier commits must be settled. Rejects when the commit or a statement before it fails. The promise inside resolves
   * when the commit is durable.
   *
   * @param isEmpty the transaction has changed nothing
   */
  commit(isEmpty: boolean): Promise<{ readonly durable: Promise<void> }>
  rollBack(): Promise<void>

  /** Whether all commits are durable. */
  readonly isSettled: boolean
  /** Resolves when all commits are durable. */
  settled(): Promise<void>

  /** Makes an empty transaction write, so that its commit shows whether the database can be written. */
  probe(): void
  /** Returns the condition of the database that prevents writes, as a sentence; undefined for other errors. */
  problemOf(error: unknown): Message | undefined
  /** Converts errors of the database that callers may retry to AppError. Returns other errors unchanged. */
  toError(error: unknown): unknown
  /** Whether only a restart of the process can repair the cause. */
  isFatal(error: unknown): boolean
}
