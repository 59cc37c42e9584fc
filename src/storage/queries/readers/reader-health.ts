import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
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

/** Number of readers that send messages, that are silent, and that have never sent a message. */
interface ReaderCounts {
  readonly live: number
  readonly silent: number
  readonly never: number
}

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
    /** Deletes the health and the recent messages of a reader. */
    async remove(readerId: number): Promise<void> {
      await db.delete(rawMessages).where(eq(rawMessages.readerId, readerId))
      await db.delete(readerHealth).where(eq(readerHealth.readerId, readerId))
    },
  }
}

const toHealth = (row: HealthRow): ReaderHealth => ({
  ...row,
  antennas: JSON.parse(row.antennas),
  messages: JSON.parse(row.messages),
  reads: JSON.parse(row.reads),
})
