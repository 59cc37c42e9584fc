import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors'
import type { EventLogService } from '../event-log/service'
import type { Publishing } from '../../tracking/ingest/mqtt/publishing'
import { type Log, oncePerMinute } from '../../base/log'
import type { OrganizationRow, Publication, Store } from '../../storage/core/store'
import { createKeyHolders } from './key-holders'
import { renamedLocation } from './messages'
import { messagesOfEvent, type Outgoing, retained, type Walk, walkAt, walkOf } from './outgoing'

const rowsAtOnce = 50
/** Messages that may be unacknowledged. Brokers disconnect a client that exceeds their limit; that of mosquitto is 20. */
const inFlightMax = 16
/** Time after a failure, in milliseconds. */
const pauseMillis = 1_000
/** The longest time after which a message that the broker refuses for now is published again, in milliseconds. */
const pauseMaxMillis = 30_000

/**
 * The publication of messages. It yields when the broker refuses one for now, so that other organizations have a turn, and continues
 * with this message. It yields whether others were published since the last time.
 */
type Turn<T = void> = AsyncGenerator<boolean, T>

/** The turn of an organization whose message the broker has refused for now. */
interface PausedTurn {
  readonly turn: Turn<boolean>
  /** By `performance.now()`. */
  readonly until: number
  /** The pause after the next refusal, if nothing is published until then. In milliseconds. */
  readonly nextPause: number
}

interface PublisherParts {
  readonly store: Store
  readonly eventLog: EventLogService
  readonly publishing: Publishing
  /** Whether assets are announced to Home Assistant, too. */
  readonly isHomeAssistant: boolean
  readonly log: Log
}

/**
 * Publishes the events of all organizations to the external broker, with QoS 1, in order. The sequence up to which an
 * organization was published is stored after the acknowledgements, so that nothing is lost: after a crash, some events are
 * published twice (docs/mqtt-out.md).
 */
export class Publisher {
  readonly #store: Store
  readonly #eventLog: EventLogService
  readonly #publishing: Publishing
  readonly #outgoing: Parameters<typeof walkOf>[0]
  readonly #holdersOf: ReturnType<typeof createKeyHolders>
  readonly #warn: ReturnType<typeof oncePerMinute>
  readonly #stopping = new AbortController()
  readonly #changed = new Set<number>()
  /** By organization. They are in memory, so a walk continues after a failure, and begins again after a crash. */
  readonly #walks = new Map<number, Walk>()
  /** By organization. */
  readonly #paused = new Map<number, PausedTurn>()
  #hasBegun = false
  #wake = Promise.withResolvers<void>()
  #leading = Promise.withResolvers<void>()
  #running: Promise<void> | undefined

  constructor({ store, eventLog, publishing, isHomeAssistant, log }: PublisherParts) {
    const reads = store.read.mqttSessions
    this.#store = store
    this.#eventLog = eventLog
    this.#publishing = publishing
    this.#outgoing = { reads, isHomeAssistant }
    this.#holdersOf = createKeyHolders(reads)
    this.#warn = oncePerMinute((detail, kind) => log.warn(detail, `mqtt: ${kind}`))
  }

  start(): void {
    this.#store.onEvents((organizationIds) => {
      for (const id of organizationIds) this.#changed.add(id)
      this.#wake.resolve()
    })
    this.#store.instances.onLeader(() => {
      // Another instance has published meanwhile.
      this.#hasBegun = false
      this.#leading.resolve()
    })
    this.#running = this.#keepRunning()
  }

  /** Resolves when nothing is published any more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#leading.resolve()
    this.#wake.resolve()
    await this.#publishing.close()
    await this.#running
  }

  /**
   * Publishes a message. Returns false when it must be published again. A message that the broker refuses for good counts as published,
   * because the others must not wait for it.
   */
  async #publishOne({ message, retain }: Outgoing): Promise<boolean> {
    const { refusal } = await this.#publishing.publish(message, retain)
    if (refusal === null) return true
    const { reason, isTemporary } = refusal
    const what = isTemporary ? 'which is published again later' : 'which is not published again'
    this.#warn(`the broker refused a message, ${what}`, { topic: message.topic, reason })
    return !isTemporary
  }

  /**
   * Publishes messages in order. Each acknowledgement takes a round trip, so several messages are on the way. Those after a message
   * that was refused for now are published again, too, so that the order is right.
   */
  async *#publishAll(messages: readonly Outgoing[]): Turn {
    let published = 0
    let publishedBefore = 0
    while (published < messages.length) {
      const some = messages.slice(published, published + inFlightMax)
      const refused = (await Promise.all(some.map((one) => this.#publishOne(one)))).indexOf(false)
      published += refused < 0 ? some.length : refused
      if (refused < 0) continue
      yield published > publishedBefore
      publishedBefore = published
    }
  }

  #savePublication(id: number, publication: Publication): Promise<void> {
    return this.#store.write((tx) => tx.mqttSessions.published(id, publication), [id])
  }

  /** Publishes a page of places, or stores that there are no further ones. */
  async *#publishPlaces(id: number, walk: Walk): Turn {
    const places = await walk.pageAfter(walk.last)
    yield* this.#publishAll(places.flatMap(walk.messagesOf).map(retained))
    if (places.length > 0) {
      walk.last = places.at(-1)
      return
    }
    if (walk.publication) await this.#savePublication(id, walk.publication)
    this.#walks.delete(id)
  }

  /** Returns the sequence after which an organization continues; undefined when the present places come first. */
  async #position(organization: OrganizationRow): Promise<number | undefined> {
    const { id } = organization
    const publication = await this.#store.read.mqttSessions.publication(id)
    if (!publication) {
      // Stored before its first message: the next start would otherwise begin with its newest event.
      await this.#savePublication(id, { upTo: 0, needsPlaces: false })
      return 0
    }
    const { upTo, needsPlaces } = publication
    if (!needsPlaces) return upTo
    this.#walks.set(id, walkOf(this.#outgoing, organization, { upTo, needsPlaces: false }))
    return undefined
  }

  /** Publishes a page of events, up to the rename of a location. Returns whether there is more to publish. */
  async *#publishPage(organization: OrganizationRow): Turn<boolean> {
    const { id, slug } = organization
    const after = await this.#position(organization)
    if (after === undefined) return true
    const page = await this.#eventLog
      .page(id, { after, types: [], assetId: undefined, locationId: undefined, limit: rowsAtOnce }, 'cursor')
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'invalid') throw error
        this.#warn('events were not published, because the log no longer contains them', {
          organization: slug,
          after,
        })
        const newest = await this.#eventLog.newestSequence(id)
        await this.#savePublication(id, { upTo: newest, needsPlaces: true })
        return undefined
      })
    if (!page) return true
    const messages: Outgoing[] = []
    const holders = this.#holdersOf(id, page.rows)
    for (const event of page.rows) {
      messages.push(...(await messagesOfEvent(this.#outgoing, organization, event, holders)))
      const locationId = renamedLocation(event)
      if (locationId === null) continue
      yield* this.#publishAll(messages)
      // A crash must not repeat the events before the rename, and must repeat the places after it.
      const upTo = event.sequence
      if (upTo - 1 > after) await this.#savePublication(id, { upTo: upTo - 1, needsPlaces: false })
      this.#walks.set(id, walkAt(this.#outgoing, organization, locationId, { upTo, needsPlaces: false }))
      return true
    }
    yield* this.#publishAll(messages)
    if (page.nextAfter > after) await this.#savePublication(id, { upTo: page.nextAfter, needsPlaces: false })
    return page.nextAfter < page.newest
  }

  /** Publishes a page of places or events of an organization. Returns whether there is more to publish. */
  async *#takeTurn(id: number): Turn<boolean> {
    const organization = await this.#store.read.accounts.findOrganization(id)
    if (!organization) return false
    const walk = this.#walks.get(id)
    if (!walk) return yield* this.#publishPage(organization)
    yield* this.#publishPlaces(id, walk)
    return true
  }

  /** Begins with all organizations. */
  async #begin(): Promise<void> {
    this.#walks.clear()
    this.#paused.clear()
    await this.#store.write((tx) => tx.mqttSessions.beginPublications())
    for (const organization of await this.#store.read.accounts.organizations()) {
      this.#changed.add(organization.id)
      if (this.#outgoing.isHomeAssistant)
        this.#walks.set(organization.id, walkOf(this.#outgoing, organization, null))
    }
    this.#hasBegun = true
  }

  /** Continues the turn of an organization after its pause, or begins one. */
  async #advance(id: number): Promise<void> {
    const earlier = this.#paused.get(id)
    const { turn, nextPause } = earlier ?? { turn: this.#takeTurn(id), nextPause: pauseMillis }
    if (earlier) this.#paused.delete(id)
    else this.#changed.delete(id)
    // After a failure, there is more to publish.
    let hasMore = true
    try {
      const { done, value } = await turn.next()
      hasMore = done === true && value
      if (done) return
      const pause = value ? pauseMillis : nextPause
      const until = performance.now() + pause
      this.#paused.set(id, { turn, until, nextPause: Math.min(2 * pause, pauseMaxMillis) })
    } finally {
      if (hasMore) this.#changed.add(id)
    }
  }

  /** Waits for events, or for the end of a pause. */
  async #waitForNews(): Promise<void> {
    this.#wake = Promise.withResolvers()
    const end = Math.min(...[...this.#paused.values()].map(({ until }) => until))
    const timer = Number.isFinite(end) ? setTimeout(this.#wake.resolve, end - performance.now()) : undefined
    await this.#wake.promise
    clearTimeout(timer)
  }

  /** Publishes until it is stopped. Organizations take turns, a page each. An organization whose message is refused for now pauses. */
  async #run(): Promise<void> {
    const isOver = ({ until }: PausedTurn) => until <= performance.now()
    while (!this.#stopping.signal.aborted && this.#store.instances.isLeader) {
      const [continued] = [...this.#paused].find(([, turn]) => isOver(turn)) ?? []
      const id = continued ?? [...this.#changed].find((one) => !this.#paused.has(one))
      if (id === undefined) await this.#waitForNews()
      else await this.#advance(id)
    }
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        this.#leading = Promise.withResolvers()
        if (!this.#store.instances.isLeader) await this.#leading.promise
        if (!this.#hasBegun) await this.#begin()
        await this.#run()
      } catch (err) {
        if (!this.#stopping.signal.aborted) this.#warn('publishing events failed; retrying', { err })
        await sleep(pauseMillis, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }
}
