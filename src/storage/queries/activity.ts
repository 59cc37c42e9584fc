import { and, asc, eq, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../time'
import { arg, type Db, isEffective } from '../sql/database'
import { assets, locations, placements, readerHealth, readers, scanEvents } from '../sql/tables'

export interface ReaderActivity {
  /** Reads of the fixed readers in use, whatever became of them, since each was registered. */
  readonly reads: number
  readonly heard: number
  readonly silent: number
  readonly never: number
}

export interface SilentReader {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly lastMessageAt: Micros
}

/** What goes on in an organization, counted from indexes: no more is read than what the counts are of. */
export function activityReads(db: Db) {
  const inWindow = and(gte(scanEvents.firstAt, arg('from')), lte(scanEvents.firstAt, arg('to')))
  const bucket = sql<number>`(${scanEvents.firstAt} - ${arg('from')}) / ${arg('size')}`
  // A cross join keeps its order: for each place one range of the index by place and time.
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

  // As the report counts: by way of the placements, each with its asset.
  const inPlace = db
    .select({ assets: sql<number>`count(*)` })
    .from(placements)
    .innerJoin(assets, eq(assets.id, placements.assetId))
    .innerJoin(locations, eq(locations.id, placements.locationId))
    .where(
      and(
        eq(placements.organizationId, arg('organizationId')),
        isNull(assets.deletedAt),
        isEffective(assets),
        isNull(locations.deletedAt),
      ),
    )
    .prepare()

  const inUse = and(
    eq(readers.organizationId, arg('organizationId')),
    eq(readers.kind, 'fixed'),
    eq(readers.isActive, true),
    isNull(readers.deletedAt),
  )
  const isHeard = gte(readerHealth.lastMessageAt, arg('since'))
  const ofReaders = db
    .select({
      reads: sql<number>`coalesce(sum((select sum(value) from json_each(${readerHealth.reads}))), 0)`,
      heard: sql<number>`count(*) filter (where ${isHeard})`,
      silent: sql<number>`count(*) filter (where not ${isHeard})`,
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
    /** Scan events that began in [from, to], by spans of `size` from `from` on; spans without any are absent. */
    events: async (
      organizationId: number,
      window: { readonly from: Micros; readonly to: Micros; readonly size: Micros },
    ): Promise<{ bucket: number; count: number }[]> => events.execute({ organizationId, ...window }),

    /** Assets that the report shows at live places. */
    async assetsInPlace(organizationId: number, now: Instant): Promise<number> {
      const [row] = await inPlace.execute({ organizationId, now })
      return row?.assets ?? 0
    },

    /** Of the fixed readers in use; heard are those with a message at `since` or later. */
    async readers(organizationId: number, since: Micros): Promise<ReaderActivity> {
      const [row] = await ofReaders.execute({ organizationId, since })
      return row as ReaderActivity
    },

    /** Readers whose last message is older than `since`, the longest silent first. */
    silent: async (organizationId: number, since: Micros, limit: number): Promise<SilentReader[]> =>
      silent.execute({ organizationId, since, limit }),
  }
}
