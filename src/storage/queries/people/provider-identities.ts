import { and, asc, eq } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { providerIdentities } from '../../sql/account-tables'
import type { Db } from '../../sql/database'

type ProviderIdentity = typeof providerIdentities.$inferSelect

/** The users of providers, by issuer and subject. */
export function providerIdentityReads(db: Db) {
  return {
    async list(userId: string): Promise<ProviderIdentity[]> {
      return db
        .select()
        .from(providerIdentities)
        .where(eq(providerIdentities.userId, userId))
        .orderBy(asc(providerIdentities.issuer), asc(providerIdentities.subject))
    },
    async findUserId(issuer: string, subject: string): Promise<string | undefined> {
      const [row] = await db
        .select({ userId: providerIdentities.userId })
        .from(providerIdentities)
        .where(and(eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject)))
      return row?.userId
    },
  }
}

export function providerIdentityWrites(db: Db) {
  return {
    ...providerIdentityReads(db),

    async insert(identity: ProviderIdentity & { readonly createdAt: Instant }): Promise<void> {
      await db.insert(providerIdentities).values(identity)
    },
    /** Deletes the identities of a user at the issuer. Returns their number. */
    async remove(userId: string, issuer: string): Promise<number> {
      const removed = await db
        .delete(providerIdentities)
        .where(and(eq(providerIdentities.userId, userId), eq(providerIdentities.issuer, issuer)))
        .returning({ subject: providerIdentities.subject })
      return removed.length
    },
  }
}
