export type ReportSortField = 'asset_last_seen' | 'asset_external_key' | 'location_external_key'

export interface ReportFilter {
  readonly assetIds: readonly number[]
  readonly assetExternalKeys: readonly string[]
  readonly locationIds: readonly number[]
  readonly locationExternalKeys: readonly string[]
  readonly includeDeleted: boolean
  /** Case-folded. */
  readonly search: string | undefined
}
