import type { AssetListFilter } from '../../src/storage/core/store'

/** The filter of a list of assets that every asset meets. */
export const everyAsset: AssetListFilter = {
  isActive: undefined,
  locationIds: undefined,
  isNowhere: false,
  seen: undefined,
  isNeverSeen: false,
  arrived: undefined,
  tags: { has: [], hasNot: [] },
  texts: [],
  fields: [],
  hasOpenAlert: false,
}
