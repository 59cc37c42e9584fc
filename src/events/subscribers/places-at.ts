import type { PresentPlace, Reads } from '../../storage/core/store'

/** Number of places in a page. */
const placesAtOnce = 100
/**
 * Number of ids that are read at once. Finding the next ids reads all assets at the location, so the pages share it. They are
 * kept while a client reads the pages, so they are limited.
 */
const idsAtOnce = 10_000

/** Returns the next page of places, in order of the ids of the assets; empty after the last one. */
export type PlacesAt = (afterAssetId: number) => Promise<readonly PresentPlace[]>

/** Returns the function that reads where the live assets at a location are, in pages. */
export function placesAt(
  reads: Pick<Reads['mqttSessions'], 'assetsAt' | 'placesOf'>,
  locationId: number,
): PlacesAt {
  let ids: readonly number[] = []
  let isLast = false
  return async (afterAssetId) => {
    for (let after = afterAssetId; ;) {
      let next = ids.filter((id) => id > after)
      if (next.length === 0) {
        if (isLast) return []
        next = await reads.assetsAt(locationId, after, idsAtOnce)
        isLast = next.length < idsAtOnce
        ids = next
      }
      const page = next.slice(0, placesAtOnce)
      const last = page.at(-1)
      if (last === undefined) return []
      const places = await reads.placesOf(locationId, page)
      // Otherwise, all of them were deleted or moved since.
      if (places.length > 0) return places
      after = last
    }
  }
}
