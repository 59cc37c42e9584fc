import { eq } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import type { QueuedChange } from '../../sql/event-tables'
import { stocktakes } from '../../sql/stocktake-tables'
import { locations } from '../../sql/tables'
import { noFields, type Subject } from './event-fields'

/** Events about stocktakes: the query that returns their fields, in the transaction of the change. */
export function stocktakeSubjects(db: Db) {
  const byId = db
    .select({ row: stocktakes, locationKey: locations.externalKey })
    .from(stocktakes)
    .innerJoin(locations, eq(locations.id, stocktakes.locationId))
    .where(eq(stocktakes.id, arg('id')))
    .prepare()

  return {
    async stocktake(id: number, change: QueuedChange): Promise<Subject | undefined> {
      const [found] = await byId.execute({ id })
      if (!found) return undefined
      const { row, locationKey } = found
      const isOpening = change === 'stocktake.opened'
      const { found: counted, missing, elsewhere, movedMeanwhile, excused, extra, unknown, late } = row
      const left = row.expected - counted - missing - elsewhere - movedMeanwhile - excused
      return {
        occurredAt: isOpening ? row.openedAt : row.closedAt,
        locationIds: [row.locationId],
        fields: {
          ...noFields,
          location_id: row.locationId,
          location_external_key: locationKey,
          stocktake: {
            id: row.id,
            name: row.name,
            location_id: row.locationId,
            // Counters of a blind stocktake may read the log, too.
            counts:
              isOpening && row.isBlind
                ? { to_count: null, scans: row.scans }
                : {
                    found: counted,
                    missing,
                    elsewhere,
                    moved_meanwhile: movedMeanwhile,
                    excused,
                    extra,
                    unknown,
                    to_count: left,
                    late,
                  },
            result_sha256: isOpening ? null : row.resultSha256,
          },
        },
      }
    },
  }
}
