import { asc, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { owners, users } from '../../sql/account-tables'

/** An installation owner. */
export interface Owner {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly addedAt: Instant
}

export function ownerReads(db: Db) {
  const all = () =>
    db
      .select({ userId: owners.userId, name: users.name, email: users.email, addedAt: owners.addedAt })
      .from(owners)
      .innerJoin(users, eq(users.id, owners.userId))
  const one = all()
    .where(eq(owners.userId, arg('userId')))
    .prepare()

  return {
    /** Lists owners in the order in which they were added. */
    list: async (): Promise<Owner[]> => all().orderBy(asc(owners.addedAt), asc(owners.userId)),
    async find(userId: string): Promise<Owner | undefined> {
      const [row] = await one.execute({ userId })
      return row
    },
  }
}

export function ownerWrites(db: Db) {
  return {
    ...ownerReads(db),

    async count(): Promise<number> {
      const [counted] = await db.select({ count: sql<number>`count(*)` }).from(owners)
      return counted?.count ?? 0
    },
    async insert(userId: string, at: Instant): Promise<void> {
      await db.insert(owners).values({ userId, addedAt: at })
    },
    async remove(userId: string): Promise<void> {
      await db.delete(owners).where(eq(owners.userId, userId))
    },
  }
}
