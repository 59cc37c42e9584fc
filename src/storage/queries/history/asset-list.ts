import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { inOrderOf, memoize } from '../../sql/list'
import { assets, locations, placements } from '../../sql/tables'
import { satisfies } from '../assets/field-conditions'
import {
  argumentsOf,
  arrivedAt,
  type AssetListFilter,
  conditionsOf,
  hasOpenAlert,
  type ListScope,
  shapeOf,
} from './asset-list-filter'
import { assetListLimits, createAssetMatches } from './asset-list-matches'
import { assetListOrders } from './asset-list-order'
import { assetListSources } from './asset-list-sources'

/** Where an asset is now, and what the list says of it. */
export interface PlacedAsset {
  readonly assetId: number
  /** Null when the asset was never placed, and when the location was deleted, like its key and its name. */
  readonly locationId: number | null
  readonly locationKey: string | null
  readonly locationName: string | null
  readonly lastSeenAt: Micros | null
  readonly arrivedAt: Micros | null
  readonly hasOpenAlert: boolean
}

/** Number of assets whose fields are read at once. Metadata can be long. */
const fieldsAtOnce = 1_000

/** The list of the assets that satisfy conditions. */
export function assetListReads(db: Db, limits = assetListLimits) {
  const liveLocation = and(eq(locations.id, placements.locationId), isNull(locations.deletedAt))
  // The shape of a filter has no fields.
  const among = memoize((key) => {
    const [isWithMetadata, shape] = JSON.parse(key) as [boolean, AssetListFilter]
    return db
      .select({ id: assets.id, metadata: isWithMetadata ? assets.metadata : sql<string>`''` })
      .from(assets)
      .leftJoin(placements, eq(placements.assetId, assets.id))
      .leftJoin(locations, liveLocation)
      .where(and(inJsonList(assets.id, 'ids'), conditionsOf(shape, sql`${locations.id}`)))
      .prepare()
  })
  const placedOf = db
    .select({
      assetId: assets.id,
      locationId: locations.id,
      locationKey: locations.externalKey,
      locationName: locations.name,
      lastSeenAt: placements.lastSeenAt,
      arrivedAt: sql<Micros | null>`case when ${locations.id} is not null then ${arrivedAt} end`,
      hasOpenAlert: sql`${hasOpenAlert}`.mapWith(Boolean),
    })
    .from(assets)
    .leftJoin(placements, eq(placements.assetId, assets.id))
    .leftJoin(locations, liveLocation)
    .where(inJsonList(assets.id, 'ids'))
    .prepare()

  // `union` ends a walk in a cycle.
  const placesBelow = db
    .select({ id: sql<number>`walk.id` })
    .from(
      sql`(
        with recursive walk (id) as (
          select id from locations
          where id = ${arg('id')} and organization_id = ${arg('organizationId')} and deleted_at is null
          union select child.id from walk join locations as child on child.parent_id = walk.id
          where child.deleted_at is null
        ) select id from walk) as walk`,
    )
    .prepare()

  /** Returns those of the assets that meet all conditions, in the order given. */
  async function meeting(
    scope: ListScope,
    filter: AssetListFilter,
    ids: readonly number[],
  ): Promise<number[]> {
    const hasFields = filter.fields.length > 0
    const statement = among(JSON.stringify([hasFields, shapeOf(filter)]))
    const values = argumentsOf(scope, filter)
    const atOnce = hasFields ? fieldsAtOnce : ids.length
    const found: number[] = []
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      const rows = await statement.execute({ ...values, ids: JSON.stringify(some) })
      const met = new Set(rows.filter((row) => meetsFields(row, filter)).map(({ id }) => id))
      for (const id of some) if (met.has(id)) found.push(id)
    }
    return found
  }

  return {
    meeting,

    ...createAssetMatches({
      sourcesOf: assetListSources(db, limits.few),
      orders: assetListOrders(db),
      meeting,
      limits,
    }),

    /** Returns a live location and those below it; none if there is no such location. */
    async placesBelow(organizationId: number, id: number): Promise<number[]> {
      return (await placesBelow.execute({ organizationId, id })).map((row) => row.id)
    },

    /** Returns where assets are, in the order of their ids given. They must belong to the organization. */
    async placed(organizationId: number, ids: readonly number[]): Promise<PlacedAsset[]> {
      const rows = await placedOf.execute({ organizationId, ids: JSON.stringify(ids) })
      return inOrderOf(ids, rows, ({ assetId }) => assetId)
    },
  }
}

const meetsFields = ({ metadata }: { readonly metadata: string }, { fields }: AssetListFilter): boolean =>
  fields.length === 0 || satisfies(metadata, fields)
