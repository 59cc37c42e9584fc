import { and, desc, eq } from 'drizzle-orm'
import { arg, type Db, eqWithoutIndex } from '../../sql/database'
import { auditEntries } from '../../sql/tables'

/** What an import has changed, as the audit log tells it. */

export type ImportEntry = Pick<typeof auditEntries.$inferSelect, 'importId' | 'action' | 'before' | 'after'>

export function importEntries(db: Db) {
  const ofAssets = and(
    eq(auditEntries.organizationId, arg('organizationId')),
    eq(auditEntries.subjectKind, 'asset'),
  )
  const assetIds = db
    .selectDistinct({ subjectId: auditEntries.subjectId })
    .from(auditEntries)
    .where(and(ofAssets, eq(auditEntries.importId, arg('importId'))))
    .prepare()
  const ofAsset = db
    .select({
      importId: auditEntries.importId,
      action: auditEntries.action,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    // The subject has an index, and few entries have it.
    .where(
      and(
        eq(auditEntries.organizationId, arg('organizationId')),
        eq(auditEntries.subjectId, arg('subjectId')),
        eqWithoutIndex(auditEntries.subjectKind, 'subjectKind'),
      ),
    )
    .orderBy(desc(auditEntries.changedAt), desc(auditEntries.id))
    .limit(arg('limit'))
    .prepare()

  return {
    /** Returns the ids of the assets that an import has changed, in order. */
    async importedAssets(organizationId: number, importId: string): Promise<number[]> {
      const rows = await assetIds.execute({ organizationId, importId })
      return rows.map(({ subjectId }) => Number(subjectId)).toSorted((a, b) => a - b)
    },

    /** Returns the latest changes of an asset, the newest first. */
    latestOf: async (organizationId: number, assetId: number, limit: number): Promise<ImportEntry[]> =>
      ofAsset.execute({ organizationId, subjectId: String(assetId), subjectKind: 'asset', limit }),
  }
}
