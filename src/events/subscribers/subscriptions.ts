import type { EventType } from '../../base/event-types'
import type { SubscriptionRequest } from '../../tracking/ingest/mqtt/handlers'
import { reasons } from '../../tracking/ingest/mqtt/reasons'
import { placeTypes } from './messages'
import { type Wanted, wantedBy } from './topics'

/** A subscription of a session. It is stored as JSON. */
export interface Subscription {
  readonly filter: string
  readonly qos: 0 | 1
  readonly retainAsPublished: boolean
  /** Whether the present places have not been sent completely. */
  isFresh: boolean
}

/** Maximum number of subscriptions of a session. */
const subscriptionsMax = 50

/** The subscriptions of a session, by topic filter. */
export class Subscriptions {
  readonly #slug: string
  readonly #ofFilters: Map<string, Subscription>

  constructor(slug: string, stored: readonly Subscription[]) {
    this.#slug = slug
    this.#ofFilters = new Map(stored.map((one) => [one.filter, one]))
  }

  get all(): readonly Subscription[] {
    return [...this.#ofFilters.values()]
  }

  /** Adds or replaces a subscription. Returns its QoS, or the reason why it is refused. */
  add({ filter, qos, retainHandling, retainAsPublished }: SubscriptionRequest): number {
    const wanted = wantedBy(filter, this.#slug)
    if (!wanted) return reasons.notAuthorized
    const former = this.#ofFilters.get(filter)
    if (!former && this.#ofFilters.size >= subscriptionsMax) return reasons.quotaExceeded
    const sendsPlaces = retainHandling === 0 || (retainHandling === 1 && !former)
    const isFresh = wanted.kind === 'whereabouts' && (sendsPlaces || (former?.isFresh ?? false))
    const granted = qos === 0 ? 0 : 1
    this.#ofFilters.set(filter, { filter, qos: granted, retainAsPublished, isFresh })
    return granted
  }

  /** Removes a subscription. Returns whether there was one. */
  remove(filter: string): boolean {
    return this.#ofFilters.delete(filter)
  }

  /** Returns whether a subscription was neither removed nor replaced. */
  contains(subscription: Subscription): boolean {
    return this.#ofFilters.get(subscription.filter) === subscription
  }

  /** The types of events that the subscriptions need; empty for all types. */
  get types(): readonly EventType[] {
    const types = new Set<EventType>()
    for (const filter of this.#ofFilters.keys()) {
      const wanted = wantedBy(filter, this.#slug)
      if (wanted?.kind === 'events' && wanted.type === null) return []
      if (wanted?.kind === 'events' && wanted.type) types.add(wanted.type)
      if (wanted?.kind === 'whereabouts') for (const type of placeTypes) types.add(type)
    }
    return [...types]
  }

  get wantPlaces(): boolean {
    return this.matching(({ kind }) => kind === 'whereabouts').length > 0
  }

  /** Returns the subscriptions that select a message. */
  matching(selected: (wanted: Wanted) => boolean): Subscription[] {
    return this.all.filter(({ filter }) => {
      const wanted = wantedBy(filter, this.#slug)
      return wanted !== undefined && selected(wanted)
    })
  }
}
