import { setImmediate as turn } from 'node:timers/promises'
import { type Log, oncePerMinute } from '../../base/log'
import type { Clock } from '../../base/time'
import { asService } from '../../base/turns/request-work'
import type { StocktakeRow, Store } from '../../storage/core/store'
import type { Arriving } from '../history/arrivals'
import type { Live } from '../tracking/live'
import { beginSearches, keepUnknown, writePlaces } from './afterwards'
import { decideLines, fixResult, lookUpTags } from './closing'
import type { StocktakeLive } from './live'
import { HistoryWatch } from './watch'

/** Interval at which the leader looks at open and closing stocktakes, in milliseconds. */
const tickMillis = 1_000

interface WorkerParts {
  readonly store: Store
  readonly live: Live
  readonly stocktakeLive: StocktakeLive
  readonly arriving: () => Arriving
  readonly log: Log
  readonly now: Clock
}

/** Does what stocktakes need after requests, on one instance (decision 0044). */
export class StocktakeWorker {
  readonly #parts: WorkerParts
  readonly #watch: HistoryWatch
  readonly #logError: ReturnType<typeof oncePerMinute>
  #running: Promise<void> | undefined
  #isStopped = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#watch = new HistoryWatch(parts.store)
    this.#logError = oncePerMinute((detail, what) => parts.log.error(detail, what))
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), tickMillis)
    this.#timer.unref()
    this.#parts.store.instances.onLeader(() => this.wake())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  wake(): void {
    this.#running ??= asService(() => this.#run()).finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    const { store, stocktakeLive } = this.#parts
    try {
      while (!this.#isStopped && store.instances.isLeader) {
        const row = await store.read.stocktakes.nextInWork()
        if (!row || !(await this.#continue(row))) break
        stocktakeLive.changed(row.organizationId, row.id)
        await turn()
      }
      await this.#compare()
    } catch (err) {
      if (!this.#isStopped) this.#logError('working on stocktakes failed; retrying', { err })
    }
  }

  /** Does the next part of the work. Returns whether it did: another instance may have been faster. */
  async #continue(row: StocktakeRow): Promise<boolean> {
    const { store, live, arriving, now } = this.#parts
    switch (row.step) {
      case 'tags':
        return lookUpTags(store, row)
      case 'lines':
        return decideLines(store, row)
      case 'result':
        return fixResult(store, row, now())
      case 'places': {
        const { isDone, moves } = await writePlaces(store, row, arriving())
        live.publish({ moves, reads: [] })
        return isDone
      }
      case 'unknown':
        return keepUnknown(store, row, arriving())
      case 'searches':
        return beginSearches(store, row, now())
      default:
        return false
    }
  }

  async #compare(): Promise<void> {
    const { store, stocktakeLive } = this.#parts
    if (!store.instances.isLeader) return
    const open = await store.read.stocktakes.open()
    this.#watch.keep(open)
    for (const row of open) {
      if (this.#isStopped) return
      const changed = await this.#watch.compare(row)
      if (changed.length > 0) stocktakeLive.changed(row.organizationId, row.id, changed)
    }
  }
}
