import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, oncePerMinute } from '../../base/log'
import { asService } from '../../base/turns/request-work'
import type { Store } from '../../storage/core/store'
import { recordStays } from '../history/stays/record'

/** Interval at which changes are looked for, in milliseconds. */
const tickMillis = 1_000
/** Number of changes in one write. */
const changesAtOnce = 100
/** The pause after a write, in lengths of the write, so that reads and requests have most of the time. */
const pauseShare = 1
/** Least and most time between two writes, in milliseconds: under load, a write follows several commits. */
const pauseMin = 5
const pauseMax = 250
/** How long a request waits for the changes before it, and how often it looks, in milliseconds. */
const waitMillis = 2_000
const lookMillis = 10

/** Stores the stays of changed histories in the background, on one instance (docs/decisions/0043-stays.md). */
export class StayRecorder {
  readonly #store: Store
  readonly #logError: ReturnType<typeof oncePerMinute>
  #isWoken = false
  #isStopped = false
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
  }

  start(): void {
    this.#store.onEvents(() => this.#wake())
    this.#store.instances.onLeader(() => this.#wake())
    this.#timer = setInterval(() => this.#wake(), tickMillis)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  /**
   * Waits until the stays contain everything that was recorded before this call. Returns false when that takes too long, as after an
   * upgrade.
   */
  async isCurrent(organizationId: number): Promise<boolean> {
    const { stays } = this.#store.read
    const newest = await stays.newestChange(organizationId)
    if (newest === undefined) return true
    this.#wake()
    for (const until = performance.now() + waitMillis; performance.now() < until;) {
      const oldest = await stays.oldestChange(organizationId)
      if (oldest === undefined || oldest > newest) return true
      // Far behind: waiting would not help.
      if (newest - oldest > 100 * changesAtOnce) return false
      await sleep(lookMillis)
    }
    return false
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
        const pause = pauseShare * (performance.now() - begunAt)
        await sleep(Math.min(pauseMax, Math.max(pauseMin, pause)))
      }
    } catch (err) {
      if (!this.#isStopped) this.#logError('recording stays failed; retrying', { err })
    }
  }

  /** Records some changes of each organization. Returns whether there are more. */
  async #round(): Promise<boolean> {
    if (!this.#store.instances.isLeader) return false
    let hasMore = false
    for (const id of await this.#store.read.stays.changedOrganizations()) {
      if (this.#isStopped) return false
      const done = await this.#store.write((tx) => recordStays(tx, id, changesAtOnce), [id])
      if (done === changesAtOnce) hasMore = true
    }
    return hasMore
  }
}
