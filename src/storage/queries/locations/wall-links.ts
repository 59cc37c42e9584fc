import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { wallLinks } from '../../sql/place-tables'
import { users } from '../../sql/account-tables'
import { locations } from '../../sql/tables'

export type WallLinkRow = typeof wallLinks.$inferSelect

/** A wall link with the name of its location and of its creator, and without its secret. */
export interface ListedWallLink extends Omit<WallLinkRow, 'tokenHash' | 'createdBy' | 'organizationId'> {
  readonly locationName: string
  /** Null when the account of the creator is gone. */
  readonly creator: string | null
}

export function wallLinkReads(db: Db) {
  return {
    /** Lists the links of an organization, oldest first. */
    async list(
      organizationId: number,
      { limit, offset }: Slice,
    ): Promise<{ rows: ListedWallLink[]; total: number }> {
      const ofOrganization = eq(wallLinks.organizationId, organizationId)
      const [counted] = await db
        .select({ count: sql<number>`count(*)` })
        .from(wallLinks)
        .where(ofOrganization)
      const rows = await db
        .select({
          id: wallLinks.id,
          locationId: wallLinks.locationId,
          locationName: locations.name,
          name: wallLinks.name,
          creator: users.name,
          createdAt: wallLinks.createdAt,
        })
        .from(wallLinks)
        .innerJoin(locations, eq(locations.id, wallLinks.locationId))
        .leftJoin(users, eq(users.id, wallLinks.createdBy))
        .where(ofOrganization)
        .orderBy(asc(wallLinks.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: counted?.count ?? 0 }
    },

    /** Finds a link of a live location, in any organization. The caller compares the hash of its secret. */
    async find(id: number): Promise<WallLinkRow | undefined> {
      const [row] = await db
        .select({ link: wallLinks })
        .from(wallLinks)
        .innerJoin(locations, eq(locations.id, wallLinks.locationId))
        .where(and(eq(wallLinks.id, id), isNull(locations.deletedAt)))
      return row?.link
    },
  }
}

export function wallLinkWrites(db: Db) {
  return {
    ...wallLinkReads(db),

    async insert(link: Omit<WallLinkRow, 'id'>): Promise<number> {
      const [row] = await db.insert(wallLinks).values(link).returning({ id: wallLinks.id })
      return (row as { id: number }).id
    },

    /** Deletes and returns a link; undefined when the organization has no such link. */
    async revoke(organizationId: number, id: number): Promise<WallLinkRow | undefined> {
      const [row] = await db
        .delete(wallLinks)
        .where(and(eq(wallLinks.id, id), eq(wallLinks.organizationId, organizationId)))
        .returning()
      return row
    },
  }
}
