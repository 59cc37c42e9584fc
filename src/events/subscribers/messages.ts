import type { EventType } from '../../base/event-types'
import type { EventView } from '../event-log/schema'
import type { PresentPlace } from '../../storage/core/store'
import { wireOf } from '../../base/time'
import type { FindHolders } from './key-holders'
import { eventTopic, whereaboutsTopic } from './topics'

/** A message about an event or a place. An empty payload removes a retained message. */
export interface Message {
  readonly topic: string
  readonly payload: string
}

/** A message about the place of an asset, whose key selects the subscriptions. */
interface PlaceMessage extends Message {
  readonly key: string
  /** Null when no placed asset has the key. */
  readonly assetId: number | null
}

/** The types of events after which the places of assets are published again. */
export const placeTypes: readonly EventType[] = [
  'location.renamed',
  'asset.moved',
  'asset.move_corrected',
  'asset.renamed',
  'asset.deleted',
  'asset.restored',
]

export const eventMessage = (slug: string, event: EventView): Message => ({
  topic: eventTopic(slug, event.type),
  payload: JSON.stringify(event),
})

/** Returns the message with the place of an asset. */
export function placeMessage(slug: string, place: PresentPlace): PlaceMessage {
  const { assetId, assetKey: key, locationId, locationKey, since } = place
  return {
    key,
    assetId,
    topic: whereaboutsTopic(slug, key),
    payload: JSON.stringify({
      asset_id: assetId,
      asset_external_key: key,
      location_id: locationId,
      location_external_key: locationKey,
      since: since === null ? null : wireOf(since),
    }),
  }
}

const removal = (slug: string, key: string): PlaceMessage => ({
  key,
  assetId: null,
  topic: whereaboutsTopic(slug, key),
  payload: '',
})

/** Returns the location whose key an event has changed; null for other events. The messages about its assets contain the key. */
export const renamedLocation = (event: EventView): number | null =>
  event.type === 'location.renamed' ? event.location_id : null

/** What the messages about the place of the asset of an event are created from. */
interface PlaceSources {
  /** Finds the assets that have the keys of moves: a key may belong to another asset by now. */
  readonly holders: FindHolders
  /** Returns where the asset with a key is: a rename or a restored asset has no move. */
  readonly placeOf: (key: string) => Promise<PresentPlace | undefined>
}

/** Returns the messages about the place of the asset of an event. */
export async function placeMessages(
  slug: string,
  event: EventView,
  { holders, placeOf }: PlaceSources,
): Promise<PlaceMessage[]> {
  const { asset_id: assetId, asset_external_key: key, move, record } = event
  if (assetId === null || key === null) return []
  const present = async () => {
    const place = await placeOf(key)
    return place && placeMessage(slug, place)
  }
  if (move) {
    const holder = (await holders()).get(key)
    if (holder === assetId) return [movedMessage(slug, assetId, key, move)]
    const current = holder === undefined ? undefined : await present()
    return [current ?? removal(slug, key)]
  }
  if (event.type === 'asset.deleted') return [removal(slug, key)]
  if (event.type !== 'asset.renamed' && event.type !== 'asset.restored') return []
  const former = record?.previous_external_key ?? null
  const current = await present()
  return [...(former === null ? [] : [removal(slug, former)]), ...(current ? [current] : [])]
}

/** Returns the message with the place of an asset after a move. */
function movedMessage(
  slug: string,
  assetId: number,
  key: string,
  move: NonNullable<EventView['move']>,
): PlaceMessage {
  if (move.current_location_id === null) return removal(slug, key)
  const since = move.current_event_observed_at
  return placeMessage(slug, {
    assetId,
    assetKey: key,
    locationId: move.current_location_id,
    locationKey: move.current_location_external_key,
    since: since === null ? null : Date.parse(since) * 1000,
  })
}
