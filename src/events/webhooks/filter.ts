import type { EventType } from '../../base/event-types'
import type { EventFilter, WebhookRow } from '../../storage/core/store'

/** The types of events that EPCIS shows. */
export const moveTypes: readonly [EventType, EventType] = ['asset.moved', 'asset.move_corrected']

/** Returns which events a webhook receives. */
export function filterOf({
  types,
  locationId,
  format,
}: Pick<WebhookRow, 'types' | 'locationId' | 'format'>): EventFilter {
  const chosen = JSON.parse(types) as EventType[]
  return {
    types: chosen.length === 0 && format === 'epcis' ? moveTypes : chosen,
    assetId: undefined,
    locationId: locationId ?? undefined,
  }
}
