import { type AnyColumn, and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { fromNearerEnd, type Slice } from '../../sql/list'
import { scanEvents } from '../../sql/tables'

/** Pages of the events of one asset. */

interface EventColumns {
  readonly assetId: AnyColumn
  readonly firstAt: AnyColumn
  readonly locationId: AnyColumn
  readonly id: AnyColumn
}

/** The order of the events of an asset, `asc` or `desc`. */
export const inHistory = ({ firstAt, locationId, id }: EventColumns, direction: SQL): SQL =>
  sql`${firstAt} ${direction}, ${locationId} ${direction}, ${id} ${direction}`

/** The beginning of the previous event of the asset. */
export const previousFirstAt = ({ assetId, firstAt, locationId, id }: EventColumns) => sql<number | null>`(
  select previous.first_at from scan_events as previous
  where previous.asset_id = ${assetId}
    and (previous.first_at, previous.location_id, previous.id) < (${firstAt}, ${locationId}, ${id})
  order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`

/** The condition of the events of an asset that begin in [from, to]. */
export const inWindow = and(
  eq(scanEvents.assetId, arg('assetId')),
  gte(scanEvents.firstAt, arg('from')),
  lte(scanEvents.firstAt, arg('to')),
)

interface Prepared<Row> {
  execute(values: Record<string, unknown>): PromiseLike<Row[]>
}

/**
 * Returns the function that reads a page of events that begin in [from, to], with their number.
 *
 * @param rowsIn prepares the page with `limit` and `offset`, in both directions
 */
export function createHistoryPages<Row>(db: Db, rowsIn: (direction: SQL) => Prepared<Row>) {
  const newestFirst = rowsIn(sql`desc`)
  const oldestFirst = rowsIn(sql`asc`)
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(scanEvents)
    .where(inWindow)
    .prepare()

  return async (
    assetId: number,
    window: { from: Micros; to: Micros },
    isOldestFirst: boolean,
    slice: Slice,
  ): Promise<{ rows: Row[]; total: number }> => {
    const values = { assetId, ...window }
    const [counted] = await count.execute(values)
    const total = counted?.count ?? 0
    const approach = fromNearerEnd(slice, total)
    if (!approach) return { rows: [], total }
    const { limit, offset, isReversed } = approach
    const page = isOldestFirst === isReversed ? newestFirst : oldestFirst
    const rows = await page.execute({ ...values, limit, offset })
    return { rows: isReversed ? rows.toReversed() : rows, total }
  }
}
