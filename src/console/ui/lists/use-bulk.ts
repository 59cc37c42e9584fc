import { useState } from 'react'
import { ApiError, isUnanswered, messageOf, unreachable } from '../../api/errors'
import { sleep } from '../../api/sleep'
import { t } from '../../languages/messages'
import { toastUndo } from '../notices/toast-undo'
import { toastDone } from '../notices/toasts'

/** A row of a list on which the same action is done as on others. */
export interface BulkRow {
  readonly id: number
  readonly name: string
}

export interface BulkFailure extends BulkRow {
  readonly reason: string
}

/** The last action on several rows that failed for some of them. */
interface BulkOutcome {
  /** "3 assets deleted" */
  readonly summary: string
  readonly failures: readonly BulkFailure[]
  /** Whether each of them has failed. Without a response, the change may be stored. */
  readonly isCertain: boolean
}

interface PartSteps<R extends BulkRow> {
  /** Resolves to the rows that were rejected. */
  readonly work: (part: readonly R[]) => Promise<readonly BulkFailure[]>
  readonly done: (count: number) => string
  readonly undo?: ((row: R) => Promise<unknown>) | undefined
}

export interface Bulk {
  /**
   * Does the work for each row, one after another. A failed row does not end it. Resolves to the failures, which are shown
   * until the next action.
   *
   * @param done what was done with this number of rows: "3 assets deleted"
   * @param undo offered for a while, for the rows for which the work succeeded
   */
  readonly run: <R extends BulkRow>(
    rows: readonly R[],
    work: (row: R) => Promise<unknown>,
    done: (count: number) => string,
    undo?: (row: R) => Promise<unknown>,
  ) => Promise<readonly BulkFailure[]>
  /** The same with one request for several rows. */
  readonly runInParts: <R extends BulkRow>(
    rows: readonly R[],
    most: number,
    steps: PartSteps<R>,
  ) => Promise<readonly BulkFailure[]>
  readonly outcome: BulkOutcome | undefined
  readonly dismiss: () => void
}

interface BulkOptions {
  /** Reloads what the changes affect. */
  readonly reload: () => Promise<unknown>
}

export function useBulk({ reload }: BulkOptions): Bulk {
  const [outcome, setOutcome] = useState<BulkOutcome>()
  async function run<R extends BulkRow>(
    rows: readonly R[],
    work: (row: R) => Promise<unknown>,
    done: (count: number) => string,
    undo?: (row: R) => Promise<unknown>,
  ): Promise<readonly BulkFailure[]> {
    const each = async ([row]: readonly R[]): Promise<readonly BulkFailure[]> => {
      if (row) await work(row)
      return []
    }
    return runInParts(rows, 1, { work: each, done, undo })
  }

  async function runInParts<R extends BulkRow>(
    rows: readonly R[],
    most: number,
    { work, done, undo }: PartSteps<R>,
  ): Promise<readonly BulkFailure[]> {
    setOutcome(undefined)
    const failures: BulkFailure[] = []
    let isReachable = true
    for (let from = 0; from < rows.length; from += most) {
      const part = rows.slice(from, from + most)
      const attempt = async () => failures.push(...(await work(part)))
      const problem: unknown = isReachable ? await problemOf(attempt) : null
      if (problem === undefined) continue
      const reason = isReachable ? messageOf(problem) : unreachable
      failures.push(...part.map(({ id, name }) => ({ id, name, reason })))
      // The service does not respond, so the other rows would fail in the same way, each after a while.
      isReachable &&= !isUnanswered(problem)
    }
    const summary = done(rows.length - failures.length)
    if (failures.length > 0) setOutcome({ summary, failures, isCertain: isReachable })
    const failed = new Set(failures.map(({ id }) => id))
    const succeeded = rows.filter(({ id }) => !failed.has(id))
    if (undo && succeeded.length > 0)
      // In the opposite order, so that a record is back before those that belong to it.
      void toastUndo(summary, () => run(succeeded.toReversed(), undo, undone))
    else if (failures.length === 0) toastDone(summary)
    await reload()
    return failures
  }
  return { run, runInParts, outcome, dismiss: () => setOutcome(undefined) }
}

const undone = (count: number): string =>
  t('{count, plural, one {# change undone} other {# changes undone}}', { count })

const attemptsMax = 60
const pauseMs = 1000

/** Does the work, again while too many requests are sent. Returns the error; undefined on success. */
async function problemOf(work: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return undefined
    } catch (error) {
      const mayRetry = error instanceof ApiError && error.status === 429 && attempt < attemptsMax
      if (!mayRetry) return error
      await sleep(pauseMs)
    }
  }
}
