import { aliasedTable, and, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, contains, type Db, eqWithoutIndex, inJsonList, jsonListOf, setTo } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import { by, createList, inOrderOf, type Order, type Slice } from '../../sql/list'
import { createPages } from '../../sql/pages'
import { inStates, isEffective, ofLocation, statesOf } from '../../sql/states'
import { assets, locations, placements, tags } from '../../sql/tables'

export type LocationRow = typeof locations.$inferSelect & {
  /** The external_key of the parent, even when the parent is soft-deleted. */
  readonly parentExternalKey: string | null
}
type NewLocationRow = Omit<LocationRow, 'id' | 'deletedAt' | 'parentExternalKey'>
export type LocationSortField = 'external_key' | 'name' | 'created_at'

interface LocationFilter {
  readonly externalKeys: readonly string[]
  readonly parentIds: readonly number[]
  readonly parentExternalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: boolean
  /** Case-folded. */
  readonly search: string | undefined
}

const parent = aliasedTable(locations, 'parent')
const columns = { ...getTableColumns(locations), parentExternalKey: parent.externalKey }

export function locationReads(db: Db) {
  const select = () =>
    db.select(columns).from(locations).leftJoin(parent, eq(parent.id, locations.parentId)).$dynamic()
  const live = and(eq(locations.organizationId, arg('organizationId')), isNull(locations.deletedAt))
  const byId = select()
    .where(and(eq(locations.id, arg('id')), live))
    .prepare()
  const byKey = select()
    .where(and(live, eq(locations.externalKey, arg('externalKey'))))
    .prepare()
  const named = and(live, eq(locations.name, arg('name')))
  const rootByName = select()
    .where(and(named, isNull(locations.parentId)))
    .limit(1)
    .prepare()
  const childByName = select()
    .where(and(named, eq(locations.parentId, arg('parentId'))))
    .limit(1)
    .prepare()
  const byIds = select()
    .where(and(eqWithoutIndex(locations.organizationId, 'organizationId'), inJsonList(locations.id, 'ids')))
    .prepare()
  const placedAssets = db
    .select({ externalKey: assets.externalKey })
    .from(placements)
    .innerJoin(assets, eq(assets.id, placements.assetId))
    .where(
      and(
        eq(placements.locationId, arg('id')),
        eq(placements.organizationId, arg('organizationId')),
        isNull(assets.deletedAt),
      ),
    )
    .limit(5)
    .prepare()

  const parentsWithKeys = db
    .select({ id: parent.id })
    .from(parent)
    .where(
      and(
        eq(parent.organizationId, arg('organizationId')),
        inJsonList(parent.externalKey, 'parentExternalKeys'),
      ),
    )

  const list = createList({
    rows: (where, order) =>
      select()
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) =>
      db
        .select(selection)
        .from(locations)
        .leftJoin(parent, eq(parent.id, locations.parentId))
        .where(where)
        .prepare(),
    where: (given) =>
      and(
        given.has('parentIds') || given.has('parentExternalKeys')
          ? eqWithoutIndex(locations.organizationId, 'organizationId')
          : eq(locations.organizationId, arg('organizationId')),
        inStates(ofLocation, statesOf(given.has('includeDeleted'), undefined)),
        isEffective(ofLocation),
        given.has('externalKeys') ? inJsonList(locations.externalKey, 'externalKeys') : undefined,
        given.has('parentIds') ? inJsonList(locations.parentId, 'parentIds') : undefined,
        given.has('parentExternalKeys') ? inArray(locations.parentId, parentsWithKeys) : undefined,
        given.has('isActive') ? eq(locations.isActive, arg('isActive')) : undefined,
        given.has('search') ? matchesSearch : undefined,
      ),
    order: {
      external_key: by(locations.externalKey),
      name: by(locations.name),
      created_at: by(locations.createdAt),
    },
    tieBreak: locations.id,
  })

  const counts = keptCounts(db, 'locations')
  const pages = createPages(db, {
    table: locations,
    id: locations.id,
    columns: ofLocation,
    within: locations.organizationId,
    order: { external_key: locations.externalKey, name: locations.name, created_at: locations.createdAt },
    unique: 'external_key',
  })
  const findAll = async (organizationId: number, ids: readonly number[]): Promise<LocationRow[]> =>
    byIds.execute({ organizationId, ids: JSON.stringify(ids) })

  return {
    /** Finds a live location. */
    async find(organizationId: number, id: number): Promise<LocationRow | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row
    },

    async findByKey(organizationId: number, externalKey: string): Promise<LocationRow | undefined> {
      const [row] = await byKey.execute({ organizationId, externalKey })
      return row
    },

    /** Finds a live location with this name right below the parent, or without a parent. */
    async findByName(
      organizationId: number,
      parentId: number | null,
      name: string,
    ): Promise<LocationRow | undefined> {
      const [row] =
        parentId === null
          ? await rootByName.execute({ organizationId, name })
          : await childByName.execute({ organizationId, name, parentId })
      return row
    },

    /** Returns locations in no order, including soft-deleted ones. */
    findAll,

    /** Returns the external_keys of at most five live assets at this location, for an error message. */
    async placedAssets(organizationId: number, id: number): Promise<string[]> {
      const rows = await placedAssets.execute({ organizationId, id })
      return rows.map((row) => row.externalKey)
    },

    async list(
      organizationId: number,
      filter: LocationFilter,
      now: Instant,
      order: Order<LocationSortField>,
      slice: Slice,
    ): Promise<{ rows: LocationRow[]; total: number }> {
      if (!isSelective(filter)) {
        const states = statesOf(filter.includeDeleted, filter.isActive)
        const parts = (await counts.at(organizationId, now))
          .filter(({ state }) => states.includes(state))
          .map(({ state, count }) => ({ within: organizationId, state, count }))
        const page = await pages.page(parts, now, order, slice)
        return {
          rows: inOrderOf(page.ids, await findAll(organizationId, page.ids), ({ id }) => id),
          total: page.total,
        }
      }
      return list(
        {
          organizationId,
          now,
          includeDeleted: filter.includeDeleted || undefined,
          externalKeys: jsonListOf(filter.externalKeys),
          parentIds: jsonListOf(filter.parentIds),
          parentExternalKeys: jsonListOf(filter.parentExternalKeys),
          isActive: filter.isActive,
          search: filter.search,
        },
        order,
        slice,
      )
    },
  }
}

/** The filters for which no counts are kept. */
const isSelective = ({ search, externalKeys, parentIds, parentExternalKeys }: LocationFilter): boolean =>
  search !== undefined || externalKeys.length > 0 || parentIds.length > 0 || parentExternalKeys.length > 0

const matchesSearch = or(
  contains(locations.searchKey, 'search'),
  contains(locations.searchDescription, 'search'),
  sql`exists (select 1 from ${tags} where ${tags.locationId} = ${locations.id} and ${tags.deletedAt} is null
    and ${contains(tags.searchValue, 'search')})`,
)

export function locationWrites(db: Db) {
  const insert = db
    .insert(locations)
    .values({
      organizationId: arg('organizationId'),
      externalKey: arg('externalKey'),
      name: arg('name'),
      description: arg('description'),
      parentId: arg('parentId'),
      isActive: arg('isActive'),
      validFrom: arg('validFrom'),
      validTo: arg('validTo'),
      createdAt: arg('createdAt'),
      updatedAt: arg('updatedAt'),
      searchKey: arg('searchKey'),
      searchDescription: arg('searchDescription'),
      searchFolded: arg('searchFolded'),
    })
    .returning({ id: locations.id })
    .prepare()
  const update = db
    .update(locations)
    .set({
      externalKey: setTo('externalKey'),
      name: setTo('name'),
      description: setTo('description'),
      parentId: setTo('parentId'),
      isActive: setTo('isActive'),
      validFrom: setTo('validFrom'),
      validTo: setTo('validTo'),
      updatedAt: setTo('updatedAt'),
      deletedAt: setTo('deletedAt'),
      searchKey: setTo('searchKey'),
      searchDescription: setTo('searchDescription'),
      searchFolded: setTo('searchFolded'),
    })
    .where(eq(locations.id, arg('id')))
    .prepare()

  return {
    ...locationReads(db),

    /** Inserts a location and returns its id. */
    async insert(location: NewLocationRow): Promise<number> {
      const [row] = await insert.execute(location)
      return (row as { id: number }).id
    },

    /** Updates the whole row. */
    async update(location: Omit<LocationRow, 'parentExternalKey'>): Promise<void> {
      await update.execute({ ...location, isActive: Number(location.isActive) })
    },
  }
}
