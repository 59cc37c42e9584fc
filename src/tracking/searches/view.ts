import { type Micros, wireOf } from '../../base/time'
import type { SearchRow } from '../../storage/core/store'
import type { SearchView } from './schema'

const wireOrNull = (at: Micros | null): string | null => (at === null ? null : wireOf(at))

const personOrNull = (userId: string | null, name: string | null) =>
  name === null ? null : { user_id: userId, name }

export const toSearch = (row: SearchRow): SearchView => ({
  id: row.id,
  asset: {
    id: row.assetId,
    external_key: row.assetKey,
    name: row.assetName,
    is_deleted: !row.isAssetLive,
  },
  state: row.state,
  for_user: personOrNull(row.forUserId, row.forName),
  note: row.note,
  stocktake_id: row.stocktakeId,
  opened_at: wireOf(row.openedAt),
  searcher: personOrNull(row.searcherId, row.searcherName),
  closed_at: wireOrNull(row.closedAt),
  closed_by: personOrNull(row.closedById, row.closedByName),
  location_id: row.locationId,
  closing_note: row.closingNote,
  asset_last_seen: wireOrNull(row.lastSeenAt),
  last_location_id: row.lastLocationId,
  last_location_name: row.lastLocationName,
  was_read_again:
    row.state === 'lost' && row.lastSeenAt !== null && row.closedAt !== null && row.lastSeenAt > row.closedAt,
})
