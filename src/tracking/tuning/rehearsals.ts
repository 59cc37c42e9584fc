import { tuningMessages } from './messages'
import { AppError, conflict } from '../../base/errors'
import { currentWork } from '../../base/turns/request-work'
import type { Rehearsal, RehearsalInput } from './rehearse'

/** A rehearsal of as many reads as are kept takes about two seconds. */
const timeoutMilliseconds = 30_000

/** Runs rehearsals, one at a time of each organization. */

/**
 * Creates the queue of rehearsals. Each runs on a separate thread, which ends with it. Only one thread runs at a
 * time, because a thread needs memory; organizations wait for each other.
 */
export function createRehearsals() {
  const running = new Set<number>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Throws AppError `conflict` while another rehearsal of the organization is running. */
    async run(organizationId: number, input: () => RehearsalInput): Promise<Rehearsal> {
      if (running.has(organizationId)) throw conflict(tuningMessages('tuning.running'))
      running.add(organizationId)
      const result = last.then(() => onThread(input()))
      last = result.catch(() => undefined)
      return result.finally(() => running.delete(organizationId))
    },
  }
}

async function onThread(input: RehearsalInput): Promise<Rehearsal> {
  const startedAt = performance.now()
  const thread = new Worker(new URL('./rehearsal-worker.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<Rehearsal>()
  const timer = setTimeout(
    () => reject(new AppError('unavailable', tuningMessages('tuning.too_slow'))),
    timeoutMilliseconds,
  )
  thread.addEventListener('message', ({ data }: MessageEvent<Rehearsal>) => resolve(data))
  thread.addEventListener('error', (event) => {
    event.preventDefault()
    reject(new Error(`The thread of a rehearsal failed: ${event.message}`))
  })
  // The reads are moved to the thread, not copied.
  thread.postMessage(input, [...new Set(Object.values(input.snapshot.reads).map(({ buffer }) => buffer))])
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    thread.terminate()
    const work = currentWork()
    if (work) work.milliseconds += performance.now() - startedAt
  }
}
