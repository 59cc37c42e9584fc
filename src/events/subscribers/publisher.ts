import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors'
import type { EventView } from '../event-log/schema'
import type { EventLogService } from '../event-log/service'
import type { Publishing } from '../../tracking/ingest/mqtt/publishing'
import { type Log, oncePerMinute } from '../../base/log'
import type { OrganizationRow, PresentPlace, Publication, Store } from '../../storage/core/store'
import { discoveryMessage, discoveryRemoval } from './home-assistant'
import { createKeyHolders, type FindHolders } from './key-holders'
import { eventMessage, type Message, placeMessage, placeMessages, renamedLocation } from './messages'
import { placesAt } from './places-at'

const rowsAtOnce = 50
const placesAtOnce = 100
/** Messages that may be unacknowledged. Brokers disconnect a client that exceeds their limit; that of mosquitto is 20. */
const inFlightMax = 16
/** Time after a failure, in milliseconds. */
const pauseMillis = 1_000
/** The longest time after which a message that the broker refuses for now is published again, in milliseconds. */
const pauseMaxMillis = 30_000

interface Outgoing {
  readonly message: Message
  readonly retain: boolean
}

/** Places that are published before the next events of an organization, a page at a time. */
interface Walk {
  readonly pageAfter: (last: PresentPlace | undefined) => Promise<readonly PresentPlace[]>
  readonly messagesOf: (place: PresentPlace) => readonly Message[]
  /** The last place that was published. */
  last: PresentPlace | undefined
  /** What is stored after the last page. */
  readonly publication: Publication | null
}

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

const retained = (message: Message): Outgoing => ({ message, retain: true })

/**
 * Publishes the events of all organizations to the external broker, with QoS 1, in order. The sequence up to which an
 * organization was published is stored after the acknowledgements, so that nothing is lost: after a crash, some events are
 * published twice (docs/mqtt-out.md).
 */
export function startPublisher(
  store: Store,
  eventLog: EventLogService,
  publishing: Publishing,
  isHomeAssistant: boolean,
  log: Log,
) {
  const warn = oncePerMinute(
    (kind, suppressed, detail) => log.warn({ ...detail, suppressed }, `mqtt: ${kind}`),
    () => performance.now(),
  )
  const holdersOf = createKeyHolders(store.read.mqttSessions)
  const stopping = new AbortController()
  const changed = new Set<number>()
  /** By organization. They are in memory, so a walk continues after a failure, and begins again after a crash. */
  const walks = new Map<number, Walk>()
  /** By organization. */
  const paused = new Map<number, PausedTurn>()
  let hasBegun = false
  let wake = Promise.withResolvers<void>()
  store.onEvents((organizationIds) => {
    for (const id of organizationIds) changed.add(id)
    wake.resolve()
  })
  let leading = Promise.withResolvers<void>()
  store.instances.onLeader(() => {
    // Another instance has published meanwhile.
    hasBegun = false
    leading.resolve()
  })

  /**
   * Publishes a message. Returns false when it must be published again. One that the broker refuses for good counts as published,
   * because the others must not wait for it.
   */
  const publishOne = async ({ message, retain }: Outgoing): Promise<boolean> => {
    const { refusal } = await publishing.publish(message, retain)
    if (refusal === null) return true
    const { reason, isTemporary } = refusal
    const what = isTemporary ? 'which is published again later' : 'which is not published again'
    warn(`the broker refused a message, ${what}`, { topic: message.topic, reason })
    return !isTemporary
  }

  /**
   * Publishes messages in order. Each acknowledgement takes a round trip, so several messages are on the way. Those after a message
   * that was refused for now are published again, too, so that the order is right.
   */
  async function* publishAll(messages: readonly Outgoing[]): Turn {
    let published = 0
    let publishedBefore = 0
    while (published < messages.length) {
      const some = messages.slice(published, published + inFlightMax)
      const refused = (await Promise.all(some.map(publishOne))).indexOf(false)
      published += refused < 0 ? some.length : refused
      if (refused < 0) continue
      yield published > publishedBefore
      publishedBefore = published
    }
  }

  const messagesOfPlace = (slug: string, place: PresentPlace): Message[] => [
    placeMessage(slug, place),
    ...(isHomeAssistant ? [discoveryMessage(slug, place.assetId, place.assetKey)] : []),
  ]

  /** Returns the walk over where all assets of an organization are. */
  const walkOf = ({ id, slug }: OrganizationRow, publication: Publication | null): Walk => ({
    pageAfter: (last) => store.read.mqttSessions.placesAfter(id, last?.assetKey ?? '', placesAtOnce),
    messagesOf: (place) => messagesOfPlace(slug, place),
    last: undefined,
    publication,
  })

  /** Returns the walk over the places of the assets at a location whose key has changed. */
  function walkAt({ slug }: OrganizationRow, locationId: number, publication: Publication): Walk {
    const placesAfter = placesAt(store.read.mqttSessions, locationId)
    return {
      pageAfter: (last) => placesAfter(last?.assetId ?? 0),
      messagesOf: (place) => [placeMessage(slug, place)],
      last: undefined,
      publication,
    }
  }

  const savePublication = (id: number, publication: Publication): Promise<void> =>
    store.write((tx) => tx.mqttSessions.published(id, publication), [id])

  /** Publishes a page of places, or stores that there are no further ones. */
  async function* publishPlaces(id: number, walk: Walk): Turn {
    const places = await walk.pageAfter(walk.last)
    yield* publishAll(places.flatMap(walk.messagesOf).map(retained))
    if (places.length > 0) {
      walk.last = places.at(-1)
      return
    }
    if (walk.publication) await savePublication(id, walk.publication)
    walks.delete(id)
  }

  /** Returns the sequence after which an organization continues; undefined when the present places come first. */
  async function position(organization: OrganizationRow): Promise<number | undefined> {
    const { id } = organization
    const publication = await store.read.mqttSessions.publication(id)
    if (!publication) {
      // Stored before its first message: the next start would otherwise begin with its newest event.
      await savePublication(id, { upTo: 0, needsPlaces: false })
      return 0
    }
    const { upTo, needsPlaces } = publication
    if (!needsPlaces) return upTo
    walks.set(id, walkOf(organization, { upTo, needsPlaces: false }))
    return undefined
  }

  async function messagesOfEvent(
    { id, slug }: OrganizationRow,
    event: EventView,
    holders: FindHolders,
  ): Promise<Outgoing[]> {
    const placeOf = (key: string) => store.read.mqttSessions.placeOf(id, key)
    const places = await placeMessages(slug, event, { placeOf, holders })
    const messages = [{ message: eventMessage(slug, event), retain: false }, ...places.map(retained)]
    const last = places.at(-1)
    if (!isHomeAssistant || event.asset_id === null || !last) return messages
    const announcement =
      last.assetId === event.asset_id
        ? discoveryMessage(slug, event.asset_id, last.key)
        : discoveryRemoval(slug, event.asset_id)
    return [...messages, retained(announcement)]
  }

  /** Publishes a page of events, up to the rename of a location. Returns whether there is more to publish. */
  async function* publishPage(organization: OrganizationRow): Turn<boolean> {
    const { id, slug } = organization
    const after = await position(organization)
    if (after === undefined) return true
    const page = await eventLog
      .page(id, { after, types: [], assetId: undefined, locationId: undefined, limit: rowsAtOnce }, 'cursor')
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'invalid') throw error
        warn('events were not published, because the log no longer contains them', {
          organization: slug,
          after,
        })
        const newest = await eventLog.newestSequence(id)
        await savePublication(id, { upTo: newest, needsPlaces: true })
        return undefined
      })
    if (!page) return true
    const messages: Outgoing[] = []
    const holders = holdersOf(id, page.rows)
    for (const event of page.rows) {
      messages.push(...(await messagesOfEvent(organization, event, holders)))
      const locationId = renamedLocation(event)
      if (locationId === null) continue
      yield* publishAll(messages)
      // A crash must not repeat the events before the rename, and must repeat the places after it.
      const upTo = event.sequence
      if (upTo - 1 > after) await savePublication(id, { upTo: upTo - 1, needsPlaces: false })
      walks.set(id, walkAt(organization, locationId, { upTo, needsPlaces: false }))
      return true
    }
    yield* publishAll(messages)
    if (page.nextAfter > after) await savePublication(id, { upTo: page.nextAfter, needsPlaces: false })
    return page.nextAfter < page.newest
  }

  /** Publishes a page of places or events of an organization. Returns whether there is more to publish. */
  async function* takeTurn(id: number): Turn<boolean> {
    const organization = await store.read.identity.findOrganization(id)
    if (!organization) return false
    const walk = walks.get(id)
    if (!walk) return yield* publishPage(organization)
    yield* publishPlaces(id, walk)
    return true
  }

  /** Begins with all organizations. */
  async function begin(): Promise<void> {
    walks.clear()
    paused.clear()
    await store.write((tx) => tx.mqttSessions.beginPublications())
    for (const organization of await store.read.identity.organizations()) {
      changed.add(organization.id)
      if (isHomeAssistant) walks.set(organization.id, walkOf(organization, null))
    }
    hasBegun = true
  }

  /** Continues the turn of an organization after its pause, or begins one. */
  async function advance(id: number): Promise<void> {
    const earlier = paused.get(id)
    const { turn, nextPause } = earlier ?? { turn: takeTurn(id), nextPause: pauseMillis }
    if (earlier) paused.delete(id)
    else changed.delete(id)
    // After a failure, there is more to publish.
    let hasMore = true
    try {
      const { done, value } = await turn.next()
      hasMore = done === true && value
      if (done) return
      const pause = value ? pauseMillis : nextPause
      const until = performance.now() + pause
      paused.set(id, { turn, until, nextPause: Math.min(2 * pause, pauseMaxMillis) })
    } finally {
      if (hasMore) changed.add(id)
    }
  }

  /** Waits for events, or for the end of a pause. */
  async function waitForNews(): Promise<void> {
    wake = Promise.withResolvers()
    const end = Math.min(...[...paused.values()].map(({ until }) => until))
    const timer = Number.isFinite(end) ? setTimeout(wake.resolve, end - performance.now()) : undefined
    await wake.promise
    clearTimeout(timer)
  }

  /** Publishes until it is stopped. Organizations take turns, a page each. One whose message is refused for now pauses. */
  async function run(): Promise<void> {
    const isOver = ({ until }: PausedTurn) => until <= performance.now()
    while (!stopping.signal.aborted && store.instances.isLeader) {
      const [continued] = [...paused].find(([, turn]) => isOver(turn)) ?? []
      const id = continued ?? [...changed].find((one) => !paused.has(one))
      if (id === undefined) await waitForNews()
      else await advance(id)
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        leading = Promise.withResolvers()
        if (!store.instances.isLeader) await leading.promise
        if (!hasBegun) await begin()
        await run()
      } catch (err) {
        if (!stopping.signal.aborted) warn('publishing events failed; retrying', { err })
        await sleep(pauseMillis, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const running = keepRunning()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      leading.resolve()
      wake.resolve()
      await publishing.close()
      await running
    },
  }
}
