import { and, asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { knownOrigins } from '../../sql/account-tables'

export type OriginKind = (typeof knownOrigins.$inferSelect)['kind']

/** The last sign-in of an account from an address or a device, and whether there was more than one. */
export type Sighting = Pick<typeof knownOrigins.$inferSelect, 'seenAt' | 'hasReturned'>

const isOrigin = and(eq(knownOrigins.kind, arg('kind')), eq(knownOrigins.origin, arg('origin')))

export function knownOriginReads(db: Db) {
  const one = db
    .select({ seenAt: knownOrigins.seenAt, hasReturned: knownOrigins.hasReturned })
    .from(knownOrigins)
    .where(and(eq(knownOrigins.accountId, arg('accountId')), isOrigin))
    .prepare()

  return {
    /** Returns undefined when the account has never signed in from this origin. */
    async find(accountId: string, kind: OriginKind, origin: string): Promise<Sighting | undefined> {
      const [row] = await one.execute({ accountId, kind, origin })
      return row
    },
  }
}

export function knownOriginWrites(db: Db) {
  const ofAnyAccount = db
    .select({ origin: knownOrigins.origin })
    .from(knownOrigins)
    .where(isOrigin)
    .limit(1)
    .prepare()

  return {
    ...knownOriginReads(db),

    /** Returns whether any account has signed in from this origin. */
    async isKnown(kind: OriginKind, origin: string): Promise<boolean> {
      return (await ofAnyAccount.execute({ kind, origin })).length > 0
    },
    /**
     * Stores an origin, and keeps at most `most` of this kind for the account. It deletes origins with a single sign-in
     * first, then the oldest.
     */
    async put(sighting: typeof knownOrigins.$inferSelect, most: number): Promise<void> {
      const { accountId, kind, seenAt, hasReturned } = sighting
      await db
        .insert(knownOrigins)
        .values(sighting)
        .onConflictDoUpdate({
          target: [knownOrigins.accountId, knownOrigins.kind, knownOrigins.origin],
          set: { seenAt, hasReturned },
        })
      const ofAccount = and(eq(knownOrigins.accountId, accountId), eq(knownOrigins.kind, kind))
      const kept = db
        .select({ origin: knownOrigins.origin })
        .from(knownOrigins)
        .where(ofAccount)
        // The new origin comes first, even when a wrong clock has dated others in the future.
        .orderBy(
          desc(sql`${knownOrigins.origin} = ${sighting.origin}`),
          desc(knownOrigins.hasReturned),
          desc(knownOrigins.seenAt),
        )
        .limit(most)
      await db.delete(knownOrigins).where(and(ofAccount, notInArray(knownOrigins.origin, kept)))
    },
    async deleteOfAccount(accountId: string): Promise<void> {
      await db.delete(knownOrigins).where(eq(knownOrigins.accountId, accountId))
    },
    /** Deletes origins that were last seen before `at`, about `most` in a call. Returns their number. */
    async deleteBefore(at: Instant, most: number): Promise<number> {
      const old = db
        .select({ seenAt: knownOrigins.seenAt })
        .from(knownOrigins)
        .where(lt(knownOrigins.seenAt, at))
        .orderBy(asc(knownOrigins.seenAt))
        .limit(most)
      // Origins with the same instant are deleted together.
      const deleted = await db
        .delete(knownOrigins)
        .where(inArray(knownOrigins.seenAt, old))
        .returning({ origin: knownOrigins.origin })
      return deleted.length
    },
  }
}
