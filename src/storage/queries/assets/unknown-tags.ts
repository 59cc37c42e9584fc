import { and, asc, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, contains, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { by, createList, memoize, type Slice } from '../../sql/list'
import { organizations } from '../../sql/account-tables'
import { locations, readers, unknownEvents, unknownPlacements, unknownTags } from '../../sql/tables'
import { statement } from '../../sql/statement'

export type UnknownTagRow = typeof unknownTags.$inferSelect

/** An unknown tag with the reader that read it last, and the live location of its placement. */
export interface UnknownTagRecord extends UnknownTagRow {
  readonly readerExternalKey: string | null
  readonly locationId: number | null
  readonly locationExternalKey: string | null
}

/** An event of the history of an unknown tag. The location is null when it is soft-deleted. */
export interface UnknownPresence {
  readonly locationId: number | null
  readonly locationExternalKey: string | null
  readonly firstAt: Micros
  readonly lastAt: Micros
  readonly readCount: number
}

interface UnknownTagFilter {
  readonly readerIds: readonly number[]
  /** Case-folded. */
  readonly search: string | undefined
}

export function unknownTagReads(db: Db) {
  const records = () =>
    db
      .select({
        ...getTableColumns(unknownTags),
        readerExternalKey: readers.externalKey,
        locationId: locations.id,
        locationExternalKey: locations.externalKey,
      })
      .from(unknownTags)
      .leftJoin(readers, eq(readers.id, unknownTags.readerId))
      .leftJoin(unknownPlacements, eq(unknownPlacements.assetId, unknownTags.id))
      .leftJoin(locations, and(eq(locations.id, unknownPlacements.locationId), isNull(locations.deletedAt)))
  const ofOrganization = eq(unknownTags.organizationId, arg('organizationId'))
  const byId = records()
    .where(and(ofOrganization, eq(unknownTags.id, arg('id'))))
    .prepare()
  const byIds = records()
    .where(
      and(eqWithoutIndex(unknownTags.organizationId, 'organizationId'), inJsonList(unknownTags.id, 'ids')),
    )
    .prepare()
  const whereOf = (given: ReadonlySet<string>) =>
    and(
      ofOrganization,
      given.has('readerIds') ? inJsonList(unknownTags.readerId, 'readerIds') : undefined,
      given.has('search') ? contains(unknownTags.searchValue, 'search') : undefined,
    )
  const list = createList({
    rows: (where, order) =>
      records()
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(unknownTags).where(where).prepare(),
    where: whereOf,
    order: { last_seen_at: by(unknownTags.lastSeenAt) },
    tieBreak: unknownTags.id,
  })
  const ids = memoize((given) =>
    db
      .select({ id: unknownTags.id })
      .from(unknownTags)
      .where(whereOf(new Set(given.split(','))))
      .orderBy(desc(unknownTags.lastSeenAt), asc(unknownTags.id))
      .prepare(),
  )
  const named = db
    .select({ id: unknownTags.id })
    .from(unknownTags)
    .where(and(ofOrganization, eq(unknownTags.identity, arg('identity')), sql`${unknownTags.identity} <> ''`))
    .orderBy(unknownTags.id)
    .prepare()
  const presences = db
    .select({
      locationId: locations.id,
      locationExternalKey: locations.externalKey,
      firstAt: unknownEvents.firstAt,
      lastAt: unknownEvents.lastAt,
      readCount: unknownEvents.readCount,
    })
    .from(unknownEvents)
    .leftJoin(locations, and(eq(locations.id, unknownEvents.locationId), isNull(locations.deletedAt)))
    .where(eq(unknownEvents.assetId, arg('id')))
    .orderBy(desc(unknownEvents.firstAt), desc(unknownEvents.locationId), desc(unknownEvents.id))
    .limit(arg('limit'))
    .prepare()

  return {
    async find(organizationId: number, id: number): Promise<UnknownTagRecord | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row
    },
    /** Returns the tags, of any type, that name an object. */
    async naming(organizationId: number, identity: string): Promise<number[]> {
      return (await named.execute({ organizationId, identity })).map(({ id }) => id)
    },
    /** Lists unknown tags, the last seen first. */
    list: (
      organizationId: number,
      { readerIds, search }: UnknownTagFilter,
      slice: Slice,
    ): Promise<{ rows: UnknownTagRecord[]; total: number }> =>
      list(
        {
          organizationId,
          readerIds: readerIds.length > 0 ? JSON.stringify(readerIds) : undefined,
          search,
        },
        [{ field: 'last_seen_at', descending: true }],
        slice,
      ),
    /** Returns the ids of the whole list, in its order. */
    async ids(organizationId: number, { readerIds, search }: UnknownTagFilter): Promise<number[]> {
      const filters = {
        ...(readerIds.length > 0 && { readerIds: JSON.stringify(readerIds) }),
        ...(search !== undefined && { search }),
      }
      const rows = await ids(Object.keys(filters).join(',')).execute({ organizationId, ...filters })
      return rows.map(({ id }) => id)
    },
    /** Returns unknown tags by their ids, in no order. */
    ofIds: async (organizationId: number, wanted: readonly number[]): Promise<UnknownTagRecord[]> =>
      byIds.execute({ organizationId, ids: JSON.stringify(wanted) }),
    /** Lists the events of a tag, newest first. The tag must belong to the caller's organization. */
    presences: async (id: number, limit: number): Promise<UnknownPresence[]> =>
      presences.execute({ id, limit }),
  }
}

export function unknownTagWrites(db: Db) {
  const isLater = sql`excluded.last_seen_at >= ${unknownTags.lastSeenAt}`
  const latest = (name: 'readerId' | 'antenna' | 'rssi') =>
    sql`case when ${isLater} then excluded.${sql.identifier(unknownTags[name].name)} else ${unknownTags[name]} end`
  const save = db
    .insert(unknownTags)
    .values({
      organizationId: arg('organizationId'),
      tagType: arg('tagType') as unknown as UnknownTagRow['tagType'],
      value: arg('value'),
      normalized: arg('normalized'),
      searchValue: arg('searchValue'),
      firstSeenAt: arg('firstSeenAt'),
      lastSeenAt: arg('lastSeenAt'),
      readCount: arg('readCount'),
      readerId: arg('readerId'),
      antenna: arg('antenna'),
      rssi: arg('rssi'),
      identity: arg('identity'),
    })
    .onConflictDoUpdate({
      target: [unknownTags.organizationId, unknownTags.tagType, unknownTags.normalized],
      set: {
        firstSeenAt: sql`min(${unknownTags.firstSeenAt}, excluded.first_seen_at)`,
        lastSeenAt: sql`max(${unknownTags.lastSeenAt}, excluded.last_seen_at)`,
        readCount: sql`${unknownTags.readCount} + excluded.read_count`,
        readerId: latest('readerId'),
        antenna: latest('antenna'),
        rssi: latest('rssi'),
        identity: sql`excluded.identity`,
      },
    })
    .returning({ id: unknownTags.id, readCount: unknownTags.readCount })
    .prepare()
  const remove = db
    .delete(unknownTags)
    .where(eq(unknownTags.id, arg('id')))
    .prepare()
  const removeNamed = statement(
    db,
    db
      .delete(unknownTags)
      .where(
        and(
          eq(unknownTags.organizationId, arg('organizationId')),
          eq(unknownTags.tagType, arg('tagType') as unknown as UnknownTagRow['tagType']),
          eq(unknownTags.normalized, arg('normalized')),
        ),
      ),
  )
  const removeBeyond = db
    .delete(unknownTags)
    .where(
      sql`${unknownTags.id} in (select id from unknown_tags where organization_id = ${arg('organizationId')}
        order by last_seen_at desc, id desc limit 1000000000 offset ${arg('most')})`,
    )
    .prepare()
  const organizationIds = db.select({ id: organizations.id }).from(organizations)
  const old = db
    .select({ id: unknownTags.id })
    .from(unknownTags)
    .where(
      and(
        sql`${unknownTags.organizationId} in (${organizationIds})`,
        lt(unknownTags.lastSeenAt, arg('before')),
      ),
    )
    .limit(arg('most'))
  const removeOld = db
    .delete(unknownTags)
    .where(sql`${unknownTags.id} in (${old})`)
    .returning({ id: unknownTags.id })
    .prepare()
  const oldestKept = db
    .select({ firstAt: unknownEvents.firstAt })
    .from(unknownEvents)
    .where(eq(unknownEvents.assetId, arg('id')))
    .orderBy(desc(unknownEvents.firstAt), desc(unknownEvents.locationId), desc(unknownEvents.id))
    .limit(1)
    .offset(arg('most'))
    .prepare()
  const removeEvents = db
    .delete(unknownEvents)
    .where(
      and(
        eq(unknownEvents.assetId, arg('id')),
        sql`${unknownEvents.firstAt} <= ${arg('upTo')}`,
        sql`${unknownEvents.id} <> ${arg('except')}`,
      ),
    )
    .prepare()

  return {
    ...unknownTagReads(db),

    /** Inserts or updates an unknown tag. Returns its id and its total number of reads. */
    async save(tag: Omit<UnknownTagRow, 'id'>): Promise<{ readonly id: number; readonly readCount: number }> {
      const [row] = await save.execute(tag)
      return row as { id: number; readCount: number }
    },
    /** Deletes an unknown tag with its history. */
    async delete(id: number): Promise<void> {
      await remove.execute({ id })
    },
    async deleteNamed(organizationId: number, tagType: string, normalized: string): Promise<void> {
      removeNamed({ organizationId, tagType, normalized })
    },
    /** Keeps the `most` tags of an organization that were seen last, and deletes the others. */
    async keepLatest(organizationId: number, most: number): Promise<void> {
      await removeBeyond.execute({ organizationId, most })
    },
    /** Deletes at most `most` tags that were last seen before `before`. Returns their number. */
    deleteBefore: async (before: Micros, most: number): Promise<number> =>
      (await removeOld.execute({ before, most })).length,
    /** Returns the beginning of the newest event beyond the latest `most`; undefined when there are no more than `most`. */
    async oldestEventBeyond(id: number, most: number): Promise<Micros | undefined> {
      const [row] = await oldestKept.execute({ id, most })
      return row?.firstAt
    },
    /** Deletes the events that began up to `upTo`, except for the event `except`. */
    async deleteEvents(id: number, upTo: Micros, except: number | undefined): Promise<void> {
      await removeEvents.execute({ id, upTo, except: except ?? 0 })
    },
  }
}
