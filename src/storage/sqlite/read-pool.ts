import { storageMessages } from '../core/messages'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors'
import { createFairQueue } from '../../base/turns/fair-queue'
import { currentWork, serviceRequester, type Work } from '../../base/turns/request-work'
import type { RunRead } from '../core/long-reads'
import { createPacedResults } from '../core/paced-results'

/**
 * Threads for long reads, each with a separate connection. Requesters take turns, and one requester never occupies all
 * threads. So a long read of one organization does not delay those of another.
 */

export interface ReadRequest {
  readonly area: string
  readonly method: string
  readonly args: readonly unknown[]
}

export type ReadResponse = { readonly milliseconds: number } & (
  | { readonly value: unknown }
  | {
      readonly error: {
        readonly message: string
        readonly stack?: string | undefined
        readonly code?: string | undefined
      }
    }
)

interface Job extends ReadRequest {
  readonly work: Work | undefined
  readonly resolve: (result: { readonly value: unknown; readonly milliseconds: number }) => void
  readonly reject: (error: unknown) => void
}

/** Limited because a thread takes about 9 MB. There are at least two, so that two organizations can read at once. */
const threadsMax = 4
const threadCount = Math.max(2, Math.min(threadsMax, availableParallelism()))

/** Time after which a thread without a read ends, because it keeps the memory of its largest read. */
const defaultIdleMilliseconds = 30_000

/** Time that a running read has to end when the pool is closed. */
const closeMilliseconds = 1000

interface ReadPool {
  readonly run: RunRead
  /** Rejects the waiting reads, and closes the connections of the threads. */
  close(): Promise<void>
}

/** @param idleMilliseconds the time after which an idle thread ends */
export function createReadPool(path: string, idleMilliseconds = defaultIdleMilliseconds): ReadPool {
  const waiting = createFairQueue<string, Job>()
  /** The last one has been idle for the shortest time. */
  const idle: Worker[] = []
  const idleTimers = new Map<Worker, Timer>()
  const ending = new Set<Promise<void>>()
  const closed = new Map<Worker, () => void>()
  const running = new Map<Worker, { readonly job: Job; readonly requester: string }>()
  const passResult = createPacedResults()
  let isClosed = false

  const hasRoom = (requester: string): boolean =>
    [...running.values()].filter((one) => one.requester === requester).length < threadCount - 1

  /** Returns an idle thread, or starts one; undefined when all threads are busy. */
  function idleThread(): Worker | undefined {
    const thread = idle.pop()
    if (!thread) return running.size < threadCount ? startThread() : undefined
    clearTimeout(idleTimers.get(thread))
    idleTimers.delete(thread)
    return thread
  }

  function rest(thread: Worker): void {
    idle.push(thread)
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1)
      idleTimers.delete(thread)
      const ended = endThread(thread).finally(() => ending.delete(ended))
      ending.add(ended)
    }, idleMilliseconds)
    timer.unref()
    idleTimers.set(thread, timer)
  }

  async function endThread(thread: Worker): Promise<void> {
    await closeConnection(thread)
    closed.delete(thread)
    thread.terminate()
  }

  function startThread(): Worker {
    const thread = new Worker(new URL('./read-worker.ts', import.meta.url))
    thread.addEventListener('message', ({ data }: MessageEvent<ReadResponse | 'closed'>) => {
      if (data === 'closed') closed.get(thread)?.()
      else finish(thread, data)
    })
    thread.addEventListener('error', (event) => {
      event.preventDefault()
      lose(thread, event.message)
    })
    thread.postMessage({ path })
    return thread
  }

  function finish(thread: Worker, response: ReadResponse): void {
    const finished = running.get(thread)
    running.delete(thread)
    rest(thread)
    if (finished) passResult(finished.requester, () => settle(finished.job, response))
    assign()
  }

  function settle({ work, resolve, reject }: Job, response: ReadResponse): void {
    if (work) work.milliseconds += response.milliseconds
    if ('error' in response) reject(Object.assign(new Error(), response.error))
    else resolve(response)
  }

  /** Handles a thread that failed: its read fails, and the next read starts a new thread. */
  function lose(thread: Worker, reason: string): void {
    const job = running.get(thread)?.job
    running.delete(thread)
    closed.get(thread)?.()
    thread.terminate()
    job?.reject(new Error(`A read thread failed: ${reason}`))
    assign()
  }

  /** Resolves when the thread has closed its connection, after its running read. */
  function closeConnection(thread: Worker): Promise<void> {
    return new Promise((resolve) => {
      closed.set(thread, resolve)
      thread.postMessage('close')
    })
  }

  function assign(): void {
    while (waiting.size > 0 && running.size < threadCount) {
      const next = waiting.next(hasRoom)
      if (!next) return
      const { key: requester, item: job } = next
      if (job.work?.isWanted?.() === false) {
        job.reject(new AppError('unavailable', storageMessages('storage.client_gone')))
        continue
      }
      const thread = idleThread() as Worker
      running.set(thread, { job, requester })
      thread.postMessage({ area: job.area, method: job.method, args: job.args })
    }
  }

  return {
    run: (area, method, args) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(shuttingDown())
        const work = currentWork()
        waiting.push(work?.requester ?? serviceRequester, { area, method, args, work, resolve, reject })
        return assign()
      }),
    async close() {
      isClosed = true
      for (let next = waiting.next(); next; next = waiting.next()) next.item.reject(shuttingDown())
      for (const timer of idleTimers.values()) clearTimeout(timer)
      const threads = [...idle, ...running.keys()]
      await Promise.race([
        Promise.all([...threads.map(closeConnection), ...ending]),
        sleep(closeMilliseconds),
      ])
      for (const thread of threads) thread.terminate()
    },
  }
}

const shuttingDown = () => new AppError('unavailable', storageMessages('storage.stopping'))
