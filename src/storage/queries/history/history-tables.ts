import * as tables from '../../sql/tables'
import type { RecentReadTables } from './recent-reads'

/** The tables of histories. Unknown tags have tables of the same shape. */
export interface HistoryTables extends RecentReadTables {
  readonly scanEvents: typeof tables.scanEvents
  readonly placements: typeof tables.placements
  /** Whether the placements are cached. Then only `placementWrites` may write or delete them. */
  readonly isCached: boolean
}

export const ofAssets: HistoryTables = {
  scanEvents: tables.scanEvents,
  placements: tables.placements,
  recentReads: tables.recentReads,
  newestReads: tables.newestReads,
  isCached: true,
}

export const ofUnknownTags: HistoryTables = {
  scanEvents: tables.unknownEvents,
  placements: tables.unknownPlacements,
  recentReads: tables.unknownRecentReads,
  newestReads: tables.unknownNewestReads,
  // Their rows are also deleted with the tag.
  isCached: false,
}
