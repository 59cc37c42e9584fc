import { and, asc, eq, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { memoize } from '../../sql/list'
import { inStates, isEffective, ofAsset, type State } from '../../sql/states'
import { assets } from '../../sql/tables'
import { type AssetListFilter, type ListScope, statesIn } from './asset-list-filter'

/** The list in the order in which assets were created, which is nearly that of their rows in the file. */
export function createdReads(db: Db) {
  const ofState = memoize((state) => {
    const created = db
      .select({ id: assets.id })
      .from(assets)
      .where(
        and(
          eq(assets.organizationId, arg('organizationId')),
          inStates(ofAsset, [Number(state) as State]),
          isEffective(ofAsset),
        ),
      )
      .orderBy(asc(assets.createdAt), asc(assets.id))
      .limit(arg('limit'))
      .as('created')
    return db
      .select({ ids: sql<string>`json_group_array(${created.id})` })
      .from(created)
      .prepare()
  })

  // The index has an order of its own for each state.
  return async function createdFirst(
    { organizationId, now }: ListScope,
    filter: AssetListFilter,
    limit: number,
  ): Promise<number[]> {
    const ids: number[] = []
    for (const state of statesIn(filter)) {
      const values = { organizationId, now, limit: limit - ids.length }
      const [found] = await ofState(String(state)).execute(values)
      for (const id of JSON.parse(found?.ids ?? '[]') as number[]) ids.push(id)
    }
    return ids
  }
}
