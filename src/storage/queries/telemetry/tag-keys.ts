import { and, eq, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { tags } from '../../sql/tables'
import { tagKeys } from '../../sql/tag-tables'

/** Which tags have a key (docs/decisions/0052-telemetry.md). */
export function tagKeyReads(db: Db) {
  const tagIds = db
    .select({ tagId: tagKeys.tagId })
    .from(tags)
    .crossJoin(tagKeys)
    .where(
      and(
        eq(tags.assetId, arg('assetId')),
        eq(tags.organizationId, arg('organizationId')),
        eq(tagKeys.tagId, tags.id),
      ),
    )
    .orderBy(tagKeys.tagId)
    .prepare()
  return {
    /** Returns the tags of an asset that have a key. */
    tagIdsOf: async (organizationId: number, assetId: number): Promise<number[]> =>
      (await tagIds.execute({ organizationId, assetId })).map(({ tagId }) => tagId),
  }
}

/** The sealed keys of tags, which no response contains. */
export function tagKeyWrites(db: Db) {
  const ofTags = db
    .select({ tagId: tagKeys.tagId, sealed: tagKeys.sealed })
    .from(sql`json_each(${arg('tagIds')}, '$') as wanted`)
    .crossJoin(tagKeys)
    .where(eq(tagKeys.tagId, sql`wanted.value`))
    .prepare()
  return {
    /** Returns the keys of those of the tags that have one. */
    ofTags: async (tagIds: readonly number[]): Promise<{ tagId: number; sealed: string }[]> =>
      ofTags.execute({ tagIds: JSON.stringify(tagIds) }),
    async set(organizationId: number, tagId: number, sealed: string): Promise<void> {
      await db
        .insert(tagKeys)
        .values({ tagId, organizationId, sealed })
        .onConflictDoUpdate({ target: tagKeys.tagId, set: { sealed } })
    },
    /** Returns whether the tag had a key. */
    async delete(tagId: number): Promise<boolean> {
      const deleted = await db
        .delete(tagKeys)
        .where(eq(tagKeys.tagId, tagId))
        .returning({ id: tagKeys.tagId })
      return deleted.length > 0
    },
  }
}
