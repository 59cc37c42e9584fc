import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { isEffective, ofAsset } from '../../sql/states'
import { assets, locations, placements, readers, scanEvents } from '../../sql/tables'
import { isProvisional, type Presence } from './presence'
import { createHistoryPages, inHistory, inWindow, previousFirstAt } from './history-pages'

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

/** The newest event of an asset, and its state of the location decision as it is stored. */
interface AssetState {
  readonly assetId: number
  readonly head: Presence
  /** Whether a read of the next seconds may still correct the event. */
  readonly isProvisional: boolean
  readonly evidence: string | null
}

export function trackingReads(db: Db) {
  const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))

  // The index finds the page first. Then each row and its location take one seek, however long the history is.
  const history = createHistoryPages<HistoryRow>(db, (direction) => {
    const page = db
      .select({
        id: scanEvents.id,
        assetId: scanEvents.assetId,
        firstAt: scanEvents.firstAt,
        locationId: scanEvents.locationId,
      })
      .from(scanEvents)
      .where(inWindow)
      .orderBy(inHistory(scanEvents, direction))
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
      .orderBy(inHistory(page, direction))
      .prepare()
  })

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

  const states = db
    .select({ assetId: placements.assetId, head: placements.head, evidence: placements.evidence })
    .from(placements)
    .where(
      and(
        inJsonList(placements.assetId, 'assetIds'),
        eqWithoutIndex(placements.organizationId, 'organizationId'),
      ),
    )
    .prepare()

  const readerNames = db
    .select({ id: readers.id, name: readers.name })
    .from(readers)
    .where(and(inJsonList(readers.id, 'ids'), eq(readers.organizationId, arg('organizationId'))))
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

    /** Returns the newest events of assets, and their states of the location decision. */
    async statesOf(organizationId: number, assetIds: readonly number[]): Promise<AssetState[]> {
      const rows = await states.execute({ organizationId, assetIds: JSON.stringify(assetIds) })
      return rows.map(({ head: text, ...row }) => {
        const head = JSON.parse(text) as Presence
        return { ...row, head, isProvisional: isProvisional(head) }
      })
    },

    /** Returns the names of readers by id. */
    async readerNames(organizationId: number, ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await readerNames.execute({ organizationId, ids: JSON.stringify([...new Set(ids)]) })
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

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
    history,
  }
}
