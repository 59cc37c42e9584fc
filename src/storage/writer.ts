import type { Database } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors'
import type { Commits } from './commits'
import { diskProblemOf, isFsyncFailure, isLocked, toStorageError } from './disk-errors'
import { createTurns } from '../turns'
import { currentWork, serviceParty, type Work } from '../work'
import { applicationId } from './migrate'
import { createPacedResults } from './paced-results'

/**
 * Maximum number of writes that share a commit, and the milliseconds of work after which no further write joins it. Reads
 * are served between two groups, and while a group waits for the disk.
 */
const groupMax = 500
const groupMillis = 10

/**
 * Maximum time in milliseconds for which a group waits while each turn of the event loop brings further writes. A commit
 * costs as much as several writes.
 */
const gatherMillis = 3

/** Number of results of writes that are passed in a turn of the event loop. They are small. */
const resultsPerTurn = 16

/**
 * Maximum time that a group waits for the lock of another process, and the interval of its attempts, in milliseconds.
 */
const lockWait = 500
const lockInterval = 10

/**
 * A write shares a commit with others. A dry run has a transaction of its own, which is rolled back after the result is
 * computed. A pause has no transaction: nothing is written meanwhile.
 */
type JobKind = 'write' | 'dryRun' | 'pause'

interface Job {
  readonly work: () => Promise<unknown>
  readonly kind: JobKind
  /** The request that the write belongs to; undefined for the service itself. */
  readonly requestedBy: Work | undefined
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

const partyOf = ({ requestedBy }: Job): string => requestedBy?.party ?? serviceParty

type Outcome = { readonly value: unknown } | { readonly error: unknown }

/**
 * Creates the writer, which runs one write at a time. Parties take turns (src/turns.ts). Writes that arrive together
 * share a transaction and one commit, which costs one sync of the disk (src/storage/commits.ts). While the sync of a
 * group runs, the next group begins; it commits after that sync. A write that fails does not affect the others.
 *
 * @param requireWritable called before each transaction and before its commit; throws when nothing may be written
 * @param onRollBack called after writes were rolled back, so that nothing of them is remembered
 */
export function createWriter(
  db: Database,
  onFatal: (error: unknown) => void,
  commits: Commits,
  requireWritable: () => void = () => {},
  onRollBack: () => void = () => {},
) {
  const insideWrite = new AsyncLocalStorage<true>()
  const waiting = createTurns<string, Job>()
  const passResult = createPacedResults(resultsPerTurn)
  let draining: Promise<void> | null = null
  /** Of the last group that was committed. */
  let acknowledging: Promise<void> | undefined
  let isClosed = false
  let problem: string | undefined
  const totalChanges = db.prepare<{ changes: number }, []>('select total_changes() as changes')
  const changes = (): number => totalChanges.get()?.changes ?? 0

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
    let outcomes: readonly Outcome[]
    let durable: Promise<void>
    let other: Job | undefined
    const takeWrite = (): Job | undefined => {
      const job = other || group.length === groupMax ? undefined : waiting.next()?.item
      if (!job) return undefined
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
      await begin()
      const before = changes()
      outcomes = (await runPlainly(first, takeWrite)) ?? (await runInSavepoints(group))
      await commits.settled()
      // An empty commit would not test the disk. Setting the application_id to its value writes a page.
      if (problem !== undefined) db.run(`pragma application_id = ${applicationId}`)
      requireWritable()
      durable = commitChanges(changes() !== before || problem !== undefined)
    } catch (error) {
      // Nothing of the group is on disk. The waiting writes are rejected, too, because they would fail in the same way.
      rollBack()
      onRollBack()
      problem = diskProblemOf(error) ?? problem
      while (takeWrite());
      rejectAll(group, error)
      return other
    }
    problem = undefined
    acknowledging = acknowledge(group, outcomes, durable)
    return other
  }

  /** Commits. Returns when the group is on disk; an empty transaction needs no sync. */
  function commitChanges(hasChanges: boolean): Promise<void> {
    if (hasChanges) return commits.commit()
    db.run('commit')
    return Promise.resolve()
  }

  /** Passes the results of a group to the callers when the group is on disk. */
  async function acknowledge(
    group: readonly Job[],
    outcomes: readonly Outcome[],
    durable: Promise<void>,
  ): Promise<void> {
    try {
      await durable
    } catch (error) {
      problem = diskProblemOf(error)
      return rejectAll(group, error)
    }
    for (const [index, job] of group.entries())
      passResult(partyOf(job), () => settle(job, outcomes[index] as Outcome))
  }

  function rejectAll(group: readonly Job[], error: unknown): void {
    const failure = toStorageError(error)
    for (const job of group) job.reject(failure)
    if (isFsyncFailure(error)) onFatal(error)
  }

  function settle(job: Job, outcome: Outcome): void {
    if ('error' in outcome) job.reject(outcome.error)
    else job.resolve(outcome.value)
  }

  /** Runs a dry run or a pause. Its result is passed when all that it has read is on disk. */
  async function runAlone(job: Job): Promise<void> {
    let outcome: Outcome
    try {
      if (job.kind === 'pause') {
        await commits.settled()
        outcome = { value: await job.work() }
      } else {
        await begin()
        outcome = await run(job)
        rollBack()
        await commits.settled()
      }
    } catch (error) {
      outcome = { error: toStorageError(error) }
    }
    rollBack()
    if (job.kind === 'dryRun') onRollBack()
    settle(job, outcome)
  }

  /** Begins a transaction. It waits for a lock without busy_timeout, which would block the event loop. */
  async function begin(): Promise<void> {
    for (let waited = 0; ; waited += lockInterval) {
      try {
        db.run('begin immediate')
        return
      } catch (error) {
        if (!isLocked(error) || waited >= lockWait) throw error
        await sleep(lockInterval)
      }
    }
  }

  function rollBack(): void {
    try {
      if (db.inTransaction) db.run('rollback')
    } catch (error) {
      onFatal(error)
    }
  }

  /**
   * Runs the writes of a group without savepoints, because an open savepoint makes every statement several times
   * slower. While the disk syncs the previous group, further writes join this one. Returns undefined when a write failed
   * after it had changed something.
   */
  async function runPlainly(first: Job, takeWrite: () => Job | undefined): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    let startedAt = performance.now()
    const isOver = () => performance.now() - startedAt >= groupMillis
    const next = async (): Promise<Job | undefined> => {
      const job = isOver() ? undefined : takeWrite()
      if (job || commits.isSettled) return job
      await commits.settled()
      startedAt = performance.now()
      return takeWrite()
    }
    for (let job: Job | undefined = first; job; job = await next()) {
      const before = changes()
      const outcome = await run(job)
      if ('error' in outcome && changes() !== before) return undefined
      outcomes.push(outcome)
    }
    return outcomes
  }

  /** Runs the group again, with a savepoint for each write. A write that fails is rolled back to its savepoint. */
  async function runInSavepoints(group: readonly Job[]): Promise<Outcome[]> {
    db.run('rollback')
    onRollBack()
    await begin()
    const outcomes: Outcome[] = []
    for (const job of group) {
      db.run('savepoint job')
      const outcome = await run(job)
      if ('error' in outcome) {
        db.run('rollback to job')
        onRollBack()
      }
      db.run('release job')
      outcomes.push(outcome)
    }
    return outcomes
  }

  async function run({ work, requestedBy }: Job): Promise<Outcome> {
    const startedAt = performance.now()
    try {
      return { value: await insideWrite.run(true, work) }
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction, which SQLite may have rolled back already.
      if (!db.inTransaction || diskProblemOf(error) !== undefined) throw error
      return { error: toStorageError(error) }
    } finally {
      if (requestedBy) requestedBy.milliseconds += performance.now() - startedAt
    }
  }

  function enqueue<T>(work: () => Promise<T>, kind: JobKind): Promise<T> {
    if (insideWrite.getStore()) return Promise.reject(new Error('A write was begun inside another write.'))
    if (isClosed) return Promise.reject(new AppError('unavailable', 'The service is shutting down'))
    return new Promise<T>((resolve, reject) => {
      const requestedBy = currentWork()
      const job = {
        work,
        kind,
        requestedBy,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      waiting.push(partyOf(job), job)
      draining ??= drain()
    })
  }

  return {
    write: <T>(work: () => Promise<T>): Promise<T> => enqueue(work, 'write'),
    dryRun: <T>(work: () => Promise<T>): Promise<T> => enqueue(work, 'dryRun'),
    /** Runs `work` while nothing is written and all commits are on disk. */
    pause: <T>(work: () => Promise<T>): Promise<T> => enqueue(work, 'pause'),

    problems: (): readonly string[] => (problem === undefined ? [] : [problem]),

    async close(): Promise<void> {
      isClosed = true
      await draining
      await acknowledging
    },
  }
}
