import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import { isLive, statesOf } from '../../sql/states'
import { placements, readerHealth, readers, unknownTags } from '../../sql/tables'

/** A fixed reader in use. */
export interface WatchedReader {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly presenceTimeoutSeconds: number
  /** Null before the first message. */
  readonly lastMessageAt: Micros | null
  /** JSON: the ids of its locations. */
  readonly locationIds: string
}

/** An unknown tag, and where it was first. */
export interface WatchedTag {
  readonly id: number
  readonly tagType: string
  readonly value: string
  readonly firstSeenAt: Micros
  readonly locationId: number | null
}

/** What alerts about readers and tags, and about assets that are not read, are computed from. */
export function alertWatchedReads(db: Db) {
  const inUse = db
    .select({
      id: readers.id,
      externalKey: readers.externalKey,
      name: readers.name,
      presenceTimeoutSeconds: readers.presenceTimeoutSeconds,
      lastMessageAt: readerHealth.lastMessageAt,
      locationIds: sql<string>`(
        select json_group_array(location_id) from (
          select distinct location_id from antennas where antennas.reader_id = readers.id
          order by location_id) as places)`,
    })
    .from(readers)
    .leftJoin(readerHealth, eq(readerHealth.readerId, readers.id))
    .where(
      and(
        eq(readers.organizationId, arg('organizationId')),
        isNull(readers.deletedAt),
        eq(readers.isActive, true),
        eq(readers.kind, 'fixed'),
      ),
    )
    .prepare()
  const longestTimeout = db
    .select({ seconds: sql<number | null>`max(${readers.presenceTimeoutSeconds})` })
    .from(readers)
    .where(
      and(
        eq(readers.organizationId, arg('organizationId')),
        isNull(readers.deletedAt),
        eq(readers.isActive, true),
      ),
    )
    .prepare()
  const seen = db
    .select({
      assetId: placements.assetId,
      locationId: placements.locationId,
      lastSeenAt: placements.lastSeenAt,
    })
    .from(placements)
    .where(
      and(
        eq(placements.organizationId, arg('organizationId')),
        eq(placements.assetState, arg('state')),
        gt(placements.lastSeenAt, arg('after')),
        lte(placements.lastSeenAt, arg('upTo')),
      ),
    )
    .orderBy(asc(placements.lastSeenAt), asc(placements.assetId))
    .limit(arg('limit'))
    .prepare()
  const tagColumns = {
    id: unknownTags.id,
    tagType: unknownTags.tagType,
    value: unknownTags.value,
    firstSeenAt: unknownTags.firstSeenAt,
    locationId: sql<number | null>`coalesce((
      select location_id from unknown_events where unknown_tag_id = unknown_tags.id
      order by first_at, location_id, id limit 1), (
      select antennas.location_id from antennas
      where antennas.reader_id = unknown_tags.reader_id and antennas.port = unknown_tags.antenna))`,
  }
  const ofOrganization = eq(unknownTags.organizationId, arg('organizationId'))
  const tags = db
    .select(tagColumns)
    .from(unknownTags)
    .where(
      and(eqWithoutIndex(unknownTags.organizationId, 'organizationId'), inJsonList(unknownTags.id, 'ids')),
    )
    .prepare()
  const tagsSince = db
    .select(tagColumns)
    .from(unknownTags)
    .where(and(ofOrganization, gt(unknownTags.id, arg('after')), gt(unknownTags.firstSeenAt, arg('since'))))
    .orderBy(asc(unknownTags.id))
    .limit(arg('limit'))
    .prepare()
  const tagOf = db
    .select({ id: unknownTags.id })
    .from(unknownTags)
    .where(and(ofOrganization, eq(unknownTags.tagType, arg('tagType')), eq(unknownTags.value, arg('value'))))
    .limit(1)
    .prepare()
  const counts = keptCounts(db, 'placements')

  return {
    /** Returns the active fixed readers of an organization. */
    readersInUse: async (organizationId: number): Promise<WatchedReader[]> =>
      inUse.execute({ organizationId }),
    /** Returns the largest presence timeout of the active readers, in seconds; 0 without one. */
    async longestTimeout(organizationId: number): Promise<number> {
      return (await longestTimeout.execute({ organizationId }))[0]?.seconds ?? 0
    },
    /** Returns the assets whose last read was after `after`, at `upTo` at the latest, in order of time, for each state. */
    async seenBetween(
      organizationId: number,
      after: Micros,
      upTo: Micros,
      limit: number,
    ): Promise<{ assetId: number; locationId: number; lastSeenAt: Micros }[]> {
      const found = []
      for (const state of statesOf(false, undefined))
        found.push(...(await seen.execute({ organizationId, state, after, upTo, limit })))
      return found.toSorted((a, b) => a.lastSeenAt - b.lastSeenAt || a.assetId - b.assetId)
    },
    tags: async (organizationId: number, ids: readonly number[]): Promise<WatchedTag[]> =>
      tags.execute({ organizationId, ids: JSON.stringify(ids) }),
    /** Returns the unknown tags with an id above `after` that were first read after a time, by id. */
    tagsSince: async (
      organizationId: number,
      after: number,
      since: Micros,
      limit: number,
    ): Promise<WatchedTag[]> => tagsSince.execute({ organizationId, after, since, limit }),
    /** Returns the id of an unknown tag in the inbox. */
    async tagOf(organizationId: number, tagType: string, value: string): Promise<number | undefined> {
      return (await tagOf.execute({ organizationId, tagType, value }))[0]?.id
    },
    /** Returns the number of assets in effect at locations. */
    async countAt(organizationId: number, now: Instant, locationIds: readonly number[]): Promise<number> {
      const counted = await counts.at(organizationId, now, locationIds)
      return counted.filter(({ state }) => isLive(state)).reduce((sum, { count }) => sum + count, 0)
    },
  }
}
