import { and, asc, desc, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { tagPresses } from '../../sql/ingest-tables'

export type TagPressRow = typeof tagPresses.$inferSelect

/** Presses of the buttons of tags (docs/decisions/0052-telemetry.md). */
export function tagPressReads(db: Db) {
  const newestOfAsset = db
    .select({ firstAt: tagPresses.firstAt })
    .from(tagPresses)
    .where(eq(tagPresses.assetId, arg('assetId')))
    .orderBy(desc(tagPresses.firstAt))
    .limit(arg('limit'))
    .prepare()
  const since = db
    .select({ id: tagPresses.id, assetId: tagPresses.assetId, firstAt: tagPresses.firstAt })
    .from(tagPresses)
    .where(
      and(
        eq(tagPresses.organizationId, arg('organizationId')),
        gte(tagPresses.firstAt, arg('from')),
        or(gt(tagPresses.firstAt, arg('from')), gt(tagPresses.id, arg('afterId'))),
      ),
    )
    .orderBy(asc(tagPresses.firstAt), asc(tagPresses.id))
    .limit(arg('limit'))
    .prepare()
  return {
    /** Returns the times of the newest presses of an asset of the organization, oldest first. */
    newestOf: async (assetId: number, limit: number): Promise<Micros[]> =>
      (await newestOfAsset.execute({ assetId, limit })).map(({ firstAt }) => firstAt).toReversed(),

    /** Returns the presses from a time on, in order; of that time only those with a higher id. */
    since: async (
      organizationId: number,
      from: Micros,
      afterId: number,
      limit: number,
    ): Promise<{ id: number; assetId: number; firstAt: Micros }[]> =>
      since.execute({ organizationId, from, afterId, limit }),
  }
}

export function tagPressWrites(db: Db) {
  // The press before a time, and the one behind it: reads come late, and from several gateways.
  const around = db
    .select()
    .from(tagPresses)
    .where(
      and(
        eq(tagPresses.tagId, arg('tagId')),
        gte(tagPresses.firstAt, arg('from')),
        lte(tagPresses.firstAt, arg('to')),
      ),
    )
    .orderBy(asc(tagPresses.firstAt))
    .prepare()
  return {
    ...tagPressReads(db),

    /** Returns the presses of a tag that began between two times. */
    around: async (tagId: number, from: Micros, to: Micros): Promise<TagPressRow[]> =>
      around.execute({ tagId, from, to }),

    async insert(row: Omit<TagPressRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(tagPresses).values(row).returning({ id: tagPresses.id })
      return (inserted as { id: number }).id
    },

    async extend(id: number, times: Pick<TagPressRow, 'firstAt' | 'lastAt'>): Promise<void> {
      await db.update(tagPresses).set(times).where(eq(tagPresses.id, id))
    },

    /** Deletes at most `most` presses from before a time, or beyond the newest `rowsMax`. Returns their number. */
    async prune(before: Micros, rowsMax: number, most: number): Promise<number> {
      const [newest] = await db.select({ id: sql<number | null>`max(id)` }).from(tagPresses)
      for (const condition of [
        lt(tagPresses.firstAt, before),
        lte(tagPresses.id, (newest?.id ?? 0) - rowsMax),
      ]) {
        const old = db.select({ id: tagPresses.id }).from(tagPresses).where(condition).limit(most)
        const deleted = await db
          .delete(tagPresses)
          .where(sql`${tagPresses.id} in ${old}`)
          .returning({ id: tagPresses.id })
        if (deleted.length > 0) return deleted.length
      }
      return 0
    },
  }
}
