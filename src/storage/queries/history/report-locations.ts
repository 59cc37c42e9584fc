import { and, asc, desc, eq, gt, isNull, lt, type SQL } from 'drizzle-orm'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import type { StateCount } from '../../sql/kept-counts'
import type { CountedPart } from '../../sql/pages'
import { inStates, isLive, ofLocation, states } from '../../sql/states'
import { locations } from '../../sql/tables'
import type { ReportFilter } from './report-filter'

/** The locations of the report: those that a filter selects, and their order. */

/** Sorts after all keys, whose characters are letters, digits and hyphens. */
const afterAllKeys = '~'
/** Number of locations whose placements are counted at first, and at most, in one query. */
const chunkMin = 64
const chunkMax = 1024

/** Returns the counted placements at locations. */
export type CountAt = (locationIds: readonly number[]) => Promise<StateCount[]>

/** Assets that are placed at the same location, or at locations that are soft-deleted. */
export interface Group {
  /** Null for locations that are soft-deleted. */
  readonly key: string | null
  readonly parts: readonly CountedPart[]
  readonly count: number
}

export function reportLocations(db: Db) {
  const columns = { id: locations.id, key: locations.externalKey, deletedAt: locations.deletedAt }
  const ofOrganization = eq(locations.organizationId, arg('organizationId'))
  const byIds = db
    .select(columns)
    .from(locations)
    .where(and(eqWithoutIndex(locations.organizationId, 'organizationId'), inJsonList(locations.id, 'ids')))
    .prepare()
  const liveByKeys = db
    .select(columns)
    .from(locations)
    .where(and(ofOrganization, isNull(locations.deletedAt), inJsonList(locations.externalKey, 'keys')))
    .prepare()
  const liveFrom = (from: SQL, order: SQL) =>
    db
      .select(columns)
      .from(locations)
      .where(and(ofOrganization, isNull(locations.deletedAt), from))
      .orderBy(order)
      .limit(arg('limit'))
      .prepare()
  const keysAfter = liveFrom(gt(locations.externalKey, arg('from')), asc(locations.externalKey))
  const keysBefore = liveFrom(lt(locations.externalKey, arg('from')), desc(locations.externalKey))
  const deleted = db
    .select(columns)
    .from(locations)
    .where(
      and(
        ofOrganization,
        inStates(
          ofLocation,
          states.filter((state) => !isLive(state)),
        ),
      ),
    )
    .prepare()

  return {
    /** Returns the ids of the live locations that the filters select; undefined without a filter on locations. */
    async wanted(
      organizationId: number,
      { locationIds, locationExternalKeys }: ReportFilter,
    ): Promise<number[] | undefined> {
      if (locationIds.length === 0 && locationExternalKeys.length === 0) return undefined
      const found =
        locationExternalKeys.length > 0
          ? await liveByKeys.execute({ organizationId, keys: JSON.stringify(locationExternalKeys) })
          : await byIds.execute({ organizationId, ids: JSON.stringify(locationIds) })
      return found
        .filter(
          ({ id, deletedAt }) => deletedAt === null && (locationIds.length === 0 || locationIds.includes(id)),
        )
        .map(({ id }) => id)
    },

    /** Returns the counted placements at some locations, in the order of the keys of the locations. */
    async groupsAt(
      organizationId: number,
      ids: readonly number[],
      countAt: CountAt,
      descending: boolean,
    ): Promise<Group[]> {
      const rows = await byIds.execute({ organizationId, ids: JSON.stringify(ids) })
      const groups = groupsOf(rows, await countAt(ids)).toSorted((one, other) =>
        compareKeys(one.key, other.key),
      )
      return descending ? groups.reverse() : groups
    },

    /** Yields the counted placements at all locations in this order, so that a page counts only those up to its end. */
    async *groups(organizationId: number, countAt: CountAt, descending: boolean): AsyncGenerator<Group> {
      const atDeleted = async () => {
        const rows = await deleted.execute({ organizationId })
        return groupsOf(rows, await countAt(rows.map(({ id }) => id)))
      }
      if (descending) yield* await atDeleted()
      const next = descending ? keysBefore : keysAfter
      let from = descending ? afterAllKeys : ''
      for (let limit = chunkMin; ; limit = Math.min(2 * limit, chunkMax)) {
        const rows = await next.execute({ organizationId, from, limit })
        yield* groupsOf(rows, await countAt(rows.map(({ id }) => id)))
        const last = rows.at(-1)
        if (!last || rows.length < limit) break
        from = last.key
      }
      if (!descending) yield* await atDeleted()
    },
  }
}

interface NamedLocation {
  readonly id: number
  readonly key: string
  readonly deletedAt: string | null
}

/** Groups counts by the keys of live locations, in the order of these; all soft-deleted locations are one group. */
function groupsOf(rows: readonly NamedLocation[], counted: readonly StateCount[]): Group[] {
  const byLocation = Map.groupBy(counted, ({ locationId }) => locationId)
  const byKey = Map.groupBy(rows, ({ key, deletedAt }) => (deletedAt === null ? key : null))
  return [...byKey].flatMap(([key, ofKey]): Group[] => {
    const counts = ofKey.flatMap(({ id }) => byLocation.get(id) ?? [])
    const count = counts.reduce((sum, each) => sum + each.count, 0)
    return count === 0 ? [] : [{ key, parts: counts.map(toPart), count }]
  })
}

export const toPart = ({ locationId, state, count }: StateCount): CountedPart => ({
  within: locationId,
  state,
  count,
})

/** Null sorts as the greatest value, texts by code point, as in SQLite. */
function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
