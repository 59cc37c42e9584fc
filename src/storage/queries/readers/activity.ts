import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { rowCounts } from '../../sql/count-tables'
import { keptCounts } from '../../sql/kept-counts'
import { isLive } from '../../sql/states'
import { locations, readerHealth, readers, scanEvents } from '../../sql/tables'

interface ReaderActivity {
  /** Number of reads of the active fixed readers since their creation, with any result. */
  readonly reads: number
  readonly heard: number
  readonly silent: number
  readonly never: number
}

interface SilentReader {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly lastMessageAt: Micros
}

/** Counts the activity of an organization. The queries use indexes and read only the rows that they count. */
export function activityReads(db: Db) {
  const inWindow = and(gte(scanEvents.firstAt, arg('from')), lte(scanEvents.firstAt, arg('to')))
  const bucket = sql<number>`(${scanEvents.firstAt} - ${arg('from')}) / ${arg('size')}`
  // A cross join keeps the order of the tables: one range of the index by location and time for each location.
  const events = db
    .select({ bucket: bucket.as('bucket'), count: sql<number>`count(*)` })
    .from(locations)
    .crossJoin(scanEvents)
    .where(
      and(
        eq(locations.organizationId, arg('organizationId')),
        eq(scanEvents.locationId, locations.id),
        inWindow,
      ),
    )
    .groupBy(sql`bucket`)
    .prepare()

  // The same assets as in the report: those with a placement.
  const placed = keptCounts(db, 'placements')
  const deletedLocations = db
    .select({ id: locations.id })
    .from(rowCounts)
    .innerJoin(locations, eq(locations.id, rowCounts.locationId))
    .where(
      and(
        eq(rowCounts.organizationId, arg('organizationId')),
        eq(rowCounts.counted, 'placements'),
        gt(rowCounts.count, 0),
        isNotNull(locations.deletedAt),
      ),
    )
    .prepare()

  const inUse = and(
    eq(readers.organizationId, arg('organizationId')),
    eq(readers.kind, 'fixed'),
    eq(readers.isActive, true),
    isNull(readers.deletedAt),
  )
  const isReporting = gte(readerHealth.lastMessageAt, arg('since'))
  const ofReaders = db
    .select({
      reads: sql<number>`coalesce(sum((select sum(value) from json_each(${readerHealth.reads}, '$'))), 0)`,
      heard: sql<number>`count(*) filter (where ${isReporting})`,
      silent: sql<number>`count(*) filter (where not ${isReporting})`,
      never: sql<number>`count(*) filter (where ${readerHealth.readerId} is null)`,
    })
    .from(readers)
    .leftJoin(readerHealth, eq(readerHealth.readerId, readers.id))
    .where(inUse)
    .prepare()
  const silent = db
    .select({
      id: readers.id,
      externalKey: readers.externalKey,
      name: readers.name,
      lastMessageAt: readerHealth.lastMessageAt,
    })
    .from(readers)
    .innerJoin(readerHealth, eq(readerHealth.readerId, readers.id))
    .where(and(inUse, lt(readerHealth.lastMessageAt, arg('since'))))
    .orderBy(asc(readerHealth.lastMessageAt), asc(readers.id))
    .limit(arg('limit'))
    .prepare()

  return {
    /** Counts the scan events that began in [from, to], in buckets of `size`. Empty buckets are absent. */
    events: async (
      organizationId: number,
      window: { readonly from: Micros; readonly to: Micros; readonly size: Micros },
    ): Promise<{ bucket: number; count: number }[]> => events.execute({ organizationId, ...window }),

    /** Counts the assets that the report shows at live locations. */
    async assetsAtLocations(organizationId: number, now: Instant): Promise<number> {
      const deleted = await deletedLocations.execute({ organizationId })
      const counted = await placed.at(organizationId, now, [0, ...deleted.map(({ id }) => id)])
      return counted
        .filter(({ state }) => isLive(state))
        .reduce((sum, { locationId, count }) => sum + (locationId === 0 ? count : -count), 0)
    },

    /** Counts the active fixed readers. `heard` counts those with a message at `since` or later. */
    async readers(organizationId: number, since: Micros): Promise<ReaderActivity> {
      const [row] = await ofReaders.execute({ organizationId, since })
      return row as ReaderActivity
    },

    /** Lists the readers whose last message is older than `since`, the longest silent first. */
    silent: async (organizationId: number, since: Micros, limit: number): Promise<SilentReader[]> =>
      silent.execute({ organizationId, since, limit }),
  }
}
