import { and, asc, eq, sql } from 'drizzle-orm'
import type { Role } from '../../../base/caller'
import { arg, type Db, inJsonList } from '../../sql/database'
import { memberships, organizations, owners, users } from '../../sql/account-tables'

/** A member, with the fields that other members may see. */
export interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** A user and one membership. A user without a membership has one row with nulls. */
export interface UserMembership {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly isOwner: boolean
  readonly organization: string | null
  readonly role: Role | null
}

export function memberReads(db: Db) {
  const columns = { userId: users.id, name: users.name, email: users.email, role: memberships.role }
  const inOrganization = eq(memberships.organizationId, arg('organizationId'))
  const page = db
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(inOrganization)
    .orderBy(asc(users.name), asc(users.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(memberships)
    .where(inOrganization)
    .prepare()
  const one = db
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inOrganization, eq(memberships.userId, arg('userId'))))
    .prepare()

  const some = db
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inOrganization, inJsonList(memberships.userId, 'userIds')))
    .prepare()

  const everyone = db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      isOwner: sql`${owners.userId} is not null`.mapWith(Boolean),
      organization: organizations.slug,
      role: memberships.role,
    })
    .from(users)
    .leftJoin(owners, eq(owners.userId, users.id))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .orderBy(asc(users.email), asc(organizations.slug))
    .prepare()

  return {
    /** Lists all users of the installation with their memberships, for the operator of the machine. */
    everyone: async (): Promise<UserMembership[]> => everyone.execute(),

    /** Lists members by name. */
    async list(
      organizationId: number,
      slice: { limit: number; offset: number },
    ): Promise<{ rows: Member[]; total: number }> {
      const [counted] = await count.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: counted?.count ?? 0 }
    },
    /** Returns those of these users who are members. */
    among: async (organizationId: number, userIds: readonly string[]): Promise<Member[]> =>
      some.execute({ organizationId, userIds: JSON.stringify(userIds) }),
    async find(organizationId: number, userId: string): Promise<Member | undefined> {
      const [row] = await one.execute({ organizationId, userId })
      return row
    },
  }
}

export function memberWrites(db: Db) {
  const membershipOf = (organizationId: number, userId: string) =>
    and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId))

  return {
    ...memberReads(db),

    async countAdmins(organizationId: number): Promise<number> {
      const [counted] = await db
        .select({ count: sql<number>`count(*)` })
        .from(memberships)
        .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'admin')))
      return counted?.count ?? 0
    },
    async setRole(organizationId: number, userId: string, role: Role): Promise<void> {
      await db.update(memberships).set({ role }).where(membershipOf(organizationId, userId))
    },
    async remove(organizationId: number, userId: string): Promise<void> {
      await db.delete(memberships).where(membershipOf(organizationId, userId))
    },
  }
}
