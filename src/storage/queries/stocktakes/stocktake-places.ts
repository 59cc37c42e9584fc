import { and, asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { inStates, isEffective, ofPlacement, statesOf } from '../../sql/states'
import { stocktakePlaces } from '../../sql/stocktake-tables'
import { assets, locations, placements, readers } from '../../sql/tables'

export type StocktakePlaceRow = typeof stocktakePlaces.$inferSelect

/** A place of a stocktake with the present name of its location. */
export interface NamedPlace extends StocktakePlaceRow {
  readonly locationKey: string
  readonly locationName: string
}

/** The expected assets, each with its location, and the newest event of the log at that moment. */
interface ExpectedSet {
  readonly sequence: number
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[]
}

const live = statesOf(false, undefined)

export function stocktakePlaceReads(db: Db) {
  const ofStocktake = eq(stocktakePlaces.stocktakeId, arg('stocktakeId'))
  const page = db
    .select({ place: stocktakePlaces, locationKey: locations.externalKey, locationName: locations.name })
    .from(stocktakePlaces)
    .innerJoin(locations, eq(locations.id, stocktakePlaces.locationId))
    .where(ofStocktake)
    .orderBy(asc(stocktakePlaces.locationId))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(stocktakePlaces).where(ofStocktake).prepare()
  const byIds = db
    .select()
    .from(stocktakePlaces)
    .where(and(ofStocktake, inJsonList(stocktakePlaces.locationId, 'ids')))
    .prepare()
  // One statement, so that all rows and the sequence are of one moment.
  const expectedOf = (withIds: boolean) =>
    db
      .select({
        assetId: placements.assetId,
        locationId: placements.locationId,
        sequence: sql<number>`coalesce(
          (select newest from event_log_ends where organization_id = ${arg('organizationId')}), 0)`,
      })
      .from(placements)
      .where(
        and(
          sql`+${placements.organizationId} = ${arg('organizationId')}`,
          withIds ? inJsonList(placements.assetId, 'ids') : undefined,
          withIds
            ? sql`+${placements.locationId} in (select value from json_each(${arg('locationIds')}, '$'))`
            : inJsonList(placements.locationId, 'locationIds'),
          inStates(ofPlacement, live),
          isEffective(ofPlacement),
        ),
      )
      .limit(arg('limit'))
      .prepare()
  const expected = { all: expectedOf(false), some: expectedOf(true) }
  const named = db
    .select({ id: assets.id, externalKey: assets.externalKey, name: assets.name })
    .from(assets)
    .where(and(eqWithoutIndex(assets.organizationId, 'organizationId'), inJsonList(assets.id, 'ids')))
    .prepare()
  const deletedLocation = db
    .select({ id: locations.id })
    .from(locations)
    .where(
      and(
        eq(locations.organizationId, arg('organizationId')),
        isNotNull(locations.deletedAt),
        sql`(${locations.id} = ${arg('id')} or ${locations.externalKey} = ${arg('key')})`,
      ),
    )
    .orderBy(desc(locations.deletedAt))
    .limit(1)
    .prepare()
  // `union` ends a walk in a cycle.
  const upFrom = db
    .select({ id: sql<number>`up.id` })
    .from(
      sql`(with recursive up (id) as (
        select id from locations
          where id = ${arg('id')} and organization_id = ${arg('organizationId')} and deleted_at is null
        union select parent_id from locations join up on locations.id = up.id where parent_id is not null
      ) select id from up) as up`,
    )
    .prepare()
  const readerNames = db
    .select({ id: readers.id, name: readers.name })
    .from(readers)
    .where(and(eq(readers.organizationId, arg('organizationId')), inJsonList(readers.id, 'ids')))
    .prepare()

  return {
    async list(stocktakeId: number, slice: Slice): Promise<{ rows: NamedPlace[]; total: number }> {
      const rows = await page.execute({ stocktakeId, ...slice })
      return {
        rows: rows.map(({ place, ...names }) => ({ ...place, ...names })),
        total: (await counted.execute({ stocktakeId }))[0]?.total ?? 0,
      }
    },
    ofIds: async (stocktakeId: number, ids: readonly number[]): Promise<StocktakePlaceRow[]> =>
      byIds.execute({ stocktakeId, ids: JSON.stringify(ids) }),

    /**
     * Returns the assets that are placed at these locations now, at most `limit`.
     *
     * @param ids undefined: all; otherwise only these assets
     */
    async expected(
      organizationId: number,
      locationIds: readonly number[],
      ids: readonly number[] | undefined,
      { now, limit }: { readonly now: Instant; readonly limit: number },
    ): Promise<ExpectedSet> {
      const values = { organizationId, locationIds: JSON.stringify(locationIds), now, limit }
      const rows = ids
        ? await expected.some.execute({ ...values, ids: JSON.stringify(ids) })
        : await expected.all.execute(values)
      return {
        sequence: rows[0]?.sequence ?? 0,
        assetIds: rows.map(({ assetId }) => assetId),
        locationIds: rows.map(({ locationId }) => locationId),
      }
    },
    names: async (
      organizationId: number,
      ids: readonly number[],
    ): Promise<{ id: number; externalKey: string; name: string }[]> =>
      named.execute({ organizationId, ids: JSON.stringify(ids) }),
    /** Returns the location with this id or this key that was deleted last; undefined when there is none. */
    async deletedLocation(organizationId: number, id: number, key: string): Promise<number | undefined> {
      return (await deletedLocation.execute({ organizationId, id, key }))[0]?.id
    },
    /** Whether a live location is another one, or below it. */
    async isBelow(organizationId: number, topId: number, id: number): Promise<boolean> {
      return (await upFrom.execute({ organizationId, id })).some((up) => up.id === topId)
    },
    readerNames: async (
      organizationId: number,
      ids: readonly number[],
    ): Promise<{ id: number; name: string }[]> =>
      readerNames.execute({ organizationId, ids: JSON.stringify(ids) }),
  }
}

const placeKey = ['stocktakeId', 'locationId'] as const
const placeValues = [
  'expected',
  'found',
  'missing',
  'elsewhere',
  'movedMeanwhile',
  'excused',
  'extra',
  'finishedAt',
  'finishedBy',
  'finishedName',
] as const

export function stocktakePlaceWrites(db: Db) {
  const save = statement(
    db,
    db
      .insert(stocktakePlaces)
      .values(Object.fromEntries([...placeKey, ...placeValues].map((name) => [name, arg(name)])) as never)
      .onConflictDoUpdate({
        target: placeKey.map((name) => stocktakePlaces[name]),
        set: Object.fromEntries(
          placeValues.map((name) => [name, sql.raw(`excluded.${stocktakePlaces[name].name}`)]),
        ),
      }),
  )
  return {
    ...stocktakePlaceReads(db),
    /** Inserts a place, or replaces its numbers. */
    save: (row: StocktakePlaceRow): void => save({ ...row }),
    async delete(stocktakeId: number): Promise<void> {
      await db.delete(stocktakePlaces).where(eq(stocktakePlaces.stocktakeId, stocktakeId))
    },
  }
}
