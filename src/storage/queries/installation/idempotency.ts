import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, setTo } from '../../sql/database'
import { idempotencyKeys } from '../../sql/tables'

export type KeptResponse = typeof idempotencyKeys.$inferSelect

/** The responses that are stored for repeated requests with an Idempotency-Key. */
export function idempotencyReads(db: Db) {
  const kept = db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.owner, arg('owner')),
        eq(idempotencyKeys.key, arg('key')),
        gt(idempotencyKeys.createdAt, arg('after')),
      ),
    )
    .prepare()

  return {
    /** Returns the response that was stored under the key later than `after`; undefined when the key is free. */
    async find(owner: string, key: string, after: Instant): Promise<KeptResponse | undefined> {
      const [row] = await kept.execute({ owner, key, after })
      return row
    },
  }
}

export function idempotencyWrites(db: Db) {
  const keep = db
    .insert(idempotencyKeys)
    .values({
      owner: arg('owner'),
      key: arg('key'),
      fingerprint: arg('fingerprint'),
      status: arg('status'),
      location: arg('location'),
      body: arg('body'),
      createdAt: arg('createdAt'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.owner, idempotencyKeys.key],
      set: {
        fingerprint: setTo('fingerprint'),
        status: setTo('status'),
        location: setTo('location'),
        body: setTo('body'),
        createdAt: setTo('createdAt'),
      },
      setWhere: lte(idempotencyKeys.createdAt, arg('until')),
    })
    .returning({ owner: idempotencyKeys.owner })
    .prepare()

  return {
    /** Stores a response. Replaces one of `until` or before. Returns false when there is a newer one. */
    async keep(response: KeptResponse, until: Instant): Promise<boolean> {
      return (await keep.execute({ ...response, until })).length > 0
    },

    /**
     * Deletes the responses of `until` and before, and the oldest beyond the latest `max`: at most `most` in a call.
     * Returns their number.
     */
    async prune(until: Instant, max: number, most: number): Promise<number> {
      const [newestTooMany] = await db
        .select({ createdAt: idempotencyKeys.createdAt })
        .from(idempotencyKeys)
        .orderBy(desc(idempotencyKeys.createdAt))
        .limit(1)
        .offset(max)
      const last = newestTooMany && newestTooMany.createdAt > until ? newestTooMany.createdAt : until
      const spent = db
        .select({ owner: idempotencyKeys.owner, key: idempotencyKeys.key })
        .from(idempotencyKeys)
        .where(lte(idempotencyKeys.createdAt, last))
        .limit(most)
      const deleted = await db
        .delete(idempotencyKeys)
        .where(sql`(${idempotencyKeys.owner}, ${idempotencyKeys.key}) in ${spent}`)
        .returning({ key: idempotencyKeys.key })
      return deleted.length
    },
  }
}
