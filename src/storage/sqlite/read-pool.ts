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

/** The threads and the reads that wait for one. */
export class ReadPool {
  readonly #path: string
  readonly #idleMilliseconds: number
  readonly #waiting = createFairQueue<string, Job>()
  /** The last one has been idle for the shortest time. */
  readonly #idle: Worker[] = []
  readonly #idleTimers = new Map<Worker, Timer>()
  readonly #ending = new Set<Promise<void>>()
  readonly #closed = new Map<Worker, () => void>()
  readonly #running = new Map<Worker, { readonly job: Job; readonly requester: string }>()
  readonly #passResult = createPacedResults()
  #isClosed = false

  /** @param idleMilliseconds the time after which an idle thread ends */
  constructor(path: string, idleMilliseconds = defaultIdleMilliseconds) {
    this.#path = path
    this.#idleMilliseconds = idleMilliseconds
  }

  run(...[area, method, args]: Parameters<RunRead>): ReturnType<RunRead> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(shuttingDown())
      const work = currentWork()
      this.#waiting.push(work?.requester ?? serviceRequester, { area, method, args, work, resolve, reject })
      return this.#assign()
    })
  }

  /** Rejects the waiting reads, and closes the connections of the threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (let next = this.#waiting.next(); next; next = this.#waiting.next()) next.item.reject(shuttingDown())
    for (const timer of this.#idleTimers.values()) clearTimeout(timer)
    const threads = [...this.#idle, ...this.#running.keys()]
    await Promise.race([
      Promise.all([...threads.map((thread) => this.#closeConnection(thread)), ...this.#ending]),
      sleep(closeMilliseconds),
    ])
    for (const thread of threads) thread.terminate()
  }

  #hasRoom(requester: string): boolean {
    return [...this.#running.values()].filter((one) => one.requester === requester).length < threadCount - 1
  }

  /** Returns an idle thread, or starts one; undefined when all threads are busy. */
  #idleThread(): Worker | undefined {
    const thread = this.#idle.pop()
    if (!thread) return this.#running.size < threadCount ? this.#startThread() : undefined
    clearTimeout(this.#idleTimers.get(thread))
    this.#idleTimers.delete(thread)
    return thread
  }

  #rest(thread: Worker): void {
    this.#idle.push(thread)
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(thread), 1)
      this.#idleTimers.delete(thread)
      const ended = this.#endThread(thread).finally(() => this.#ending.delete(ended))
      this.#ending.add(ended)
    }, this.#idleMilliseconds)
    timer.unref()
    this.#idleTimers.set(thread, timer)
  }

  async #endThread(thread: Worker): Promise<void> {
    await this.#closeConnection(thread)
    this.#closed.delete(thread)
    thread.terminate()
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./read-worker.ts', import.meta.url))
    thread.addEventListener('message', ({ data }: MessageEvent<ReadResponse | 'closed'>) => {
      if (data === 'closed') this.#closed.get(thread)?.()
      else this.#finish(thread, data)
    })
    thread.addEventListener('error', (event) => {
      event.preventDefault()
      this.#lose(thread, event.message)
    })
    thread.postMessage({ path: this.#path })
    return thread
  }

  #finish(thread: Worker, response: ReadResponse): void {
    const finished = this.#running.get(thread)
    this.#running.delete(thread)
    this.#rest(thread)
    if (finished) this.#passResult(finished.requester, () => settle(finished.job, response))
    this.#assign()
  }

  /** Handles a thread that failed: its read fails, and the next read starts a new thread. */
  #lose(thread: Worker, reason: string): void {
    const job = this.#running.get(thread)?.job
    this.#running.delete(thread)
    this.#closed.get(thread)?.()
    thread.terminate()
    job?.reject(new Error(`A read thread failed: ${reason}`))
    this.#assign()
  }

  /** Resolves when the thread has closed its connection, after its running read. */
  #closeConnection(thread: Worker): Promise<void> {
    return new Promise((resolve) => {
      this.#closed.set(thread, resolve)
      thread.postMessage('close')
    })
  }

  #assign(): void {
    while (this.#waiting.size > 0 && this.#running.size < threadCount) {
      const next = this.#waiting.next((requester) => this.#hasRoom(requester))
      if (!next) return
      const { key: requester, item: job } = next
      if (job.work?.isWanted?.() === false) {
        job.reject(new AppError('unavailable', storageMessages('storage.client_gone')))
        continue
      }
      const thread = this.#idleThread() as Worker
      this.#running.set(thread, { job, requester })
      thread.postMessage({ area: job.area, method: job.method, args: job.args })
    }
  }
}

function settle({ work, resolve, reject }: Job, response: ReadResponse): void {
  if (work) work.milliseconds += response.milliseconds
  if ('error' in response) reject(Object.assign(new Error(), response.error))
  else resolve(response)
}

const shuttingDown = () => new AppError('unavailable', storageMessages('storage.stopping'))
