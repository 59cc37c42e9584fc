import { sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import type { Db } from '../sql/database'
import { clock } from '../sql/tables'

/** What the database keeps of the time (decision 0012). */
export type ClockRow = Omit<typeof clock.$inferSelect, 'id'>

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
    /** For the service to take over. */
    async noteConfirmed(at: Instant): Promise<void> {
      await db.update(clock).set({ confirmedAt: at })
    },
    async forgetConfirmed(): Promise<void> {
      await db.update(clock).set({ confirmedAt: sql`null` })
    },
  }
}
