import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { LineVerdict } from '../../../base/stocktake-kinds'
import { arg, changesOf, contains, type Db, inJsonList, jsonListOf, setTo } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { stocktakeLines } from '../../sql/stocktake-tables'

export type StocktakeLineRow = typeof stocktakeLines.$inferSelect

/** Filters of the lines of a stocktake. Undefined and empty: all. */
export interface LineFilter {
  readonly verdicts: readonly LineVerdict[]
  /** Where an asset is expected, or was found. */
  readonly locationIds: readonly number[] | undefined
  readonly assetIds: readonly number[]
  /** Case-folded. */
  readonly search: string | undefined
}

const columnNames = [
  'stocktakeId',
  'assetId',
  'organizationId',
  'assetKey',
  'assetName',
  'searchText',
  'verdict',
  'expectedLocationId',
  'foundLocationId',
  'countedAt',
  'countedBy',
  'countedName',
  'source',
  'note',
] as const

export function stocktakeLineReads(db: Db) {
  const ofStocktake = eq(stocktakeLines.stocktakeId, arg('stocktakeId'))
  const pages = createList({
    rows: (where, order) =>
      db
        .select()
        .from(stocktakeLines)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(stocktakeLines).where(where).prepare(),
    where: (given) =>
      and(
        ofStocktake,
        given.has('verdicts') ? inJsonList(stocktakeLines.verdict, 'verdicts') : undefined,
        given.has('locationIds')
          ? or(
              inJsonList(stocktakeLines.expectedLocationId, 'locationIds'),
              inJsonList(stocktakeLines.foundLocationId, 'locationIds'),
            )
          : undefined,
        given.has('assetIds') ? inJsonList(stocktakeLines.assetId, 'assetIds') : undefined,
        given.has('needle') ? contains(stocktakeLines.searchText, 'needle') : undefined,
      ),
    order: { asset_id: by(stocktakeLines.assetId) },
    tieBreak: stocktakeLines.assetId,
  })
  const ofAssets = db
    .select()
    .from(stocktakeLines)
    .where(and(ofStocktake, inJsonList(stocktakeLines.assetId, 'assetIds')))
    .prepare()
  const part = (isExpected: boolean) =>
    db
      .select()
      .from(stocktakeLines)
      .where(
        and(
          ofStocktake,
          gt(stocktakeLines.assetId, arg('after')),
          isExpected
            ? isNotNull(stocktakeLines.expectedLocationId)
            : isNull(stocktakeLines.expectedLocationId),
        ),
      )
      .orderBy(asc(stocktakeLines.assetId))
      .limit(arg('limit'))
      .prepare()
  const parts = { expected: part(true), extra: part(false) }
  const withVerdicts = db
    .select()
    .from(stocktakeLines)
    .where(
      and(
        ofStocktake,
        inJsonList(stocktakeLines.verdict, 'verdicts'),
        gt(stocktakeLines.assetId, arg('after')),
      ),
    )
    .orderBy(asc(stocktakeLines.assetId))
    .limit(arg('limit'))
    .prepare()

  return {
    /** Lists lines by asset id. The stocktake must belong to the caller's organization. */
    async list(
      stocktakeId: number,
      { verdicts, locationIds, assetIds, search }: LineFilter,
      slice: Slice,
    ): Promise<{ rows: StocktakeLineRow[]; total: number }> {
      const values = {
        stocktakeId,
        verdicts: jsonListOf(verdicts),
        locationIds: locationIds && JSON.stringify(locationIds),
        assetIds: jsonListOf(assetIds),
        needle: search,
      }
      return pages(values, [{ field: 'asset_id', descending: false }], slice)
    },
    ofAssets: async (stocktakeId: number, assetIds: readonly number[]): Promise<StocktakeLineRow[]> =>
      ofAssets.execute({ stocktakeId, assetIds: JSON.stringify(assetIds) }),
    /** Returns the expected or the extra lines after an asset id, by asset id. */
    part: async (
      stocktakeId: number,
      kind: 'expected' | 'extra',
      after: number,
      limit: number,
    ): Promise<StocktakeLineRow[]> => parts[kind].execute({ stocktakeId, after, limit }),
    /** Returns lines with one of these verdicts after an asset id, by asset id. */
    withVerdicts: async (
      stocktakeId: number,
      verdicts: readonly LineVerdict[],
      after: number,
      limit: number,
    ): Promise<StocktakeLineRow[]> =>
      withVerdicts.execute({ stocktakeId, verdicts: JSON.stringify(verdicts), after, limit }),
  }
}

export function stocktakeLineWrites(db: Db) {
  const values = Object.fromEntries(columnNames.map((name) => [name, arg(name)]))
  const insert = statement(
    db,
    db.insert(stocktakeLines).values({ ...values, isExcused: sql`${arg('isExcused')}` } as never),
  )
  const update = statement(
    db,
    db
      .update(stocktakeLines)
      .set({
        verdict: setTo('verdict'),
        foundLocationId: setTo('foundLocationId'),
        countedAt: setTo('countedAt'),
        countedBy: setTo('countedBy'),
        countedName: setTo('countedName'),
        source: setTo('source'),
        isExcused: setTo('isExcused'),
        note: setTo('note'),
      })
      .where(
        and(eq(stocktakeLines.stocktakeId, arg('stocktakeId')), eq(stocktakeLines.assetId, arg('assetId'))),
      ),
  )

  return {
    ...stocktakeLineReads(db),
    insert: (row: StocktakeLineRow): void => insert({ ...row, isExcused: Number(row.isExcused) }),
    update: (row: StocktakeLineRow): void => update({ ...row, isExcused: Number(row.isExcused) }),
    /** Deletes at most `most` lines of a stocktake. Returns their number. */
    async delete(stocktakeId: number, most: number): Promise<number> {
      const some = db
        .select({ id: stocktakeLines.assetId })
        .from(stocktakeLines)
        .where(eq(stocktakeLines.stocktakeId, stocktakeId))
        .limit(most)
      return changesOf(
        await db
          .delete(stocktakeLines)
          .where(and(eq(stocktakeLines.stocktakeId, stocktakeId), inArray(stocktakeLines.assetId, some))),
      )
    },
  }
}
