import { and, asc, eq } from 'drizzle-orm'
import { assetFields } from '../../sql/asset-tables'
import { arg, type Db } from '../../sql/database'

export type AssetFieldRow = typeof assetFields.$inferSelect

export function assetFieldReads(db: Db) {
  const ofOrganization = db
    .select()
    .from(assetFields)
    .where(eq(assetFields.organizationId, arg('organizationId')))
    .orderBy(asc(assetFields.position), asc(assetFields.id))
    .prepare()

  return {
    /** Returns the fields of the organization in their order. Their number is limited. */
    list: async (organizationId: number): Promise<AssetFieldRow[]> =>
      ofOrganization.execute({ organizationId }),
  }
}

export function assetFieldWrites(db: Db) {
  return {
    ...assetFieldReads(db),

    async insert(field: Omit<AssetFieldRow, 'id'>): Promise<AssetFieldRow> {
      const [row] = await db.insert(assetFields).values(field).returning()
      return row as AssetFieldRow
    },

    /** Updates the whole row. */
    async update({ id, ...columns }: AssetFieldRow): Promise<void> {
      await db.update(assetFields).set(columns).where(eq(assetFields.id, id))
    },

    async delete(organizationId: number, id: number): Promise<void> {
      await db
        .delete(assetFields)
        .where(and(eq(assetFields.id, id), eq(assetFields.organizationId, organizationId)))
    },
  }
}
