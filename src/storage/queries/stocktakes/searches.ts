import { and, asc, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { SearchState } from '../../../base/stocktake-kinds'
import type { Micros } from '../../../base/time'
import { arg, changesOf, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { searches } from '../../sql/stocktake-tables'
import { assets, locations, placements } from '../../sql/tables'

type Row = typeof searches.$inferSelect

/** A search with the present names of its asset, and where the asset was read last. */
export interface SearchRow extends Row {
  readonly assetKey: string
  readonly assetName: string
  readonly isAssetLive: boolean
  /** Null when the asset was never read. */
  readonly lastSeenAt: Micros | null
  /** Null when the location was deleted, too. */
  readonly lastLocationId: number | null
  readonly lastLocationName: string | null
}

/** Filters of a list of searches. Empty: all. */
export interface SearchFilter {
  readonly states: readonly SearchState[]
  readonly assetIds: readonly number[]
}

export function searchReads(db: Db) {
  const ofOrganization = eq(searches.organizationId, arg('organizationId'))
  const rows = () =>
    db
      .select({
        search: searches,
        assetKey: assets.externalKey,
        assetName: assets.name,
        assetDeletedAt: assets.deletedAt,
        lastSeenAt: placements.lastSeenAt,
        lastLocationId: locations.id,
        lastLocationName: locations.name,
      })
      .from(searches)
      .innerJoin(assets, eq(assets.id, searches.assetId))
      .leftJoin(placements, eq(placements.assetId, searches.assetId))
      .leftJoin(locations, and(eq(locations.id, placements.locationId), isNull(locations.deletedAt)))
  const pages = createList({
    rows: (where, order) =>
      rows()
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(searches).where(where).prepare(),
    where: (given) =>
      and(
        given.has('assetIds') ? eqWithoutIndex(searches.organizationId, 'organizationId') : ofOrganization,
        given.has('states') ? inJsonList(searches.state, 'states') : undefined,
        given.has('assetIds') ? inJsonList(searches.assetId, 'assetIds') : undefined,
      ),
    order: { id: by(searches.id) },
    tieBreak: searches.id,
  })
  const byId = rows()
    .where(and(ofOrganization, eq(searches.id, arg('id'))))
    .prepare()
  const openOf = db
    .select({ assetId: searches.assetId })
    .from(searches)
    .where(and(inJsonList(searches.assetId, 'assetIds'), isNull(searches.closedAt)))
    .prepare()

  return {
    /** Lists searches, newest first. */
    async list(
      organizationId: number,
      { states, assetIds }: SearchFilter,
      slice: Slice,
    ): Promise<{ rows: SearchRow[]; total: number }> {
      const values = { organizationId, states: jsonListOf(states), assetIds: jsonListOf(assetIds) }
      const found = await pages(values, [{ field: 'id', descending: true }], slice)
      return { rows: found.rows.map(toRow), total: found.total }
    },
    async find(organizationId: number, id: number): Promise<SearchRow | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row && toRow(row)
    },
    /** Returns those of these assets that are searched for. */
    async openAmong(assetIds: readonly number[]): Promise<Set<number>> {
      const found = await openOf.execute({ assetIds: JSON.stringify(assetIds) })
      return new Set(found.map(({ assetId }) => assetId))
    },
    /** Whether an organization has at least so many open searches. It reads at most so many entries of an index. */
    async hasOpen(organizationId: number, number: number): Promise<boolean> {
      const [row] = await db
        .select({ id: searches.id })
        .from(searches)
        .where(
          and(
            eq(searches.organizationId, organizationId),
            inArray(searches.state, ['wanted', 'in_progress'] satisfies SearchState[]),
          ),
        )
        .limit(1)
        .offset(number - 1)
      return row !== undefined
    },
    /** Returns the organizations with searches. */
    async owners(): Promise<number[]> {
      const found = await db.selectDistinct({ id: searches.organizationId }).from(searches)
      return found.map(({ id }) => id)
    },
  }
}

interface Joined {
  readonly search: Row
  readonly assetKey: string
  readonly assetName: string
  readonly assetDeletedAt: string | null
  readonly lastSeenAt: number | null
  readonly lastLocationId: number | null
  readonly lastLocationName: string | null
}

const toRow = ({ search, assetDeletedAt, lastSeenAt, ...names }: Joined): SearchRow => ({
  ...search,
  ...names,
  isAssetLive: assetDeletedAt === null,
  lastSeenAt: lastSeenAt as Micros | null,
})

export function searchWrites(db: Db) {
  return {
    ...searchReads(db),

    async insert(row: Omit<Row, 'id'>): Promise<number> {
      const [inserted] = await db.insert(searches).values(row).returning({ id: searches.id })
      return (inserted as { id: number }).id
    },

    async update(organizationId: number, id: number, values: Partial<Omit<Row, 'id'>>): Promise<void> {
      await db
        .update(searches)
        .set(values)
        .where(and(eq(searches.id, id), eq(searches.organizationId, organizationId)))
    },

    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(searches).where(and(eq(searches.id, id), eq(searches.organizationId, organizationId)))
    },

    /** Deletes at most `most` searches that were closed before a time. Returns their number. */
    async deleteBefore(before: Micros, most: number): Promise<number> {
      const old = db
        .select({ id: searches.id })
        .from(searches)
        .where(lt(searches.closedAt, before))
        .orderBy(asc(searches.closedAt))
        .limit(most)
      return changesOf(await db.delete(searches).where(inArray(searches.id, old)))
    },

    /** Deletes at most `most` of the closed searches of an organization beyond the newest `max`. Returns their number. */
    async deleteSurplus(organizationId: number, max: number, most: number): Promise<number> {
      const surplus = db
        .select({ id: searches.id })
        .from(searches)
        .where(and(eq(searches.organizationId, organizationId), isNotNull(searches.closedAt)))
        .orderBy(desc(searches.closedAt), desc(searches.id))
        .limit(most)
        .offset(max)
      return changesOf(await db.delete(searches).where(inArray(searches.id, surplus)))
    },
  }
}
