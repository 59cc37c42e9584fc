import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import type { Db } from '../../sql/database'
import { invitations, organizations, users } from '../../sql/account-tables'

export type InvitationRow = typeof invitations.$inferSelect

/** An invitation with the names of its organization and its inviter, and without its secret. */
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
    /** Lists the invitations that can be accepted, oldest first. */
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
    /** Finds an invitation by the hash of its secret. No other authentication is needed. */
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

const forAddress = (email: string, environment: string, at: Instant) =>
  and(eq(invitations.email, email), eq(invitations.environment, environment), gt(invitations.expiresAt, at))

export function invitationWrites(db: Db) {
  return {
    async insert(invitation: Omit<InvitationRow, 'id'>): Promise<number> {
      const [row] = await db.insert(invitations).values(invitation).returning({ id: invitations.id })
      return (row as { id: number }).id
    },
    /** Deletes and returns an invitation that can be accepted. Of two concurrent calls, exactly one succeeds. */
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
    async isInvited(email: string, environment: string, at: Instant): Promise<boolean> {
      const rows = await db
        .select({ id: invitations.id })
        .from(invitations)
        .where(forAddress(email, environment, at))
      return rows.length > 0
    },
    /** Deletes and returns all invitations for the address that can be accepted. */
    async takeAllFor(email: string, environment: string, at: Instant): Promise<InvitationRow[]> {
      return db
        .delete(invitations)
        .where(forAddress(email, environment, at))
        .returning()
    },
    /** Deletes and returns an invitation; undefined when the organization has no such invitation. */
    async revoke(organizationId: number, id: number): Promise<InvitationRow | undefined> {
      const [row] = await db
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId)))
        .returning()
      return row
    },
    /** Revokes the invitations of a user who may no longer invite, so that none of them restores the access. */
    async revokeAllBy(organizationId: number, userId: string): Promise<void> {
      await db
        .delete(invitations)
        .where(and(eq(invitations.organizationId, organizationId), eq(invitations.invitedBy, userId)))
    },
    /** Deletes at most `most` expired invitations. Returns their number. */
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
