import { and, asc, count, desc, eq, gte, isNotNull, lt, lte } from 'drizzle-orm'
import type { ClosingStep, StocktakeState } from '../../../base/stocktake-kinds'
import type { Micros } from '../../../base/time'
import { arg, changesOf, type Db, inJsonList, jsonListOf } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { stocktakes } from '../../sql/stocktake-tables'

export type StocktakeRow = typeof stocktakes.$inferSelect
export type StocktakeValues = Partial<Omit<StocktakeRow, 'id' | 'organizationId'>>

/** Filters of a list of stocktakes. Undefined and empty: all. */
export interface StocktakeFilter {
  readonly states: readonly StocktakeState[]
  readonly locationIds: readonly number[] | undefined
  /** The time of the opening; both are inclusive. */
  readonly from: Micros | undefined
  readonly to: Micros | undefined
}

export function stocktakeReads(db: Db) {
  const ofOrganization = eq(stocktakes.organizationId, arg('organizationId'))
  const pages = createList({
    rows: (where, order) =>
      db
        .select()
        .from(stocktakes)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(stocktakes).where(where).prepare(),
    where: (given) =>
      and(
        ofOrganization,
        given.has('states') ? inJsonList(stocktakes.state, 'states') : undefined,
        given.has('locationIds') ? inJsonList(stocktakes.locationId, 'locationIds') : undefined,
        given.has('from') ? gte(stocktakes.openedAt, arg('from')) : undefined,
        given.has('to') ? lte(stocktakes.openedAt, arg('to')) : undefined,
      ),
    order: { id: by(stocktakes.id) },
    tieBreak: stocktakes.id,
  })
  const byId = db
    .select()
    .from(stocktakes)
    .where(and(ofOrganization, eq(stocktakes.id, arg('id'))))
    .prepare()
  const inStates = db
    .select({ total: count() })
    .from(stocktakes)
    .where(and(ofOrganization, inJsonList(stocktakes.state, 'states')))
    .prepare()
  const inWork = db
    .select()
    .from(stocktakes)
    .where(isNotNull(stocktakes.step))
    .orderBy(asc(stocktakes.id))
    .limit(1)
    .prepare()
  const open = db.select().from(stocktakes).where(eq(stocktakes.state, 'open')).prepare()

  return {
    /** Lists stocktakes, newest first. */
    async list(
      organizationId: number,
      { states, locationIds, from, to }: StocktakeFilter,
      slice: Slice,
    ): Promise<{ rows: StocktakeRow[]; total: number }> {
      const values = {
        organizationId,
        states: jsonListOf(states),
        locationIds: locationIds && JSON.stringify(locationIds),
        from,
        to,
      }
      return pages(values, [{ field: 'id', descending: true }], slice)
    },
    async find(organizationId: number, id: number): Promise<StocktakeRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
    async countIn(organizationId: number, states: readonly StocktakeState[]): Promise<number> {
      return (await inStates.execute({ organizationId, states: JSON.stringify(states) }))[0]?.total ?? 0
    },
    /** Returns the first stocktake that the service has still to do something about. */
    async nextInWork(): Promise<StocktakeRow | undefined> {
      return (await inWork.execute())[0]
    },
    /** Returns the open stocktakes of all organizations, which are few. */
    open: async (): Promise<StocktakeRow[]> => open.execute(),

    /** Returns a stocktake that was closed or canceled before a time. */
    async endedBefore(before: Micros): Promise<number | undefined> {
      const [row] = await db
        .select({ id: stocktakes.id })
        .from(stocktakes)
        .where(lt(stocktakes.closedAt, before))
        .orderBy(asc(stocktakes.closedAt))
        .limit(1)
      return row?.id
    },

    /** Returns the oldest of the closed and canceled stocktakes of an organization beyond the newest `max`. */
    async surplus(organizationId: number, max: number): Promise<number | undefined> {
      const [row] = await db
        .select({ id: stocktakes.id })
        .from(stocktakes)
        .where(and(eq(stocktakes.organizationId, organizationId), isNotNull(stocktakes.closedAt)))
        .orderBy(desc(stocktakes.closedAt), desc(stocktakes.id))
        .limit(1)
        .offset(max)
      return row?.id
    },

    /** Returns the organizations with stocktakes. */
    async owners(): Promise<number[]> {
      const rows = await db.selectDistinct({ id: stocktakes.organizationId }).from(stocktakes)
      return rows.map(({ id }) => id)
    },
  }
}

export function stocktakeWrites(db: Db) {
  return {
    ...stocktakeReads(db),

    async insert(row: Omit<StocktakeRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(stocktakes).values(row).returning({ id: stocktakes.id })
      return (inserted as { id: number }).id
    },

    async update(organizationId: number, id: number, values: StocktakeValues): Promise<void> {
      await db
        .update(stocktakes)
        .set(values)
        .where(and(eq(stocktakes.id, id), eq(stocktakes.organizationId, organizationId)))
    },

    /**
     * Changes a stocktake that is still at this position of the work after the request to close it. Returns whether it was:
     * another instance may have done this part.
     */
    async advance(
      {
        id,
        organizationId,
        stepAfter,
        step,
      }: Pick<StocktakeRow, 'id' | 'organizationId' | 'stepAfter' | 'step'>,
      values: StocktakeValues,
    ): Promise<boolean> {
      const changed = await db
        .update(stocktakes)
        .set(values)
        .where(
          and(
            eq(stocktakes.id, id),
            eq(stocktakes.organizationId, organizationId),
            eq(stocktakes.step, step as ClosingStep),
            eq(stocktakes.stepAfter, stepAfter),
          ),
        )
      return changesOf(changed) === 1
    },

    async delete(id: number): Promise<void> {
      await db.delete(stocktakes).where(eq(stocktakes.id, id))
    },
  }
}
