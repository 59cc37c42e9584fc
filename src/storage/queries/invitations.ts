import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import type { Db } from '../sql/database'
import { invitations, organizations, users } from '../sql/tables'

export type InvitationRow = typeof invitations.$inferSelect

/** With the names that go with it, and without what would let somebody accept it. */
export interface PendingInvitation extends Omit<InvitationRow, 'tokenHash' | 'environment' | 'invitedBy'> {
  readonly organizationName: string
  readonly inviter: string
}

export function invitationReads(db: Db) {
  const pending = () =>
    db
      .select({
        id: invitations.id,
        organizationId: invitations.organizationId,
        organizationName: organizations.name,
        email: invitations.email,
        role: invitations.role,
        inviter: users.name,
        createdAt: invitations.createdAt,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .innerJoin(users, eq(users.id, invitations.invitedBy))

  return {
    /** Those that can still be accepted, oldest first. */
    async list(
      organizationId: number,
      environment: string,
      at: Instant,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ rows: PendingInvitation[]; total: number }> {
      const ofOrganization = and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.environment, environment),
        gt(invitations.expiresAt, at),
      )
      const [counted] = await db
        .select({ count: sql<number>`count(*)` })
        .from(invitations)
        .where(ofOrganization)
      const rows = await pending()
        .where(ofOrganization)
        .orderBy(asc(invitations.createdAt), asc(invitations.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: counted?.count ?? 0 }
    },
    /** By the hash of its secret, which is all that is asked of the caller. */
    async find(tokenHash: string, environment: string, at: Instant): Promise<PendingInvitation | undefined> {
      const [row] = await pending().where(
        and(
          eq(invitations.tokenHash, tokenHash),
          eq(invitations.environment, environment),
          gt(invitations.expiresAt, at),
        ),
      )
      return row
    },
  }
}

export function invitationWrites(db: Db) {
  return {
    async insert(invitation: Omit<InvitationRow, 'id'>): Promise<number> {
      const [row] = await db.insert(invitations).values(invitation).returning({ id: invitations.id })
      return (row as { id: number }).id
    },
    /** Spends one that can still be accepted; of two attempts exactly one succeeds. */
    async take(tokenHash: string, environment: string, at: Instant): Promise<InvitationRow | undefined> {
      const [row] = await db
        .delete(invitations)
        .where(
          and(
            eq(invitations.tokenHash, tokenHash),
            eq(invitations.environment, environment),
            gt(invitations.expiresAt, at),
          ),
        )
        .returning()
      return row
    },
    /** Undefined where the organization has no such invitation. */
    async revoke(organizationId: number, id: number): Promise<InvitationRow | undefined> {
      const [row] = await db
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId)))
        .returning()
      return row
    },
    /** Whoever may not invite any more must not have a way back in. */
    async revokeAllBy(organizationId: number, userId: string): Promise<void> {
      await db
        .delete(invitations)
        .where(and(eq(invitations.organizationId, organizationId), eq(invitations.invitedBy, userId)))
    },
    /** `most` at a time; answers how many they were. */
    async deleteExpired(at: Instant, most: number): Promise<number> {
      const expired = db
        .select({ id: invitations.id })
        .from(invitations)
        .where(lte(invitations.expiresAt, at))
        .limit(most)
      const deleted = await db
        .delete(invitations)
        .where(inArray(invitations.id, expired))
        .returning({ id: invitations.id })
      return deleted.length
    },
  }
}
