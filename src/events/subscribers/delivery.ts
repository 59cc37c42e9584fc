import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventType } from '../../base/event-types'
import type { EventView } from '../event-log/schema'
import type { Waiter } from '../event-log/waiting'
import type { Outlet, SubscriptionRequest } from '../../tracking/ingest/mqtt/handlers'
import { reasons } from '../../tracking/ingest/mqtt/reasons'
import type { PresentPlace } from '../../storage/core/store'
import type { FindHolders } from './key-holders'
import { InFlight, type Subject, type Unacknowledged } from './in-flight'
import { eventMessage, type Message, placeMessage, placeMessages, renamedLocation } from './messages'
import type { PlacesAt } from './places-at'
import { type Subscription, Subscriptions } from './subscriptions'
import { selectsTopic, type Wanted, wantedBy } from './topics'

/** What has been delivered. It is stored as JSON. */
export interface Progress {
  readonly subscriptions: readonly Subscription[]
  /** The sequence of the last event whose messages were sent. */
  readonly sent: number
  /** The event after it, when only the first of its messages were sent. */
  readonly begun: {
    readonly sequence: number
    readonly parts: number
    /** The last asset whose place was sent after the rename of its location. */
    readonly lastAssetId?: number
  } | null
  readonly unacknowledged: readonly Unacknowledged[]
}

export interface DeliveryParts {
  readonly slug: string
  readonly outlet: Outlet
  readonly waiter: Waiter
  /** Messages with QoS 1 that may be unacknowledged. */
  readonly window: number
  /** Returns the events after a sequence. Throws AppError when the log cannot be continued there. */
  readonly eventsAfter: (
    sequence: number,
    types: readonly EventType[],
  ) => Promise<{ rows: readonly EventView[]; nextAfter: number; newest: number }>
  readonly placesAfter: (key: string) => Promise<readonly PresentPlace[]>
  readonly placesAt: (locationId: number) => PlacesAt
  readonly placeOf: (key: string) => Promise<PresentPlace | undefined>
  /** Returns the function that finds the assets with the keys of the moves of a page. */
  readonly holdersOf: (page: readonly EventView[]) => FindHolders
  /** The time that the organization may spend on present places, which each subscription repeats, in milliseconds. */
  readonly placeWork: {
    /** Returns the time until there is some; 0 if there is. */
    readonly wait: () => number
    readonly charge: (milliseconds: number) => void
  }
  readonly isAuthorized: () => Promise<boolean>
  /** Reports whether the service stops. `waiter` then no longer waits. */
  readonly isStopping: () => boolean
}

/** Time in milliseconds after which the rights of an idle subscriber are checked again. */
const idleMillis = 15_000

/**
 * The delivery of events to one subscriber, in order: a page of the log is read when the client has read the one before,
 * so a slow client costs no memory. An event counts as delivered when all its messages with QoS 1 are acknowledged.
 */
export class Delivery {
  readonly #subscriptions: Subscriptions
  readonly #parts: DeliveryParts
  readonly #inFlight: InFlight
  #sent: number
  #begun: Progress['begun']
  #isClosed = false

  constructor(parts: DeliveryParts, { subscriptions, sent, begun, unacknowledged }: Progress) {
    this.#parts = parts
    this.#subscriptions = new Subscriptions(parts.slug, subscriptions)
    this.#sent = sent
    this.#begun = begun
    this.#inFlight = new InFlight(parts.window, unacknowledged)
  }

  get progress(): Progress {
    return {
      subscriptions: this.#subscriptions.all,
      sent: this.#sent,
      begun: this.#begun,
      unacknowledged: this.#inFlight.messages,
    }
  }

  /** Adds or replaces a subscription. Returns its QoS, or the reason why it is refused. */
  subscribe(request: SubscriptionRequest): number {
    const granted = this.#subscriptions.add(request)
    this.#parts.waiter.wake()
    return granted
  }

  /** Removes a subscription. Returns whether there was one. */
  unsubscribe(filter: string): boolean {
    const isRemoved = this.#subscriptions.remove(filter)
    this.#parts.waiter.wake()
    return isRemoved
  }

  /** Sends a message to an output, with QoS 0. Returns whether the client subscribes to it. */
  sendNow(topic: string, payload: string): boolean {
    const selected = (wanted: Wanted) => wanted.kind === 'outputs' && selectsTopic(wanted.filter, topic)
    return this.#subscriptions.matching(selected).length > 0 && this.#transmitOnce({ topic, payload }, false)
  }

  acknowledged(messageId: number): void {
    this.#inFlight.end(messageId)
  }

  /** Whether a message that is sent now would not arrive. */
  get #isOver(): boolean {
    return this.#isClosed || this.#parts.outlet.isEnding()
  }

  close(): void {
    this.#isClosed = true
    this.#parts.waiter.wake()
    this.#inFlight.close()
  }

  /** Delivers until `close` or the stop of the service. Throws AppError when the log cannot be continued. */
  async run(): Promise<void> {
    const { outlet, waiter, isAuthorized, isStopping } = this.#parts
    while (!this.#isOver && !isStopping()) {
      if (!(await isAuthorized())) return outlet.end(reasons.notAuthorized, 'The API key is no longer valid.')
      const earlier = this.#inFlight.earlier
      if (earlier) {
        await this.#sendAgain(earlier)
        continue
      }
      const fresh = this.#subscriptions.all.find(({ isFresh }) => isFresh)
      if (fresh) {
        await this.#sendPlaces(fresh)
        continue
      }
      if (await this.#sendEvents()) continue
      await waiter.next(idleMillis)
    }
  }

  /**
   * Sends a message of an earlier connection again, and those of the events that are read with it, in order
   * [MQTT-4.4.0-1]. The subscriptions do not matter, because the message was sent before [MQTT-3.10.4-3].
   */
  async #sendAgain(first: Unacknowledged): Promise<void> {
    const { slug, placeOf, holdersOf, eventsAfter, outlet } = this.#parts
    if (first.sequence === undefined) {
      const place = await placeOf(first.key)
      // Otherwise, the event that removed the place follows.
      if (!place) return this.#inFlight.end(first.messageId)
      const message = placeMessage(slug, place)
      const retain = !first.isChange || this.#isRetained(message, selects(first.key))
      await this.#transmit(message, retain, first, first.messageId)
      return
    }
    const { rows } = await eventsAfter(first.sequence - 1, [])
    const holders = holdersOf(rows)
    const events = new Map(rows.map((event) => [event.sequence, event]))
    for (let again = this.#inFlight.earlier; again && !this.#isOver; again = this.#inFlight.earlier) {
      const event = again.sequence === undefined ? undefined : events.get(again.sequence)
      if (again.sequence === undefined || (!event && again !== first)) break
      const [message, wanted] =
        (event && (await this.#messagesOf(event, holders, again.part > 0))[again.part]) ?? []
      if (message && wanted)
        await this.#transmit(message, this.#isRetained(message, wanted), again, again.messageId)
      else this.#inFlight.end(again.messageId)
    }
    await outlet.drained()
    await nextTurn()
  }

  /** Sends the events after the last one. Returns whether there may be further ones. */
  async #sendEvents(): Promise<boolean> {
    const subscriptions = this.#subscriptions
    const { rows, nextAfter, newest } = await this.#parts.eventsAfter(this.#sent, subscriptions.types)
    const holders = this.#parts.holdersOf(rows)
    for (const event of rows) {
      const { sequence } = event
      const begun = this.#begun?.sequence === sequence ? this.#begun.parts : 0
      const messages = await this.#messagesOf(event, holders, subscriptions.wantPlaces)
      for (const [part, [message, wanted]] of messages.entries()) {
        if (part < begun) continue
        if (!(await this.#send(message, wanted, { sequence, part }))) return false
        this.#begun = { sequence, parts: part + 1 }
      }
      const locationId = renamedLocation(event)
      if (locationId !== null && !(await this.#sendPlacesAt(locationId, event))) return false
      this.#sent = sequence
      this.#begun = null
    }
    this.#sent = Math.max(this.#sent, nextAfter)
    await this.#parts.outlet.drained()
    await nextTurn()
    return this.#sent < newest
  }

  /** Returns the messages of an event: the one about the event, then those about places, if they are needed. */
  async #messagesOf(
    event: EventView,
    holders: FindHolders,
    needsPlaces: boolean,
  ): Promise<[Message, (wanted: Wanted) => boolean][]> {
    const { slug, placeOf } = this.#parts
    const places = needsPlaces ? await placeMessages(slug, event, { placeOf, holders }) : []
    return [
      [
        eventMessage(slug, event),
        (wanted) => wanted.kind === 'events' && (wanted.type === null || wanted.type === event.type),
      ],
      ...places.map((place): [Message, (wanted: Wanted) => boolean] => [place, selects(place.key)]),
    ]
  }

  async #sendPlaces(subscription: Subscription): Promise<void> {
    const { slug, placesAfter, placeOf, outlet, placeWork } = this.#parts
    const wanted = wantedBy(subscription.filter, slug)
    const only = wanted?.kind === 'whereabouts' ? wanted.key : null
    let last = ''
    while (this.#subscriptions.contains(subscription)) {
      if (!(await this.#hasPlaceWork())) return
      const begun = performance.now()
      const places =
        only === null ? await placesAfter(last) : [await placeOf(only)].filter((one) => one !== undefined)
      const messages = places.map((place) => ({ place, message: placeMessage(slug, place) }))
      placeWork.charge(performance.now() - begun)
      const sending = performance.now()
      for (const { place, message } of messages) {
        const isSent =
          subscription.qos === 0
            ? this.#transmitOnce(message, true)
            : await this.#transmit(message, true, { key: place.assetKey })
        if (!isSent) return
        last = place.assetKey
      }
      // With QoS 1, the loop waits for acknowledgements, which limit it.
      if (subscription.qos === 0) placeWork.charge(performance.now() - sending)
      await outlet.drained()
      await nextTurn()
      if (this.#isOver) return
      if (places.length === 0 || only !== null) {
        subscription.isFresh = false
        return
      }
    }
  }

  /** Waits until the organization may work on present places. Returns false when the connection or the service ends before. */
  async #hasPlaceWork(): Promise<boolean> {
    const { placeWork, waiter, isStopping } = this.#parts
    for (let left = placeWork.wait(); left > 0; left = placeWork.wait()) {
      if (this.#isOver || isStopping()) return false
      await waiter.next(left)
    }
    return true
  }

  /**
   * Sends the places of the assets at a location that an event has renamed, after the last one that was sent. Returns false when
   * the connection was closed before.
   */
  async #sendPlacesAt(locationId: number, { sequence }: EventView): Promise<boolean> {
    const { slug, placesAt, outlet } = this.#parts
    const placesAfter = placesAt(locationId)
    while (this.#subscriptions.wantPlaces) {
      const places = await placesAfter(this.#begun?.lastAssetId ?? 0)
      if (places.length === 0) break
      for (const place of places) {
        const subject = { key: place.assetKey, isChange: true } as const
        if (!(await this.#send(placeMessage(slug, place), selects(place.assetKey), subject))) return false
        this.#begun = { sequence, parts: 1, lastAssetId: place.assetId }
      }
      await outlet.drained()
      await nextTurn()
    }
    return !this.#isOver
  }

  #isRetained(message: Message, selected: (wanted: Wanted) => boolean): boolean {
    return 'key' in message && this.#subscriptions.matching(selected).some((one) => one.retainAsPublished)
  }

  /**
   * Sends a message once, with the highest QoS of the subscriptions that select it [MQTT-3.3.4-2]. Returns false when the
   * connection was closed before.
   */
  async #send(message: Message, selected: (wanted: Wanted) => boolean, subject: Subject): Promise<boolean> {
    const matching = this.#subscriptions.matching(selected)
    if (matching.length === 0) return !this.#isOver
    const retain = this.#isRetained(message, selected)
    if (matching.some(({ qos }) => qos === 1)) return this.#transmit(message, retain, subject)
    return this.#transmitOnce(message, retain)
  }

  /** Sends a message with QoS 0. Returns false when the connection ends, because the message would be lost. */
  #transmitOnce({ topic, payload }: Message, retain: boolean): boolean {
    if (this.#isOver) return false
    this.#parts.outlet.send({ topic, payload, qos: 0, retain, dup: false })
    return true
  }

  /**
   * Sends a message with QoS 1 when the client accepts another one. Returns false when the connection was closed before.
   * `again` is the packet identifier of a message that was sent with an earlier connection.
   */
  async #transmit(
    { topic, payload }: Message,
    retain: boolean,
    subject: Subject,
    again?: number,
  ): Promise<boolean> {
    if (!(await this.#inFlight.room())) return false
    const messageId = again ?? this.#inFlight.next()
    const message = { topic, payload, qos: 1, retain, messageId, dup: again !== undefined } as const
    // A message that is larger than the client accepts is dropped [MQTT-3.1.2-25].
    if (this.#parts.outlet.send(message)) this.#inFlight.sent(messageId, subject)
    else this.#inFlight.end(messageId)
    return true
  }
}

const selects =
  (key: string) =>
  (wanted: Wanted): boolean =>
    wanted.kind === 'whereabouts' && (wanted.key === null || wanted.key === key)
