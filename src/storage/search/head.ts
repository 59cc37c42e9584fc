import { type SQL, sql } from 'drizzle-orm'
import { arg, type Db } from '../sql/database'
import { assets } from '../sql/tables'
import type { Segment } from './candidates'
import { matchesRow } from './matching'
import type { Backlog, SearchArguments } from './unindexed'

/** What a search begins with: the segments of the organization, and the assets that it does not find in them. */
export interface Head {
  readonly segments: readonly Segment[]
  /** The assets that are not indexed yet; undefined when there are none. */
  readonly backlog: Backlog | undefined
  readonly pending: readonly number[]
  readonly pendingMatches: readonly number[]
}

/** Prepares the first statement. It is one statement, because pending assets and segments must be of one commit. */
export function searchHead(db: Db) {
  const statement = db
    .select({
      what: sql<'backlog' | 'segment' | 'pending'>`what`,
      id: sql<number>`id`,
      size: sql<number>`size`,
      first: sql<number>`first`,
      last: sql<number>`last`,
      outdated: sql<Uint8Array | null>`outdated`,
      matches: sql<0 | 1>`matches`,
    })
    .from(
      sql`(
        select 'backlog' as what, 0 as id, 0 as size, after_id as first, last_id as last, null as outdated, 0 as matches
        from search_backlogs where organization_id = ${arg('organizationId')}
        union all
        select 'segment', id, size, first_asset_id, last_asset_id, outdated, 0 from search_segments
        where organization_id = ${arg('organizationId')} and status = 'ready'
        union all
        select 'pending', asset_id, 0, 0, 0, null, coalesce(${matchesRow as SQL}, 0)
        from search_pending left join ${assets} on ${assets.id} = asset_id
        where search_pending.organization_id = ${arg('organizationId')}) as head`,
    )
    .prepare()
  return async (bound: SearchArguments): Promise<Head> => {
    const rows = await statement.execute({ ...bound })
    const backlog = rows.find(({ what }) => what === 'backlog')
    const pending = rows.filter(({ what }) => what === 'pending')
    return {
      segments: rows.filter(({ what }) => what === 'segment') as readonly Segment[],
      backlog: backlog && { after: backlog.first, last: backlog.last },
      pending: pending.map(({ id }) => id),
      pendingMatches: pending.filter(({ matches }) => matches).map(({ id }) => id),
    }
  }
}
