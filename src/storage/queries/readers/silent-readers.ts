import { and, eq, gte, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { silentReaders } from '../../sql/event-tables'
import { readerHealth, readers } from '../../sql/tables'

/** A fixed reader whose silence has begun or ended. */
interface ChangedSilence {
  readonly organizationId: number
  readonly readerId: number
  readonly lastMessageAt: Micros
}

export function silentReaderReads(db: Db) {
  const isWatched = and(eq(readers.kind, 'fixed'), eq(readers.isActive, true), isNull(readers.deletedAt))
  const columns = {
    organizationId: readers.organizationId,
    readerId: readers.id,
    lastMessageAt: readerHealth.lastMessageAt,
  }
  const begun = db
    .select(columns)
    .from(readers)
    .innerJoin(readerHealth, eq(readerHealth.readerId, readers.id))
    .leftJoin(silentReaders, eq(silentReaders.readerId, readers.id))
    .where(and(isWatched, isNull(silentReaders.readerId), lt(readerHealth.lastMessageAt, arg('since'))))
    .prepare()
  const ended = db
    .select(columns)
    .from(silentReaders)
    .innerJoin(readers, eq(readers.id, silentReaders.readerId))
    .innerJoin(readerHealth, eq(readerHealth.readerId, silentReaders.readerId))
    .where(gte(readerHealth.lastMessageAt, arg('since')))
    .prepare()
  const unwatched = db
    .select({ readerId: silentReaders.readerId })
    .from(silentReaders)
    .innerJoin(readers, eq(readers.id, silentReaders.readerId))
    .where(or(isNotNull(readers.deletedAt), eq(readers.isActive, false)))
    .prepare()

  return {
    /** Returns the readers of the installation that have sent nothing since `since` and are not known to be silent. */
    begun: async (since: Micros): Promise<ChangedSilence[]> => begun.execute({ since }),
    /** Returns the readers that are known to be silent and have sent a message at `since` or later. */
    ended: async (since: Micros): Promise<ChangedSilence[]> => ended.execute({ since }),
    /** Returns the readers that are known to be silent and were deleted or deactivated. */
    unwatched: async (): Promise<{ readerId: number }[]> => unwatched.execute(),
  }
}

export function silentReaderWrites(db: Db) {
  return {
    async begin(readerId: number, silentSince: Micros): Promise<void> {
      await db.insert(silentReaders).values({ readerId, silentSince }).onConflictDoNothing()
    },
    async end(readerId: number): Promise<void> {
      await db.delete(silentReaders).where(eq(silentReaders.readerId, readerId))
    },
  }
}
