import type { EventView } from '../event-log/schema'
import type { OrganizationRow, PresentPlace, Publication, Store } from '../../storage/core/store'
import { discoveryMessage, discoveryRemoval } from './home-assistant'
import type { FindHolders } from './key-holders'
import { eventMessage, type Message, placeMessage, placeMessages } from './messages'
import { placesAt } from './places-at'

/** What the publisher sends: the messages of events, and walks over places. */

const placesAtOnce = 100

export interface Outgoing {
  readonly message: Message
  readonly retain: boolean
}

/** Places that are published before the next events of an organization, a page at a time. */
export interface Walk {
  readonly pageAfter: (last: PresentPlace | undefined) => Promise<readonly PresentPlace[]>
  readonly messagesOf: (place: PresentPlace) => readonly Message[]
  /** The last place that was published. */
  last: PresentPlace | undefined
  /** What is stored after the last page. */
  readonly publication: Publication | null
}

interface OutgoingParts {
  readonly reads: Store['read']['mqttSessions']
  /** Whether assets are announced to Home Assistant, too. */
  readonly isHomeAssistant: boolean
}

export const retained = (message: Message): Outgoing => ({ message, retain: true })

/** Returns the walk over where all assets of an organization are. */
export const walkOf = (
  { reads, isHomeAssistant }: OutgoingParts,
  { id, slug }: OrganizationRow,
  publication: Publication | null,
): Walk => ({
  pageAfter: (last) => reads.placesAfter(id, last?.assetKey ?? '', placesAtOnce),
  messagesOf: (place) => [
    placeMessage(slug, place),
    ...(isHomeAssistant ? [discoveryMessage(slug, place.assetId, place.assetKey)] : []),
  ],
  last: undefined,
  publication,
})

/** Returns the walk over the places of the assets at a location whose key has changed. */
export function walkAt(
  { reads }: OutgoingParts,
  { slug }: OrganizationRow,
  locationId: number,
  publication: Publication,
): Walk {
  const placesAfter = placesAt(reads, locationId)
  return {
    pageAfter: (last) => placesAfter(last?.assetId ?? 0),
    messagesOf: (place) => [placeMessage(slug, place)],
    last: undefined,
    publication,
  }
}

export async function messagesOfEvent(
  { reads, isHomeAssistant }: OutgoingParts,
  { id, slug }: OrganizationRow,
  event: EventView,
  holders: FindHolders,
): Promise<Outgoing[]> {
  const placeOf = (key: string) => reads.placeOf(id, key)
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
