import { rowMessages } from '../../contract/messages'
import { moveMessages } from './messages'
import type { Page, SortKey } from '../../contract/parameters'
import { invalidField, notFound } from '../../base/errors'
import type {
  EventRow,
  HistoryRow,
  LocationMove,
  LocationMoveFilter,
  ReportRow,
  ReportSortField,
  Store,
  WhereaboutsSortField,
} from '../../storage/core/store'
import type { SessionCaller } from '../../base/caller'
import { fold } from '../../base/text'
import { type Clock, type Instant, second, toMicros, wireOf, wireOrNull } from '../../base/time'
import type {
  AssetHistoryItem,
  AssetLocationItem,
  EventView,
  ExplainedEventView,
  LocationMoveView,
  WhereaboutsView,
} from './schema'
import { type Confidence, confidenceView, createConfidence } from './confidence'
import { requireFindable } from './finding'
import { reasonOf } from './reason'

interface ReportQuery {
  readonly assetIds: readonly number[]
  readonly assetExternalKeys: readonly string[]
  readonly locationIds: readonly number[]
  readonly locationExternalKeys: readonly string[]
  readonly includeDeleted: boolean
  readonly search: string | undefined
  readonly sort: readonly SortKey<ReportSortField>[] | undefined
  readonly page: Page
}

interface HistoryQuery {
  /** Both inclusive. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  readonly isOldestFirst: boolean
  readonly page: Page
}

interface WhereaboutsQuery {
  /** Inclusive; undefined means now. */
  readonly at: Instant | undefined
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[]
  readonly search: string | undefined
  readonly sort: readonly SortKey<WhereaboutsSortField>[] | undefined
  readonly page: Page
}

export interface LocationMovesQuery {
  /** Both inclusive. Undefined means now for `to`, and 24 hours before `to` for `from`. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** Whether the location and its sub-locations count as one. */
  readonly isDeep: boolean
  readonly isArrival: boolean | undefined
}

/** Maximum time between `from` and `to`, in days. The query reads every event of the organization in that time. */
const moveDaysMax = 8
const day = 86_400 * second

const byAssetKey: readonly SortKey<WhereaboutsSortField>[] = [
  { field: 'asset_external_key', descending: false },
]
const newestSeenFirst: readonly SortKey<ReportSortField>[] = [{ field: 'asset_last_seen', descending: true }]

/** Maximum of `duration_seconds`, which is an int32 in responses. */
const durationMax = 2 ** 31 - 1

/** Reads the current and the former locations of assets (docs/api.md, Tracking). */
export class TrackingService {
  readonly #store: Store
  readonly #now: Clock
  readonly #confidenceOf: ReturnType<typeof createConfidence>

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
    this.#confidenceOf = createConfidence(store, now)
  }

  async report(
    organizationId: number,
    { sort, page, search, ...filter }: ReportQuery,
  ): Promise<{ rows: AssetLocationItem[]; total: number }> {
    const folded = search === undefined ? undefined : fold(search)
    const order = sort ?? newestSeenFirst
    const { rows, total } = await this.#store.read.report.list(
      organizationId,
      { ...filter, search: folded },
      this.#now(),
      { order, ...page },
    )
    return { rows: rows.map(toReportItem), total }
  }

  async requireAsset(organizationId: number, assetId: number): Promise<void> {
    if (!(await this.#store.read.assets.find(organizationId, assetId)))
      throw notFound(rowMessages('asset.not_found'))
  }

  /** Throws unless the caller may look for the asset by signal, and the asset can be found so. */
  requireFindable(caller: SessionCaller, assetId: number): Promise<void> {
    return requireFindable(this.#store, caller, assetId)
  }

  async requireDeletedAsset(organizationId: number, assetId: number): Promise<void> {
    if (!(await this.#store.read.deletedAssets.find(organizationId, assetId)))
      throw notFound(rowMessages('asset.deleted_not_found'))
  }

  /** Returns the events of an asset that `requireAsset` has found. */
  async history(
    assetId: number,
    { from, to, isOldestFirst, page }: HistoryQuery,
  ): Promise<{ rows: AssetHistoryItem[]; total: number }> {
    const { rows, total } = await this.#store.read.tracking.history(
      assetId,
      windowOf(from, to),
      isOldestFirst,
      page,
    )
    return { rows: rows.map(toHistoryItem), total }
  }

  /** Returns the events of an asset that `requireAsset` has found, with their origin, newest first. */
  async events(
    assetId: number,
    { from, to, page }: Omit<HistoryQuery, 'isOldestFirst'>,
  ): Promise<{ rows: EventView[]; total: number }> {
    const { rows, total } = await this.#store.read.events.ofAsset(assetId, windowOf(from, to), page)
    return { rows: rows.map(toEventView), total }
  }

  /** Returns the same events page by page, for a file. Events that are newer than its first one would move the rows of later pages. */
  eventPages(assetId: number, { from, to }: Pick<HistoryQuery, 'from' | 'to'>) {
    let window = windowOf(from, to)
    return async (page: Page): Promise<{ rows: EventView[]; total: number }> => {
      const { rows, total } = await this.#store.read.events.ofAsset(assetId, window, page)
      const [newest] = rows
      if (page.offset === 0 && newest) window = { ...window, to: newest.firstAt }
      return { rows: rows.map(toEventView), total }
    }
  }

  /** Returns the same events with the texts of their reasons. */
  async explainedEvents(
    organizationId: number,
    assetId: number,
    { from, to, page }: Omit<HistoryQuery, 'isOldestFirst'>,
  ): Promise<{ rows: ExplainedEventView[]; total: number }> {
    const { rows, total } = await this.#store.read.events.ofAsset(assetId, windowOf(from, to), page)
    const confidence = (await this.#confidenceOf(organizationId, [assetId])).get(assetId)
    const readerNames = await this.#store.read.tracking.readerNames(organizationId, summedReaders(rows))
    return { rows: rows.map((row) => toExplainedView(row, confidence, readerNames)), total }
  }

  /**
   * Returns the report at an instant, from current data (docs/internal-api.md, Whereabouts). An asset is at the
   * location of its newest event that had begun, and was last seen at the end of that event or, when the event
   * continues, at the instant. Assets and locations that were deleted later are included. Keys are those of today.
   */
  async whereabouts(
    organizationId: number,
    { at, sort, page, search, ...filter }: WhereaboutsQuery,
  ): Promise<{ rows: AssetLocationItem[]; total: number }> {
    const folded = search === undefined ? undefined : fold(search)
    const { rows, total } = await this.#store.read.placesAt.at(
      organizationId,
      { ...filter, search: folded },
      at ?? this.#now(),
      { order: sort ?? byAssetKey, ...page },
    )
    return { rows: rows.map(toReportItem), total }
  }

  /** Returns the same, and how sure the present locations are. Nothing is said about those of the past. */
  async confidentWhereabouts(
    organizationId: number,
    query: WhereaboutsQuery,
  ): Promise<{ rows: WhereaboutsView[]; total: number }> {
    const { rows, total } = await this.whereabouts(organizationId, query)
    if (query.at !== undefined) return { rows, total }
    const ids = rows.map(({ asset_id: id }) => id)
    const confidence = await this.#confidenceOf(organizationId, ids)
    const viewFor = (id: number) => confidenceView(confidence.get(id))
    return { rows: rows.map((row) => ({ ...row, ...viewFor(row.asset_id) })), total }
  }

  async requireLocation(organizationId: number, locationId: number): Promise<void> {
    if (!(await this.#store.read.locations.find(organizationId, locationId)))
      throw notFound(rowMessages('location.not_found'))
  }

  /** Returns arrivals at and departures from a location that `requireLocation` has found, newest first. */
  async locationMoves(
    organizationId: number,
    locationId: number,
    { page, ...query }: LocationMovesQuery & { readonly page: Page },
  ): Promise<{ rows: LocationMoveView[]; arrivals: number; departures: number }> {
    const filter = moveFilterOf(query, this.#now())
    const locationIds = await this.#locationsOf(locationId, query)
    const { rows, ...counts } = await this.#store.read.locationMoves.of(
      organizationId,
      locationIds,
      filter,
      page,
    )
    return { rows: rows.map(toLocationMoveView), ...counts }
  }

  async #locationsOf(locationId: number, { isDeep }: LocationMovesQuery): Promise<number[]> {
    return isDeep ? this.#store.read.locationMoves.subtree(locationId) : [locationId]
  }
}

const toReportItem = (row: ReportRow): AssetLocationItem => ({
  asset_id: row.assetId,
  asset_external_key: row.assetExternalKey,
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
  asset_deleted_at: wireOrNull(row.assetDeletedAt),
  asset_last_seen: wireOf(row.lastSeenAt),
})

const toHistoryItem = (row: HistoryRow): AssetHistoryItem => ({
  event_observed_at: wireOf(row.firstAt),
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
  duration_seconds: durationOf(row),
})

/** A public event has no text. */
const toEventView = (row: EventRow): EventView => viewOf(row, reasonOf(row).english)

function toExplainedView(
  row: EventRow,
  confidence: Confidence | undefined,
  readerNames: ReadonlyMap<number, string>,
): ExplainedEventView {
  const { english, text } = reasonOf(row)
  const { carriedSince, antennas = [] } = row.why ?? {}
  return {
    ...viewOf(row, english),
    text,
    ...confidenceView(confidence?.eventId === row.id ? confidence : undefined),
    carried_since: carriedSince === undefined ? null : wireOf(carriedSince),
    summed_antennas: antennas.map(([readerId, antenna]) => ({
      reader_id: readerId,
      reader_name: readerNames.get(readerId ?? 0) ?? null,
      antenna,
    })),
  }
}

const summedReaders = (rows: readonly EventRow[]): number[] =>
  rows.flatMap(({ why }) => why?.antennas?.flatMap(([readerId]) => readerId ?? []) ?? [])

const viewOf = (row: EventRow, reason: string): EventView => ({
  id: row.id,
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
  location_name: row.locationName,
  first_seen_at: wireOf(row.firstAt),
  last_seen_at: wireOf(row.lastAt),
  read_count: row.readCount,
  strongest_rssi: row.strongestRssi,
  reader_id: row.readerId,
  reader_external_key: row.readerExternalKey,
  reader_name: row.readerName,
  antenna: row.antenna,
  cause: row.cause,
  reason,
  signal_dbm: row.why?.toDbm ?? null,
  previous_signal_dbm: row.why?.fromDbm ?? null,
  duration_seconds: durationOf(row),
})

const toLocationMoveView = (row: LocationMove): LocationMoveView => ({
  id: row.id,
  is_arrival: row.isArrival,
  event_observed_at: wireOf(row.firstAt),
  asset_id: row.assetId,
  asset_external_key: row.assetExternalKey,
  asset_name: row.assetName,
  asset_deleted_at: wireOrNull(row.assetDeletedAt),
  location_id: row.locationId,
  location_name: row.locationName,
  previous_location_id: row.previousLocationId,
  previous_location_name: row.previousLocationName,
})

/** Returns whole seconds from the beginning of the previous event; null on the earliest event. */
const durationOf = ({ firstAt, previousFirstAt }: Pick<HistoryRow, 'firstAt' | 'previousFirstAt'>) =>
  previousFirstAt === null ? null : Math.min(Math.floor((firstAt - previousFirstAt) / second), durationMax)

/** Returns the window of a query of moves. Throws when it is too long. */
export function moveFilterOf({ from, to, isArrival }: LocationMovesQuery, now: Instant): LocationMoveFilter {
  const end = toMicros(to ?? now)
  const begin = from === undefined ? end - day : toMicros(from)
  // In milliseconds, because `to` includes the whole of its last one.
  if (Math.floor(end / 1000) - Math.floor(begin / 1000) > (moveDaysMax * day) / 1000)
    throw invalidField('from', 'invalid_value', moveMessages('moves.too_long', { max: moveDaysMax }))
  return { from: begin, to: end, isArrival }
}

const windowOf = (from: Instant | undefined, to: Instant | undefined) => ({
  from: from === undefined ? Number.MIN_SAFE_INTEGER : toMicros(from),
  to: to === undefined ? Number.MAX_SAFE_INTEGER : toMicros(to),
})
