import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { localSignIns, recoveryCodes, totpApps } from '../../sql/account-tables'
import type { Db } from '../../sql/database'

export type TotpApp = typeof totpApps.$inferSelect

/** The second factors of users, and the accounts whose password is accepted although local sign-in is off. */
export function secondFactorReads(db: Db) {
  return {
    /** Finds the authenticator app of a user, including one that is not confirmed yet. */
    async findApp(userId: string): Promise<TotpApp | undefined> {
      const [row] = await db.select().from(totpApps).where(eq(totpApps.userId, userId))
      return row
    },
    async countRecoveryCodes(userId: string): Promise<number> {
      const [counted] = await db
        .select({ count: sql<number>`count(*)` })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId))
      return counted?.count ?? 0
    },
    async mayUsePassword(userId: string, at: Instant): Promise<boolean> {
      const rows = await db
        .select({ userId: localSignIns.userId })
        .from(localSignIns)
        .where(and(eq(localSignIns.userId, userId), gt(localSignIns.expiresAt, at)))
      return rows.length > 0
    },
  }
}

export function secondFactorWrites(db: Db) {
  const removeRecoveryCodes = async (userId: string): Promise<void> => {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  }

  return {
    ...secondFactorReads(db),

    /** Stores an app that is not confirmed yet. Replaces an earlier one. */
    async putApp(app: Pick<TotpApp, 'userId' | 'secret' | 'createdAt'>): Promise<void> {
      const row = { ...app, confirmedAt: null, lastStep: 0 }
      await db.insert(totpApps).values(row).onConflictDoUpdate({ target: totpApps.userId, set: row })
    },
    async confirmApp(userId: string, at: Instant): Promise<void> {
      await db.update(totpApps).set({ confirmedAt: at }).where(eq(totpApps.userId, userId))
    },
    /** Marks the time step as used. Returns false if it, or a later one, was used before. */
    async useStep(userId: string, step: number): Promise<boolean> {
      const used = await db
        .update(totpApps)
        .set({ lastStep: step })
        .where(and(eq(totpApps.userId, userId), lt(totpApps.lastStep, step)))
        .returning({ userId: totpApps.userId })
      return used.length > 0
    },
    /** Deletes the recovery code. Returns false if it does not exist. */
    async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
      const used = await db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash)))
        .returning({ hash: recoveryCodes.hash })
      return used.length > 0
    },
    /** Replaces the recovery codes of a user. */
    async putRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
      await removeRecoveryCodes(userId)
      await db.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
    },
    /** Deletes the app and the recovery codes of a user. Returns false if there was no confirmed app. */
    async remove(userId: string): Promise<boolean> {
      await removeRecoveryCodes(userId)
      const removed = await db
        .delete(totpApps)
        .where(and(eq(totpApps.userId, userId), isNotNull(totpApps.confirmedAt)))
        .returning({ userId: totpApps.userId })
      return removed.length > 0
    },
    /** Accepts the password of a user until `expiresAt` although local sign-in is off. */
    async allowPassword(userId: string, expiresAt: Instant): Promise<void> {
      await db
        .insert(localSignIns)
        .values({ userId, expiresAt })
        .onConflictDoUpdate({ target: localSignIns.userId, set: { expiresAt } })
    },
  }
}
