import { AppError } from '../../base/errors'
import { createFairQueue } from '../../base/turns/fair-queue'
import { currentWork, serviceRequester } from '../../base/turns/request-work'
import type { RecordEvents } from './event-recorder'
import { createPacedResults } from './paced-results'
import type { Scope, Transactions, WriteOrder } from '../sql/transactions'
import { createGroupRunner, type GroupResult, type Job, type JobKind, type Outcome } from './write-group'
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

/** Number of results of writes that are passed in a turn of the event loop. They are small. */
const resultsPerTurn = 16

const requesterOf = ({ requestedBy }: Job): string => requestedBy?.requester ?? serviceRequester

export interface WriterHooks {
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
 * Creates the writer. It runs one write at a time, except concurrent writes (`WriteOrder`). Requesters take turns (src/base/turns/fair-queue.ts).
 * Writes that arrive together share a transaction and one commit, which costs one sync of the disk. While the sync of a group
 * runs, the next group begins; it commits after that sync. A write that fails does not affect the others.
 */
export function createWriter(
  transactions: Transactions,
  {
    onFatal,
    requireWritable = () => {},
    clearCaches = () => {},
    recordEvents = async () => [],
    onEvents = () => {},
  }: WriterHooks,
) {
  const groups = createGroupRunner(transactions, recordEvents, clearCaches)
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
    let result: GroupResult
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
      if (transactions.isShared) clearCaches()
      await transactions.begin(scope)
      const before = changes()
      result = await groups.run(first, takeWrite, group, scope)
      await transactions.settled()
      // An empty commit would not show whether the problem has passed.
      if (problem !== undefined) transactions.probe()
      requireWritable()
      const committed = await transactions.commit(changes() === before && problem === undefined)
      durable = committed.durable
    } catch (error) {
      // Nothing of the group is durable. The waiting writes are rejected, too, if they would fail in the same way.
      await rollBack()
      clearCaches()
      const condition = transactions.problemOf(error)
      problem = condition ?? problem
      scope = 'all'
      if (condition !== undefined || !transactions.isShared) while (takeWrite());
      rejectAll(group, error)
      return other
    }
    problem = undefined
    acknowledging = acknowledge(group, result, durable)
    return other
  }

  /** Passes the results of a group to the callers when the group is durable. */
  async function acknowledge(
    group: readonly Job[],
    { outcomes, organizationIds }: GroupResult,
    durable: Promise<void>,
  ): Promise<void> {
    try {
      await durable
    } catch (error) {
      problem = transactions.problemOf(error)
      return rejectAll(group, error)
    }
    if (organizationIds.size > 0) onEvents([...organizationIds])
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
        if (transactions.isShared) clearCaches()
        await transactions.begin(job.scope)
        outcome = await groups.runDry(job)
        await rollBack()
        await transactions.settled()
      }
    } catch (error) {
      outcome = { error: transactions.toError(error) }
    }
    await rollBack()
    if (job.kind === 'dryRun') clearCaches()
    settle(job, outcome)
  }

  async function rollBack(): Promise<void> {
    try {
      await transactions.rollBack()
    } catch (error) {
      onFatal(error)
    }
  }

  function enqueue<T>(
    work: () => Promise<T>,
    kind: JobKind,
    scope: Scope,
    order: WriteOrder = 'sequential',
  ): Promise<T> {
    if (groups.isInsideWrite()) return Promise.reject(new Error('A write was begun inside another write.'))
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
      // A loop that ended with an error would leave all further writes waiting forever.
      draining ??= drain().catch(onFatal)
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
