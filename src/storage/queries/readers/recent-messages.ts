import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { rawMessages, readerHealth } from '../../sql/tables'

/** The recent messages of a reader, each in a slot. A newer message replaces the oldest. */

export type RawMessage = typeof rawMessages.$inferSelect

/** The rejected messages of a reader that are newer than another one. */
export interface LaterRejections {
  readonly count: number
  /** Null when there is none. */
  readonly since: Micros | null
}

const isMalformed = eq(rawMessages.result, 'malformed')

export function recentMessageReads(db: Db) {
  const ofReader = eq(rawMessages.readerId, arg('readerId'))
  // Ordered by slot and not by time, because the clock may stand still or go back between two messages.
  const age = sql`(${readerHealth.rawCount} - 1 - ${rawMessages.slot} + ${arg('recentMessagesMax')}) % ${arg('recentMessagesMax')}`
  const raw = db
    .select({
      receivedAt: rawMessages.receivedAt,
      topic: rawMessages.topic,
      result: rawMessages.result,
      reason: rawMessages.reason,
      payload: rawMessages.payload,
      size: rawMessages.size,
    })
    .from(rawMessages)
    .innerJoin(readerHealth, eq(readerHealth.readerId, rawMessages.readerId))
    .where(ofReader)
    .orderBy(age)
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const rawCount = db
    .select({ count: sql<number>`count(*)` })
    .from(rawMessages)
    .where(ofReader)
    .prepare()

  const malformed = db
    .select({
      slot: rawMessages.slot,
      receivedAt: rawMessages.receivedAt,
      topic: rawMessages.topic,
      payload: rawMessages.payload,
      size: rawMessages.size,
    })
    .from(rawMessages)
    .innerJoin(readerHealth, eq(readerHealth.readerId, rawMessages.readerId))
    .where(and(ofReader, isMalformed))
    .orderBy(desc(age))
    .prepare()

  return {
    /** Lists the recent messages of a reader, newest first. The reader must belong to the caller's organization. */
    async messages(
      readerId: number,
      recentMessagesMax: number,
      slice: Slice,
    ): Promise<{ rows: Omit<RawMessage, 'readerId' | 'slot'>[]; total: number }> {
      const [counted] = await rawCount.execute({ readerId })
      return {
        rows: await raw.execute({ readerId, recentMessagesMax, ...slice }),
        total: counted?.count ?? 0,
      }
    },
    /**
     * Lists the recent messages of a reader that are malformed, oldest first. The reader must belong to the caller's
     * organization.
     */
    malformedMessages: async (
      readerId: number,
      recentMessagesMax: number,
    ): Promise<Omit<RawMessage, 'readerId' | 'result' | 'reason'>[]> =>
      malformed.execute({ readerId, recentMessagesMax }),
  }
}

export function recentMessageWrites(db: Db) {
  const keep = statement(
    db,
    db
      .insert(rawMessages)
      .values({
        readerId: arg('readerId'),
        slot: arg('slot'),
        receivedAt: arg('receivedAt'),
        topic: arg('topic'),
        result: arg('result'),
        reason: arg('reason'),
        payload: arg('payload'),
        size: arg('size'),
      })
      .onConflictDoUpdate({
        target: [rawMessages.readerId, rawMessages.slot],
        set: {
          receivedAt: sql`excluded.received_at`,
          topic: sql`excluded.topic`,
          result: sql`excluded.result`,
          reason: sql`excluded.reason`,
          payload: sql`excluded.payload`,
          size: sql`excluded.size`,
        },
      }),
  )

  const claim = db
    .update(rawMessages)
    .set({ result: 'accepted', reason: null })
    .where(
      and(
        eq(rawMessages.readerId, arg('readerId')),
        eq(rawMessages.slot, arg('slot')),
        eq(rawMessages.receivedAt, arg('receivedAt')),
        isMalformed,
      ),
    )
    .returning({ slot: rawMessages.slot })
    .prepare()
  const laterRejections = db
    .select({
      count: sql<number>`count(*)`,
      since: sql<Micros | null>`min(${rawMessages.receivedAt})`,
    })
    .from(rawMessages)
    .where(
      and(
        eq(rawMessages.readerId, arg('readerId')),
        inArray(rawMessages.result, ['malformed', 'unauthorized']),
        gt(rawMessages.receivedAt, arg('after')),
      ),
    )
    .prepare()

  return {
    ...recentMessageReads(db),

    /** Stores a message in its slot and replaces the previous one. */
    async keepRaw(message: RawMessage): Promise<void> {
      keep(message)
    },
    /**
     * Marks a malformed message as accepted. Returns false when the message is no longer kept, or is not malformed any
     * more, because another write has read it again.
     */
    async claimMalformed(readerId: number, slot: number, receivedAt: Micros): Promise<boolean> {
      return (await claim.execute({ readerId, slot, receivedAt })).length > 0
    },
    /** Counts the kept messages of a reader that were rejected after an instant. */
    async rejectionsAfter(readerId: number, after: Micros): Promise<LaterRejections> {
      const [row] = await laterRejections.execute({ readerId, after })
      return row as LaterRejections
    },
    /** Deletes at most `most` messages received before `at`. Returns their number. */
    async deleteMessagesBefore(at: Micros, most: number): Promise<number> {
      const oldest = db
        .select({ readerId: rawMessages.readerId, slot: rawMessages.slot })
        .from(rawMessages)
        .where(lt(rawMessages.receivedAt, at))
        .limit(most)
      const deleted = await db
        .delete(rawMessages)
        .where(sql`(reader_id, slot) in ${oldest}`)
        .returning({ slot: rawMessages.slot })
      return deleted.length
    },
  }
}
