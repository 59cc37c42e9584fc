import { and, eq } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../sql/database'
import type { StateCount } from '../sql/kept-counts'
import type { CountedPart } from '../sql/pages'
import { locations } from '../sql/tables'
import type { ReportFilter } from './report'

/** The locations of the report: those that a filter selects, and their order. */

/** Assets that are placed at the same location, or at locations that are soft-deleted. */
export interface Group {
  /** Null for locations that are soft-deleted. */
  readonly key: string | null
  readonly parts: readonly CountedPart[]
  readonly count: number
}

export function reportLocations(db: Db) {
  const namesOf = (filters: readonly ('ids' | 'keys')[]) =>
    db
      .select({ id: locations.id, key: locations.externalKey, deletedAt: locations.deletedAt })
      .from(locations)
      .where(
        and(
          eq(locations.organizationId, arg('organizationId')),
          filters.includes('ids') ? inJsonList(locations.id, 'ids') : undefined,
          filters.includes('keys') ? inJsonList(locations.externalKey, 'keys') : undefined,
        ),
      )
      .prepare()
  const byIds = namesOf(['ids'])
  const byKeys = namesOf(['keys'])

  return {
    /** Returns the ids of the live locations that the filters select; undefined without a filter on locations. */
    async wanted(
      organizationId: number,
      { locationIds, locationExternalKeys }: ReportFilter,
    ): Promise<number[] | undefined> {
      if (locationIds.length === 0 && locationExternalKeys.length === 0) return undefined
      const found =
        locationExternalKeys.length > 0
          ? await byKeys.execute({ organizationId, keys: JSON.stringify(locationExternalKeys) })
          : await byIds.execute({ organizationId, ids: JSON.stringify(locationIds) })
      return found
        .filter(
          ({ id, deletedAt }) => deletedAt === null && (locationIds.length === 0 || locationIds.includes(id)),
        )
        .map(({ id }) => id)
    },

    /** Returns the counted placements by location, in the order of the keys of the locations. */
    async groups(
      organizationId: number,
      counted: readonly StateCount[],
      descending: boolean,
    ): Promise<Group[]> {
      const ids = [...new Set(counted.map(({ locationId }) => locationId))]
      const names = await byIds.execute({ organizationId, ids: JSON.stringify(ids) })
      const keys = new Map(names.map(({ id, key, deletedAt }) => [id, deletedAt === null ? key : null]))
      const parts = Map.groupBy(counted, ({ locationId }) => keys.get(locationId) ?? null)
      const groups = [...parts].map(([key, ofKey]): Group => ({
        key,
        parts: ofKey.map(toPart),
        count: ofKey.reduce((sum, { count }) => sum + count, 0),
      }))
      const sorted = groups.toSorted((one, other) => compareKeys(one.key, other.key))
      return descending ? sorted.reverse() : sorted
    },
  }
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
