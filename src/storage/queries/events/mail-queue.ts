import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { alertMessages, alerts, mailState } from '../../sql/alert-tables'
import { arg, type Db } from '../../sql/database'
import { type AlertMessageRow, isQueued } from './alert-messages'
import type { AlertRow } from './alerts'

export type MailStateRow = typeof mailState.$inferSelect

/** Whom mail is for. Each is served for itself. */
export interface MailRecipient {
  readonly organizationId: number
  readonly address: string
}

/** An instance that has taken a mail, so that no other sends it. */
interface Claim {
  readonly batch: number
  readonly by: string
}

const isMail = sql`${alertMessages.channel} = 'mail'`
const isSent = sql`${alertMessages.state} = 'sent'`
const isSending = sql`${alertMessages.state} = 'sending'`
const noClaim = { batch: null, isDigest: false, claimedBy: null, claimedAt: null }

/** The queue of mail (docs/decisions/0042-messages.md). */
export function mailQueueReads(db: Db) {
  const { organizationId, address, dueAt, endedAt } = alertMessages
  const next = db
    .select({ organizationId, address })
    .from(alertMessages)
    .where(
      and(
        isQueued,
        isMail,
        sql`(${organizationId}, ${address}) > (${arg('organizationId')}, ${arg('address')})`,
      ),
    )
    .orderBy(asc(organizationId), asc(address))
    .limit(1)
    .prepare()
  const ofRecipient = and(eq(organizationId, arg('organizationId')), eq(address, arg('address')))
  const due = db
    .select()
    .from(alertMessages)
    .where(and(isQueued, isMail, ofRecipient, lte(dueAt, arg('now'))))
    .orderBy(asc(dueAt), asc(alertMessages.id))
    .limit(arg('limit'))
    .prepare()
  const recent = db
    .select({ endedAt, isDigest: alertMessages.isDigest })
    .from(alertMessages)
    .where(and(ofRecipient, gt(endedAt, arg('after')), lte(endedAt, arg('now')), isMail, isSent))
    .orderBy(sql`${endedAt} desc`)
    .limit(arg('limit'))
    .prepare()
  const reminders = db
    .select()
    .from(alerts)
    .where(and(isNull(alerts.closedAt), isNotNull(alerts.remindAt), lte(alerts.remindAt, arg('now'))))
    .orderBy(asc(alerts.remindAt))
    .limit(arg('limit'))
    .prepare()
  const waiting = db
    .select({ id: alertMessages.id })
    .from(alertMessages)
    .where(and(eq(alertMessages.alertId, arg('alertId')), isQueued, isMail))
    .limit(1)
    .prepare()
  const state = db.select().from(mailState).prepare()

  return {
    /** Returns the recipient after this one for whom mail waits. */
    async next(after: MailRecipient): Promise<MailRecipient | undefined> {
      return (await next.execute({ ...after }))[0]
    },
    /** Returns the messages for a recipient that are due, the oldest first. */
    due: async (recipient: MailRecipient, now: Micros, limit: number): Promise<AlertMessageRow[]> =>
      due.execute({ ...recipient, now, limit }),
    /** Returns the messages that a recipient got after a time, the latest first. */
    recent: async (recipient: MailRecipient, after: Micros, now: Micros, limit: number) =>
      recent.execute({ ...recipient, after, now, limit }),
    /** Returns open alerts that must be told again. */
    reminders: async (now: Micros, limit: number): Promise<AlertRow[]> => reminders.execute({ now, limit }),
    /** Whether a message about an alert still waits. */
    isWaiting: async (alertId: number): Promise<boolean> => (await waiting.execute({ alertId })).length > 0,
    async state(): Promise<MailStateRow | undefined> {
      return (await state.execute())[0]
    },
  }
}

export function mailQueueWrites(db: Db) {
  const { id, claimedBy, claimedAt, batch: batchOf } = alertMessages
  const claimed = ({ batch, by }: Claim) => and(isSending, eq(batchOf, batch), eq(claimedBy, by))

  return {
    ...mailQueueReads(db),

    /** Takes messages that still wait. Returns them. */
    claim: async (
      ids: readonly number[],
      { batch, by, at, isDigest }: Claim & { readonly at: Micros; readonly isDigest: boolean },
    ): Promise<AlertMessageRow[]> =>
      db
        .update(alertMessages)
        .set({
          state: 'sending',
          batch,
          isDigest,
          claimedBy: by,
          claimedAt: at,
          attempts: sql`${alertMessages.attempts} + 1`,
        })
        .where(and(sql`${id} in (select value from json_each(${JSON.stringify(ids)}, '$'))`, isQueued))
        .returning(),
    async end(
      claim: Claim,
      state: 'sent' | 'failed' | 'dropped',
      endedAt: Micros,
      error: string | null,
    ): Promise<void> {
      await db.update(alertMessages).set({ state, endedAt, error }).where(claimed(claim))
    },
    async giveBack(claim: Claim, dueAt: Micros, error: string | null): Promise<void> {
      await db
        .update(alertMessages)
        .set({ state: 'queued', dueAt, error, ...noClaim })
        .where(claimed(claim))
    },
    /**
     * Lets messages wait again that this instance had taken before it was killed, and those that another one has taken before
     * a time.
     */
    async recover(by: string, inProgress: readonly number[], before: Micros): Promise<void> {
      const own = and(
        eq(claimedBy, by),
        inProgress.length > 0 ? notInArray(batchOf, [...inProgress]) : undefined,
      )
      await db
        .update(alertMessages)
        .set({ state: 'queued', ...noClaim })
        .where(and(isSending, or(own, lt(claimedAt, before))))
    },
    /** Ends messages that were queued before a time: of all channels, or mail only. */
    async endOld(
      before: Micros,
      ended: Pick<AlertMessageRow, 'state' | 'endedAt' | 'error'>,
      channel: 'all' | 'mail' = 'all',
    ): Promise<void> {
      const isOld = lt(alertMessages.queuedAt, before)
      await db
        .update(alertMessages)
        .set(ended)
        .where(and(isQueued, isOld, channel === 'mail' ? isMail : undefined))
    },
    async saveState(row: Omit<MailStateRow, 'id'>): Promise<void> {
      await db
        .insert(mailState)
        .values({ ...row, id: 1 })
        .onConflictDoUpdate({ target: mailState.id, set: row })
    },
    async setReminder(alertIds: readonly number[], remindAt: Micros | null): Promise<void> {
      if (alertIds.length > 0)
        await db
          .update(alerts)
          .set({ remindAt })
          .where(inArray(alerts.id, [...alertIds]))
    },
    /** Changes when the open alerts of a rule are told again. Late ones are not told. */
    async setRemindersOfRule(ruleId: number, remindAt: Micros | null): Promise<void> {
      await db
        .update(alerts)
        .set({ remindAt })
        .where(and(eq(alerts.ruleId, ruleId), isNull(alerts.closedAt), eq(alerts.isLate, false)))
    },
  }
}
