import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { sharedTags } from '../../sql/tag-tables'
import { assets, locations, tags } from '../../sql/tables'
import type { AttachedTag } from './tags'

/** Tags that several assets or locations have. */

/** A live tag with the asset or location that has it. Either `assetId` or `locationId` is null. */
export interface OwnedTag extends AttachedTag {
  readonly assetId: number | null
  readonly locationId: number | null
  readonly ownerKey: string
  readonly ownerName: string
}

/** The normal form of a tag that several assets or locations have. */
export type SharedTag = Pick<typeof sharedTags.$inferSelect, 'tagType' | 'normalized'>

export function sharedTagReads(db: Db) {
  const owned = (condition: SQL | undefined) =>
    db
      .select({
        id: tags.id,
        tagType: tags.tagType,
        value: tags.value,
        assetId: tags.assetId,
        locationId: tags.locationId,
        ownerKey: sql<string>`coalesce(${assets.externalKey}, ${locations.externalKey})`,
        ownerName: sql<string>`coalesce(${assets.name}, ${locations.name})`,
      })
      .from(tags)
      .leftJoin(assets, eq(assets.id, tags.assetId))
      .leftJoin(locations, eq(locations.id, tags.locationId))
      .where(and(eq(tags.organizationId, arg('organizationId')), isNull(tags.deletedAt), condition))
      .orderBy(tags.id)
      .limit(arg('limit'))
      .prepare()
  const sameAs = owned(and(eq(tags.tagType, arg('tagType')), eq(tags.normalized, arg('normalized'))))
  const naming = owned(and(eq(tags.identity, arg('identity')), sql`${tags.identity} <> ''`))
  const ofSharing = eq(sharedTags.organizationId, arg('organizationId'))
  const shared = db
    .select({ tagType: sharedTags.tagType, normalized: sharedTags.normalized })
    .from(sharedTags)
    .where(ofSharing)
    .orderBy(sharedTags.tagType, sharedTags.normalized)
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const sharedCount = db
    .select({ count: sql<number>`count(*)` })
    .from(sharedTags)
    .where(ofSharing)
    .prepare()

  return {
    /** Returns the first `limit` live tags with this normal form, oldest first. */
    sameAs: async (
      organizationId: number,
      tagType: string,
      normalized: string,
      limit: number,
    ): Promise<OwnedTag[]> => sameAs.execute({ organizationId, tagType, normalized, limit }),

    /** Returns the first `limit` live tags, of any type, that name an object, oldest first. */
    ownedNaming: async (organizationId: number, identity: string, limit: number): Promise<OwnedTag[]> =>
      identity === '' ? [] : naming.execute({ organizationId, identity, limit }),

    /** Returns the normal forms of tags that several assets or locations have. */
    async shared(organizationId: number, slice: Slice): Promise<{ rows: SharedTag[]; total: number }> {
      const [counted] = await sharedCount.execute({ organizationId })
      return { rows: await shared.execute({ organizationId, ...slice }), total: counted?.count ?? 0 }
    },
  }
}
