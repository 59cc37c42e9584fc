import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Role } from '../../../base/caller'
import type { Instant } from '../../../base/time'
import { chain, type MaybePromise } from '../../../base/turns/maybe-promise'
import { arg, type Db } from '../../sql/database'
import {
  memberships,
  organizations,
  owners,
  passwordResets,
  refreshTokens,
  sessions,
  totpApps,
  users,
} from '../../sql/account-tables'

export type OrganizationRow = typeof organizations.$inferSelect
export type UserRow = typeof users.$inferSelect
type SessionRow = typeof sessions.$inferSelect

/** A session with the current role of its user. */
export interface SessionWithRole extends Omit<SessionRow, 'revokedAt' | 'device' | 'address'> {
  readonly userName: string
  readonly role: Role
  /** Whether the user is an installation owner. */
  readonly isOwner: boolean
  /** Whether the user has an authenticator app. */
  readonly hasSecondFactor: boolean
}

/** An organization with the role of one of its members. */
export interface Membership extends OrganizationRow {
  readonly role: Role
}

export function accountReads(db: Db) {
  const userCount = db
    .select({ count: sql<number>`count(*)` })
    .from(users)
    .prepare()
  const userByEmail = db
    .select()
    .from(users)
    .where(eq(users.email, arg('email')))
    .prepare()
  const userById = db
    .select()
    .from(users)
    .where(eq(users.id, arg('id')))
    .prepare()
  const organizationById = db
    .select()
    .from(organizations)
    .where(eq(organizations.id, arg('id')))
    .prepare()
  const slugTaken = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, arg('slug')))
    .prepare()
  const retentions = db
    .select({ id: organizations.id, days: organizations.historyRetentionDays })
    .from(organizations)
    .where(isNotNull(organizations.historyRetentionDays))
    .prepare()
  const auditRetentions = db
    .select({ id: organizations.id, days: organizations.auditDays })
    .from(organizations)
    .prepare()
  const allOrganizations = db.select().from(organizations).orderBy(asc(organizations.id)).prepare()
  const eventLogLimits = db
    .select({ id: organizations.id, days: organizations.eventLogDays, max: organizations.eventLogMax })
    .from(organizations)
    .prepare()
  const membershipsOf = db
    .select({
      id: organizations.id,
      name: organizations.name,
      slug: organizations.slug,
      createdAt: organizations.createdAt,
      historyRetentionDays: organizations.historyRetentionDays,
      auditDays: organizations.auditDays,
      eventLogDays: organizations.eventLogDays,
      eventLogMax: organizations.eventLogMax,
      gs1CompanyPrefix: organizations.gs1CompanyPrefix,
      sensitivity: organizations.sensitivity,
      mailLanguage: organizations.mailLanguage,
      timeZone: organizations.timeZone,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, arg('userId')))
    .orderBy(asc(organizations.id))
    .prepare()
  const liveSession = db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      userName: users.name,
      organizationId: sessions.organizationId,
      environment: sessions.environment,
      createdAt: sessions.createdAt,
      issuer: sessions.issuer,
      role: memberships.role,
      isOwner: sql`${owners.userId} is not null`.mapWith(Boolean),
      hasSecondFactor: sql`${totpApps.confirmedAt} is not null`.mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(
      memberships,
      and(eq(memberships.userId, sessions.userId), eq(memberships.organizationId, sessions.organizationId)),
    )
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(owners, eq(owners.userId, sessions.userId))
    .leftJoin(totpApps, eq(totpApps.userId, sessions.userId))
    .where(and(eq(sessions.id, arg('id')), isNull(sessions.revokedAt)))
    .prepare()

  return {
    async hasUsers(): Promise<boolean> {
      const [counted] = await userCount.execute()
      return (counted?.count ?? 0) > 0
    },
    /** Finds a user by the case-folded email address. */
    async findUserByEmail(email: string): Promise<UserRow | undefined> {
      const [row] = await userByEmail.execute({ email })
      return row
    },
    async findUser(id: string): Promise<UserRow | undefined> {
      const [row] = await userById.execute({ id })
      return row
    },
    findOrganization: (id: number): MaybePromise<OrganizationRow | undefined> =>
      chain(organizationById.execute({ id }), ([row]) => row),
    async isSlugTaken(slug: string): Promise<boolean> {
      return (await slugTaken.execute({ slug })).length > 0
    },
    async findOrganizationId(slug: string): Promise<number | undefined> {
      const [row] = await slugTaken.execute({ slug })
      return row?.id
    },
    /** Lists the organizations with a retention of the history, in days. */
    async retentions(): Promise<{ id: number; days: number }[]> {
      const rows = await retentions.execute()
      return rows.flatMap(({ id, days }) => (days === null ? [] : [{ id, days }]))
    },
    /** Returns the limits of the event logs, in days and in events. */
    eventLogLimits: async (): Promise<{ id: number; days: number; max: number }[]> =>
      eventLogLimits.execute(),
    /** Lists the retention of the audit log of each organization, in days. Null means forever. */
    auditRetentions: async (): Promise<{ id: number; days: number | null }[]> => auditRetentions.execute(),
    organizations: async (): Promise<OrganizationRow[]> => allOrganizations.execute(),
    membershipsOf: async (userId: string): Promise<Membership[]> => membershipsOf.execute({ userId }),
    /** Returns a session that is not revoked, of a user who is a member, with the current role and name. */
    findSession: (id: string): MaybePromise<SessionWithRole | undefined> =>
      chain(liveSession.execute({ id }), ([row]) => row),
  }
}

export function accountWrites(db: Db) {
  return {
    ...accountReads(db),

    async insertOrganization(
      organization: Pick<OrganizationRow, 'name' | 'slug' | 'createdAt'>,
    ): Promise<OrganizationRow> {
      const [row] = await db.insert(organizations).values(organization).returning()
      return row as OrganizationRow
    },
    async updateOrganization(
      id: number,
      changes: Pick<
        OrganizationRow,
        'name' | 'historyRetentionDays' | 'auditDays' | 'sensitivity' | 'eventLogDays' | 'eventLogMax'
      > &
        Partial<Pick<OrganizationRow, 'gs1CompanyPrefix' | 'mailLanguage' | 'timeZone'>>,
    ): Promise<void> {
      await db.update(organizations).set(changes).where(eq(organizations.id, id))
    },
    async insertUser(user: UserRow): Promise<void> {
      await db.insert(users).values(user)
    },
    async renameUser(id: string, name: string): Promise<void> {
      await db.update(users).set({ name }).where(eq(users.id, id))
    },
    /** Sets a password. A reset link of the user stops working, because it was for the earlier password. */
    async setPassword(id: string, passwordHash: string): Promise<void> {
      await db.delete(passwordResets).where(eq(passwordResets.userId, id))
      await db.update(users).set({ passwordHash }).where(eq(users.id, id))
    },
    async insertMembership(userId: string, organizationId: number, role: Role): Promise<void> {
      await db.insert(memberships).values({ userId, organizationId, role })
    },
    async insertSession(session: Omit<SessionRow, 'revokedAt'>): Promise<void> {
      await db.insert(sessions).values(session)
    },
    async moveSession(id: string, organizationId: number): Promise<void> {
      await db.update(sessions).set({ organizationId }).where(eq(sessions.id, id))
    },
    async revokeSession(id: string, at: Instant): Promise<void> {
      await db
        .update(sessions)
        .set({ revokedAt: at })
        .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    },
    /** Deletes at most `most` sessions without a refresh token. Returns their number. */
    async deleteSpentSessions(most: number): Promise<number> {
      const chain = db
        .select({ hash: refreshTokens.hash })
        .from(refreshTokens)
        .where(eq(refreshTokens.chainId, sessions.id))
      const spent = db.select({ id: sessions.id }).from(sessions).where(notExists(chain)).limit(most)
      const deleted = await db
        .delete(sessions)
        .where(inArray(sessions.id, spent))
        .returning({ id: sessions.id })
      return deleted.length
    },
  }
}
