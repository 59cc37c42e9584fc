import type { Message } from '../../base/messages'
import { storageMessages } from './messages'
import { AppError } from '../../base/errors'
import { createFairQueue } from '../../base/turns/fair-queue'
import { currentWork, readersRequester, serviceRequester } from '../../base/turns/request-work'
import type { RecordEvents } from './event-recorder'
import { createPacedResults } from './paced-results'
import type { Scope, Transactions, WriteOrder } from '../sql/transactions'
import { GroupRunner, type GroupResult, type Job, type JobKind, type Outcome } from './write-group'
import { covers, createWaitingScopes } from './write-scopes'

/** Maximum number of writes that share a commit. */
const groupMax = 500

/**
 * Maximum time in milliseconds for which a group waits while each turn of the event loop brings further writes. A commit
 * costs as much as several writes.
 */
const gatherMillis = 3

/** Maximum number of organizations whose writes share a group when other instances write, too. */
const organizationsMax = 32

/** Milliseconds for which the writer counts as busy after a write of a request. */
const busyMillis = 1000

/** Number of results of writes that are passed in a turn of the event loop. They are small. */
const resultsPerTurn = 16

const requesterOf = ({ requestedBy }: Job): string => requestedBy?.requester ?? serviceRequester

interface WriterHooks {
  /** Called with an error that only a restart of the process can repair. */
  readonly onFatal: (error: unknown) => void
  /** Called before each transaction and before its commit. Throws when nothing may be written. */
  readonly requireWritable?: () => void
  /** Discards cached rows that can be out of date: after a rollback, and before a transaction if other instances write, too. */
  readonly clearCaches?: () => void
  /** Called at the end of each write, or of several concurrent ones. Returns the organizations with new events. */
  readonly recordEvents?: RecordEvents
  /** Called after each commit with new events. */
  readonly onEvents?: (organizationIds: readonly number[]) => void
}

/**
 * The writer runs one write at a time, except concurrent writes (`WriteOrder`). Requesters take turns (src/base/turns/fair-queue.ts).
 * Writes that arrive together share a transaction and one commit, which costs one sync of the disk. While the sync of a group
 * runs, the next group begins; it commits after that sync. A write that fails does not affect the others.
 */
export class Writer {
  readonly #transactions: Transactions
  readonly #hooks: Required<Omit<WriterHooks, 'recordEvents'>>
  readonly #groups: GroupRunner
  readonly #waiting = createFairQueue<string, Job>()
  readonly #passResult = createPacedResults(resultsPerTurn)
  /** The scopes of the waiting writes, by organization. The writes of a group are those that its scope covers. */
  readonly #scopes = createWaitingScopes()
  #draining: Promise<void> | null = null
  /** Of the last group that was committed. */
  #acknowledging: Promise<void> | undefined
  #isClosed = false
  /** When a request wanted to write last, in milliseconds. */
  #requestedAt = -Infinity
  #problem: Message | undefined

  constructor(
    transactions: Transactions,
    {
      onFatal,
      requireWritable = () => {},
      clearCaches = () => {},
      recordEvents = async () => [],
      onEvents = () => {},
    }: WriterHooks,
  ) {
    this.#transactions = transactions
    this.#hooks = { onFatal, requireWritable, clearCaches, onEvents }
    this.#groups = new GroupRunner(transactions, recordEvents, clearCaches)
  }

  write<T>(work: () => Promise<T>, scope: Scope = 'all', order?: WriteOrder): Promise<T> {
    return this.#enqueue(work, 'write', scope, order)
  }

  dryRun<T>(work: () => Promise<T>, scope: Scope = 'all'): Promise<T> {
    return this.#enqueue(work, 'dryRun', scope)
  }

  /** Runs `work` while nothing is written and all commits are durable. */
  pause<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(work, 'pause', 'all')
  }

  /** Whether a request has wanted to write within the last second. */
  get isBusy(): boolean {
    return performance.now() - this.#requestedAt < busyMillis
  }

  problems(): readonly string[] {
    return this.#problem === undefined ? [] : [this.#problem.english]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#draining
    await this.#acknowledging
  }

  /** Returns the scope of a group that begins with a write. */
  #groupScope(first: Job): Scope {
    return this.#transactions.isShared ? this.#scopes.with(first.scope, organizationsMax) : 'all'
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#gather()
      const next = await this.#commitTogether()
      if (next) await this.#runAlone(next)
    }
    this.#draining = null
  }

  /** Lets the other requests of this turn of the event loop join the group, and those of further turns that bring some. */
  async #gather(): Promise<void> {
    const until = performance.now() + gatherMillis
    let size: number
    do {
      size = this.#waiting.size
      await new Promise((resolve) => setImmediate(resolve))
    } while (this.#waiting.size > size && performance.now() < until)
  }

  /** Commits the next writes, as many as a group may have. A job of another kind ends the group and is returned. */
  async #commitTogether(): Promise<Job | undefined> {
    const group: Job[] = []
    let result: GroupResult
    let durable: Promise<void>
    let other: Job | undefined
    let scope: Scope = 'all'
    const takeWrite = (): Job | undefined => {
      const isCovered = (_: string, job: Job) => covers(scope, job.scope)
      const job = other || group.length === groupMax ? undefined : this.#waiting.next(isCovered)?.item
      if (!job) return undefined
      this.#scopes.remove(job.scope)
      if (job.kind !== 'write') {
        other = job
        return undefined
      }
      group.push(job)
      return job
    }
    try {
      const first = takeWrite()
      if (!first) return other
      this.#hooks.requireWritable()
      scope = this.#groupScope(first)
      if (this.#transactions.isShared) this.#hooks.clearCaches()
      await this.#transactions.begin(scope)
      const before = this.#transactions.changes()
      result = await this.#groups.run(first, takeWrite, group, scope)
      await this.#transactions.settled()
      // An empty commit would not show whether the problem has passed.
      if (this.#problem !== undefined) this.#transactions.probe()
      this.#hooks.requireWritable()
      const isEmpty = this.#transactions.changes() === before && this.#problem === undefined
      const committed = await this.#commit(result, isEmpty, () => this.#groups.runAgain(group, scope))
      result = committed.result
      durable = committed.durable
    } catch (error) {
      // Nothing of the group is durable. The waiting writes are rejected, too, if they would fail in the same way.
      await this.#rollBack()
      this.#hooks.clearCaches()
      const condition = this.#transactions.problemOf(error)
      this.#problem = condition ?? this.#problem
      scope = 'all'
      if (condition !== undefined || !this.#transactions.isShared) while (takeWrite());
      this.#rejectAll(group, error)
      return other
    }
    this.#problem = undefined
    this.#acknowledging = this.#acknowledge(group, result, durable)
    return other
  }

  /** Commits a group. It runs again when a statement has failed that no write has waited for. */
  async #commit(
    result: GroupResult,
    isEmpty: boolean,
    runAgain: () => Promise<GroupResult>,
  ): Promise<{ result: GroupResult; durable: Promise<void> }> {
    try {
      return { result, ...(await this.#transactions.commit(isEmpty)) }
    } catch (error) {
      // Conditions of the database would end the group again.
      if (!this.#transactions.isShared || this.#transactions.toError(error) !== error) throw error
      const repeated = await runAgain()
      return { result: repeated, ...(await this.#transactions.commit(false)) }
    }
  }

  /** Passes the results of a group to the callers when the group is durable. */
  async #acknowledge(
    group: readonly Job[],
    { outcomes, organizationIds }: GroupResult,
    durable: Promise<void>,
  ): Promise<void> {
    try {
      await durable
    } catch (error) {
      this.#problem = this.#transactions.problemOf(error)
      return this.#rejectAll(group, error)
    }
    if (organizationIds.size > 0) this.#hooks.onEvents([...organizationIds])
    for (const [index, job] of group.entries())
      this.#passResult(requesterOf(job), () => this.#settle(job, outcomes[index] as Outcome))
  }

  #rejectAll(group: readonly Job[], error: unknown): void {
    const failure = this.#transactions.toError(error)
    for (const job of group) job.reject(failure)
    if (this.#transactions.isFatal(error)) this.#hooks.onFatal(error)
  }

  #settle(job: Job, outcome: Outcome): void {
    if ('error' in outcome) job.reject(outcome.error)
    else job.resolve(outcome.value)
  }

  /** Runs a dry run or a pause. Its result is passed when all that it has read is durable. */
  async #runAlone(job: Job): Promise<void> {
    let outcome: Outcome
    try {
      if (job.kind === 'pause') {
        await this.#transactions.settled()
        outcome = { value: await job.work() }
      } else {
        if (this.#transactions.isShared) this.#hooks.clearCaches()
        await this.#transactions.begin(job.scope)
        outcome = await this.#groups.runDry(job)
        await this.#rollBack()
        await this.#transactions.settled()
      }
    } catch (error) {
      outcome = { error: this.#transactions.toError(error) }
    }
    await this.#rollBack()
    if (job.kind === 'dryRun') this.#hooks.clearCaches()
    this.#settle(job, outcome)
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#transactions.rollBack()
    } catch (error) {
      this.#hooks.onFatal(error)
    }
  }

  #enqueue<T>(
    work: () => Promise<T>,
    kind: JobKind,
    scope: Scope,
    order: WriteOrder = 'sequential',
  ): Promise<T> {
    if (this.#groups.isInsideWrite())
      return Promise.reject(new Error('A write was begun inside another write.'))
    if (this.#isClosed)
      return Promise.reject(new AppError('unavailable', storageMessages('storage.stopping')))
    return new Promise<T>((resolve, reject) => {
      const requestedBy = currentWork()
      if (requestedBy && requestedBy.requester !== readersRequester) this.#requestedAt = performance.now()
      const job = {
        work,
        kind,
        scope,
        order,
        requestedBy,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      this.#waiting.push(requesterOf(job), job)
      this.#scopes.add(scope)
      // A loop that ended with an error would leave all further writes waiting forever.
      this.#draining ??= this.#drain().catch((error: unknown) => this.#hooks.onFatal(error))
    })
  }
}
