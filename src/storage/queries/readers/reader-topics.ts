import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { installation, organizations } from '../../sql/account-tables'
import { arg, type Db } from '../../sql/database'
import { readers } from '../../sql/tables'

/** What the topics of readers and their connections depend on, in the whole installation. */

/** Maximum number of organizations whose readers share a key, for a refused connection. */
const ownersMax = 20

export function readerTopicReads(db: Db) {
  const withKey = db
    .select({ id: readers.id })
    .from(readers)
    .where(
      and(eq(readers.externalKey, arg('externalKey')), eq(readers.kind, 'fixed'), isNull(readers.deletedAt)),
    )
    .limit(ownersMax)
    .prepare()
  const topics = db
    .select({
      id: readers.id,
      organizationId: readers.organizationId,
      topic: sql<string>`${readers.topic}`,
    })
    .from(readers)
    .where(and(isNotNull(readers.topic), isNull(readers.deletedAt)))
    .orderBy(readers.id)
    .prepare()
  const slug = db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(eq(organizations.id, arg('organizationId')))
    .prepare()

  return {
    /** Returns the ids of the fixed readers with this key, of any organization; not all when there are very many. */
    async fixedWithKey(externalKey: string): Promise<number[]> {
      return (await withKey.execute({ externalKey })).map(({ id }) => id)
    },
    /** Returns the topic filters of the whole installation, which must not overlap. */
    allTopics: async (): Promise<{ id: number; organizationId: number; topic: string }[]> => topics.execute(),
    /** Returns the id that distinguishes this installation from others on the same external broker. */
    async installationId(): Promise<string> {
      const [row] = await db.select().from(installation)
      if (!row) throw new Error('The installation has no id.')
      return row.id
    },
    async slugOf(organizationId: number): Promise<string> {
      const [row] = await slug.execute({ organizationId })
      if (!row) throw new Error(`There is no organization ${organizationId}.`)
      return row.slug
    },
    async otherSlugs(organizationId: number): Promise<string[]> {
      const rows = await db
        .select({ slug: organizations.slug })
        .from(organizations)
        .where(ne(organizations.id, organizationId))
      return rows.map((row) => row.slug)
    },
  }
}
