import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { memoize, type Slice } from '../../sql/list'
import { inStates, isEffective, ofPlacement, type State } from '../../sql/states'
import { placements } from '../../sql/tables'
import { argumentsOf, type AssetListFilter, type ListScope, statesIn } from './asset-list-filter'

interface RangeShape {
  readonly state: State
  readonly descending: boolean
  readonly hasFrom: boolean
  readonly hasBefore: boolean
}

/** The list in the order of the last read, from one end of a range on. */
export function rangeReads(db: Db) {
  const inRange = memoize((shape) => {
    const { state, descending, hasFrom, hasBefore } = JSON.parse(shape) as RangeShape
    return db
      .select({ id: placements.assetId, at: placements.lastSeenAt })
      .from(placements)
      .where(
        and(
          eq(placements.organizationId, arg('organizationId')),
          inStates(ofPlacement, [state]),
          isEffective(ofPlacement),
          hasFrom ? gte(placements.lastSeenAt, arg('seenFrom')) : undefined,
          hasBefore ? lt(placements.lastSeenAt, arg('seenBefore')) : undefined,
        ),
      )
      .orderBy(descending ? desc(placements.lastSeenAt) : asc(placements.lastSeenAt), asc(placements.assetId))
      .limit(arg('limit'))
      .prepare()
  })

  // The index has an order of its own for each state.
  return async function ranged(
    scope: ListScope,
    filter: AssetListFilter,
    descending: boolean,
    { limit, offset }: Slice,
  ): Promise<number[]> {
    const range = { hasFrom: filter.seen?.from !== undefined, hasBefore: filter.seen?.before !== undefined }
    const rows: { readonly id: number; readonly at: number }[] = []
    for (const state of statesIn(filter)) {
      const query = inRange(JSON.stringify({ state, descending, ...range } satisfies RangeShape))
      const found = await query.execute({ ...argumentsOf(scope, filter), limit: offset + limit })
      for (const row of found) rows.push(row)
    }
    const sign = descending ? -1 : 1
    rows.sort((one, other) => sign * (one.at - other.at) || one.id - other.id)
    return rows.slice(offset, offset + limit).map(({ id }) => id)
  }
}
