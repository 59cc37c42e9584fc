import { AppError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import type { Store } from '../../storage/core/store'

/** Logs a warning of a task, at most once a minute. */
export type Warn = ReturnType<typeof oncePerMinute>

interface LeaderTask {
  readonly intervalMillis: number
  /** What a run that has failed is called in the log. The next interval runs it again. */
  readonly failed: string
  /** @param isOver whether the run must end: the task is stopped, or the store has a problem */
  readonly run: (isOver: () => boolean, warn: Warn) => Promise<void>
}

/** Runs a task in the background, on the instance that does what only one instance may do, and never twice at once. */
export function startLeaderTask(
  store: Store,
  log: Log,
  { intervalMillis, failed, run }: LeaderTask,
): { stop(): Promise<void> } {
  const warn = oncePerMinute((detail, what) => log.warn(detail, what))
  let isStopped = false
  let running: Promise<void> | undefined
  const isOver = () => isStopped || store.problems().length > 0

  const timer = setInterval(() => {
    if (!store.instances.isLeader) return
    running ??= run(isOver, warn)
      .catch((err: unknown) => {
        const isBusy = err instanceof AppError && err.code === 'unavailable'
        if (!isStopped && !isBusy) warn(failed, { err })
      })
      .finally(() => {
        running = undefined
      })
  }, intervalMillis)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
