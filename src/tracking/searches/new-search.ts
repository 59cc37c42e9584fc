import type { Micros } from '../../base/time'
import type { SearchRow } from '../../storage/core/store'

interface Wanted {
  readonly organizationId: number
  readonly assetId: number
  readonly forUserId: string | null
  readonly forName: string
  readonly note?: string | null
  readonly stocktakeId?: number
}

/** Returns the columns of a search that begins. */
export const newSearch = (
  { organizationId, assetId, forUserId, forName, note = null, stocktakeId }: Wanted,
  openedAt: Micros,
): Omit<SearchRow, 'id' | 'assetKey' | 'assetName' | 'isAssetLive' | `last${string}`> => ({
  organizationId,
  assetId,
  state: 'wanted',
  forUserId,
  forName,
  note,
  stocktakeId: stocktakeId ?? null,
  openedAt,
  searcherId: null,
  searcherName: null,
  closedAt: null,
  closedById: null,
  closedByName: null,
  locationId: null,
  closingNote: null,
})
