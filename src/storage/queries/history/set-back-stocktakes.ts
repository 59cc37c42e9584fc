import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { toMicros } from '../../../base/time'
import type { Db } from '../../sql/database'
import {
  searches,
  stocktakeCounters,
  stocktakeCounts,
  stocktakeLines,
  stocktakePlaces,
  stocktakes,
} from '../../sql/stocktake-tables'
import { setBack, setBackMicros, type Shift } from './shifts'

/** An asset or an unknown tag that was counted. */
export interface CountedThing {
  readonly isLate: boolean
  readonly assetId: number
  readonly tagType: string
  readonly tagKey: string
}

/** Sets back the instants of stocktakes and searches that a wrong clock has written in the future (decision 0012). */
export function setBackStocktakeWrites(db: Db) {
  return {
    /** Sets back the searches with an id in (after, upTo]. */
    async searches(after: number, upTo: number, shift: Shift): Promise<void> {
      const limit = toMicros(shift.limit)
      await db
        .update(searches)
        .set({
          openedAt: setBackMicros(searches.openedAt, shift),
          closedAt: setBackMicros(searches.closedAt, shift),
        })
        .where(
          and(
            gt(searches.id, after),
            lte(searches.id, upTo),
            or(gt(searches.openedAt, limit), gt(searches.closedAt, limit)),
          ),
        )
    },

    /** Returns the next stocktake that has not ended, or has ended in the future. Its result is fixed unless it is open. */
    async stocktakeAfter(id: number, { limit }: Shift): Promise<{ id: number; isOpen: boolean } | undefined> {
      const [row] = await db
        .select({ id: stocktakes.id, state: stocktakes.state })
        .from(stocktakes)
        .where(
          and(
            gt(stocktakes.id, id),
            or(isNull(stocktakes.closedAt), gt(stocktakes.closedAt, toMicros(limit))),
          ),
        )
        .orderBy(asc(stocktakes.id))
        .limit(1)
      return row && { id: row.id, isOpen: row.state === 'open' }
    },

    /** Sets back a stocktake, its counters, and when its places were finished. The lines of a result stay, as its hash says. */
    async stocktake(id: number, shift: Shift): Promise<void> {
      const limit = toMicros(shift.limit)
      await db
        .update(stocktakePlaces)
        .set({ finishedAt: setBackMicros(stocktakePlaces.finishedAt, shift) })
        .where(and(eq(stocktakePlaces.stocktakeId, id), gt(stocktakePlaces.finishedAt, limit)))
      await db
        .update(stocktakeCounters)
        .set({ lastAt: setBackMicros(stocktakeCounters.lastAt, shift) })
        .where(and(eq(stocktakeCounters.stocktakeId, id), gt(stocktakeCounters.lastAt, limit)))
      await db
        .update(stocktakes)
        .set({
          createdAt: setBack(stocktakes.createdAt, shift),
          openedAt: setBackMicros(stocktakes.openedAt, shift),
          closedAt: setBackMicros(stocktakes.closedAt, shift),
        })
        .where(eq(stocktakes.id, id))
    },

    /** Returns things that were counted in the future, after a thing. */
    async countedInFuture(
      stocktakeId: number,
      { limit }: Shift,
      after: CountedThing | undefined,
      most: number,
    ): Promise<CountedThing[]> {
      const { isLate, assetId, tagType, tagKey } = stocktakeCounts
      return db
        .selectDistinct({ isLate, assetId, tagType, tagKey })
        .from(stocktakeCounts)
        .where(
          and(
            eq(stocktakeCounts.stocktakeId, stocktakeId),
            gt(stocktakeCounts.lastAt, toMicros(limit)),
            after &&
              sql`(${isLate}, ${assetId}, ${tagType}, ${tagKey}) >
                (${Number(after.isLate)}, ${after.assetId}, ${after.tagType}, ${after.tagKey})`,
          ),
        )
        .orderBy(asc(isLate), asc(assetId), asc(tagType), asc(tagKey))
        .limit(most)
    },

    /** Sets back at most `most` lines that readers have found, from an asset on. Returns the last one's asset. */
    async linesOfReaders(
      stocktakeId: number,
      shift: Shift,
      from: number,
      most: number,
    ): Promise<number | undefined> {
      const ids = db
        .select({ id: stocktakeLines.assetId })
        .from(stocktakeLines)
        .where(
          and(
            eq(stocktakeLines.stocktakeId, stocktakeId),
            eq(stocktakeLines.verdict, 'found'),
            gte(stocktakeLines.assetId, from),
            eq(stocktakeLines.source, 'reader'),
            gt(stocktakeLines.countedAt, toMicros(shift.limit)),
          ),
        )
        .orderBy(asc(stocktakeLines.assetId))
        .limit(most)
      const rows = await db
        .update(stocktakeLines)
        .set({ countedAt: setBackMicros(stocktakeLines.countedAt, shift) })
        .where(and(eq(stocktakeLines.stocktakeId, stocktakeId), inArray(stocktakeLines.assetId, ids)))
        .returning({ id: stocktakeLines.assetId })
      return rows.length === 0 ? undefined : Math.max(...rows.map(({ id }) => id))
    },
  }
}
