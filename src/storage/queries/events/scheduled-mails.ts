import { and, asc, count, desc, eq, inArray, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { scheduledMails } from '../../sql/alert-tables'
import { arg, changesOf, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'

export type ScheduledMailRow = typeof scheduledMails.$inferSelect
export type NewScheduledMail = Omit<ScheduledMailRow, 'id' | 'attempts' | 'claimedBy' | 'claimedAt'>

/** What an index of mails needs as a literal: SQLite compares it with the condition of the index. */
const isQueued = sql`${scheduledMails.state} = 'queued'`
const isSending = sql`${scheduledMails.state} = 'sending'`
const noClaim = { claimedBy: null, claimedAt: null }
const shownMax = 100

export function scheduledMailReads(db: Db) {
  const ofSchedule = eq(scheduledMails.scheduleId, arg('scheduleId'))
  const page = db
    .select()
    .from(scheduledMails)
    .where(ofSchedule)
    .orderBy(desc(scheduledMails.dueAt), desc(scheduledMails.address), desc(scheduledMails.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(scheduledMails).where(ofSchedule).prepare()
  const next = db
    .select()
    .from(scheduledMails)
    .where(and(isQueued, lte(scheduledMails.attemptAt, arg('now'))))
    .orderBy(asc(scheduledMails.attemptAt), asc(scheduledMails.id))
    .limit(1)
    .prepare()
  const anyQueued = db
    .select({ id: scheduledMails.id })
    .from(scheduledMails)
    .where(isQueued)
    .limit(1)
    .prepare()
  const sending = db
    .select({ id: scheduledMails.id, claimedBy: scheduledMails.claimedBy })
    .from(scheduledMails)
    .where(isSending)
    .prepare()
  const waiting = db
    .select({ total: count() })
    .from(scheduledMails)
    .where(and(isQueued, eq(scheduledMails.organizationId, arg('organizationId'))))
    .prepare()
  const unfinished = db
    .select({ id: scheduledMails.id })
    .from(scheduledMails)
    .where(and(ofSchedule, inArray(scheduledMails.state, ['queued', 'sending'])))
    .limit(1)
    .prepare()
  const lastSent = db
    .select({ dueAt: scheduledMails.dueAt })
    .from(scheduledMails)
    .where(and(ofSchedule, sql`${scheduledMails.state} = 'sent'`, lt(scheduledMails.dueAt, arg('before'))))
    .orderBy(desc(scheduledMails.dueAt))
    .limit(1)
    .prepare()
  const missed = db
    .select({ dueAt: scheduledMails.dueAt })
    .from(scheduledMails)
    .where(
      and(
        ofSchedule,
        sql`${scheduledMails.state} = 'missed'`,
        sql`${scheduledMails.dueAt} > ${arg('after')}`,
        lt(scheduledMails.dueAt, arg('before')),
      ),
    )
    .orderBy(asc(scheduledMails.dueAt))
    .limit(shownMax)
    .prepare()

  return {
    /** Lists the mails of a schedule, the newest first. */
    async list(scheduleId: number, slice: Slice): Promise<{ rows: ScheduledMailRow[]; total: number }> {
      const [total] = await counted.execute({ scheduleId })
      return { rows: await page.execute({ scheduleId, ...slice }), total: total?.total ?? 0 }
    },
    /** Returns the mail that is sent next. */
    async next(now: Micros): Promise<ScheduledMailRow | undefined> {
      return (await next.execute({ now }))[0]
    },
    hasQueued: async (): Promise<boolean> => (await anyQueued.execute()).length > 0,
    /** Returns the mails that instances have taken. */
    sending: async () => sending.execute(),
    /** Returns the number of mails of an organization that wait. */
    waiting: async (organizationId: number): Promise<number> =>
      (await waiting.execute({ organizationId }))[0]?.total ?? 0,
    /** Whether mail of a schedule is not sent yet. */
    isUnfinished: async (scheduleId: number): Promise<boolean> =>
      (await unfinished.execute({ scheduleId })).length > 0,
    /** Returns the times since the last mail before a time at which the service was not running. */
    async missedBefore(scheduleId: number, before: Micros): Promise<Micros[]> {
      const [last] = await lastSent.execute({ scheduleId, before })
      const rows = await missed.execute({ scheduleId, after: last?.dueAt ?? 0, before })
      return rows.map(({ dueAt }) => dueAt)
    },
  }
}

export function scheduledMailWrites(db: Db) {
  const { id, claimedBy, claimedAt } = scheduledMails
  const claimed = (mailId: number, by: string) => and(eq(id, mailId), isSending, eq(claimedBy, by))

  return {
    ...scheduledMailReads(db),

    /** Stores mails of a schedule. One that exists for the same time and recipient stays as it is. */
    async insertAll(rows: readonly NewScheduledMail[]): Promise<void> {
      // One at a time, because PostgreSQL chooses the id of a single row only.
      for (const row of rows)
        await db
          .insert(scheduledMails)
          .values({ ...row, attempts: 0, ...noClaim })
          .onConflictDoNothing()
    },
    /** Takes a mail that still waits. Returns it. */
    async claim(mailId: number, by: string, at: Micros): Promise<ScheduledMailRow | undefined> {
      const rows = await db
        .update(scheduledMails)
        .set({
          state: 'sending',
          claimedBy: by,
          claimedAt: at,
          attempts: sql`${scheduledMails.attempts} + 1`,
        })
        .where(and(eq(id, mailId), isQueued))
        .returning()
      return rows[0]
    },
    async end(
      mailId: number,
      by: string,
      ended: Pick<ScheduledMailRow, 'state' | 'endedAt' | 'error'>,
    ): Promise<void> {
      await db
        .update(scheduledMails)
        .set({ ...ended, ...noClaim })
        .where(claimed(mailId, by))
    },
    async giveBack(mailId: number, by: string, attemptAt: Micros, error: string): Promise<void> {
      await db
        .update(scheduledMails)
        .set({ state: 'queued', attemptAt, error, ...noClaim })
        .where(claimed(mailId, by))
    },
    /** Ends a mail that nobody has taken. */
    async drop(mailId: number, ended: Pick<ScheduledMailRow, 'state' | 'endedAt' | 'error'>): Promise<void> {
      await db
        .update(scheduledMails)
        .set(ended)
        .where(and(eq(id, mailId), isQueued))
    },
    /** Lets a mail that nobody has taken wait, and counts the attempt. */
    async postpone(mailId: number, attemptAt: Micros): Promise<void> {
      await db
        .update(scheduledMails)
        .set({ attemptAt, attempts: sql`${scheduledMails.attempts} + 1` })
        .where(and(eq(id, mailId), isQueued))
    },
    /** Lets mails wait again whose instance was killed. @param before another instance that took one earlier has ended */
    async recover(by: string, inProgress: readonly number[], before: Micros): Promise<void> {
      const own = and(eq(claimedBy, by), inProgress.length > 0 ? notInArray(id, [...inProgress]) : undefined)
      await db
        .update(scheduledMails)
        .set({ state: 'queued', ...noClaim })
        .where(and(isSending, or(own, lt(claimedAt, before))))
    },
    /** Ends the mails that were queued before a time. The error of the last attempt stays. */
    async endOld(before: Micros, ended: Pick<ScheduledMailRow, 'state' | 'endedAt'>, error: string) {
      await db
        .update(scheduledMails)
        .set({ ...ended, error: sql`coalesce(${scheduledMails.error}, ${error})` })
        .where(and(isQueued, lt(scheduledMails.queuedAt, before)))
    },
    /** Deletes at most `most` mails that ended before a time. Returns their number. */
    async deleteEndedBefore(before: Micros, most: number): Promise<number> {
      const expired = db
        .select({ id })
        .from(scheduledMails)
        .where(lt(scheduledMails.endedAt, before))
        .limit(most)
      return changesOf(await db.delete(scheduledMails).where(inArray(id, expired)))
    },
    /** Deletes at most `most` mails of an organization beyond the newest `max`. Returns their number. */
    async deleteSurplus(organizationId: number, max: number, most: number): Promise<number> {
      const own = eq(scheduledMails.organizationId, organizationId)
      const [last] = await db
        .select({ id })
        .from(scheduledMails)
        .where(own)
        .orderBy(desc(id))
        .limit(1)
        .offset(max)
      if (!last) return 0
      const surplus = db
        .select({ id })
        .from(scheduledMails)
        .where(and(own, lte(id, last.id)))
        .limit(most)
      return changesOf(await db.delete(scheduledMails).where(inArray(id, surplus)))
    },
  }
}
