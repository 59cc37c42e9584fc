import { asc, desc, eq, sql } from 'drizzle-orm'
import { organizations } from '../../sql/account-tables'
import { arg, type Db } from '../../sql/database'
import { stayChanges } from '../../sql/count-tables'

/** How far the stays follow the histories (docs/decisions/0043-stays.md). */
export function stayReads(db: Db) {
  const changed = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(sql`exists (select 1 from stay_changes where organization_id = ${organizations.id})`)
    .prepare()
  const end = (direction: typeof asc) =>
    db
      .select({ id: stayChanges.id })
      .from(stayChanges)
      .where(eq(stayChanges.organizationId, arg('organizationId')))
      .orderBy(direction(stayChanges.id))
      .limit(1)
      .prepare()
  const newest = end(desc)
  const oldest = end(asc)

  const all = db.select({ id: organizations.id }).from(organizations).prepare()

  return {
    /** Returns the ids of all organizations. */
    organizations: async (): Promise<number[]> => (await all.execute()).map(({ id }) => id),
    /** Returns the organizations that have changes whose stays are not stored yet. */
    changedOrganizations: async (): Promise<number[]> => (await changed.execute()).map(({ id }) => id),
    /** Returns the id of the newest change of an organization; undefined without one. */
    newestChange: async (organizationId: number): Promise<number | undefined> =>
      (await newest.execute({ organizationId }))[0]?.id,
    /** Returns the id of the oldest change of an organization; undefined without one. */
    oldestChange: async (organizationId: number): Promise<number | undefined> =>
      (await oldest.execute({ organizationId }))[0]?.id,
  }
}
