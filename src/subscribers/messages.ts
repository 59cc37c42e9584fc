import type { EventType } from '../event-types'
import type { EventView } from '../event-log/schema'
import type { PresentPlace } from '../storage/store'
import { wireOf } from '../time'
import { eventTopic, whereaboutsTopic } from './topics'

/** A message about an event or a place. An empty payload removes a retained message. */
export interface Message {
  readonly topic: string
  readonly payload: string
}

/** A message about the place of an asset, whose key selects the subscriptions. */
export interface PlaceMessage extends Message {
  readonly key: string
}

/** The types of events after which the place of an asset is published again. */
export const placeTypes: readonly EventType[] = [
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
  topic: whereaboutsTopic(slug, key),
  payload: '',
})

/**
 * Returns the messages about places that follow from an event. `placeOf` reads where an asset is: a rename or a restored
 * asset has no move.
 */
export async function placeMessages(
  slug: string,
  event: EventView,
  placeOf: (key: string) => Promise<PresentPlace | undefined>,
): Promise<PlaceMessage[]> {
  const { asset_id: assetId, asset_external_key: key, move, record } = event
  if (assetId === null || key === null) return []
  if (move)
    return [
      move.current_location_id === null
        ? removal(slug, key)
        : placeMessage(slug, {
            assetId,
            assetKey: key,
            locationId: move.current_location_id,
            locationKey: move.current_location_external_key,
            since:
              move.current_event_observed_at === null
                ? null
                : Date.parse(move.current_event_observed_at) * 1000,
          }),
    ]
  if (event.type === 'asset.deleted') return [removal(slug, key)]
  if (event.type !== 'asset.renamed' && event.type !== 'asset.restored') return []
  const former = record?.previous_external_key ?? null
  const place = await placeOf(key)
  return [...(former === null ? [] : [removal(slug, former)]), ...(place ? [placeMessage(slug, place)] : [])]
}
