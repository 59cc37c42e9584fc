import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../sql/database'
import { taughtSampleReads } from '../history/taught-samples'
import type { Slice } from '../../sql/list'
import { placeModels, referenceAssets } from '../../sql/place-tables'
import { assets, locations } from '../../sql/tables'

export type PlaceModelRow = typeof placeModels.$inferSelect
type ReferenceAssetRow = typeof referenceAssets.$inferSelect

/** A reference asset with its names, and those of its place. */
export interface ListedReference extends ReferenceAssetRow {
  readonly assetKey: string
  readonly assetName: string
  readonly locationName: string
}

export function placeModelReads(db: Db) {
  const references = () =>
    db
      .select({
        assetId: referenceAssets.assetId,
        organizationId: referenceAssets.organizationId,
        locationId: referenceAssets.locationId,
        since: referenceAssets.since,
        assetKey: assets.externalKey,
        assetName: assets.name,
        locationName: locations.name,
      })
      .from(referenceAssets)
      .innerJoin(assets, eq(assets.id, referenceAssets.assetId))
      .innerJoin(locations, eq(locations.id, referenceAssets.locationId))

  return {
    ...taughtSampleReads(db),

    async find(organizationId: number): Promise<PlaceModelRow | undefined> {
      const [row] = await db.select().from(placeModels).where(eq(placeModels.organizationId, organizationId))
      return row
    },

    async countReferences(organizationId: number): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)`.mapWith(Number) })
        .from(referenceAssets)
        .where(eq(referenceAssets.organizationId, organizationId))
      return row?.count ?? 0
    },

    /** Lists the reference assets of an organization in the order of their ids. */
    listReferences: async (organizationId: number, { limit, offset }: Slice): Promise<ListedReference[]> =>
      references()
        .where(eq(referenceAssets.organizationId, organizationId))
        .orderBy(asc(referenceAssets.assetId))
        .limit(limit)
        .offset(offset),

    async findReference(organizationId: number, assetId: number): Promise<ListedReference | undefined> {
      const [row] = await references().where(
        and(eq(referenceAssets.assetId, assetId), eq(referenceAssets.organizationId, organizationId)),
      )
      return row
    },
  }
}

export function placeModelWrites(db: Db) {
  return {
    ...placeModelReads(db),

    async put(model: PlaceModelRow): Promise<void> {
      await db
        .insert(placeModels)
        .values(model)
        .onConflictDoUpdate({ target: placeModels.organizationId, set: model })
    },

    async delete(organizationId: number): Promise<void> {
      await db.delete(placeModels).where(eq(placeModels.organizationId, organizationId))
    },

    async putReference(row: ReferenceAssetRow): Promise<void> {
      await db
        .insert(referenceAssets)
        .values(row)
        .onConflictDoUpdate({ target: referenceAssets.assetId, set: row })
    },

    async deleteReference(organizationId: number, assetId: number): Promise<void> {
      await db
        .delete(referenceAssets)
        .where(and(eq(referenceAssets.assetId, assetId), eq(referenceAssets.organizationId, organizationId)))
    },
  }
}
