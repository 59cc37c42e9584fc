import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Instant, Micros } from '../../time'
import { arg, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../sql/database'
import { keptCounts, type StateCount } from '../sql/kept-counts'
import { searchPages } from '../search/pages'
import { assetSearch, searchLimits } from '../search/search'
import { by, byNullable, createList, inOrderOf, type Order, remember, type Slice } from '../sql/list'
import { type CountedPart, createPages, type IdPage } from '../sql/pages'
import { inStates, isEffective, ofPlacement, statesOf } from '../sql/states'
import { assets, locations, placements } from '../sql/tables'
import { assetMatchesSearch } from './assets'

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

export interface ReportRow {
  readonly assetId: number
  readonly assetExternalKey: string
  /** Null when the location is soft-deleted. */
  readonly locationId: number | null
  readonly locationExternalKey: string | null
  readonly assetDeletedAt: Instant | null
  readonly lastSeenAt: Micros
}

/** Maximum number of parts that a page merges (src/storage/sql/pages.ts). SQLite allows 500. */
const partsMax = 100

/** Assets that are placed at the same location, or at locations that are soft-deleted. */
interface Group {
  /** Null for locations that are soft-deleted. */
  readonly key: string | null
  readonly parts: readonly CountedPart[]
  readonly count: number
}

/** The current location of each asset (docs/api.md, Report). */
export function reportReads(db: Db, limits = searchLimits) {
  // A soft-deleted location is null, and no filter on locations finds it.
  const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))
  const records = () =>
    db
      .select({
        assetId: placements.assetId,
        assetExternalKey: assets.externalKey,
        locationId: locations.id,
        locationExternalKey: locations.externalKey,
        assetDeletedAt: assets.deletedAt,
        lastSeenAt: placements.lastSeenAt,
      })
      .from(placements)
      .innerJoin(assets, eq(assets.id, placements.assetId))
      .leftJoin(locations, liveLocation)
      .$dynamic()
  const selective = ['assetIds', 'assetExternalKeys', 'locationIds', 'locationExternalKeys'] as const
  const ordering = {
    asset_last_seen: by(placements.lastSeenAt),
    asset_external_key: by(placements.assetKey),
    location_external_key: byNullable(locations.externalKey),
  }
  /** The list with filters for which no counts are kept. */
  const searched = createList({
    rows: (where, order) =>
      records()
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
    where: (given) =>
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
      ),
    order: ordering,
    tieBreak: placements.assetId,
  })

  const search = assetSearch(db, limits)
  const ofMatches = remember((keys: string) => {
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
  const counts = keptCounts(db, 'placements')
  const source = {
    table: placements,
    id: placements.assetId,
    columns: ofPlacement,
    order: { asset_last_seen: placements.lastSeenAt, asset_external_key: placements.assetKey },
    unique: 'asset_external_key',
  } as const
  const ofOrganization = createPages(db, { ...source, within: placements.organizationId })
  const atLocations = createPages(db, { ...source, within: placements.locationId })

  const namesOf = (filters: readonly ('ids' | 'keys')[]) =>
    db
      .select({ id: locations.id, key: locations.externalKey, deletedAt: locations.deletedAt })
      .from(locations)
      .where(
        and(
          eq(locations.organizationId, arg('organizationId')),
          filters.includes('ids') ? inJsonList(locations.id, 'ids') : undefined,
          filters.includes('keys') ? inJsonList(locations.externalKey, 'keys') : undefined,
        ),
      )
      .prepare()
  const byIds = namesOf(['ids'])
  const byKeys = namesOf(['keys'])

  /** Returns the ids of the live locations that the filters select; undefined without a filter on locations. */
  async function wantedLocations(
    organizationId: number,
    { locationIds, locationExternalKeys }: ReportFilter,
  ) {
    if (locationIds.length === 0 && locationExternalKeys.length === 0) return undefined
    const found =
      locationExternalKeys.length > 0
        ? await byKeys.execute({ organizationId, keys: JSON.stringify(locationExternalKeys) })
        : await byIds.execute({ organizationId, ids: JSON.stringify(locationIds) })
    return found
      .filter(
        ({ id, deletedAt }) => deletedAt === null && (locationIds.length === 0 || locationIds.includes(id)),
      )
      .map(({ id }) => id)
  }

  /** Returns the counted placements by location, in the order of the keys of the locations. */
  async function groupsOf(organizationId: number, counted: readonly StateCount[], descending: boolean) {
    const ids = [...new Set(counted.map(({ locationId }) => locationId))]
    const names = await byIds.execute({ organizationId, ids: JSON.stringify(ids) })
    const keys = new Map(names.map(({ id, key, deletedAt }) => [id, deletedAt === null ? key : null]))
    const parts = Map.groupBy(counted, ({ locationId }) => keys.get(locationId) ?? null)
    const groups = [...parts].map(([key, ofKey]): Group => ({
      key,
      parts: ofKey.map(toPart),
      count: ofKey.reduce((sum, { count }) => sum + count, 0),
    }))
    const sorted = groups.toSorted((one, other) => compareKeys(one.key, other.key))
    return descending ? sorted.reverse() : sorted
  }

  /** Returns a page in the order of the locations. The counts tell at which of them it begins. */
  async function pageByLocation(
    groups: readonly Group[],
    now: Instant,
    order: Order<keyof typeof source.order>,
    { limit, offset }: Slice,
  ): Promise<IdPage> {
    const ids: number[] = []
    let position = 0
    for (const { parts, count } of groups) {
      const within = Math.max(offset - position, 0)
      if (within < count && ids.length < limit) {
        const page = await atLocations.page(parts, now, order, { limit: limit - ids.length, offset: within })
        ids.push(...page.ids)
      }
      position += count
    }
    return { ids, total: position }
  }

  /** Returns a page from the kept counts and the indexes; undefined when the filters select too many parts. */
  async function keptPage(
    organizationId: number,
    filter: ReportFilter,
    now: Instant,
    order: Order<ReportSortField>,
    slice: Slice,
  ): Promise<IdPage | undefined> {
    const states = statesOf(filter.includeDeleted, undefined)
    const isCounted = ({ state, count }: StateCount): boolean => count > 0 && states.includes(state)
    const wanted = await wantedLocations(organizationId, filter)
    const [first] = order
    if (first?.field === 'location_external_key') {
      const all = wanted
        ? await counts.at(organizationId, now, wanted)
        : (await counts.everywhere(organizationId, now)).filter(({ locationId }) => locationId !== 0)
      const groups = await groupsOf(organizationId, all.filter(isCounted), first.descending)
      if (groups.some(({ parts }) => parts.length > partsMax)) return undefined
      return pageByLocation(groups, now, withoutLocation(order), slice)
    }
    const counted = (await counts.at(organizationId, now, wanted)).filter(isCounted)
    if (counted.length > partsMax) return undefined
    const keys = withoutLocation(order)
    if (keys.length < order.length && counted.length > 0) return undefined
    return wanted
      ? atLocations.page(counted.map(toPart), now, keys, slice)
      : ofOrganization.page(
          counted.map(({ state, count }) => ({ within: organizationId, state, count })),
          now,
          keys,
          slice,
        )
  }

  /** Returns a page of a search in the index; undefined when the index does not serve the filter. */
  async function searchedPage(
    organizationId: number,
    filter: ReportFilter,
    now: Instant,
    order: Order<ReportSortField>,
    slice: Slice,
  ): Promise<IdPage | undefined> {
    if (filter.search === undefined || selective.some((name) => filter[name].length > 0)) return undefined
    const matches = await search.find({
      organizationId,
      text: filter.search.toWellFormed(),
      includeDeleted: filter.includeDeleted,
      isActive: undefined,
      inDescription: false,
      isPlaced: true,
      now,
    })
    if (!matches) return undefined
    const source = {
      async sort(ids: readonly number[], by: Order<ReportSortField>, part: Slice) {
        const rows = await ofMatches(JSON.stringify(by)).execute({ ids: JSON.stringify(ids), ...part })
        return rows.map(({ id }) => id)
      },
      walk: (by: Order<ReportSortField>, step: Slice) =>
        keptPage(organizationId, { ...filter, search: undefined }, now, by, step),
      columnOf: (field: ReportSortField) => (field === 'asset_external_key' ? 'external_key' : undefined),
    } as const
    return { ids: await searchPages(matches, source, order, slice, limits), total: matches.count }
  }

  return {
    /** Lists the current locations of effective assets. */
    async list(
      organizationId: number,
      filter: ReportFilter,
      now: Instant,
      order: Order<ReportSortField>,
      slice: Slice,
    ): Promise<{ rows: ReportRow[]; total: number }> {
      const page = isSelective(filter)
        ? await searchedPage(organizationId, filter, now, order, slice)
        : await keptPage(organizationId, filter, now, order, slice)
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
        order,
        slice,
      )
    },
  }
}

const toPart = ({ locationId, state, count }: StateCount): CountedPart => ({
  within: locationId,
  state,
  count,
})

/** The filters for which no counts are kept. */
const isSelective = ({ assetIds, assetExternalKeys, search }: ReportFilter): boolean =>
  search !== undefined || assetIds.length > 0 || assetExternalKeys.length > 0

/** Null sorts as the greatest value, texts by code point, as in SQLite. */
function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

const withoutLocation = (order: Order<ReportSortField>) =>
  order.filter(
    (key): key is typeof key & { field: Exclude<ReportSortField, 'location_external_key'> } =>
      key.field !== 'location_external_key',
  )
