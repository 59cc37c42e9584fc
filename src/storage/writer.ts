import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '../errors'
import { createFairQueue } from '../fair-queue'
import { currentWork, serviceRequester, type Work } from '../work'
import type { RecordEvents } from './event-recorder'
import { createPacedResults } from './paced-results'
import type { Scope, Transactions, WriteOrder } from './sql/transactions'
import { covers, createWaitingScopes } from './write-scopes'

/**
 * Maximum number of writes that share a commit, and the milliseconds of work after which no further write joins it. Reads
 * are served between two groups, and while a group waits for the disk. Reads do not wait for a shared database, whose writes take
 * longer.
 */
const groupMax = 500
const groupMillis = 10
const sharedGroupMillis = 50

/**
 * Maximum time in milliseconds for which a group waits while each turn of the event loop brings further writes. A commit
 * costs as much as several writes.
 */
const gatherMillis = 3

/** Maximum number of organizations whose writes share a group when other instances write, too. */
const organizationsMax = 32

/**
 * Maximum number of writes that run at the same time on a shared database, where they share round trips. On SQLite, writes run
 * one at a time: an error of one write can end the transaction, and the statements of the others would then not be part of it.
 */
const concurrentMax = 100

/** Number of results of writes that are passed in a turn of the event loop. They are small. */
const resultsPerTurn = 16

/**
 * A write shares a commit with others. A dry run has a transaction of its own, which is rolled back after the result is
 * computed. A pause has no transaction: nothing is written meanwhile.
 */
type JobKind = 'write' | 'dryRun' | 'pause'

interface Job {
  readonly work: () => Promise<unknown>
  readonly kind: JobKind
  readonly scope: Scope
  readonly order: WriteOrder
  /** The request that the write belongs to; undefined for the service itself. */
  readonly requestedBy: Work | undefined
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

const requesterOf = ({ requestedBy }: Job): string => requestedBy?.requester ?? serviceRequester

type Outcome = { readonly value: unknown } | { readonly error: unknown }

const isFailure = (outcome: Outcome): boolean => 'error' in outcome

export interface WriterHooks {
  /** Called with an error that only a restart of the process can repair. */
  readonly onFatal: (error: unknown) => void
  /** Called before each transaction and before its commit. Throws when nothing may be written. */
  readonly requireWritable?: () => void
  /** Discards cached rows that can be out of date: after a rollback, and before a transaction if other instances write, too. */
  readonly forget?: () => void
  /** Called at the end of each write, or of several concurrent ones. Returns the organizations with new events. */
  readonly recordEvents?: RecordEvents
  /** Called after each commit with new events. */
  readonly onEvents?: (organizationIds: readonly number[]) => void
}

/**
 * Creates the writer. It runs one write at a time, except concurrent writes (`WriteOrder`). Requesters take turns (src/fair-queue.ts).
 * Writes that arrive together share a transaction and one commit, which costs one sync of the disk. While the sync of a group
 * runs, the next group begins; it commits after that sync. A write that fails does not affect the others.
 */
export function createWriter(
  transactions: Transactions,
  {
    onFatal,
    requireWritable = () => {},
    forget = () => {},
    recordEvents = async () => [],
    onEvents = () => {},
  }: WriterHooks,
) {
  const insideWrite = new AsyncLocalStorage<true>()
  const waiting = createFairQueue<string, Job>()
  const passResult = createPacedResults(resultsPerTurn)
  let draining: Promise<void> | null = null
  /** Of the last group that was committed. */
  let acknowledging: Promise<void> | undefined
  let isClosed = false
  let problem: string | undefined
  const changes = () => transactions.changes()

  /** The scopes of the waiting writes, by organization. The writes of a group are those that its scope covers. */
  const scopes = createWaitingScopes()

  /** Returns the scope of a group that begins with a write. */
  const groupScope = (first: Job): Scope =>
    transactions.isShared ? scopes.with(first.scope, organizationsMax) : 'all'

  async function drain(): Promise<void> {
    while (waiting.size > 0) {
      await gather()
      const next = await commitTogether()
      if (next) await runAlone(next)
    }
    draining = null
  }

  /** Lets the other requests of this turn of the event loop join the group, and those of further turns that bring some. */
  async function gather(): Promise<void> {
    const until = performance.now() + gatherMillis
    let size: number
    do {
      size = waiting.size
      await new Promise((resolve) => setImmediate(resolve))
    } while (waiting.size > size && performance.now() < until)
  }

  /** Commits the next writes, as many as a group may have. A job of another kind ends the group and is returned. */
  async function commitTogether(): Promise<Job | undefined> {
    const group: Job[] = []
    const organizations = new Set<number>()
    let outcomes: readonly Outcome[]
    let durable: Promise<void>
    let other: Job | undefined
    let scope: Scope = 'all'
    const takeWrite = (): Job | undefined => {
      const isCovered = (_: string, job: Job) => covers(scope, job.scope)
      const job = other || group.length === groupMax ? undefined : waiting.next(isCovered)?.item
      if (!job) return undefined
      scopes.remove(job.scope)
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
      requireWritable()
      scope = groupScope(first)
      if (transactions.isShared) forget()
      await transactions.begin(scope)
      const before = changes()
      outcomes =
        (await runPlainly(first, takeWrite, organizations)) ??
        (await runInSavepoints(group, scope, organizations))
      await transactions.settled()
      // An empty commit would not show whether the problem has passed.
      if (problem !== undefined) transactions.probe()
      requireWritable()
      const committed = await transactions.commit(changes() === before && problem === undefined)
      durable = committed.durable
    } catch (error) {
      // Nothing of the group is durable. The waiting writes are rejected, too, if they would fail in the same way.
      await rollBack()
      forget()
      const condition = transactions.problemOf(error)
      problem = condition ?? problem
      scope = 'all'
      if (condition !== undefined || !transactions.isShared) while (takeWrite());
      rejectAll(group, error)
      return other
    }
    problem = undefined
    acknowledging = acknowledge(group, outcomes, [...organizations], durable)
    return other
  }

  /** Passes the results of a group to the callers when the group is durable. */
  async function acknowledge(
    group: readonly Job[],
    outcomes: readonly Outcome[],
    organizationIds: readonly number[],
    durable: Promise<void>,
  ): Promise<void> {
    try {
      await durable
    } catch (error) {
      problem = transactions.problemOf(error)
      return rejectAll(group, error)
    }
    if (organizationIds.length > 0) onEvents(organizationIds)
    for (const [index, job] of group.entries())
      passResult(requesterOf(job), () => settle(job, outcomes[index] as Outcome))
  }

  function rejectAll(group: readonly Job[], error: unknown): void {
    const failure = transactions.toError(error)
    for (const job of group) job.reject(failure)
    if (transactions.isFatal(error)) onFatal(error)
  }

  function settle(job: Job, outcome: Outcome): void {
    if ('error' in outcome) job.reject(outcome.error)
    else job.resolve(outcome.value)
  }

  /** Runs a dry run or a pause. Its result is passed when all that it has read is durable. */
  async function runAlone(job: Job): Promise<void> {
    let outcome: Outcome
    try {
      if (job.kind === 'pause') {
        await transactions.settled()
        outcome = { value: await job.work() }
      } else {
        if (transactions.isShared) forget()
        await transactions.begin(job.scope)
        const computed = await outcomeOf(job)
        await transactions.executed()
        outcome = toOutcome(computed)
        await rollBack()
        await transactions.settled()
      }
    } catch (error) {
      outcome = { error: transactions.toError(error) }
    }
    await rollBack()
    if (job.kind === 'dryRun') forget()
    settle(job, outcome)
  }

  async function rollBack(): Promise<void> {
    try {
      await transactions.rollBack()
    } catch (error) {
      onFatal(error)
    }
  }

  /**
   * Runs the writes of a group without savepoints, because an open savepoint makes every statement several times
   * slower. While the disk syncs the previous group, further writes join this one. Returns undefined when a write failed
   * after something had changed.
   *
   * @param organizations receives the organizations with new events
   */
  async function runPlainly(
    first: Job,
    takeWrite: () => Job | undefined,
    organizations: Set<number>,
  ): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    let startedAt = performance.now()
    const mostMillis = transactions.isShared ? sharedGroupMillis : groupMillis
    const isOver = () => performance.now() - startedAt >= mostMillis
    const next = async (): Promise<Job | undefined> => {
      const job = isOver() ? undefined : takeWrite()
      if (job || transactions.isSettled) return job
      await transactions.settled()
      startedAt = performance.now()
      return takeWrite()
    }
    let job: Job | undefined = first
    while (job) {
      const { concurrent, following } = takeConcurrent(job, takeWrite)
      const before = changes()
      const results = await run(concurrent, organizations)
      if (results.some(isFailure) && changes() !== before) return undefined
      outcomes.push(...results)
      job = following ?? (await next())
    }
    return outcomes
  }

  /** Takes the writes that run at the same time as `first`, and the write after them if it was taken, too. */
  function takeConcurrent(
    first: Job,
    takeWrite: () => Job | undefined,
  ): { readonly concurrent: Job[]; readonly following: Job | undefined } {
    const concurrent = [first]
    const isAlone = !transactions.isShared || first.order === 'sequential'
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
  async function runInSavepoints(
    group: readonly Job[],
    scope: Scope,
    organizations: Set<number>,
  ): Promise<Outcome[]> {
    await transactions.rollBack()
    forget()
    organizations.clear()
    await transactions.begin(scope)
    const outcomes: Outcome[] = []
    for (const job of group) {
      await transactions.savepoint('set')
      const [outcome] = (await run([job], organizations)) as [Outcome]
      if (isFailure(outcome)) {
        await transactions.savepoint('rollBack')
        forget()
      }
      await transactions.savepoint('release')
      outcomes.push(outcome)
    }
    return outcomes
  }

  /** Runs writes at the same time and records their events. If this fails, all of them fail. */
  async function run(jobs: readonly Job[], organizations: Set<number>): Promise<Outcome[]> {
    const startedAt = performance.now()
    try {
      const outcomes = await Promise.all(jobs.map(outcomeOf))
      if (!outcomes.some(isFailure))
        for (const organizationId of await recordEvents()) organizations.add(organizationId)
      // After a failure, too: a statement that no write waits for may have changed something, or be the reason.
      await transactions.executed()
      return outcomes.map(toOutcome)
    } catch (error) {
      return jobs.map(() => toOutcome({ error }))
    } finally {
      const share = (performance.now() - startedAt) / jobs.length
      for (const { requestedBy } of jobs) if (requestedBy) requestedBy.milliseconds += share
    }
  }

  async function outcomeOf({ work }: Job): Promise<Outcome> {
    try {
      return { value: await insideWrite.run(true, work) }
    } catch (error) {
      return { error }
    }
  }

  /** Returns the error as the caller gets it. Throws it if it ends the whole transaction. */
  function toOutcome(outcome: Outcome): Outcome {
    if (!('error' in outcome)) return outcome
    const { error } = outcome
    // A full disk or a lost connection ends the transaction, which the engine may have rolled back already.
    if (!transactions.isOpen || transactions.problemOf(error) !== undefined) throw error
    return { error: transactions.toError(error) }
  }

  function enqueue<T>(
    work: () => Promise<T>,
    kind: JobKind,
    scope: Scope,
    order: WriteOrder = 'sequential',
  ): Promise<T> {
    if (insideWrite.getStore()) return Promise.reject(new Error('A write was begun inside another write.'))
    if (isClosed) return Promise.reject(new AppError('unavailable', 'The service is shutting down'))
    return new Promise<T>((resolve, reject) => {
      const requestedBy = currentWork()
      const job = {
        work,
        kind,
        scope,
        order,
        requestedBy,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      waiting.push(requesterOf(job), job)
      scopes.add(scope)
      draining ??= drain()
    })
  }

  return {
    write: <T>(work: () => Promise<T>, scope: Scope = 'all', order?: WriteOrder): Promise<T> =>
      enqueue(work, 'write', scope, order),
    dryRun: <T>(work: () => Promise<T>, scope: Scope = 'all'): Promise<T> => enqueue(work, 'dryRun', scope),
    /** Runs `work` while nothing is written and all commits are durable. */
    pause: <T>(work: () => Promise<T>): Promise<T> => enqueue(work, 'pause', 'all'),

    problems: (): readonly string[] => (problem === undefined ? [] : [problem]),

    async close(): Promise<void> {
      isClosed = true
      await draining
      await acknowledging
    },
  }
}
