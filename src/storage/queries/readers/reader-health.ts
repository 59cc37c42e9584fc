import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { rawMessages, readerHealth, readers } from '../../sql/tables'

type HealthRow = typeof readerHealth.$inferSelect

/** The health of a fixed reader. */
export interface ReaderHealth extends Omit<HealthRow, 'antennas' | 'messages' | 'reads'> {
  readonly antennas: Readonly<Record<string, { readonly isConnected: boolean; readonly since: Micros }>>
  /** Counts by result since the creation of the reader. */
  readonly messages: Readonly<Record<string, number>>
  /** `weak` counts those of the ignored reads that were too weak. */
  readonly reads: Readonly<Record<string, number>>
}

export type RawMessage = typeof rawMessages.$inferSelect

/** The rejected messages of a reader that are newer than another one. */
export interface LaterRejections {
  readonly count: number
  /** Null when there is none. */
  readonly since: Micros | null
}

/** Number of readers that send messages, that are silent, and that have never sent a message. */
interface ReaderCounts {
  readonly live: number
  readonly silent: number
  readonly never: number
}

const isMalformed = eq(rawMessages.result, 'malformed')

export function readerHealthReads(db: Db) {
  const ofReaders = db.select().from(readerHealth).where(inJsonList(readerHealth.readerId, 'ids')).prepare()
  const isLive = sql`${readerHealth.lastMessageAt} >= ${arg('since')}`
  const counts = db
    .select({
      live: sql<number>`count(*) filter (where ${isLive})`,
      silent: sql<number>`count(*) filter (where not ${isLive})`,
      never: sql<number>`count(*) filter (where ${readerHealth.readerId} is null)`,
    })
    .from(readers)
    .leftJoin(readerHealth, eq(readerHealth.readerId, readers.id))
    .where(and(eq(readers.kind, 'fixed'), eq(readers.isActive, true), isNull(readers.deletedAt)))
    .prepare()

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
    /**
     * Returns the health of readers, which must belong to the caller's organization. A reader that has never sent a
     * message has none.
     */
    find: async (ids: readonly number[]): Promise<ReaderHealth[]> =>
      (await ofReaders.execute({ ids: JSON.stringify(ids) })).map(toHealth),
    /** Returns the health of at most `most` readers with a higher id, in order of id. */
    after: async (readerId: number, most: number): Promise<ReaderHealth[]> =>
      (
        await db
          .select()
          .from(readerHealth)
          .where(gt(readerHealth.readerId, readerId))
          .orderBy(asc(readerHealth.readerId))
          .limit(most)
      ).map(toHealth),
    /** Counts the active fixed readers of the installation. `live` counts those with a message at `since` or later. */
    async count(since: Micros): Promise<ReaderCounts> {
      const [row] = await counts.execute({ since })
      return row as ReaderCounts
    },
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

export function readerHealthWrites(db: Db) {
  const save = statement(
    db,
    db
      .insert(readerHealth)
      .values({
        readerId: arg('readerId'),
        lastMessageAt: arg('lastMessageAt'),
        lastReadAt: arg('lastReadAt'),
        wrongClockSince: arg('wrongClockSince'),
        clockOffsetSeconds: arg('clockOffsetSeconds'),
        problem: arg('problem'),
        problemAt: arg('problemAt'),
        antennas: arg('antennas'),
        messages: arg('messages'),
        reads: arg('reads'),
        rawCount: arg('rawCount'),
        lastAcceptedAt: arg('lastAcceptedAt'),
        lastAppliedAt: arg('lastAppliedAt'),
        rejectedSince: arg('rejectedSince'),
        rejectedCount: arg('rejectedCount'),
        problemKind: arg('problemKind'),
        problemPort: arg('problemPort'),
        lagSince: arg('lagSince'),
        lagSentAt: arg('lagSentAt'),
        lagMessages: arg('lagMessages'),
      })
      .onConflictDoUpdate({
        target: readerHealth.readerId,
        set: {
          lastMessageAt: sql`excluded.last_message_at`,
          lastReadAt: sql`excluded.last_read_at`,
          wrongClockSince: sql`excluded.wrong_clock_since`,
          clockOffsetSeconds: sql`excluded.clock_offset_seconds`,
          problem: sql`excluded.problem`,
          problemAt: sql`excluded.problem_at`,
          antennas: sql`excluded.antennas`,
          messages: sql`excluded.messages`,
          reads: sql`excluded.reads`,
          rawCount: sql`excluded.raw_count`,
          lastAcceptedAt: sql`excluded.last_accepted_at`,
          lastAppliedAt: sql`excluded.last_applied_at`,
          rejectedSince: sql`excluded.rejected_since`,
          rejectedCount: sql`excluded.rejected_count`,
          problemKind: sql`excluded.problem_kind`,
          problemPort: sql`excluded.problem_port`,
          lagSince: sql`excluded.lag_since`,
          lagSentAt: sql`excluded.lag_sent_at`,
          lagMessages: sql`excluded.lag_messages`,
        },
      }),
  )
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
    ...readerHealthReads(db),

    async save(health: ReaderHealth): Promise<void> {
      save({
        ...health,
        antennas: JSON.stringify(health.antennas),
        messages: JSON.stringify(health.messages),
        reads: JSON.stringify(health.reads),
      })
    },
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
    /** Deletes the health and the recent messages of a reader. */
    async remove(readerId: number): Promise<void> {
      await db.delete(rawMessages).where(eq(rawMessages.readerId, readerId))
      await db.delete(readerHealth).where(eq(readerHealth.readerId, readerId))
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

const toHealth = (row: HealthRow): ReaderHealth => ({
  ...row,
  antennas: JSON.parse(row.antennas),
  messages: JSON.parse(row.messages),
  reads: JSON.parse(row.reads),
})
