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

export type Waiting = ReturnType<typeof createWaiting>

/** The requests and streams that wait for events. A commit wakes those of its organizations, so none of them polls. */
export function createWaiting() {
  const places = new Map<number, Set<Place>>()
  const waking = createFairQueue<number, () => void>()
  let isWaking = false
  let total = 0
  let isClosed = false

  function wakeSome(): void {
    for (let woken = 0; woken < wokenPerTurn; woken++) waking.next()?.item()
    isWaking = waking.size > 0
    if (isWaking) setImmediate(wakeSome)
  }

  return {
    /** Throws `rate_limited` when too many wait. */
    enter(organizationId: number): Waiter {
      const own = places.get(organizationId) ?? new Set()
      if (own.size >= ofOrganizationMax || total >= totalMax)
        throw new AppError('rate_limited', 'Too many requests are waiting for events; try again in 1 s', {
          headers: { 'retry-after': '1' },
        })
      const place: Place = { hasNews: false, wake: undefined }
      places.set(organizationId, own.add(place))
      total++
      return {
        async next(milliseconds) {
          if (!place.hasNews && !isClosed)
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
        wake() {
          place.hasNews = true
          place.wake?.()
        },
        release() {
          place.wake?.()
          if (!own.delete(place)) return
          total--
          if (own.size === 0 && places.get(organizationId) === own) places.delete(organizationId)
        },
      }
    },

    /** Wakes the requests and streams of these organizations. Organizations take turns. */
    notify(organizationIds: readonly number[]): void {
      for (const organizationId of organizationIds)
        for (const place of places.get(organizationId) ?? []) {
          place.hasNews = true
          const { wake } = place
          if (wake) waking.push(organizationId, wake)
        }
      if (isWaking || waking.size === 0) return
      isWaking = true
      setImmediate(wakeSome)
    },

    isClosed: (): boolean => isClosed,

    /** Ends all waiting, so that a stop of the service does not wait for it. */
    close(): void {
      isClosed = true
      for (const own of places.values()) for (const place of own) place.wake?.()
    },
  }
}
