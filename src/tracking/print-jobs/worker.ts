import { setTimeout as delay } from 'node:timers/promises'
import { type Log, oncePerMinute } from '../../base/log'
import { asService } from '../../base/turns/request-work'
import { numberLabels } from './numbering'
import { PrinterSession, type SessionParts } from './session'

/** Interval at which the leader looks for printers with jobs, in milliseconds. A request of this instance makes it look at once. */
const tickMillis = 1_000
/** How long a stop waits for labels that are being printed, in milliseconds. */
const stopMillis = 4_000

interface Running {
  readonly session: PrinterSession
  readonly ended: Promise<void>
}

/** Prints on all printers that have jobs, on one instance. */
export class PrintWorker {
  readonly #parts: SessionParts
  readonly #warn: ReturnType<typeof oncePerMinute>
  readonly #running = new Map<number, Running>()
  #looking: Promise<void> | undefined
  #isDue = false
  #isStopped = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(parts: SessionParts, log: Log) {
    this.#parts = parts
    this.#warn = oncePerMinute((detail, what) => log.warn(detail, what))
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), tickMillis)
    this.#timer.unref()
    this.#parts.store.instances.onLeader(() => this.#look())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const { session } of this.#running.values()) session.end()
    const ended = Promise.all([this.#looking, ...[...this.#running.values()].map(({ ended }) => ended)])
    await Promise.race([ended, delay(stopMillis)])
    for (const { session } of this.#running.values()) session.abort()
    await ended
  }

  /** Must be called when a job or a printer has changed. */
  changed(): void {
    for (const { session } of this.#running.values()) session.wake()
    this.#look()
  }

  #look(): void {
    this.#isDue = true
    if (this.#isStopped) return
    this.#looking ??= asService(() => this.#lookAll()).finally(() => (this.#looking = undefined))
  }

  async #lookAll(): Promise<void> {
    const { store, now } = this.#parts
    try {
      while (this.#isDue && !this.#isStopped) {
        this.#isDue = false
        const mayPrint = store.instances.isLeader && store.problems().length === 0
        if (!mayPrint) {
          for (const { session } of this.#running.values()) session.end()
          return
        }
        for (const printerId of await store.read.printJobs.busyPrinters())
          if (!this.#running.has(printerId)) this.#begin(printerId)
        const job = await store.read.printJobs.nextWithoutPrinter()
        if (!job) continue
        await numberLabels(store, job, now)
        this.#isDue = true
      }
    } catch (err) {
      if (!this.#isStopped) this.#warn('looking for print jobs failed; trying again', { err })
    }
  }

  #begin(printerId: number): void {
    const session = new PrinterSession(this.#parts, printerId)
    const ended = session
      .run()
      .catch((err: unknown) => {
        if (!this.#isStopped) this.#warn('printing failed; trying again', { err, printer: printerId })
      })
      .finally(() => this.#running.delete(printerId))
    this.#running.set(printerId, { session, ended })
  }
}
