import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import type { Db } from '../../sql/database'
import { passwordResets } from '../../sql/account-tables'

const isUsable = (tokenHash: string, at: Instant) =>
  and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, at))

type PasswordResetRow = typeof passwordResets.$inferSelect

export function passwordResetReads(db: Db) {
  return {
    /** Returns whether the link can be used. */
    async isUsable(tokenHash: string, at: Instant): Promise<boolean> {
      const rows = await db
        .select({ userId: passwordResets.userId })
        .from(passwordResets)
        .where(isUsable(tokenHash, at))
      return rows.length > 0
    },
  }
}

export function passwordResetWrites(db: Db) {
  return {
    /** Stores a link. Replaces an earlier link of the user. */
    async put(reset: PasswordResetRow): Promise<void> {
      const { tokenHash, expiresAt, createdBy } = reset
      await db
        .insert(passwordResets)
        .values(reset)
        .onConflictDoUpdate({ target: passwordResets.userId, set: { tokenHash, expiresAt, createdBy } })
    },
    /** Deletes and returns a valid link. Of two concurrent calls, exactly one succeeds. */
    async take(tokenHash: string, at: Instant): Promise<PasswordResetRow | undefined> {
      const [row] = await db.delete(passwordResets).where(isUsable(tokenHash, at)).returning()
      return row
    },
    /** Deletes at most `most` expired links. Returns their number. */
    async deleteExpired(at: Instant, most: number): Promise<number> {
      const expired = db
        .select({ userId: passwordResets.userId })
        .from(passwordResets)
        .where(lte(passwordResets.expiresAt, at))
        .limit(most)
      const deleted = await db
        .delete(passwordResets)
        .where(inArray(passwordResets.userId, expired))
        .returning({ userId: passwordResets.userId })
      return deleted.length
    },
  }
}
