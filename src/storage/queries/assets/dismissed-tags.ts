import { and, desc, eq, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { unknownTags } from '../../sql/tables'
import { dismissedTags } from '../../sql/tag-tables'

export type DismissedTagRow = typeof dismissedTags.$inferSelect

/** A tag by its normal form. */
interface TagName {
  readonly organizationId: number
  readonly tagType: string
  readonly normalized: string
}

/** A tag that was read. */
interface ReadTag extends TagName {
  /** The object that it names; empty: none. */
  readonly identity: string
}

export function dismissedTagReads(db: Db) {
  const ofOrganization = eq(dismissedTags.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(dismissedTags)
    .where(ofOrganization)
    .orderBy(desc(dismissedTags.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(dismissedTags)
    .where(ofOrganization)
    .prepare()
  const kindCount = db
    .select({ count: sql<number>`count(*)` })
    .from(dismissedTags)
    .where(and(ofOrganization, eq(dismissedTags.isPrefix, arg('isPrefix') as unknown as boolean)))
    .prepare()

  return {
    /** Returns the dismissed tags and prefixes, the latest first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: DismissedTagRow[]; total: number }> {
      const [counted] = await count.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: counted?.count ?? 0 }
    },

    /** Returns the number of dismissed tags, or of dismissed prefixes. */
    async count(organizationId: number, isPrefix: boolean): Promise<number> {
      const [counted] = await kindCount.execute({ organizationId, isPrefix })
      return counted?.count ?? 0
    },
  }
}

/** Ends the range of texts with a beginning. No text begins with it. */
const lastCodePoint = '\u{10ffff}'

export function dismissedTagWrites(db: Db) {
  const insert = db
    .insert(dismissedTags)
    .values({
      organizationId: arg('organizationId'),
      tagType: arg('tagType') as unknown as DismissedTagRow['tagType'],
      value: arg('value'),
      normalized: arg('normalized'),
      isPrefix: arg('isPrefix') as unknown as boolean,
      dismissedAt: arg('dismissedAt') as unknown as DismissedTagRow['dismissedAt'],
      identity: arg('identity'),
    })
    .onConflictDoNothing()
    .returning()
    .prepare()
  const remove = db
    .delete(dismissedTags)
    .where(and(eq(dismissedTags.organizationId, arg('organizationId')), eq(dismissedTags.id, arg('id'))))
    .returning()
    .prepare()
  const field = (name: string) => sql`tag.value ->> ${sql.raw(`'${name}'`)}`
  const isOfOrganization = sql`organization_id = cast(${field('organizationId')} as bigint)`
  const isOfTag = sql`${isOfOrganization} and tag_type = ${field('tagType')}`
  const among = db
    .select({ at: sql<number>`tag.key` })
    .from(sql`json_each(${arg('tags')}) as tag`)
    .where(
      sql`exists (select 1 from dismissed_tags where ${isOfTag} and is_prefix = 0
          and normalized = ${field('normalized')})
        or exists (select 1 from dismissed_tags where ${isOfTag} and is_prefix = 1
          and substr(${field('normalized')}, 1, length(normalized)) = normalized)
        or exists (select 1 from dismissed_tags where ${isOfOrganization} and identity <> ''
          and identity = ${field('identity')})`,
    )
    .prepare()
  const matching = db
    .select({ id: unknownTags.id })
    .from(unknownTags)
    .where(
      and(
        eq(unknownTags.organizationId, arg('organizationId')),
        eq(unknownTags.tagType, arg('tagType') as unknown as DismissedTagRow['tagType']),
        sql`${unknownTags.normalized} >= ${arg('normalized')}`,
        sql`${unknownTags.normalized} < ${arg('end')}`,
      ),
    )
    .limit(arg('limit'))
    .prepare()

  const named = db
    .select({ id: dismissedTags.id })
    .from(dismissedTags)
    .where(
      and(
        eq(dismissedTags.organizationId, arg('organizationId')),
        eq(dismissedTags.identity, arg('identity')),
        sql`${dismissedTags.identity} <> ''`,
      ),
    )
    .limit(1)
    .prepare()

  return {
    ...dismissedTagReads(db),

    /** Whether a tag is dismissed that names this object. */
    async isNamed(organizationId: number, identity: string): Promise<boolean> {
      return (await named.execute({ organizationId, identity })).length > 0
    },

    /** Inserts a dismissed tag or prefix and returns it; undefined when it is dismissed already. */
    async insert(row: Omit<DismissedTagRow, 'id'>): Promise<DismissedTagRow | undefined> {
      return (await insert.execute(row))[0]
    },

    /** Deletes a dismissed tag or prefix and returns it; undefined when the organization has none with this id. */
    async delete(organizationId: number, id: number): Promise<DismissedTagRow | undefined> {
      return (await remove.execute({ organizationId, id }))[0]
    },

    /** Returns the positions of the tags that are dismissed. */
    async among(tags: readonly ReadTag[]): Promise<Set<number>> {
      const rows = await among.execute({ tags: JSON.stringify(tags) })
      return new Set(rows.map(({ at }) => at))
    },

    /** Returns the ids of at most `limit` unknown tags whose normal form begins with this one. */
    async matching(name: TagName, limit: number): Promise<number[]> {
      return (await matching.execute({ ...name, end: name.normalized + lastCodePoint, limit })).map(
        ({ id }) => id,
      )
    },
  }
}
