import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, contains, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import { by, createList, inOrderOf, type OrderedSlice } from '../../sql/list'
import { createPages } from '../../sql/pages'
import { inStates, isEffective, ofLocation, statesOf } from '../../sql/states'
import { locations, tags } from '../../sql/tables'
import { type LocationRow, locationsByIds, parent, selectLocations } from './locations'

/** Lists of locations, from kept counts and indexes where they serve the filter. */

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

export function locationListReads(db: Db) {
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
      selectLocations(db)
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
  const byIds = locationsByIds(db)

  return {
    async list(
      organizationId: number,
      filter: LocationFilter,
      now: Instant,
      { order, ...slice }: OrderedSlice<LocationSortField>,
    ): Promise<{ rows: LocationRow[]; total: number }> {
      if (!isSelective(filter)) {
        const states = statesOf(filter.includeDeleted, filter.isActive)
        const parts = (await counts.at(organizationId, now))
          .filter(({ state }) => states.includes(state))
          .map(({ state, count }) => ({ within: organizationId, state, count }))
        const page = await pages.page(parts, now, order, slice)
        return {
          rows: inOrderOf(
            page.ids,
            await byIds.execute({ organizationId, ids: JSON.stringify(page.ids) }),
            ({ id }) => id,
          ),
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
