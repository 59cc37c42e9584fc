import { aliasedTable, eq, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList, isPostgres } from '../../sql/database'
import { newestReads, placements, readers, recentReads, scanEvents } from '../../sql/tables'

/** Where an asset is by its history. */
export interface HistoryFact {
  readonly assetId: number
  readonly locationId: number
  /** The time of the last read by a fixed reader at this location since the opening; null without one. */
  readonly readAt: Micros | null
  readonly readerId: number | null
  readonly readerName: string | null
}

/**
 * What the history of expected assets says since a stocktake was opened. Reads elsewhere that did not move an asset say nothing about
 * its place. Events of an asset follow each other, so those with reads since the opening are the one of the opening and later ones. A
 * scan begins an event; later reads in it are those of fixed readers.
 */
export function stocktakeFactReads(db: Db) {
  const heard = aliasedTable(scanEvents, 'heard')
  const lastHeard = sql`(
    select event.id from scan_events as event
    where event.asset_id = ${placements.assetId} and event.location_id = ${placements.locationId}
      and event.first_at >= coalesce((
        select opened.first_at from scan_events as opened
        where opened.asset_id = ${placements.assetId} and opened.first_at <= ${arg('openedAt')}
        order by opened.first_at desc limit 1), 0)
      and event.last_at > ${arg('openedAt')} and (event.cause <> 'scanned' or event.last_at > event.first_at)
    order by event.first_at desc, event.id desc limit 1)`
  const readersOf = (isPostgres(db) ? [recentReads] : [recentReads, newestReads]).map(
    (table) => sql`(
      select reader_id from ${table} as kept
      where kept.asset_id = ${heard.assetId} and kept.observed_at = ${heard.lastAt}
        and kept.location_id = ${heard.locationId} and kept.scan is null
      order by reader_id limit 1)`,
  )
  // The reader of the last read, while that is kept; otherwise the one that began the event.
  const readerId = sql`coalesce(${sql.join(readersOf, sql`, `)},
    case when ${heard.cause} <> 'scanned' then ${heard.readerId} end)`
  const facts = db
    .select({
      assetId: placements.assetId,
      locationId: placements.locationId,
      readAt: heard.lastAt,
      readerId: readers.id,
      readerName: readers.name,
    })
    .from(placements)
    .leftJoin(heard, eq(heard.id, lastHeard))
    .leftJoin(readers, eq(readers.id, readerId))
    .where(inJsonList(placements.assetId, 'ids'))
    .prepare()

  return {
    /** Returns what the histories of these assets say since an instant. */
    since: async (ids: readonly number[], openedAt: Micros): Promise<HistoryFact[]> =>
      facts.execute({ ids: JSON.stringify(ids), openedAt }),
  }
}
