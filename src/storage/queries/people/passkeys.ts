import { and, asc, eq, lt } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { passkeys } from '../../sql/account-tables'
import type { Db } from '../../sql/database'

export type PasskeyRow = typeof passkeys.$inferSelect

export function passkeyReads(db: Db) {
  return {
    async list(userId: string): Promise<PasskeyRow[]> {
      return db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    },
    async find(id: string): Promise<PasskeyRow | undefined> {
      const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
      return row
    },
  }
}

export function passkeyWrites(db: Db) {
  return {
    ...passkeyReads(db),

    async insert(passkey: Omit<PasskeyRow, 'lastUsedAt'>): Promise<void> {
      await db.insert(passkeys).values(passkey)
    },
    /** Stores the use. Returns false if the counter has not grown, unless the authenticator has none and sends 0. */
    async use(id: string, counter: number, at: Instant): Promise<boolean> {
      const isNew = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
      const used = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: at })
        .where(and(eq(passkeys.id, id), isNew))
        .returning({ id: passkeys.id })
      return used.length > 0
    },
    /** Deletes a passkey of the user and returns it. */
    async remove(userId: string, id: string): Promise<PasskeyRow | undefined> {
      const [row] = await db
        .delete(passkeys)
        .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
        .returning()
      return row
    },
    /** Deletes the passkeys of a user. Returns their number. */
    async removeAll(userId: string): Promise<number> {
      const removed = await db
        .delete(passkeys)
        .where(eq(passkeys.userId, userId))
        .returning({ id: passkeys.id })
      return removed.length
    },
  }
}
