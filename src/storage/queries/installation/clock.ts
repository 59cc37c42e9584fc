import { sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import type { Db } from '../../sql/database'
import { clock } from '../../sql/tables'

/** The times that the clock of the service stores (decision 0012). */
type ClockRow = Omit<typeof clock.$inferSelect, 'id'>

export function clockReads(db: Db) {
  const row = db
    .select({
      believedAt: clock.believedAt,
      doubt: clock.doubt,
      waitedSeconds: clock.waitedSeconds,
      confirmedAt: clock.confirmedAt,
    })
    .from(clock)
    .prepare()
  return {
    async find(): Promise<ClockRow> {
      const [found] = await row.execute()
      return found as ClockRow
    },
  }
}

export function clockWrites(db: Db) {
  return {
    ...clockReads(db),
    async save(stand: Omit<ClockRow, 'confirmedAt'>): Promise<void> {
      await db.update(clock).set(stand)
    },
    /** Stores a confirmed time, which the service adopts. */
    async noteConfirmed(at: Instant): Promise<void> {
      await db.update(clock).set({ confirmedAt: at })
    },
    async clearConfirmed(): Promise<void> {
      await db.update(clock).set({ confirmedAt: sql`null` })
    },
  }
}
