import { and, asc, eq, sql } from 'drizzle-orm'
import { arg, changesOf, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { stocktakeCounters, stocktakeCounts } from '../../sql/stocktake-tables'

export type StocktakeCountRow = typeof stocktakeCounts.$inferSelect
export type StocktakeCounterRow = typeof stocktakeCounters.$inferSelect

const countKey = ['stocktakeId', 'isLate', 'assetId', 'tagType', 'tagKey', 'locationId'] as const
const counted = ['tagValue', 'firstAt', 'firstBy', 'firstName', 'firstSource', 'lastAt'] as const

export function stocktakeCountReads(db: Db) {
  const ofStocktake = eq(stocktakeCounts.stocktakeId, arg('stocktakeId'))
  const isLate = sql`${stocktakeCounts.isLate} = ${arg('isLate')}`
  const ofAssets = db
    .select()
    .from(stocktakeCounts)
    .where(and(ofStocktake, isLate, inJsonList(stocktakeCounts.assetId, 'assetIds')))
    .prepare()
  const ofTags = db
    .select()
    .from(stocktakeCounts)
    .where(
      and(
        ofStocktake,
        isLate,
        eq(stocktakeCounts.assetId, 0),
        eq(stocktakeCounts.tagType, arg('tagType')),
        inJsonList(stocktakeCounts.tagKey, 'keys'),
      ),
    )
    .prepare()
  const unknown = db
    .select()
    .from(stocktakeCounts)
    .where(and(ofStocktake, sql`${stocktakeCounts.isLate} = 0`, eq(stocktakeCounts.assetId, 0)))
    .orderBy(asc(stocktakeCounts.tagType), asc(stocktakeCounts.tagKey), asc(stocktakeCounts.locationId))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const unknownTags = db
    .select({ total: sql<number>`count(*)` })
    .from(
      sql`(select distinct tag_type, tag_key from stocktake_counts
        where stocktake_id = ${arg('stocktakeId')} and is_late = 0 and asset_id = 0) as tags`,
    )
    .prepare()
  const counters = db
    .select()
    .from(stocktakeCounters)
    .where(eq(stocktakeCounters.stocktakeId, arg('stocktakeId')))
    .orderBy(asc(stocktakeCounters.counter))
    .limit(arg('limit'))
    .prepare()

  return {
    /** Returns the counts of these assets, of which 0 stands for none. */
    ofAssets: async (
      stocktakeId: number,
      late: boolean,
      assetIds: readonly number[],
    ): Promise<StocktakeCountRow[]> =>
      ofAssets.execute({ stocktakeId, isLate: Number(late), assetIds: JSON.stringify(assetIds) }),
    /** Returns the counts of unknown tags by their normal forms. */
    ofTags: async (
      stocktakeId: number,
      late: boolean,
      tagType: string,
      keys: readonly string[],
    ): Promise<StocktakeCountRow[]> =>
      ofTags.execute({ stocktakeId, isLate: Number(late), tagType, keys: JSON.stringify(keys) }),
    /** Returns counts of unknown tags, by type, normal form and location. */
    unknown: async (stocktakeId: number, slice: Slice): Promise<StocktakeCountRow[]> =>
      unknown.execute({ stocktakeId, ...slice }),
    /** Returns the number of unknown tags. */
    async countUnknown(stocktakeId: number): Promise<number> {
      return Number((await unknownTags.execute({ stocktakeId }))[0]?.total ?? 0)
    },
    counters: async (stocktakeId: number, limit: number): Promise<StocktakeCounterRow[]> =>
      counters.execute({ stocktakeId, limit }),
  }
}

export function stocktakeCountWrites(db: Db) {
  const columns = [...countKey.filter((name) => name !== 'isLate'), ...counted]
  const values = Object.fromEntries(columns.map((name) => [name, arg(name)]))
  const excluded = (table: typeof stocktakeCounts | typeof stocktakeCounters, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        sql.raw(`excluded.${(table as unknown as Record<string, { name: string }>)[name]?.name}`),
      ]),
    )
  const save = statement(
    db,
    db
      .insert(stocktakeCounts)
      .values({ ...values, isLate: sql`${arg('isLate')}` } as never)
      .onConflictDoUpdate({
        target: countKey.map((name) => stocktakeCounts[name]),
        set: excluded(stocktakeCounts, counted),
      }),
  )
  const saveCounter = statement(
    db,
    db
      .insert(stocktakeCounters)
      .values({
        stocktakeId: arg('stocktakeId'),
        counter: arg('counter'),
        name: arg('name'),
        locationId: arg('locationId'),
        scans: arg('scans'),
        lastAt: arg('lastAt'),
      } as never)
      .onConflictDoUpdate({
        target: [stocktakeCounters.stocktakeId, stocktakeCounters.counter],
        set: excluded(stocktakeCounters, ['name', 'locationId', 'scans', 'lastAt']),
      }),
  )
  const deleteUnknown = db
    .delete(stocktakeCounts)
    .where(
      and(
        eq(stocktakeCounts.stocktakeId, arg('stocktakeId')),
        sql`${stocktakeCounts.isLate} = 0`,
        eq(stocktakeCounts.assetId, 0),
        eq(stocktakeCounts.tagType, arg('tagType')),
        eq(stocktakeCounts.tagKey, arg('tagKey')),
        eq(stocktakeCounts.locationId, arg('locationId')),
      ),
    )
    .prepare()
  const counter = db
    .select()
    .from(stocktakeCounters)
    .where(
      and(
        eq(stocktakeCounters.stocktakeId, arg('stocktakeId')),
        eq(stocktakeCounters.counter, arg('counter')),
      ),
    )
    .prepare()

  return {
    ...stocktakeCountReads(db),
    save: (row: StocktakeCountRow): void => save({ ...row, isLate: Number(row.isLate) }),
    saveCounter: (row: StocktakeCounterRow): void => saveCounter({ ...row }),
    async counter(stocktakeId: number, name: string): Promise<StocktakeCounterRow | undefined> {
      return (await counter.execute({ stocktakeId, counter: name }))[0]
    },
    /** Deletes the count of an unknown tag that turned out to belong to an asset. */
    async deleteUnknown({ stocktakeId, tagType, tagKey, locationId }: StocktakeCountRow): Promise<void> {
      await deleteUnknown.execute({ stocktakeId, tagType, tagKey, locationId })
    },
    /** Deletes at most `most` counts of a stocktake. Returns their number. */
    async delete(stocktakeId: number, most: number): Promise<number> {
      const key = sql`is_late, asset_id, tag_type, tag_key, location_id`
      return changesOf(
        await db.delete(stocktakeCounts).where(
          and(
            eq(stocktakeCounts.stocktakeId, stocktakeId),
            sql`(${key}) in (
              select ${key} from stocktake_counts as some where some.stocktake_id = ${stocktakeId} limit ${most})`,
          ),
        ),
      )
    },
    async deleteCounters(stocktakeId: number): Promise<void> {
      await db.delete(stocktakeCounters).where(eq(stocktakeCounters.stocktakeId, stocktakeId))
    },
  }
}
