import type { Page, SortKey } from '../contract/parameters'
import { notFound } from '../errors'
import { wireOrNull } from '../records/rules'
import type { HistoryRow, ReportRow, ReportSortField, Store } from '../storage/store'
import { fold } from '../text'
import { type Clock, fromMicros, type Instant, second, toMicros, toWire } from '../time'
import type { AssetHistoryItem, AssetLocationItem } from './schema'

export interface ReportQuery {
  readonly assetIds: readonly number[]
  readonly assetExternalKeys: readonly string[]
  readonly locationIds: readonly number[]
  readonly locationExternalKeys: readonly string[]
  readonly includeDeleted: boolean
  readonly search: string | undefined
  readonly sort: readonly SortKey<ReportSortField>[] | undefined
  readonly page: Page
}

export interface HistoryQuery {
  /** Both inclusive. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  readonly isOldestFirst: boolean
  readonly page: Page
}

const newestSeenFirst: readonly SortKey<ReportSortField>[] = [{ field: 'asset_last_seen', descending: true }]

/** duration_seconds is an int32 on the wire. */
const durationMax = 2 ** 31 - 1

export type TrackingService = ReturnType<typeof createTrackingService>

/** Where assets are and where they have been: reads alone (spec, Reports). */
export function createTrackingService(store: Store, now: Clock) {
  async function report(
    organizationId: number,
    { sort, page, search, ...filter }: ReportQuery,
  ): Promise<{ rows: AssetLocationItem[]; total: number }> {
    const folded = search === undefined ? undefined : fold(search)
    const order = sort ?? newestSeenFirst
    const { rows, total } = await store.read.tracking.report(
      organizationId,
      { ...filter, search: folded },
      now(),
      order,
      page,
    )
    return { rows: rows.map(toReportItem), total }
  }

  async function requireAsset(organizationId: number, assetId: number): Promise<void> {
    if (!(await store.read.assets.find(organizationId, assetId))) throw notFound('Asset')
  }

  /** Of an asset that `requireAsset` has found. */
  async function history(
    assetId: number,
    { from, to, isOldestFirst, page }: HistoryQuery,
  ): Promise<{ rows: AssetHistoryItem[]; total: number }> {
    const window = {
      from: from === undefined ? Number.MIN_SAFE_INTEGER : toMicros(from),
      to: to === undefined ? Number.MAX_SAFE_INTEGER : toMicros(to),
    }
    const { rows, total } = await store.read.tracking.history(assetId, window, isOldestFirst, page)
    return { rows: rows.map(toHistoryItem), total }
  }

  return { report, requireAsset, history }
}

const toReportItem = (row: ReportRow): AssetLocationItem => ({
  asset_id: row.assetId,
  asset_external_key: row.assetExternalKey,
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
  asset_deleted_at: wireOrNull(row.assetDeletedAt),
  asset_last_seen: toWire(fromMicros(row.lastSeenAt)),
})

const toHistoryItem = (row: HistoryRow): AssetHistoryItem => ({
  event_observed_at: toWire(fromMicros(row.firstAt)),
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
  duration_seconds:
    row.previousFirstAt === null
      ? null
      : Math.min(Math.floor((row.firstAt - row.previousFirstAt) / second), durationMax),
})
