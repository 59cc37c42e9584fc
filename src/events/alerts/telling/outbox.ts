import { type Log, oncePerMinute } from '../../../base/log'
import { type Message, storedOf } from '../../../base/messages'
import { fromMicros, type Micros, second, toMicros, toWire } from '../../../base/time'
import { asService } from '../../../base/turns/request-work'
import type { ServiceClock } from '../../../installation/clock/clock'
import type { Store } from '../../../storage/core/store'
import { alertMessages } from '../rules/messages'

/** Interval at which the queue is looked at without a wake, and at which old messages are ended, in milliseconds. */
const tickMillis = 1_000
const upkeepMillis = 60_000
/** The engine notes this often that the service runs. */
const aliveMax: Micros = 30 * second
/** A message that waits for longer is not sent. */
const hoursMax = 24
/** A message that has waited while the service did not run for this long is not sent: it is old. */
const missedAfter: Micros = 900 * second
/** Another instance that has taken a message has ended after this time: each attempt is shorter. */
const takenMax: Micros = 90 * second

/** Sends messages of the queue. @param now the time at which the round begins */
type Round = (now: Micros) => Promise<void>

interface Worker {
  readonly name: string
  readonly round: Round
  /** The mails that are being sent. */
  readonly inProgress: () => readonly number[]
  /** Whether its messages are about alerts. */
  readonly isOfAlerts: boolean
  running: Promise<void> | undefined
  isWoken: boolean
}

interface OutboxParts {
  readonly store: Store
  readonly clock: Pick<ServiceClock, 'now' | 'isBelieved'>
  readonly log: Log
}

/** Lets the messages of the queue be sent, on one instance, and ends those that are too old. */
export class Outbox {
  readonly #store: Store
  readonly #clock: OutboxParts['clock']
  readonly #logError: ReturnType<typeof oncePerMinute>
  readonly #workers: Worker[] = []
  #upkeepAt = Number.NEGATIVE_INFINITY
  #isStopped = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor({ store, clock, log }: OutboxParts) {
    this.#store = store
    this.#clock = clock
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
  }

  add(name: string, round: Round, inProgress: () => readonly number[] = () => []): void {
    this.#add({ name, round, inProgress, isOfAlerts: true })
  }

  /** Adds a worker that keeps its own queue. It runs on the same instance. */
  addOther(name: string, round: Round): void {
    this.#add({ name, round, inProgress: () => [], isOfAlerts: false })
  }

  #add(worker: Omit<Worker, 'running' | 'isWoken'>): void {
    this.#workers.push({ ...worker, running: undefined, isWoken: false })
  }

  start(): void {
    this.#store.instances.onLeader(() => {
      this.#upkeepAt = Number.NEGATIVE_INFINITY
      this.wake()
    })
    this.#timer = setInterval(() => this.wake(), tickMillis)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const { running } of this.#workers) await running
  }

  /** Messages were queued. The caller calls it after the commit. */
  wake(): void {
    for (const worker of this.#workers) {
      worker.isWoken = true
      worker.running ??= asService(() => this.#run(worker)).finally(() => (worker.running = undefined))
    }
  }

  async #run(worker: Worker): Promise<void> {
    try {
      while (worker.isWoken && !this.#isStopped) {
        worker.isWoken = false
        if (!this.#mayRun() || (worker.isOfAlerts && !(await this.#isReady()))) return
        await worker.round(toMicros(this.#clock.now()))
      }
    } catch (err) {
      if (!this.#isStopped) this.#logError(`sending ${worker.name} failed; retrying`, { err })
    }
  }

  #mayRun(): boolean {
    return this.#store.instances.isLeader && this.#clock.isBelieved()
  }

  /** Nothing is sent about alerts before the engine has noted how long the service did not run. */
  async #isReady(): Promise<boolean> {
    const now = toMicros(this.#clock.now())
    const aliveAt = await this.#store.read.alertState.aliveAt()
    if (aliveAt === undefined || now - aliveAt > aliveMax) return false
    if (performance.now() - this.#upkeepAt >= upkeepMillis) await this.#keepUp(now)
    return true
  }

  async #keepUp(now: Micros): Promise<void> {
    const gaps = await this.#store.read.alertState.gaps()
    const missed = gaps.findLast(({ startedAt, endedAt }) => endedAt - startedAt > missedAfter)
    const inProgress = this.#workers.flatMap((worker) => worker.inProgress())
    const ended = (state: 'failed' | 'dropped', reason: Message) => ({
      state,
      endedAt: now,
      error: storedOf(reason),
    })
    await this.#store.write(async (tx) => {
      await tx.mailQueue.recover(this.#store.instances.name, inProgress, now - takenMax)
      if (missed) {
        const times = {
          from_at: toWire(fromMicros(missed.startedAt)),
          to_at: toWire(fromMicros(missed.endedAt)),
        }
        await tx.mailQueue.endOld(missed.endedAt, ended('dropped', alertMessages('alert.missed', times)))
      }
      const old = alertMessages('alert.old', { hours: hoursMax })
      await tx.mailQueue.endOld(now - hoursMax * 3_600 * second, ended('failed', old))
    })
    this.#upkeepAt = performance.now()
  }
}
