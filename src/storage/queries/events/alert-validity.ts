import { and, asc, eq, sql } from 'drizzle-orm'
import { type Instant, toMicros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { ofAsset } from '../../sql/states'
import { assets } from '../../sql/tables'

/** An asset that begins or ceases to be in effect, and when. */
export interface Boundary {
  readonly at: Instant
  readonly id: number
}

/** When assets begin and cease to be in effect. */
export function alertValidityReads(db: Db) {
  const queries = [ofAsset.startsAt, ofAsset.endsAt].map((at) =>
    db
      .select({ id: assets.id, at: sql<Instant>`${at}` })
      .from(assets)
      .where(
        and(
          eq(assets.organizationId, arg('organizationId')),
          sql`${at} >= ${arg('from')} and (${at} > ${arg('from')} or ${assets.id} > ${arg('afterId')})`,
          sql`${at} <= ${arg('upTo')}`,
        ),
      )
      .orderBy(sql`${at}`, asc(assets.id))
      .limit(arg('limit'))
      .prepare(),
  )

  return {
    /**
     * Returns the assets that began or ceased to be in effect, at `upTo` at the latest, in order of the time and the id,
     * after a time and an id.
     */
    async boundariesBetween(
      organizationId: number,
      { at: from, id: afterId }: Boundary,
      upTo: Instant,
      limit: number,
    ): Promise<Boundary[]> {
      const found: Boundary[] = []
      for (const query of queries)
        found.push(...(await query.execute({ organizationId, from, afterId, upTo, limit })))
      const inOrder = found.toSorted(
        (one, other) => toMicros(one.at) - toMicros(other.at) || one.id - other.id,
      )
      return inOrder.slice(0, limit)
    },
  }
}
