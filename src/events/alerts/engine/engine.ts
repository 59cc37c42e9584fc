import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, oncePerMinute } from '../../../base/log'
import { toMicros } from '../../../base/time'
import { asService } from '../../../base/turns/request-work'
import type { ServiceClock } from '../../../installation/clock/clock'
import type { Store } from '../../../storage/core/store'
import type { Gaps } from './gaps'
import { OrganizationAlerts, type Round } from './organization'
import { noteLife } from './watch'

/** Interval at which timers are looked at, in milliseconds. */
const tickMillis = 1_000
/** Least and most time between two rounds, in milliseconds: under load, a round evaluates the events of several commits. */
const pauseMin = 25
const pauseMax = 500
/** The pause after a round, in lengths of the round: one that counts many assets is not repeated for each commit. */
const pauseShare = 4
/** Timers wait for this time after a start, so that reads that readers have kept arrive first. In milliseconds. */
const settleMillis = 5_000
/** Number of timers that a round looks at. */
const timersAtOnce = 300

interface EngineParts {
  readonly store: Store
  readonly clock: Pick<ServiceClock, 'now' | 'isPlausible'>
  readonly log: Log
  /** Is told which alerts have changed, after the commit. */
  readonly live: { changed(organizationId: number, alertIds: readonly number[]): void }
}

/** Evaluates the rules of all organizations, on one instance (decision 0039). */
export class AlertEngine {
  readonly #store: Store
  readonly #live: EngineParts['live']
  readonly #clock: Pick<ServiceClock, 'now' | 'isPlausible'>
  readonly #logError: ReturnType<typeof oncePerMinute>
  readonly #organizations = new Map<number, OrganizationAlerts>()
  #gaps: Gaps | undefined
  #ledSince: number | undefined
  #isWoken = false
  #isStopped = false
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor({ store, clock, log, live }: EngineParts) {
    this.#store = store
    this.#live = live
    this.#clock = clock
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
  }

  start(): void {
    this.#store.onEvents(() => this.#wake())
    this.#store.instances.onLeader(() => {
      this.#organizations.clear()
      this.#gaps = undefined
      this.#ledSince = performance.now()
      this.#wake()
    })
    this.#timer = setInterval(() => this.#wake(), tickMillis)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** A rule of the organization was created, changed or deleted, which has closed alerts. */
  rulesChanged(organizationId: number, closedIds: readonly number[]): void {
    this.#live.changed(organizationId, closedIds)
    this.#wake()
  }

  #wake(): void {
    this.#isWoken = true
    this.#running ??= asService(() => this.#run()).finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        const begunAt = performance.now()
        if (await this.#round()) this.#isWoken = true
        else await sleep(Math.min(pauseMax, Math.max(pauseMin, pauseShare * (performance.now() - begunAt))))
      }
    } catch (err) {
      if (!this.#isStopped) this.#logError('evaluating alert rules failed; retrying', { err })
    }
  }

  /** Evaluates a part of what has happened in each organization. Returns whether there is more. */
  async #round(): Promise<boolean> {
    if (!this.#store.instances.isLeader || this.#ledSince === undefined || !this.#clock.isPlausible())
      return false
    const cursors = await this.#store.read.alertState.cursors()
    if (cursors.length === 0) return false
    const now = toMicros(this.#clock.now())
    this.#gaps = await noteLife(this.#store, this.#gaps, now)
    const isSettled = performance.now() - this.#ledSince >= settleMillis
    const timers = isSettled ? await this.#store.read.alertState.due(now, timersAtOnce) : []
    const timersOf = Map.groupBy(timers, ({ organizationId }) => organizationId)
    let hasMore = timers.length === timersAtOnce
    for (const cursor of cursors) {
      if (this.#isStopped) return false
      const due = timersOf.get(cursor.organizationId) ?? []
      if (await this.#evaluate({ cursor, timers: due, now, isSettled, gaps: this.#gaps })) hasMore = true
    }
    return hasMore
  }

  #evaluate(round: Round): Promise<boolean> {
    const { organizationId } = round.cursor
    const known =
      this.#organizations.get(organizationId) ??
      new OrganizationAlerts(this.#store, organizationId, (ids) => this.#live.changed(organizationId, ids))
    this.#organizations.set(organizationId, known)
    return known.evaluate(round)
  }
}
