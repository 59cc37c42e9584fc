import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../base/time'
import { arg, contains, type Db, eqWithoutIndex, numbersOf } from '../sql/database'
import { placedFacet } from '../sql/facets'
import { isEffective, ofAsset } from '../sql/states'
import { assets } from '../sql/tables'

/** Finds the assets that have a text among those that are not indexed yet (decision 0018). */

/** The assets of an organization with ids from `after` (exclusive) to `last` (inclusive), which no complete segment has to contain. */
export interface Backlog {
  readonly after: number
  readonly last: number
}

/** The arguments of the statements of a search. */
export interface SearchArguments {
  readonly organizationId: number
  readonly search: string
  readonly states: string
  readonly now: Instant | null
  readonly inDescription: number
  readonly isPlaced: number
}

/** The rows of an organization that are fewer than this part of the ids are looked up in its index. */
const sparse = 16

export function unindexedReads(db: Db) {
  const isState = sql`${ofAsset.state} in (${numbersOf('states')})`
  const hasText = sql`(${contains(assets.searchKey, 'search')} or ${contains(assets.searchTags, 'search')}
    or (${arg('inDescription')} and ${contains(assets.searchDescription, 'search')}))`
  const isWanted = sql`(${arg('now')} is null or (${isEffective(ofAsset)}))
    and (not ${arg('isPlaced')} or ${assets.facets} >= ${sql.raw(String(placedFacet))})`
  const idsOf = (...conditions: SQL[]) =>
    db
      .select({ ids: sql<string>`json_group_array(${assets.id})` })
      .from(assets)
      .where(and(...conditions, isWanted))
      .prepare()
  // The table in its own order, with the texts first: most rows do not have the text, and the state is computed from four columns.
  const inRange = idsOf(
    gt(assets.id, arg('after')),
    lte(assets.id, arg('last')),
    eqWithoutIndex(assets.organizationId, 'organizationId'),
    hasText,
    sql`(${arg('stateBits')} >> ${ofAsset.state}) & 1 = 1`,
  )
  const inIndex = idsOf(
    eq(assets.organizationId, arg('organizationId')),
    isState,
    sql`+${assets.id} > ${arg('after')} and +${assets.id} <= ${arg('last')}`,
    hasText,
  )
  const counted = db
    .select({ id: assets.id })
    .from(assets)
    .where(and(eq(assets.organizationId, arg('organizationId')), isState))
    .limit(arg('limit'))
    .as('counted')
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(counted)
    .prepare()

  /** Returns the ids of the matches, in no order. */
  return async (bound: SearchArguments, { after, last }: Backlog): Promise<number[]> => {
    const limit = Math.ceil((last - after) / sparse)
    const [found] = await count.execute({ ...bound, limit })
    const isSparse = (found?.count ?? 0) < limit
    const states = JSON.parse(bound.states) as number[]
    const stateBits = states.reduce((bits, state) => bits | (1 << state), 0)
    const [row] = await (isSparse ? inIndex : inRange).execute({ ...bound, after, last, stateBits })
    return JSON.parse(row?.ids ?? '[]') as number[]
  }
}
