import { type Log, oncePerMinute } from '../../base/log'
import type { Store } from '../../storage/core/store'
import { asService } from '../../base/turns/request-work'
import type { Live } from '../../tracking/tracking/live'
import type { Outbox } from './telling/outbox'
import { toAlert } from './view'

/** Number of alerts in an announcement, which is limited in length. */
const announcedAtOnce = 200

interface Announced {
  readonly organizationId: number
  readonly ids: readonly number[]
}

/** Sends alerts that have changed to the streams of consoles, on all instances, and lets their messages be sent. */
export class AlertLive {
  readonly #store: Store
  readonly #live: Live
  readonly #outbox: Pick<Outbox, 'wake'>
  readonly #logError: ReturnType<typeof oncePerMinute>

  constructor(store: Store, live: Live, log: Log, outbox: Pick<Outbox, 'wake'>) {
    this.#store = store
    this.#live = live
    this.#outbox = outbox
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
    store.instances.onAnnounced('alerts', (text) => {
      const { organizationId, ids } = JSON.parse(text) as Announced
      void this.#send(organizationId, ids)
    })
  }

  /** The caller calls it after the commit. */
  changed(organizationId: number, ids: readonly number[]): void {
    if (ids.length === 0) return
    this.#outbox.wake()
    void asService(() => this.#send(organizationId, ids))
    if (!this.#store.instances.isShared) return
    for (let at = 0; at < ids.length; at += announcedAtOnce) {
      const announced: Announced = { organizationId, ids: ids.slice(at, at + announcedAtOnce) }
      this.#store.instances.announce('alerts', JSON.stringify(announced))
    }
  }

  async #send(organizationId: number, ids: readonly number[]): Promise<void> {
    if (!this.#live.isWatched(organizationId)) return
    try {
      for (const row of await this.#store.read.alerts.ofIds(organizationId, ids))
        this.#live.sendTo(organizationId, 'alert', toAlert(row))
    } catch (err) {
      this.#logError('sending alerts to streams failed', { err })
    }
  }
}
