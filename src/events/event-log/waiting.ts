import { eventLogMessages } from './messages'
import { AppError } from '../../base/errors'
import { createFairQueue } from '../../base/turns/fair-queue'

/** Maximum number of waiting requests and streams of an organization, and of the installation. */
const ofOrganizationMax = 64
const totalMax = 1_024

/** Number of waiting requests that are woken in a turn of the event loop. Each reads a page of the log. */
const wokenPerTurn = 4

/** A place among the waiting requests. It must be released. */
export interface Waiter {
  /**
   * Waits for the next event of the organization, at most this time in milliseconds. Returns at once when there was one
   * since the last call, and when the service stops.
   */
  readonly next: (milliseconds: number) => Promise<void>
  /** Ends the present wait. */
  readonly wake: () => void
  readonly release: () => void
}

interface Place {
  hasNews: boolean
  wake: (() => void) | undefined
}

/** The requests and streams that wait for events. A commit wakes those of its organizations, so none of them polls. */
export class Waiting {
  readonly #places = new Map<number, Set<Place>>()
  readonly #waking = createFairQueue<number, () => void>()
  #isWaking = false
  #total = 0
  #isClosed = false

  #wakeSome(): void {
    for (let woken = 0; woken < wokenPerTurn; woken++) this.#waking.next()?.item()
    this.#isWaking = this.#waking.size > 0
    if (this.#isWaking) setImmediate(() => this.#wakeSome())
  }

  /** Throws `rate_limited` when too many wait. */
  enter(organizationId: number): Waiter {
    const own = this.#places.get(organizationId) ?? new Set()
    if (own.size >= ofOrganizationMax || this.#total >= totalMax)
      throw new AppError('rate_limited', eventLogMessages('event_log.many_waiting'), {
        headers: { 'retry-after': '1' },
      })
    const place: Place = { hasNews: false, wake: undefined }
    this.#places.set(organizationId, own.add(place))
    this.#total++
    return {
      next: async (milliseconds) => {
        if (!place.hasNews && !this.#isClosed)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, milliseconds)
            place.wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        place.wake = undefined
        place.hasNews = false
      },
      wake: () => {
        place.hasNews = true
        place.wake?.()
      },
      release: () => {
        place.wake?.()
        if (!own.delete(place)) return
        this.#total--
        if (own.size === 0 && this.#places.get(organizationId) === own) this.#places.delete(organizationId)
      },
    }
  }

  /** Wakes the requests and streams of these organizations. Organizations take turns. */
  notify(organizationIds: readonly number[]): void {
    for (const organizationId of organizationIds)
      for (const place of this.#places.get(organizationId) ?? []) {
        place.hasNews = true
        const { wake } = place
        if (wake) this.#waking.push(organizationId, wake)
      }
    if (this.#isWaking || this.#waking.size === 0) return
    this.#isWaking = true
    setImmediate(() => this.#wakeSome())
  }

  isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends all waiting, so that a stop of the service does not wait for it. */
  close(): void {
    this.#isClosed = true
    for (const own of this.#places.values()) for (const place of own) place.wake?.()
  }
}
