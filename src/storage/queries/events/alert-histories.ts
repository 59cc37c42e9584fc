import { and, asc, gte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { scanEvents } from '../../sql/tables'
import type { AlertPresence } from './alert-facts'

/** A scan event with its asset. */
interface AssetPresence extends AlertPresence {
  readonly assetId: number
}

/** The histories of many assets, for rehearsals. */
export function alertHistoryReads(db: Db) {
  // The event before is where the asset was when the time began.
  const histories = db
    .select({
      assetId: scanEvents.assetId,
      id: scanEvents.id,
      locationId: scanEvents.locationId,
      firstAt: scanEvents.firstAt,
      lastAt: scanEvents.lastAt,
    })
    .from(scanEvents)
    .where(
      and(
        inJsonList(scanEvents.assetId, 'ids'),
        gte(
          scanEvents.firstAt,
          sql`coalesce((
            select max(earlier.first_at) from scan_events as earlier
            where earlier.asset_id = scan_events.asset_id and earlier.first_at < ${arg('from')}), 0)`,
        ),
      ),
    )
    .orderBy(asc(scanEvents.assetId), asc(scanEvents.firstAt), asc(scanEvents.locationId), asc(scanEvents.id))
    .prepare()

  return {
    /** Returns the scan events of assets of an organization since a time, each with the one before, in order. */
    historiesSince: async (ids: readonly number[], from: Micros): Promise<AssetPresence[]> =>
      histories.execute({ ids: JSON.stringify(ids), from }),
  }
}
