import { and, asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import { arg, type Db } from '../sql/database'
import { knownOrigins } from '../sql/tables'

export type OriginKind = (typeof knownOrigins.$inferSelect)['kind']

/** When an account signed in from an address or a device, and whether more than once. */
export type Sighting = Pick<typeof knownOrigins.$inferSelect, 'seenAt' | 'hasReturned'>

const isOrigin = and(eq(knownOrigins.kind, arg('kind')), eq(knownOrigins.origin, arg('origin')))

export function knownOriginReads(db: Db) {
  const one = db
    .select({ seenAt: knownOrigins.seenAt, hasReturned: knownOrigins.hasReturned })
    .from(knownOrigins)
    .where(and(eq(knownOrigins.accountId, arg('accountId')), isOrigin))
    .prepare()

  return {
    /** Undefined where the account has never signed in from there. */
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

    /** Whether any account has signed in from there. */
    async isKnown(kind: OriginKind, origin: string): Promise<boolean> {
      return (await ofAnyAccount.execute({ kind, origin })).length > 0
    },
    /** Keeps `most` of this kind for the account: of the others, first those that never returned go, then the oldest. */
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
        // The one that was just seen stays, whatever the clock says of the others.
        .orderBy(
          desc(sql`${knownOrigins.origin} = ${sighting.origin}`),
          desc(knownOrigins.hasReturned),
          desc(knownOrigins.seenAt),
        )
        .limit(most)
      await db.delete(knownOrigins).where(and(ofAccount, notInArray(knownOrigins.origin, kept)))
    },
    async forgetAccount(accountId: string): Promise<void> {
      await db.delete(knownOrigins).where(eq(knownOrigins.accountId, accountId))
    },
    /** `most` at a time; returns how many they were. */
    async forgetBefore(at: Instant, most: number): Promise<number> {
      const old = db
        .select({ seenAt: knownOrigins.seenAt })
        .from(knownOrigins)
        .where(lt(knownOrigins.seenAt, at))
        .orderBy(asc(knownOrigins.seenAt))
        .limit(most)
      // Those of one instant go together.
      const deleted = await db
        .delete(knownOrigins)
        .where(inArray(knownOrigins.seenAt, old))
        .returning({ origin: knownOrigins.origin })
      return deleted.length
    },
  }
}
