import { evidenceFrom } from '../history/place/evidence-text'
import { startSeconds } from '../history/place/judge'
import { surenessOf } from '../history/place/certainty'
import type { Store } from '../../storage/core/store'
import { type Clock, type Micros, second, toMicros } from '../../base/time'
import type { ConfidenceView } from './schema'

/** What is said of a location of the past, and where nothing can be said. */
const unknown: ConfidenceView = {
  is_provisional: false,
  certainty: null,
  rival_location_id: null,
  rival_location_name: null,
}

/** An asset's confidence, and the newest event that it is about. */
export interface Confidence extends ConfidenceView {
  readonly eventId: number | undefined
}

/** Says how sure the present locations of assets are (docs/internal-api.md, Confidence). */
export function createConfidence(store: Store, now: Clock) {
  return async (organizationId: number, assetIds: readonly number[]): Promise<Map<number, Confidence>> => {
    if (assetIds.length === 0) return new Map()
    const instant = now()
    const at = toMicros(instant)
    const states = await store.read.tracking.statesOf(organizationId, assetIds)
    const known = states.map(({ assetId, head, isProvisional, evidence: text }) => {
      const evidence = head.cause === 'scanned' ? null : evidenceFrom(text)
      return { assetId, head, isProvisional, sureness: evidence && surenessOf(evidence, head.locationId, at) }
    })
    const rivals = known.flatMap(({ sureness }) => sureness?.rivalId ?? [])
    const { locations } =
      rivals.length > 0 ? await store.read.tracking.namesOf([], rivals, instant) : { locations: noNames }
    return new Map(
      known.map(({ assetId, head, isProvisional, sureness }) => {
        const rival = locations.get(sureness?.rivalId ?? 0)
        return [
          assetId,
          {
            eventId: head.id,
            is_provisional: isProvisional && isRecent(head.firstAt, at),
            certainty: sureness?.certainty ?? null,
            rival_location_id: rival?.id ?? null,
            rival_location_name: rival?.name ?? null,
          },
        ]
      }),
    )
  }
}

const noNames: ReadonlyMap<number, { readonly id: number; readonly name: string }> = new Map()

const isRecent = (firstAt: Micros, at: Micros): boolean => at < firstAt + startSeconds * second

export function confidenceView(confidence: Confidence | undefined): ConfidenceView {
  if (!confidence) return unknown
  const { eventId: _event, ...view } = confidence
  return view
}
