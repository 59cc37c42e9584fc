import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { keptCounts, type StateCount } from '../../sql/kept-counts'
import { type Order, memoize, type Slice, type OrderedSlice } from '../../sql/list'
import {
  type CountedPart,
  createPages,
  type IdPage,
  type PageQuery,
  type PageStatement,
} from '../../sql/pages'
import { inStates, isEffective, isLive, ofPlacement, statesOf } from '../../sql/states'
import { placements } from '../../sql/tables'
import type { ReportFilter, ReportSortField } from './report-filter'
import { type CountAt, type Group, reportLocations, toPart } from './report-locations'

/** Pages of the report from kept counts and indexes (decision 0016). */

/** Maximum number of parts that a page merges (src/storage/sql/pages.ts). SQLite allows 500. */
const partsMax = 100

const indexed = { asset_last_seen: placements.lastSeenAt, asset_external_key: placements.assetKey } as const
type IndexedOrder = Order<keyof typeof indexed>

/** Sorts ids by all fields of an order and returns those of a page. */
export type SortIds = (
  ids: readonly number[],
  order: Order<ReportSortField>,
  slice: Slice,
) => Promise<number[]>

/** Prepares the statements for the assets that have the same values of the fields as the asset `of`, at all locations or at some. */
const equalReads = (db: Db) =>
  memoize((shape) => {
    const { fields, includeDeleted, isAtLocations } = JSON.parse(shape) as EqualsShape
    const within = isAtLocations
      ? inJsonList(placements.locationId, 'locationIds')
      : eq(placements.organizationId, arg('organizationId'))
    const isEqual = fields.map((field) => {
      const column = indexed[field]
      return sql`${column} = (select ${sql.identifier(column.name)} from placements as other where other.asset_id = ${arg('of')})`
    })
    return db
      .select({ id: placements.assetId })
      .from(placements)
      .where(
        and(
          within,
          inStates(ofPlacement, statesOf(includeDeleted, undefined)),
          isEffective(ofPlacement),
          ...isEqual,
        ),
      )
      .prepare()
  })

/** @param select prepares the statement that reads the rows of a page */
export function reportPages<Row>(
  db: Db,
  sort: SortIds,
  select: (page: PageQuery, order: SQL[]) => PageStatement<Row>,
) {
  const counts = keptCounts(db, 'placements')
  const locations = reportLocations(db)
  const source = {
    table: placements,
    id: placements.assetId,
    columns: ofPlacement,
    order: indexed,
    unique: 'asset_external_key',
  } as const
  const ofOrganization = createPages(db, { ...source, within: placements.organizationId })
  const atLocations = createPages(db, { ...source, within: placements.locationId })
  const rowsOf = { organization: ofOrganization.rowsBy(select), locations: atLocations.rowsBy(select) }

  const equalsOf = equalReads(db)

  /**
   * Returns the ids of a page in the order of the locations. The counts determine the first location. Undefined when
   * one of them has too many parts.
   */
  async function pageByLocation(
    groups: AsyncIterable<Group> | Iterable<Group>,
    now: Instant,
    order: IndexedOrder,
    { limit, offset }: Slice,
  ): Promise<number[] | undefined> {
    const ids: number[] = []
    let position = 0
    for await (const { parts, count } of groups) {
      if (parts.length > partsMax) return undefined
      const within = Math.max(offset - position, 0)
      if (within < count) {
        const page = await atLocations.page(parts, now, order, { limit: limit - ids.length, offset: within })
        ids.push(...page.ids)
        if (ids.length >= limit) break
      }
      position += count
    }
    return ids
  }

  /**
   * Sorts a page that is in the order of the first fields by all fields. Assets with equal values of the first fields may
   * be on both sides of an end of the page, so all assets that equal the first or the last one of the page are sorted.
   */
  async function sortEquals(
    page: readonly number[],
    equals: (of: number) => Promise<number[]>,
    order: Order<ReportSortField>,
    { limit }: Slice,
  ): Promise<number[]> {
    const [first, last] = [page.at(0), page.at(-1)]
    if (first === undefined || last === undefined) return []
    const begin = await equals(first)
    const end = begin.includes(last) ? [] : await equals(last)
    const ids = new Set([...begin, ...page, ...end])
    return sort([...ids], order, {
      limit: Math.min(limit, page.length),
      offset: Math.max(begin.indexOf(first), 0),
    })
  }

  /** Returns the locations of the filter, undefined without one, and the counts of the states with assets. */
  async function countedOf(organizationId: number, filter: ReportFilter, now: Instant) {
    const states = statesOf(filter.includeDeleted, undefined)
    const isCounted = ({ state, count }: StateCount): boolean => count > 0 && states.includes(state)
    const wanted = await locations.wanted(organizationId, filter)
    const counted = (await counts.at(organizationId, now, wanted)).filter(isCounted)
    return { wanted, counted, isCounted }
  }

  const inOrganization =
    (organizationId: number) =>
    ({ state, count }: StateCount): CountedPart => ({ within: organizationId, state, count })

  return {
    /** Returns the rows of a page; undefined in an order by location, and when the filters select too many locations. */
    async rows(
      organizationId: number,
      filter: ReportFilter,
      now: Instant,
      { order, ...slice }: OrderedSlice<ReportSortField>,
    ): Promise<{ rows: Row[]; total: number } | undefined> {
      if (!order.every(isIndexed)) return undefined
      const { wanted, counted } = await countedOf(organizationId, filter, now)
      if (counted.length > partsMax) return undefined
      const parts = counted.map(wanted ? toPart : inOrganization(organizationId))
      return rowsOf[wanted ? 'locations' : 'organization']({ parts, now, order, slice })
    },

    /** Returns the ids of a page; undefined when the filters select too many locations. */
    async page(
      organizationId: number,
      filter: ReportFilter,
      now: Instant,
      { order, ...slice }: OrderedSlice<ReportSortField>,
    ): Promise<IdPage | undefined> {
      const { wanted, counted, isCounted } = await countedOf(organizationId, filter, now)
      const [first] = order
      if (first?.field === 'location_external_key') {
        const countAt: CountAt = async (ids) => (await counts.at(organizationId, now, ids)).filter(isCounted)
        const { descending } = first
        const groups = wanted
          ? await locations.groupsAt(organizationId, wanted, countAt, descending)
          : locations.groups(organizationId, countAt, descending)
        const ids = await pageByLocation(groups, now, withoutLocation(order), slice)
        return ids && { ids, total: counted.reduce((sum, { count }) => sum + count, 0) }
      }
      if (counted.length > partsMax) return undefined
      const pageIn = (by: IndexedOrder) =>
        wanted
          ? atLocations.page(counted.map(toPart), now, by, slice)
          : ofOrganization.page(counted.map(inOrganization(organizationId)), now, by, slice)
      const before = beforeLocation(
        order,
        counted.every(({ state }) => isLive(state)),
      )
      if (!before) return pageIn(withoutLocation(order))
      const page = await pageIn(before)
      const equals = async (of: number): Promise<number[]> => {
        const shape: EqualsShape = {
          fields: before.map(({ field }) => field),
          includeDeleted: filter.includeDeleted,
          isAtLocations: wanted !== undefined,
        }
        const values = { organizationId, locationIds: JSON.stringify(wanted ?? []), now, of }
        const found = await equalsOf(JSON.stringify(shape)).execute(values)
        return found.map(({ id }) => id).toSorted((one, other) => one - other)
      }
      return { ids: await sortEquals(page.ids, equals, order, slice), total: page.total }
    },
  }
}

interface EqualsShape {
  readonly fields: readonly (keyof typeof indexed)[]
  readonly includeDeleted: boolean
  readonly isAtLocations: boolean
}

const isIndexed = (key: Order<ReportSortField>[number]): key is IndexedOrder[number] =>
  key.field !== 'location_external_key'

const withoutLocation = (order: Order<ReportSortField>): IndexedOrder => order.filter(isIndexed)

/**
 * Returns the fields before the location; undefined when the location does not change the order.
 *
 * @param isUnique whether the keys of the assets are unique
 */
function beforeLocation(order: Order<ReportSortField>, isUnique: boolean): IndexedOrder | undefined {
  const index = order.findIndex((key) => !isIndexed(key))
  const before = withoutLocation(order.slice(0, Math.max(index, 0)))
  const isDecided = isUnique && before.some(({ field }) => field === 'asset_external_key')
  return index < 0 || isDecided ? undefined : before
}
