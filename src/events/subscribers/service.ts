import type { ApiKeyService } from '../../people/api-keys/service'
import { createBudgets } from '../../base/turns/budget'
import type { ServiceClock } from '../../installation/clock/clock'
import { AppError } from '../../base/errors'
import type { EventLogService } from '../event-log/service'
import type { Waiting } from '../event-log/waiting'
import type {
  Outlet,
  Subscriber,
  SubscriberConnect,
  SubscriberSession,
} from '../../tracking/ingest/mqtt/handlers'
import { ConnectionFault, reasons } from '../../tracking/ingest/mqtt/reasons'
import { announcementOf, clientName } from '../../tracking/ingest/mqtt/takeovers'
import { type Log, oncePerMinute } from '../../base/log'
import type { MqttSessionRow, SessionOwner, Store, Writes } from '../../storage/core/store'
import { type Instant, plusSeconds } from '../../base/time'
import { Delivery, type DeliveryParts, type Progress } from './delivery'
import { DirectMessages } from './direct'
import { createKeyHolders } from './key-holders'
import { placesAt } from './places-at'
import type { Subscription } from './subscriptions'

/** Maximum lifetime of a session without a connection, in seconds. */
const expiryMax = 7 * 86_400
/**
 * The stored expiry of a session with a connection is up to its lifetime and this time ahead, in seconds. It is stored again when less
 * than the lifetime is left. So a session lives for at least its lifetime after its connection ended without a notice, as in a crash.
 */
const spareSeconds = 86_400
/** Maximum number of connections of an API key, and of the installation. */
const ofKeyMax = 8
const totalMax = 256
/** Maximum number of unacknowledged messages of a connection. */
const windowMax = 100
const pageRows = 50
const placesAtOnce = 100
/**
 * Time that an organization may spend on present places at once, and in a minute, in milliseconds. A client makes the service send
 * all of them with a packet of a few bytes.
 */
const placeMillis = { burst: 2_000, perMinute: 12_000 }
/** Interval at which the progress of a session is stored, in milliseconds. */
const saveMillis = 2_000

/** An open connection of a subscriber. */
interface Open {
  readonly apiKeyId: string
  readonly outlet: Outlet
}

const newProgress = (sent: number): Progress => ({ subscriptions: [], sent, begun: null, unacknowledged: [] })

/** Returns the progress of a session. Rows of an earlier development version contain only the list of subscriptions. */
function progressOf({ subscriptions, cursor }: MqttSessionRow): Progress {
  const stored = JSON.parse(subscriptions) as Progress | Subscription[]
  return Array.isArray(stored) ? { ...newProgress(cursor), subscriptions: stored } : stored
}

/** Returns the sequence after which a session needs the events of the log. */
function neededAfter({ sent, unacknowledged }: Progress): number {
  const needed = unacknowledged.map(({ sequence }) => (sequence === undefined ? sent : sequence - 1))
  return Math.min(sent, ...needed)
}

const rowOf = (
  owner: SessionOwner,
  organizationId: number,
  progress: Progress,
  expiresAt: Instant,
): MqttSessionRow & SessionOwner => ({
  ...owner,
  organizationId,
  subscriptions: JSON.stringify(progress),
  cursor: neededAfter(progress),
  expiresAt,
})

interface SubscriberParts {
  readonly store: Store
  readonly apiKeys: ApiKeyService
  readonly eventLog: EventLogService
  readonly waiting: Waiting
  readonly clock: Pick<ServiceClock, 'now' | 'isBelieved'>
  readonly log: Log
}

/** API keys that subscribe to events with MQTT (docs/decisions/0029-mqtt-out.md). */
export class SubscriberService {
  readonly #store: Store
  readonly #apiKeys: ApiKeyService
  readonly #eventLog: EventLogService
  readonly #waiting: Waiting
  readonly #clock: Pick<ServiceClock, 'now' | 'isBelieved'>
  readonly #open = new Set<Open>()
  readonly #placeWork = createBudgets(
    placeMillis.burst,
    placeMillis.perMinute,
    () => performance.now() * 1000,
  )
  readonly #holdersOf: ReturnType<typeof createKeyHolders>
  readonly #warn: ReturnType<typeof oncePerMinute>
  readonly direct: DirectMessages

  constructor({ store, apiKeys, eventLog, waiting, clock, log }: SubscriberParts) {
    this.#store = store
    this.direct = new DirectMessages(store.instances)
    this.#apiKeys = apiKeys
    this.#eventLog = eventLog
    this.#waiting = waiting
    this.#clock = clock
    this.#holdersOf = createKeyHolders(store.read.mqttSessions)
    this.#warn = oncePerMinute((detail, kind) => log.warn(detail, `mqtt: ${kind}`))
    apiKeys.onRevoked(({ id }) => {
      for (const one of this.#open)
        if (one.apiKeyId === id) one.outlet.end(reasons.notAuthorized, 'The API key was revoked.')
    })
  }

  /** Returns the subscriber with these credentials. Throws ConnectionFault when it may not subscribe. */
  async signIn(clientId: string, clientSecret: string, address: string): Promise<Subscriber | undefined> {
    const key = await this.#apiKeys.signIn(clientId, clientSecret, address).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthenticated') return undefined
      if (error instanceof AppError && error.code === 'rate_limited')
        throw new ConnectionFault(reasons.quotaExceeded, error.message)
      throw error
    })
    if (!key) return undefined
    if (!key.scopes.includes('tracking:read'))
      throw new ConnectionFault(reasons.notAuthorized, 'The API key needs the scope tracking:read.')
    const organization = await this.#store.read.accounts.findOrganization(key.organizationId)
    if (!organization) return undefined
    return { apiKeyId: key.id, organizationId: key.organizationId, slug: organization.slug }
  }

  async #isAuthorized(apiKeyId: string): Promise<boolean> {
    try {
      return (await this.#apiKeys.authenticate(apiKeyId)).scopes.includes('tracking:read')
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return false
      throw error
    }
  }

  #requireRoom(apiKeyId: string): void {
    const ofKey = [...this.#open].filter((one) => one.apiKeyId === apiKeyId).length
    if (ofKey >= ofKeyMax || this.#open.size >= totalMax)
      throw new ConnectionFault(reasons.quotaExceeded, `An API key may have ${ofKeyMax} connections.`)
  }

  /** Returns the progress of the stored session of a client that can be continued; undefined when there is none. */
  async #storedSession(
    tx: Writes,
    { apiKeyId, organizationId }: Subscriber,
    clientId: string,
  ): Promise<Progress | undefined> {
    const stored = await tx.mqttSessions.find(apiKeyId, clientId)
    if (!stored) return undefined
    // While the machine time is not accepted, no session ends because of its age (decision 0012).
    if (this.#clock.isBelieved() && stored.expiresAt <= this.#clock.now()) return undefined
    const { newest, oldest } = await tx.eventLog.ends(organizationId)
    const progress = progressOf(stored)
    // A session is newer than the log after a backup was restored.
    return neededAfter(progress) >= oldest - 1 && progress.sent <= newest ? progress : undefined
  }

  /**
   * Continues or begins the session of a client. It belongs to this connection from now on: an earlier connection, perhaps to
   * another instance, does not store it any more. Sessions and announcements have the same order, so the earlier one ends.
   */
  #begin(
    subscriber: Subscriber,
    owner: SessionOwner,
    isClean: boolean,
    expirySeconds: number,
  ): Promise<{ readonly isPresent: boolean; readonly progress: Progress }> {
    return this.#store.write(
      async (tx) => {
        const { organizationId } = subscriber
        const { apiKeyId, clientId, connection } = owner
        await tx.announce('client', announcementOf(connection, clientName(apiKeyId, clientId)))
        const stored = isClean ? undefined : await this.#storedSession(tx, subscriber, clientId)
        const progress = stored ?? newProgress((await tx.eventLog.ends(organizationId)).newest)
        const expiresAt = plusSeconds(this.#clock.now(), expirySeconds + spareSeconds)
        // A session that ends with its connection must not be continued, even after a crash.
        if (expirySeconds === 0) await tx.mqttSessions.delete(apiKeyId, clientId)
        else await tx.mqttSessions.open(rowOf(owner, organizationId, progress, expiresAt))
        return { isPresent: stored !== undefined, progress }
      },
      [subscriber.organizationId],
    )
  }

  /** Returns what a delivery reads: events, places and the rights of the API key. */
  #sourcesOf({ apiKeyId, organizationId }: Subscriber) {
    return {
      eventsAfter: (after, types) =>
        this.#eventLog.page(
          organizationId,
          { after, types, assetId: undefined, locationId: undefined, limit: pageRows },
          'cursor',
        ),
      placesAfter: (key) => this.#store.read.mqttSessions.placesAfter(organizationId, key, placesAtOnce),
      placesAt: (locationId) => placesAt(this.#store.read.mqttSessions, locationId),
      placeOf: (key) => this.#store.read.mqttSessions.placeOf(organizationId, key),
      holdersOf: (events) => this.#holdersOf(organizationId, events),
      placeWork: {
        wait: () => {
          const { isExhausted, secondsToNext } = this.#placeWork.peek(String(organizationId))
          return isExhausted ? secondsToNext * 1000 : 0
        },
        charge: (milliseconds) => this.#placeWork.charge(String(organizationId), milliseconds),
      },
      isAuthorized: () => this.#isAuthorized(apiKeyId),
      isStopping: () => this.#waiting.isClosed(),
    } satisfies Partial<DeliveryParts>
  }

  /** Stores the progress of a session that outlives its connection, regularly and at its end. */
  #keepSaved(owner: SessionOwner, organizationId: number, expirySeconds: number, delivery: Delivery) {
    let lifetime = expirySeconds
    let saved: { readonly state: string; readonly expiresAt: Instant } | undefined
    let saving: Promise<void> | undefined
    let hasEnded = false

    /** Changes that arrive during a write share the next one. */
    const save = async (): Promise<void> => {
      while (saving) await saving
      if (lifetime === 0) return
      const { progress } = delivery
      const state = JSON.stringify(progress)
      const earliest = plusSeconds(this.#clock.now(), lifetime)
      const latest = plusSeconds(earliest, spareSeconds)
      // An expiry is too late after the clock was set back.
      const isLasting = saved && saved.expiresAt >= earliest && saved.expiresAt <= latest
      if (!hasEnded && state === saved?.state && isLasting) return
      const expiresAt = hasEnded ? earliest : latest
      const row = rowOf(owner, organizationId, progress, expiresAt)
      const write = this.#store.write((tx) => tx.mqttSessions.save(row), [organizationId])
      // The caller gets the error; those that wait try themselves.
      saving = write.catch(() => {}).finally(() => (saving = undefined))
      await write
      saved = { state, expiresAt }
    }
    /** Deletes a session that the client has ended. */
    const remove = async (): Promise<void> => {
      while (saving) await saving
      await this.#store.write((tx) => tx.mqttSessions.end(owner), [organizationId])
    }
    const orWarn = (work: Promise<void>) =>
      work.catch((err: unknown) => this.#warn('storing a session failed', { err }))
    const timer = setInterval(() => void orWarn(save()), saveMillis)
    return {
      save,
      expireAfter(seconds: number): void {
        lifetime = Math.min(seconds, expiryMax)
      },
      async end(): Promise<void> {
        clearInterval(timer)
        // The lifetime begins now, even when nothing has changed.
        hasEnded = true
        await orWarn(lifetime === 0 && expirySeconds > 0 ? remove() : save())
      },
    }
  }

  /** Begins or continues the session of a client. Throws ConnectionFault when there are too many connections. */
  async openSession(
    subscriber: Subscriber,
    connect: SubscriberConnect,
    outlet: Outlet,
  ): Promise<SubscriberSession> {
    const { apiKeyId, organizationId, slug } = subscriber
    const { connection, clientId, isClean, expirySeconds: wantedSeconds } = connect
    this.#requireRoom(apiKeyId)
    const waiter = this.#waiting.enter(organizationId)
    const self: Open = { apiKeyId, outlet }
    this.#open.add(self)
    const leave = (): void => {
      this.#open.delete(self)
      waiter.release()
    }
    const expirySeconds = Math.min(wantedSeconds, expiryMax)
    const owner = { apiKeyId, clientId, connection }
    try {
      const { isPresent, progress } = await this.#begin(subscriber, owner, isClean, expirySeconds)
      const delivery = new Delivery(
        {
          slug,
          outlet,
          waiter,
          window: Math.min(connect.receiveMaximum, windowMax),
          ...this.#sourcesOf(subscriber),
        },
        progress,
      )
      const close = this.direct.enter(organizationId, delivery)
      const saving = this.#keepSaved(owner, organizationId, expirySeconds, delivery)
      return {
        isPresent,
        expirySeconds,
        subscribe: (request) => delivery.subscribe(request),
        unsubscribe: (filter) => delivery.unsubscribe(filter),
        acknowledged: (messageId) => delivery.acknowledged(messageId),
        saved: saving.save,
        expireAfter: (seconds) => saving.expireAfter(seconds),
        run: () => delivery.run().catch((error: unknown) => this.#fail(owner, outlet, error)),
        async closed() {
          close()
          leave()
          await saving.end()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Ends a connection whose delivery failed. A session that the log cannot continue is deleted, so the next one is new. */
  async #fail(owner: SessionOwner, outlet: Outlet, error: unknown): Promise<void> {
    if (error instanceof AppError && error.code === 'invalid') {
      await this.#store.write((tx) => tx.mqttSessions.end(owner))
      return outlet.end(reasons.unspecified, error.message)
    }
    this.#warn('delivering events failed', { err: error })
    outlet.end(reasons.unavailable)
  }
}
