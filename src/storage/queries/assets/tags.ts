import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { separator } from '../../../base/text'
import type { Instant } from '../../../base/time'
import { arg, type Db, idOf, inJsonList, isPostgres, setTo } from '../../sql/database'
import { statement } from '../../sql/statement'
import { tagsVersion } from '../../sql/ingest-tables'
import { assets, locations, tags } from '../../sql/tables'
import { tagKeys } from '../../sql/tag-tables'

export type TagRow = typeof tags.$inferSelect
/** What responses show of a tag. */
export type AttachedTag = Pick<TagRow, 'id' | 'tagType' | 'value'>
type NewTagRow = Omit<TagRow, 'id' | 'deletedAt'>

/** A tag whose identity was not computed. */
type UnidentifiedTag = Pick<TagRow, 'id' | 'tagType' | 'value'>

/** The asset or the location that a tag is attached to. */
export type TagParent = { readonly assetId: number } | { readonly locationId: number }

/** A live tag that matches a read. Either `assetId` or `locationId` is null. */
export interface TagMatch {
  readonly tagId: number
  readonly assetId: number | null
  readonly locationId: number | null
  readonly tagType: string
  readonly value: string
  readonly normalized: string
  readonly identity: string | null
}

/** Prepares the query of the live tags of assets. */
export function attachedTags(db: Db) {
  const attached = db
    .select({ id: tags.id, assetId: tags.assetId, tagType: tags.tagType, value: tags.value })
    .from(tags)
    .where(and(inJsonList(tags.assetId, 'ids'), isNull(tags.deletedAt)))
    .orderBy(tags.id)
    .prepare()
  return async (ids: readonly number[]): Promise<(AttachedTag & Pick<TagRow, 'assetId'>)[]> =>
    attached.execute({ ids: JSON.stringify(ids) })
}

/**
 * The live tags of an asset as JSON text, a list of `AttachedTag`, in the statement that reads the asset. For PostgreSQL, which would
 * read an index of all live tags before it has statistics, if the condition were not a filter of the aggregate.
 */
export const attachedAsJson = sql<string>`(
  select json_group_array(json_object('id', tags.id, 'tagType', tags.tag_type, 'value', tags.value) order by tags.id)
    filter (where tags.deleted_at is null)
  from tags where tags.asset_id = ${assets.id})`

export function tagReads(db: Db) {
  const ofParents = (column: typeof tags.assetId | typeof tags.locationId) =>
    db
      .select()
      .from(tags)
      .where(and(inJsonList(column, 'ids'), isNull(tags.deletedAt)))
      .orderBy(tags.id)
      .prepare()
  const ofAssets = ofParents(tags.assetId)
  const ofLocations = ofParents(tags.locationId)
  const attachedTo = attachedTags(db)
  const byValue = db
    .select()
    .from(tags)
    .where(
      and(
        eq(tags.organizationId, arg('organizationId')),
        eq(tags.tagType, arg('tagType')),
        eq(tags.value, arg('value')),
        isNull(tags.deletedAt),
      ),
    )
    .prepare()
  const matchesBy = (condition: SQL | undefined) =>
    db
      .select({
        tagId: tags.id,
        assetId: tags.assetId,
        locationId: tags.locationId,
        tagType: tags.tagType,
        value: tags.value,
        normalized: tags.normalized,
        identity: tags.identity,
      })
      .from(tags)
      .leftJoin(assets, eq(assets.id, tags.assetId))
      .leftJoin(locations, eq(locations.id, tags.locationId))
      .where(
        and(
          eq(tags.organizationId, arg('organizationId')),
          isNull(tags.deletedAt),
          isNull(assets.deletedAt),
          isNull(locations.deletedAt),
          condition,
        ),
      )
      .prepare()
  const ofType = eq(tags.tagType, arg('tagType'))
  const withValues = matchesBy(and(ofType, inJsonList(tags.value, 'list')))
  const withNormalized = matchesBy(and(ofType, inJsonList(tags.normalized, 'list')))
  const withIdentities = matchesBy(and(sql`${tags.identity} <> ''`, inJsonList(tags.identity, 'list')))
  const unidentified = db
    .select({ id: tags.id, tagType: tags.tagType, value: tags.value })
    .from(tags)
    .where(isNull(tags.identity))
    .orderBy(tags.id)
    .limit(arg('limit'))
    .prepare()
  const version = db
    .select({ version: sql<string>`cast(${tagsVersion.version} as text)` })
    .from(tagsVersion)
    .prepare()
  return {
    /** Returns the live tags of assets, in order of creation. The assets must belong to the caller's organization. */
    ofAssets: async (ids: readonly number[]): Promise<TagRow[]> =>
      ofAssets.execute({ ids: JSON.stringify(ids) }),

    /** Returns what lists show of the live tags of assets, in order of creation, with the asset of each. */
    attachedTo,

    /**
     * Returns the live tags of locations, in order of creation. The locations must belong to the caller's organization.
     */
    ofLocations: async (ids: readonly number[]): Promise<TagRow[]> =>
      ofLocations.execute({ ids: JSON.stringify(ids) }),

    async findByValue(organizationId: number, tagType: string, value: string): Promise<TagRow | undefined> {
      const [row] = await byValue.execute({ organizationId, tagType, value })
      return row
    },

    /** Returns a text that no other state of the tags of live assets and locations has. */
    async version(): Promise<string> {
      const [row] = await version.execute()
      return row?.version ?? ''
    },

    /** Returns the tags of live assets and locations with one of these values. */
    matchingValues: async (
      organizationId: number,
      tagType: string,
      values: readonly string[],
    ): Promise<TagMatch[]> => withValues.execute({ organizationId, tagType, list: JSON.stringify(values) }),

    /** Returns the tags of live assets and locations whose value has one of these normal forms. */
    matchingNormalized: async (
      organizationId: number,
      tagType: string,
      normalized: readonly string[],
    ): Promise<TagMatch[]> =>
      withNormalized.execute({ organizationId, tagType, list: JSON.stringify(normalized) }),

    /** Returns the tags of any type of live assets and locations that name one of these objects. */
    matchingIdentities: async (organizationId: number, identities: readonly string[]): Promise<TagMatch[]> =>
      withIdentities.execute({ organizationId, list: JSON.stringify(identities) }),

    /** Returns tags of earlier versions. */
    unidentified: async (limit: number): Promise<UnidentifiedTag[]> => unidentified.execute({ limit }),
  }
}

export function tagWrites(db: Db) {
  const values = {
    organizationId: arg('organizationId'),
    assetId: arg('assetId'),
    locationId: arg('locationId'),
    tagType: arg('tagType'),
    value: arg('value'),
    normalized: arg('normalized'),
    searchValue: arg('searchValue'),
    identity: arg('identity'),
  }
  const insert = db.insert(tags).values(values).prepare()
  const insertWithId = isPostgres(db)
    ? statement(db, db.insert(tags).values({ id: arg('id'), ...values }))
    : undefined
  const identify = db
    .update(tags)
    .set({ identity: setTo('identity') })
    .where(eq(tags.id, arg('id')))
    .prepare()
  const removeAll = (column: typeof tags.assetId | typeof tags.locationId) =>
    db
      .update(tags)
      .set({ deletedAt: setTo('deletedAt') })
      .where(and(eq(column, arg('parentId')), isNull(tags.deletedAt)))
  const ofAsset = removeAll(tags.assetId).prepare()
  const ofLocation = removeAll(tags.locationId).prepare()
  const one = (column: typeof tags.assetId | typeof tags.locationId) =>
    db
      .update(tags)
      .set({ deletedAt: setTo('deletedAt') })
      .where(and(eq(tags.id, arg('id')), eq(column, arg('parentId')), isNull(tags.deletedAt)))
      .returning()
      .prepare()
  const oneOfAsset = one(tags.assetId)
  const oneOfLocation = one(tags.locationId)
  const liveValues = sql`select string_agg(search_value, ${separator}) from tags
    where asset_id = ${arg('assetId')} and deleted_at is null`
  const searchTags = db
    .update(assets)
    .set({ searchTags: sql`coalesce((${liveValues}), '')` })
    .where(eq(assets.id, arg('assetId')))
    .prepare()

  const keysOfDeleted = db
    .delete(tagKeys)
    .where(
      sql`${tagKeys.tagId} in (
        select id from tags where asset_id = ${arg('assetId')} and deleted_at = ${arg('deletedAt')})`,
    )
    .prepare()

  /** Updates the searchable tag values of an asset. */
  async function updateSearchTags(assetId: number): Promise<void> {
    await searchTags.execute({ assetId })
  }

  /** Removes what depends on tags that were deleted at this time. */
  async function forget(assetId: number, deletedAt: Instant): Promise<void> {
    await updateSearchTags(assetId)
    await keysOfDeleted.execute({ assetId, deletedAt })
  }

  /**
   * Inserts a tag of a new asset, which has the searchable values of all its tags, or of a location.
   *
   * @param id a chosen id. The insert is then not awaited
   */
  async function insertInitial(tag: NewTagRow, id?: number): Promise<TagRow> {
    if (id === undefined || !insertWithId)
      return { ...tag, id: idOf(await insert.execute(tag)), deletedAt: null }
    insertWithId({ ...tag, id })
    return { ...tag, id, deletedAt: null }
  }

  return {
    ...tagReads(db),
    insertInitial,

    async insert(tag: NewTagRow): Promise<TagRow> {
      const row = await insertInitial(tag)
      if (tag.assetId !== null) await updateSearchTags(tag.assetId)
      return row
    },

    /** Stores the identity of a tag. @param identity empty: none */
    async identify(id: number, identity: string): Promise<void> {
      await identify.execute({ id, identity })
    },

    /** Soft-deletes a tag and returns it; undefined when the parent has no such live tag. */
    async delete(parent: TagParent, id: number, deletedAt: Instant): Promise<TagRow | undefined> {
      const [removed] =
        'assetId' in parent
          ? await oneOfAsset.execute({ id, parentId: parent.assetId, deletedAt })
          : await oneOfLocation.execute({ id, parentId: parent.locationId, deletedAt })
      if ('assetId' in parent) await forget(parent.assetId, deletedAt)
      return removed
    },

    async deleteAll(parent: TagParent, deletedAt: Instant): Promise<void> {
      if ('assetId' in parent) {
        await ofAsset.execute({ parentId: parent.assetId, deletedAt })
        await forget(parent.assetId, deletedAt)
      } else await ofLocation.execute({ parentId: parent.locationId, deletedAt })
    },
  }
}
