import { type AnyColumn, and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../time'
import { arg, type Db, inJsonList } from '../sql/database'
import type { Slice } from '../sql/list'
import { isEffective, ofAsset } from '../sql/states'
import { assets, locations, placements, scanEvents } from '../sql/tables'

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
  /** Null when the location is soft-deleted, like its key and its name. */
  readonly locationId: number | null
  readonly locationExternalKey: string | null
  readonly locationName: string | null
  readonly lastSeenAt: Micros
}

interface EventColumns {
  readonly assetId: AnyColumn
  readonly firstAt: AnyColumn
  readonly locationId: AnyColumn
  readonly id: AnyColumn
}

/** The beginning of the previous event of the asset. */
export const previousFirstAt = ({ assetId, firstAt, locationId, id }: EventColumns) => sql<number | null>`(
  select previous.first_at from scan_events as previous
  where previous.asset_id = ${assetId}
    and (previous.first_at, previous.location_id, previous.id) < (${firstAt}, ${locationId}, ${id})
  order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`

export function trackingReads(db: Db) {
  const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))

  const historyWhere = and(
    eq(scanEvents.assetId, arg('assetId')),
    gte(scanEvents.firstAt, arg('from')),
    lte(scanEvents.firstAt, arg('to')),
  )
  // The index finds the page first. Then each row and its location take one seek, however long the history is.
  const historyPage = (direction: SQL) => {
    const inOrder = ({ firstAt, locationId, id }: EventColumns) =>
      sql`${firstAt} ${direction}, ${locationId} ${direction}, ${id} ${direction}`
    const page = db
      .select({
        id: scanEvents.id,
        assetId: scanEvents.assetId,
        firstAt: scanEvents.firstAt,
        locationId: scanEvents.locationId,
      })
      .from(scanEvents)
      .where(historyWhere)
      .orderBy(inOrder(scanEvents))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .as('page')
    return db
      .select({
        firstAt: page.firstAt,
        locationId: page.locationId,
        locationExternalKey: locations.externalKey,
        previousFirstAt: previousFirstAt(page),
      })
      .from(page)
      .innerJoin(locations, eq(locations.id, page.locationId))
      .orderBy(inOrder(page))
      .prepare()
  }
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
      locationId: locations.id,
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
      isEffective: sql<boolean>`${and(isEffective(ofAsset), isNull(assets.deletedAt))}`.mapWith(Boolean),
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
