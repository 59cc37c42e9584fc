import { and, eq, getTableColumns, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../time'
import { arg, type Db, eqWithoutIndex, isEffective, inJsonList, jsonListOf } from '../sql/database'
import { by, byNullable, createList, type Order, type Slice } from '../sql/list'
import { assets, locations, placements, scanEvents } from '../sql/tables'
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

export interface HistoryRow {
  readonly firstAt: Micros
  /** The beginning of the previous event; null on the earliest event of the asset. */
  readonly previousFirstAt: Micros | null
  readonly locationId: number
  readonly locationExternalKey: string
}

/** The current location of an asset, with its name. */
export interface AssetLocationRow {
  readonly assetId: number
  /** Null when the location is soft-deleted. */
  readonly locationExternalKey: string | null
  readonly locationName: string | null
  readonly lastSeenAt: Micros
}

export function trackingReads(db: Db) {
  // A soft-deleted location is null, and no filter on locations finds it.
  const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))
  const selective = ['assetIds', 'assetExternalKeys', 'locationIds', 'locationExternalKeys']
  const reportWhere = (given: ReadonlySet<string>) =>
    and(
      selective.some((filter) => given.has(filter))
        ? eqWithoutIndex(placements.organizationId, 'organizationId')
        : eq(placements.organizationId, arg('organizationId')),
      isEffective(assets),
      given.has('includeDeleted') ? undefined : isNull(assets.deletedAt),
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
  const report = createList({
    rows: (where, order) =>
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
    where: reportWhere,
    order: {
      asset_last_seen: by(placements.lastSeenAt),
      asset_external_key: by(assets.externalKey),
      location_external_key: byNullable(locations.externalKey),
    },
    tieBreak: placements.assetId,
  })

  const historyWhere = and(
    eq(scanEvents.assetId, arg('assetId')),
    gte(scanEvents.firstAt, arg('from')),
    lte(scanEvents.firstAt, arg('to')),
  )
  const historyPage = (direction: SQL) =>
    db
      .select({
        firstAt: scanEvents.firstAt,
        locationId: scanEvents.locationId,
        locationExternalKey: locations.externalKey,
        previousFirstAt: previousFirstAt,
      })
      .from(scanEvents)
      .innerJoin(locations, eq(locations.id, scanEvents.locationId))
      .where(historyWhere)
      .orderBy(
        sql`${scanEvents.firstAt} ${direction}, ${scanEvents.locationId} ${direction}, ${scanEvents.id} ${direction}`,
      )
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()
  const newestFirst = historyPage(sql`desc`)
  const oldestFirst = historyPage(sql`asc`)
  const historyCount = db
    .select({ count: sql<number>`count(*)` })
    .from(scanEvents)
    .where(historyWhere)
    .prepare()

  const currentLocations = db
    .select({
      assetId: placements.assetId,
      locationExternalKey: locations.externalKey,
      locationName: locations.name,
      lastSeenAt: placements.lastSeenAt,
    })
    .from(placements)
    .leftJoin(locations, liveLocation)
    .where(inJsonList(placements.assetId, 'assetIds'))
    .prepare()

  const assetNames = db
    .select({
      id: assets.id,
      externalKey: assets.externalKey,
      name: assets.name,
      isEffective: sql<boolean>`${and(isEffective(assets), isNull(assets.deletedAt))}`.mapWith(Boolean),
    })
    .from(assets)
    .where(inJsonList(assets.id, 'assetIds'))
    .prepare()
  const locationNames = db
    .select({ id: locations.id, externalKey: locations.externalKey, name: locations.name })
    .from(locations)
    .where(and(inJsonList(locations.id, 'locationIds'), isNull(locations.deletedAt)))
    .prepare()

  return {
    /**
     * Returns the current locations of assets that have a history. The assets must belong to the caller's organization.
     */
    locationsOf: async (assetIds: readonly number[]): Promise<AssetLocationRow[]> =>
      currentLocations.execute({ assetIds: JSON.stringify(assetIds) }),

    /** Returns the names of assets and live locations by id. They must belong to the caller's organization. */
    async namesOf(assetIds: readonly number[], locationIds: readonly number[], now: Instant) {
      const ofAssets = await assetNames.execute({ assetIds: JSON.stringify(assetIds), now })
      const ofLocations = await locationNames.execute({ locationIds: JSON.stringify(locationIds) })
      return {
        assets: new Map(ofAssets.map((asset) => [asset.id, asset])),
        locations: new Map(ofLocations.map((location) => [location.id, location])),
      }
    },

    report: (
      organizationId: number,
      filter: ReportFilter,
      now: Instant,
      order: Order<ReportSortField>,
      slice: Slice,
    ): Promise<{ rows: ReportRow[]; total: number }> =>
      report(
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
      ),

    /** Returns a page of the events that begin in [from, to]. The asset must belong to the caller's organization. */
    async history(
      assetId: number,
      window: { from: Micros; to: Micros },
      isOldestFirst: boolean,
      slice: Slice,
    ): Promise<{ rows: HistoryRow[]; total: number }> {
      const values = { assetId, ...window }
      const [counted] = await historyCount.execute(values)
      const page = isOldestFirst ? oldestFirst : newestFirst
      return { rows: await page.execute({ ...values, ...slice }), total: counted?.count ?? 0 }
    },
  }
}

/** The beginning of the previous event. It takes one seek for each row of the page, however long the history is. */
const { assetId, firstAt, locationId, id } = getTableColumns(scanEvents)
const previousFirstAt = sql<number | null>`(
  select previous.first_at from scan_events as previous
  where previous.asset_id = ${assetId}
    and (previous.first_at, previous.location_id, previous.id) < (${firstAt}, ${locationId}, ${id})
  order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`
