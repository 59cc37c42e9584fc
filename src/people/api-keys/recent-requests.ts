import { BoundedMap } from '../../base/bounded-map'
import type { Page } from '../../contract/parameters'
import type { FinishedRequest } from '../../base/finished-request'

/**
 * The recent requests of API keys, in memory, for the people who write client programs (docs/internal-api.md, API keys). They
 * are lost at a stop. The query and the bodies are not kept, because they may contain personal data and secrets.
 */

/** Maximum number of requests of each API key. */
const requestsMax = 1000

/** Maximum number of API keys. The requests of the key that was used the longest time ago are deleted first. */
const keysMax = 50

/** Maximum number of characters of a path, and of errors of fields. */
const pathMax = 200
const fieldsMax = 10

export function createRecentRequests() {
  const ofKeys = new BoundedMap<string, { readonly requests: FinishedRequest[]; next: number }>(keysMax)

  return {
    add(apiKeyId: string, request: FinishedRequest): void {
      const ring = ofKeys.get(apiKeyId) ?? { requests: [], next: 0 }
      ring.requests[ring.next] = {
        ...request,
        path: request.path.slice(0, pathMax),
        fields: request.fields.slice(0, fieldsMax),
      }
      ring.next = (ring.next + 1) % requestsMax
      ofKeys.set(apiKeyId, ring)
    },

    /** Returns a page of the requests of an API key, newest first, and their number. */
    list(apiKeyId: string, { limit, offset }: Page): { rows: FinishedRequest[]; total: number } {
      const ring = ofKeys.get(apiKeyId)
      if (!ring) return { rows: [], total: 0 }
      const { requests, next } = ring
      const newestFirst = [...requests.slice(next), ...requests.slice(0, next)].toReversed()
      return { rows: newestFirst.slice(offset, offset + limit), total: requests.length }
    },
  }
}
