import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../../sql/database'
import { searchPages } from '../../search/pages'
import { assetSearch, searchLimits } from '../../search/search'
import {
  by,
  byNullable,
  createList,
  inOrderOf,
  type Order,
  memoize,
  type Slice,
  type OrderedSlice,
} from '../../sql/list'
import type { IdPage } from '../../sql/pages'
import { inStates, isEffective, ofPlacement, statesOf } from '../../sql/states'
import { assets, locations, placements } from '../../sql/tables'
import { assetMatchesSearch } from '../assets/assets'
import type { ReportFilter, ReportSortField } from './report-filter'
import { reportLocations } from './report-locations'
import { reportPages, type SortIds } from './report-pages'

export interface ReportRow {
  readonly assetId: number
  readonly assetExternalKey: string
  /** Null when the location is soft-deleted. */
  readonly locationId: number | null
  readonly locationExternalKey: string | null
  readonly assetDeletedAt: Instant | null
  readonly lastSeenAt: Micros
}

// A soft-deleted location is null, and no filter on locations finds it.
const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))
const selective = ['assetIds', 'assetExternalKeys', 'locationIds', 'locationExternalKeys'] as const
const ordering = {
  asset_last_seen: by(placements.lastSeenAt),
  asset_external_key: by(placements.assetKey),
  location_external_key: byNullable(locations.externalKey),
}
/** The condition of a list, given the names of the filters that apply. */
const satisfies = (given: ReadonlySet<string>) =>
  and(
    selective.some((filter) => given.has(filter))
      ? eqWithoutIndex(placements.organizationId, 'organizationId')
      : eq(placements.organizationId, arg('organizationId')),
    inStates(ofPlacement, statesOf(given.has('includeDeleted'), undefined)),
    isEffective(ofPlacement),
    given.has('assetIds') ? inJsonList(placements.assetId, 'assetIds') : undefined,
    given.has('assetExternalKeys')
      ? and(
          eq(assets.organizationId, arg('organizationId')),
          inJsonList(assets.externalKey, 'assetExternalKeys'),
        )
      : undefined,
    given.has('locationIds')
      ? and(inJsonList(placements.locationId, 'locationIds'), isNotNull(locations.id))
      : undefined,
    given.has('locationExternalKeys')
      ? and(
          eq(locations.organizationId, arg('organizationId')),
          inJsonList(locations.externalKey, 'locationExternalKeys'),
        )
      : undefined,
    given.has('search') ? assetMatchesSearch : undefined,
  )

// Placements contain what the report needs of assets, so that a page does not read the rows of assets.
const recordColumns = {
  assetId: placements.assetId,
  assetExternalKey: placements.assetKey,
  locationId: locations.id,
  locationExternalKey: locations.externalKey,
  assetDeletedAt: placements.assetDeletedAt,
  lastSeenAt: placements.lastSeenAt,
}

/** The current location of each asset (docs/api.md, Report). */
export function reportReads(db: Db, limits = searchLimits) {
  const records = () => db.select(recordColumns).from(placements).leftJoin(locations, liveLocation).$dynamic()
  /** The list with filters for which no counts are kept. */
  const searched = createList({
    rows: (where, order) =>
      records()
        .innerJoin(assets, eq(assets.id, placements.assetId))
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) =>
      db
        .select(selection)
        .from(placements)
        .innerJoin(assets, eq(assets.id, placements.assetId))
        .leftJoin(locations, liveLocation)
        .where(where)
        .prepare(),
    where: satisfies,
    order: ordering,
    tieBreak: placements.assetId,
  })

  const search = assetSearch(db, limits)
  const ofMatches = memoize((keys: string) => {
    const clauses = (JSON.parse(keys) as Order<ReportSortField>).map(({ field, descending }) =>
      ordering[field](descending),
    )
    return db
      .select({ id: placements.assetId })
      .from(placements)
      .leftJoin(locations, liveLocation)
      .where(inJsonList(placements.assetId, 'ids'))
      .orderBy(...clauses, placements.assetId)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()
  })
  const ofIds = records().where(inJsonList(placements.assetId, 'ids')).prepare()
  const sort: SortIds = async (ids, order, slice) => {
    const rows = await ofMatches(JSON.stringify(order)).execute({ ids: JSON.stringify(ids), ...slice })
    return rows.map(({ id }) => id)
  }
  const pages = reportPages(db, sort, (page, order) =>
    db
      .select(recordColumns)
      .from(page)
      .innerJoin(placements, sql`${placements.assetId} = page.asset_id`)
      .leftJoin(locations, liveLocation)
      .orderBy(...order)
      .prepare(),
  )
  const ofLocations = reportLocations(db)
  const atLocations = db
    .select({ id: placements.assetId })
    .from(placements)
    .where(and(inJsonList(placements.assetId, 'ids'), inJsonList(placements.locationId, 'locationIds')))
    .prepare()

  /**
   * Returns a page of a search in the index; undefined when the index does not serve the filter, or when the locations
   * have so few assets that reading them takes less time.
   */
  async function searchedPage(
    organizationId: number,
    filter: ReportFilter,
    now: Instant,
    slice: OrderedSlice<ReportSortField>,
  ): Promise<IdPage | undefined> {
    if (filter.search === undefined || filter.assetIds.length > 0 || filter.assetExternalKeys.length > 0)
      return undefined
    const unsearched = { ...filter, search: undefined }
    const locationIds = await ofLocations.wanted(organizationId, filter)
    const placed =
      locationIds && (await pages.page(organizationId, unsearched, now, { order: [], limit: 0, offset: 0 }))
    if (placed && placed.total <= limits.few) return undefined
    const matches = await search.find({
      organizationId,
      text: filter.search.toWellFormed(),
      includeDeleted: filter.includeDeleted,
      isActive: undefined,
      inDescription: false,
      isPlaced: true,
      now,
    })
    if (!matches || (placed && placed.total <= matches.count)) return undefined
    if (locationIds) {
      const ids = JSON.stringify(await matches.ids())
      const found = await atLocations.execute({ ids, locationIds: JSON.stringify(locationIds) })
      const sorted = await sort(
        found.map(({ id }) => id),
        slice.order,
        slice,
      )
      return { ids: sorted, total: found.length }
    }
    const source = {
      sort,
      walk: (by: Order<ReportSortField>, step: Slice) =>
        pages.page(organizationId, unsearched, now, { order: by, ...step }),
      columnOf: (field: ReportSortField) => (field === 'asset_external_key' ? 'external_key' : undefined),
    } as const
    return { ids: await searchPages(matches, source, slice, limits), total: matches.count }
  }

  return {
    /** Lists the current locations of effective assets. */
    async list(
      organizationId: number,
      filter: ReportFilter,
      now: Instant,
      slice: OrderedSlice<ReportSortField>,
    ): Promise<{ rows: ReportRow[]; total: number }> {
      const found = isSelective(filter) ? undefined : await pages.rows(organizationId, filter, now, slice)
      if (found) return found
      const page = isSelective(filter)
        ? await searchedPage(organizationId, filter, now, slice)
        : await pages.page(organizationId, filter, now, slice)
      if (page) {
        const rows = await ofIds.execute({ ids: JSON.stringify(page.ids) })
        return { rows: inOrderOf(page.ids, rows, ({ assetId }) => assetId), total: page.total }
      }
      return searched(
        {
          organizationId,
          now,
          assetIds: jsonListOf(filter.assetIds),
          assetExternalKeys: jsonListOf(filter.assetExternalKeys),
          locationIds: jsonListOf(filter.locationIds),
          locationExternalKeys: jsonListOf(filter.locationExternalKeys),
          includeDeleted: filter.includeDeleted || undefined,
          search: filter.search,
        },
        slice.order,
        slice,
      )
    },
  }
}

/** The filters for which no counts are kept. */
const isSelective = ({ assetIds, assetExternalKeys, search }: ReportFilter): boolean =>
  search !== undefined || assetIds.length > 0 || assetExternalKeys.length > 0
