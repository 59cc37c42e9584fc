import { aliasedTable, and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { arg, type Db, eqWithoutIndex, inJsonList, setTo } from '../../sql/database'
import { assets, locations, placements } from '../../sql/tables'

export type LocationRow = typeof locations.$inferSelect & {
  /** The external_key of the parent, even when the parent is soft-deleted. */
  readonly parentExternalKey: string | null
}
type NewLocationRow = Omit<LocationRow, 'id' | 'deletedAt' | 'parentExternalKey'>
export const parent = aliasedTable(locations, 'parent')
const columns = { ...getTableColumns(locations), parentExternalKey: parent.externalKey }

/** Selects locations with the keys of their parents. */
export const selectLocations = (db: Db) =>
  db.select(columns).from(locations).leftJoin(parent, eq(parent.id, locations.parentId)).$dynamic()

/** Selects locations by their ids, including soft-deleted ones. */
export const locationsByIds = (db: Db) =>
  selectLocations(db)
    .where(and(eqWithoutIndex(locations.organizationId, 'organizationId'), inJsonList(locations.id, 'ids')))
    .prepare()

export function locationReads(db: Db) {
  const select = () => selectLocations(db)
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
  const byIds = locationsByIds(db)
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
    findAll: async (organizationId: number, ids: readonly number[]): Promise<LocationRow[]> =>
      byIds.execute({ organizationId, ids: JSON.stringify(ids) }),

    /** Returns the external_keys of at most five live assets at this location, for an error message. */
    async placedAssets(organizationId: number, id: number): Promise<string[]> {
      const rows = await placedAssets.execute({ organizationId, id })
      return rows.map((row) => row.externalKey)
    },
  }
}

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
