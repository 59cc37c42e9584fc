import { AsyncLocalStorage } from 'node:async_hooks'
import type { Work } from '../../base/turns/request-work'
import type { RecordEvents } from './event-recorder'
import type { Scope, Transactions, WriteOrder } from '../sql/transactions'

/**
 * Milliseconds of work after which no further write joins a group. Reads are served between two groups, and while a group waits
 * for the disk. On a shared database, reads do not wait for writes, which take longer.
 */
const groupMillis = 10
const sharedGroupMillis = 50

/**
 * Maximum number of writes that run at the same time on a shared database, where they share round trips. On SQLite, writes run
 * one at a time: an error of one write can end the transaction, and the statements of the others would then not be part of it.
 */
const concurrentMax = 100

/**
 * A write shares a commit with others. A dry run has a transaction of its own, which is rolled back after the result is
 * computed. A pause has no transaction: nothing is written meanwhile.
 */
export type JobKind = 'write' | 'dryRun' | 'pause'

export interface Job {
  readonly work: () => Promise<unknown>
  readonly kind: JobKind
  readonly scope: Scope
  readonly order: WriteOrder
  /** The request that the write belongs to; undefined for the service itself. */
  readonly requestedBy: Work | undefined
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export type Outcome = { readonly value: unknown } | { readonly error: unknown }

const isFailure = (outcome: Outcome): boolean => 'error' in outcome

export interface GroupResult {
  /** In the order of the writes. */
  readonly outcomes: readonly Outcome[]
  /** The organizations with new events. */
  readonly organizationIds: ReadonlySet<number>
}

/** Runs writes in a transaction. The writer begins and commits it (writer.ts). */
export class GroupRunner {
  readonly #transactions: Transactions
  readonly #recordEvents: RecordEvents
  readonly #clearCaches: () => void
  readonly #insideWrite = new AsyncLocalStorage<true>()

  /** @param clearCaches discards cached rows after a rollback */
  constructor(transactions: Transactions, recordEvents: RecordEvents, clearCaches: () => void) {
    this.#transactions = transactions
    this.#recordEvents = recordEvents
    this.#clearCaches = clearCaches
  }

  /**
   * Runs the writes of a group.
   *
   * @param takeWrite returns the next write of the group, which it adds to `group`
   */
  async run(
    first: Job,
    takeWrite: () => Job | undefined,
    group: readonly Job[],
    scope: Scope,
  ): Promise<GroupResult> {
    return (await this.#runPlainly(first, takeWrite)) ?? (await this.runAgain(group, scope))
  }

  /** Runs a dry run. It records no events. */
  async runDry(job: Job): Promise<Outcome> {
    const outcome = await this.#outcomeOf(job)
    await this.#transactions.executed()
    return this.#toOutcome(outcome)
  }

  isInsideWrite(): boolean {
    return this.#insideWrite.getStore() === true
  }

  /**
   * Runs the writes of a group without savepoints, because an open savepoint makes every statement several times
   * slower. While the disk syncs the previous group, further writes join this one. Returns undefined when a write failed
   * after something had changed. The commit waits for the last statements.
   */
  async #runPlainly(first: Job, takeWrite: () => Job | undefined): Promise<GroupResult | undefined> {
    const outcomes: Outcome[] = []
    const organizationIds = new Set<number>()
    let startedAt = performance.now()
    const mostMillis = this.#transactions.isShared ? sharedGroupMillis : groupMillis
    const isOver = () => performance.now() - startedAt >= mostMillis
    const next = async (): Promise<Job | undefined> => {
      const job = isOver() ? undefined : takeWrite()
      if (job || this.#transactions.isSettled) return job
      await this.#transactions.settled()
      startedAt = performance.now()
      return takeWrite()
    }
    let job: Job | undefined = first
    while (job) {
      const { concurrent, following } = this.#takeConcurrent(job, takeWrite)
      const before = this.#transactions.changes()
      let results = await this.#runJobs(concurrent, organizationIds)
      job = following ?? (await next())
      if (job) results = await this.#executed(results)
      if (results.some(isFailure) && this.#transactions.changes() !== before) return undefined
      outcomes.push(...results)
    }
    return { outcomes, organizationIds }
  }

  /** Takes the writes that run at the same time as `first`, and the write after them if it was taken, too. */
  #takeConcurrent(
    first: Job,
    takeWrite: () => Job | undefined,
  ): { readonly concurrent: Job[]; readonly following: Job | undefined } {
    const concurrent = [first]
    const isAlone = !this.#transactions.isShared || first.order === 'sequential'
    let following: Job | undefined
    while (!isAlone && !following && concurrent.length < concurrentMax) {
      const job = takeWrite()
      if (!job) break
      if (job.order === 'concurrent') concurrent.push(job)
      else following = job
    }
    return { concurrent, following }
  }

  /** Runs the group again, with a savepoint for each write. A write that fails is rolled back to its savepoint. */
  async runAgain(group: readonly Job[], scope: Scope): Promise<GroupResult> {
    await this.#transactions.rollBack()
    this.#clearCaches()
    await this.#transactions.begin(scope)
    const outcomes: Outcome[] = []
    const organizationIds = new Set<number>()
    for (const job of group) {
      await this.#transactions.savepoint('set')
      const [outcome] = (await this.#executed(await this.#runJobs([job], organizationIds))) as [Outcome]
      if (isFailure(outcome)) {
        await this.#transactions.savepoint('rollBack')
        this.#clearCaches()
      }
      await this.#transactions.savepoint('release')
      outcomes.push(outcome)
    }
    return { outcomes, organizationIds }
  }

  /**
   * Runs writes at the same time and records their events. If this fails, all of them fail.
   *
   * @param organizationIds receives the organizations with new events
   */
  async #runJobs(jobs: readonly Job[], organizationIds: Set<number>): Promise<Outcome[]> {
    const startedAt = performance.now()
    try {
      const outcomes = await Promise.all(jobs.map((job) => this.#outcomeOf(job)))
      if (!outcomes.some(isFailure))
        for (const organizationId of await this.#recordEvents()) organizationIds.add(organizationId)
      // A statement that no write waits for may have changed something, or be the reason.
      else await this.#transactions.executed()
      return outcomes.map((outcome) => this.#toOutcome(outcome))
    } catch (error) {
      const reason = await this.#firstFailure(error)
      return jobs.map(() => this.#toOutcome({ error: reason }))
    } finally {
      const share = (performance.now() - startedAt) / jobs.length
      for (const { requestedBy } of jobs) if (requestedBy) requestedBy.milliseconds += share
    }
  }

  /** Waits for the statements of writes. If one has failed, all of the writes have. */
  async #executed(outcomes: Outcome[]): Promise<Outcome[]> {
    try {
      await this.#transactions.executed()
      return outcomes
    } catch (error) {
      return outcomes.map(() => this.#toOutcome({ error }))
    }
  }

  /** Returns why a statement has failed: a failure may be the consequence of an earlier one that no write has waited for. */
  #firstFailure(error: unknown): Promise<unknown> {
    return this.#transactions.executed().then(
      () => error,
      (first: unknown) => first,
    )
  }

  async #outcomeOf({ work }: Job): Promise<Outcome> {
    try {
      return { value: await this.#insideWrite.run(true, work) }
    } catch (error) {
      return { error }
    }
  }

  /** Returns the error as the caller gets it. Throws it if it ends the whole transaction. */
  #toOutcome(outcome: Outcome): Outcome {
    if (!('error' in outcome)) return outcome
    const { error } = outcome
    // A full disk or a lost connection ends the transaction, which the engine may have rolled back already.
    if (!this.#transactions.isOpen || this.#transactions.problemOf(error) !== undefined) throw error
    return { error: this.#transactions.toError(error) }
  }
}
