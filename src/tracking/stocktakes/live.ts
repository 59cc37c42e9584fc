import { type Log, oncePerMinute } from '../../base/log'
import { asService } from '../../base/turns/request-work'
import type { Store } from '../../storage/core/store'
import type { Live } from '../tracking/live'
import type { Counted } from './counts/counting'
import { hidesExpected, toLine, toStocktake } from './view'

/** Number of lines in an event of a stream. Who needs more reads them. */
const linesMax = 200

interface Announced {
  readonly organizationId: number
  readonly id: number
  readonly assetIds: readonly number[]
}

/** Sends stocktakes that have changed to the streams of consoles and phones, on all instances. */
export class StocktakeLive {
  readonly #store: Store
  readonly #live: Live
  readonly #logError: ReturnType<typeof oncePerMinute>

  constructor(store: Store, live: Live, log: Log) {
    this.#store = store
    this.#live = live
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
    store.instances.onAnnounced('stocktakes', (text) => {
      void this.#send(JSON.parse(text) as Announced)
    })
  }

  /** The caller calls it after the commit. */
  changed(organizationId: number, id: number, assetIds: readonly number[] = []): void {
    const announced: Announced = { organizationId, id, assetIds: assetIds.slice(0, linesMax) }
    void asService(() => this.#send(announced))
    if (this.#store.instances.isShared)
      this.#store.instances.announce('stocktakes', JSON.stringify(announced))
  }

  /** Tells what was counted, so that other counters know it. */
  counted(organizationId: number, id: number, { lines }: Counted): void {
    this.changed(organizationId, id, [...lines.keys()])
  }

  async #send({ organizationId, id, assetIds }: Announced): Promise<void> {
    if (!this.#live.isWatched(organizationId)) return
    try {
      const row = await this.#store.read.stocktakes.find(organizationId, id)
      if (!row) return
      // A stream has readers of all roles.
      const isHidden = hidesExpected(row, null)
      const lines = isHidden ? [] : await this.#store.read.stocktakeLines.ofAssets(id, assetIds)
      this.#live.sendTo(organizationId, 'stocktake', { ...toStocktake(row, null), lines: lines.map(toLine) })
    } catch (err) {
      this.#logError('sending stocktakes to streams failed', { err })
    }
  }
}
