import { type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, numbersOf } from '../../sql/database'
import { memoize } from '../../sql/list'
import { stays } from '../../sql/count-tables'

/** A move, as far as filters need it: the beginning of a stay. */
export interface Move {
  readonly lane: number
  readonly id: number
  readonly at: Micros
  readonly assetId: number
  readonly locationId: number
  readonly previousLocationId: number | null
  readonly readerId: number | null
}

/** A place in the list of moves. No two moves have the same. */
export interface MovePosition {
  readonly at: Micros
  readonly assetId: number
}

/** Where moves are looked for: all of an organization, those of assets, arrivals at locations, or departures from them. */
export type LaneKind = 'organization' | 'asset' | 'arrivals' | 'departures'

interface LaneQuery {
  readonly ids: readonly number[]
  /** [from, to). */
  readonly from: Micros
  readonly to: Micros
  readonly after: MovePosition | undefined
  readonly isOldestFirst: boolean
  /** Number of moves of each lane. */
  readonly limit: number
}

/**
 * Reads the moves of lanes. Each lane is a part of an index in the order of the list, of which the first ones are read, so that a page
 * takes a bounded time however long the histories are.
 */
export function movementLanes(db: Db) {
  const statementOf = memoize((shape) => {
    const [kind, direction, from] = shape.split(' ') as [LaneKind, 'asc' | 'desc', string]
    const ids = idsOf(kind, direction, from === 'after')
    // A cross join keeps the order of the tables: the lanes first.
    return db
      .select({
        lane: sql<number>`lane.value`,
        id: stays.id,
        at: stays.begunAt,
        assetId: sql<number>`${stays.assetId}`,
        locationId: stays.locationId,
        previousLocationId: stays.previousLocationId,
        readerId: stays.readerId,
      })
      .from(sql`(${numbersOf('ids')}) as lane`)
      .crossJoin(stays)
      .where(sql`${stays.id} in (${ids})`)
      .prepare()
  })

  return async (kind: LaneKind, { ids, after, isOldestFirst, ...query }: LaneQuery): Promise<Move[]> => {
    const direction = isOldestFirst ? 'asc' : 'desc'
    const statement = statementOf(`${kind} ${direction} ${after ? 'after' : 'all'}`)
    return statement.execute({
      ...query,
      ids: JSON.stringify(ids),
      ...(after && { afterAt: after.at, afterAsset: after.assetId }),
    })
  }
}

/** The ids of the first stays of a lane. */
function idsOf(kind: LaneKind, order: 'asc' | 'desc', hasAfter: boolean): SQL {
  const direction = sql.raw(order)
  const compare = sql.raw(order === 'desc' ? '<' : '>')
  const after = (at: SQL) =>
    hasAfter ? sql` and (${at}, one.asset_id) ${compare} (${arg('afterAt')}, ${arg('afterAsset')})` : sql``
  if (kind === 'departures')
    return sql`
      select next.id from stays as one join stays as next on next.asset_id = one.asset_id and next.begun_at = one.ended_at
      where one.location_id = lane.value and one.ended_at >= ${arg('from')} and one.ended_at < ${arg('to')}${after(sql`one.ended_at`)}
      order by one.ended_at ${direction}, one.asset_id ${direction} limit ${arg('limit')}`
  const column = { organization: 'organization_id', asset: 'asset_id', arrivals: 'location_id' }[kind]
  return sql`
    select one.id from stays as one
    where one.${sql.raw(column)} = lane.value and one.asset_id is not null
      and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')}${after(sql`one.begun_at`)}
    order by one.begun_at ${direction}, one.asset_id ${direction} limit ${arg('limit')}`
}
