import { and, gt, isNull, or, sql } from 'drizzle-orm'
import { second, toMicros } from '../../../base/time'
import {
  alertMessages,
  alertOutputs,
  alertRules,
  alerts,
  mailSchedules,
  mailState,
  scheduledMails,
} from '../../sql/alert-tables'
import type { Db } from '../../sql/database'
import { floorOf, isFuture, recordInstants, setBackMicros, type Shift } from './shifts'

const minute = 60 * second

/** Forgets mails of schedules for times that have not come yet. Their schedules send them when these times come. */
async function setBackScheduled(db: Db, shift: Shift): Promise<void> {
  await db.delete(scheduledMails).where(gt(scheduledMails.dueAt, toMicros(shift.limit)))
  const { createdAt, updatedAt, organizationId } = mailSchedules
  await db
    .update(mailSchedules)
    .set(recordInstants(mailSchedules, shift, floorOf(organizationId, shift)))
    .where(isFuture([updatedAt, createdAt], shift.limit))
}

/** Sets back the instants of messages and outputs that a wrong clock has written in the future (decision 0012). */
export function setBackAlertMessageWrites(db: Db) {
  return {
    /** What waits is due now. A reminder comes at most the time of its rule from now. */
    async messageTimes(shift: Shift): Promise<void> {
      const at = toMicros(shift.limit)
      const { queuedAt, dueAt, claimedAt, endedAt } = alertMessages
      await db
        .update(alertMessages)
        .set({
          queuedAt: setBackMicros(queuedAt, shift),
          dueAt: sql`min(${dueAt}, ${at})`,
          claimedAt: setBackMicros(claimedAt, shift),
        })
        .where(
          and(
            sql`${alertMessages.state} in ('queued', 'sending')`,
            or(gt(queuedAt, at), gt(dueAt, at), gt(claimedAt, at)),
          ),
        )
      await db
        .update(alertMessages)
        .set({ queuedAt: setBackMicros(queuedAt, shift), endedAt: setBackMicros(endedAt, shift) })
        .where(gt(endedAt, at))
      await db.update(mailState).set({
        failingSince: setBackMicros(mailState.failingSince, shift),
        nextAttemptAt: null,
        slowSince: setBackMicros(mailState.slowSince, shift),
        lastSentAt: setBackMicros(mailState.lastSentAt, shift),
      })
      await db
        .update(alertOutputs)
        .set({
          ...recordInstants(alertOutputs, shift, floorOf(alertOutputs.organizationId, shift)),
          sentAt: setBackMicros(alertOutputs.sentAt, shift),
          failingSince: setBackMicros(alertOutputs.failingSince, shift),
          nextAttemptAt: null,
        })
        .where(
          or(
            isFuture([alertOutputs.updatedAt, alertOutputs.createdAt], shift.limit),
            ...[alertOutputs.sentAt, alertOutputs.failingSince, alertOutputs.nextAttemptAt].map((column) =>
              gt(column, at),
            ),
          ),
        )
      await setBackScheduled(db, shift)
      const longest = sql`${at} + ${minute} * (select ${alertRules.renotifyMinutes} from ${alertRules} where ${alertRules.id} = ${alerts.ruleId})`
      await db
        .update(alerts)
        .set({ remindAt: sql`min(${alerts.remindAt}, ${longest})` })
        .where(and(isNull(alerts.closedAt), gt(alerts.remindAt, at)))
    },
  }
}
