import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors'
import type { EventView } from '../event-log/schema'
import type { EventLogService } from '../event-log/service'
import type { Publishing } from '../ingest/mqtt/publishing'
import { type Log, oncePerMinute } from '../log'
import type { OrganizationRow, PresentPlace, Publication, Store } from '../storage/store'
import { discoveryMessage, discoveryRemoval } from './home-assistant'
import { eventMessage, type Message, placeMessage, placeMessages, renamedLocation } from './messages'
import { placesAt } from './places-at'

const rowsAtOnce = 50
const placesAtOnce = 100
/** Messages that may be unacknowledged. Brokers disconnect a client that exceeds their limit; that of mosquitto is 20. */
const inFlightMax = 16
/** Time after a failure, in milliseconds. */
const pauseMillis = 1_000

interface Outgoing {
  readonly message: Message
  readonly retain: boolean
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
  const stopping = new AbortController()
  const changed = new Set<number>()
  let wake = Promise.withResolvers<void>()
  store.onEvents((organizationIds) => {
    for (const id of organizationIds) changed.add(id)
    wake.resolve()
  })
  let leading = Promise.withResolvers<void>()
  store.instances.onLeader(() => leading.resolve())

  /**
   * Publishes a message. One that the broker refuses counts as published, because it would be refused again, and the others
   * must not wait for it.
   */
  const publishOne = async ({ message, retain }: Outgoing): Promise<void> => {
    const { refusal } = await publishing.publish(message, retain)
    if (refusal !== null)
      warn('the broker refused a message, which is not published again', {
        topic: message.topic,
        reason: refusal,
      })
  }

  /** Publishes messages in order. Each acknowledgement takes a round trip, so several messages are on the way. */
  const publishAll = async (messages: readonly Outgoing[]): Promise<void> => {
    for (let from = 0; from < messages.length; from += inFlightMax)
      await Promise.all(messages.slice(from, from + inFlightMax).map(publishOne))
  }

  const messagesOfPlace = (slug: string, place: PresentPlace): Message[] => [
    placeMessage(slug, place),
    ...(isHomeAssistant ? [discoveryMessage(slug, place.assetId, place.assetKey)] : []),
  ]

  /** Publishes retained messages about the places of a list that is read in pages. */
  async function publishPages(
    pageAfter: (last: PresentPlace | undefined) => Promise<readonly PresentPlace[]>,
    messagesOf: (place: PresentPlace) => readonly Message[],
  ): Promise<void> {
    let last: PresentPlace | undefined
    do {
      // Places that were not published must not count as published.
      stopping.signal.throwIfAborted()
      const places = await pageAfter(last)
      await publishAll(places.flatMap(messagesOf).map(retained))
      last = places.at(-1)
    } while (last)
  }

  /** Publishes where all assets of an organization are. */
  const publishPlaces = ({ id, slug }: OrganizationRow): Promise<void> =>
    publishPages(
      (last) => store.read.mqttSessions.placesAfter(id, last?.assetKey ?? '', placesAtOnce),
      (place) => messagesOfPlace(slug, place),
    )

  /** Publishes the places of the assets at a location whose key has changed. */
  function publishPlacesAt({ slug }: OrganizationRow, locationId: number): Promise<void> {
    const placesAfter = placesAt(store.read.mqttSessions, locationId)
    return publishPages(
      (last) => placesAfter(last?.assetId ?? 0),
      (place) => [placeMessage(slug, place)],
    )
  }

  const savePublication = (id: number, publication: Publication): Promise<void> =>
    store.write((tx) => tx.mqttSessions.published(id, publication), [id])

  /** Returns the sequence after which an organization continues, after the present places if it needs them. */
  async function position(organization: OrganizationRow): Promise<number> {
    const { id } = organization
    const publication = await store.read.mqttSessions.publication(id)
    if (!publication) {
      // Stored before its first message: the next start would otherwise begin with its newest event.
      await savePublication(id, { upTo: 0, needsPlaces: false })
      return 0
    }
    const { upTo, needsPlaces } = publication
    if (needsPlaces) {
      await publishPlaces(organization)
      await savePublication(id, { upTo, needsPlaces: false })
    }
    return upTo
  }

  async function messagesOfEvent({ id, slug }: OrganizationRow, event: EventView): Promise<Outgoing[]> {
    const placeOf = (key: string) => store.read.mqttSessions.placeOf(id, key)
    const places = await placeMessages(slug, event, placeOf)
    const messages = [{ message: eventMessage(slug, event), retain: false }, ...places.map(retained)]
    const last = places.at(-1)
    if (!isHomeAssistant || event.asset_id === null || !last) return messages
    const announcement =
      last.assetId === event.asset_id
        ? discoveryMessage(slug, event.asset_id, last.key)
        : discoveryRemoval(slug, event.asset_id)
    return [...messages, retained(announcement)]
  }

  /** Publishes a page of events. Returns whether there are further ones. */
  async function publishPage(organization: OrganizationRow): Promise<boolean> {
    const { id, slug } = organization
    const after = await position(organization)
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
    for (const event of page.rows) {
      messages.push(...(await messagesOfEvent(organization, event)))
      const locationId = renamedLocation(event)
      if (locationId === null) continue
      await publishAll(messages.splice(0))
      await publishPlacesAt(organization, locationId)
    }
    await publishAll(messages)
    if (page.nextAfter > after) await savePublication(id, { upTo: page.nextAfter, needsPlaces: false })
    return page.nextAfter < page.newest
  }

  /** Publishes until it is stopped. Organizations take turns, a page each. */
  async function run(): Promise<void> {
    await store.write((tx) => tx.mqttSessions.beginPublications())
    const organizations = await store.read.identity.organizations()
    for (const { id } of organizations) changed.add(id)
    if (isHomeAssistant) for (const organization of organizations) await publishPlaces(organization)
    while (!stopping.signal.aborted && store.instances.isLeader) {
      const [id] = changed
      if (id === undefined) {
        wake = Promise.withResolvers()
        await wake.promise
        continue
      }
      changed.delete(id)
      const organization = await store.read.identity.findOrganization(id)
      if (organization && (await publishPage(organization))) changed.add(id)
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        leading = Promise.withResolvers()
        if (!store.instances.isLeader) await leading.promise
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
