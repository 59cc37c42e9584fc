import { readRecipients } from '../../base/recipients'
import { type Micros, second } from '../../base/time'
import type { AlertRow, Store, Writes } from '../../storage/core/store'
import { createTelling, reminderAfter } from '../alerts/telling/telling'

/** Number of alerts that one write looks at. */
const atOnce = 100
/** A reminder that is later than this was missed: the service did not run. The next one is sent. */
const missedAfter: Micros = 900 * second

/** Queues mail about open alerts that nobody has, at most one for each `renotify_minutes`. */
export async function queueReminders(store: Store, now: Micros): Promise<void> {
  const due = await store.read.mailQueue.reminders(now, atOnce)
  const ofOrganizations = Map.groupBy(due, ({ organizationId }) => organizationId)
  for (const [organizationId, alerts] of ofOrganizations)
    await store.write(
      async (tx) => {
        const telling = createTelling(tx)
        for (const { id } of alerts) {
          const alert = await tx.alerts.find(organizationId, id)
          if (alert && isDue(alert, now)) await remind(tx, telling, alert, now)
        }
      },
      [organizationId],
    )
}

const isDue = ({ closedAt, remindAt }: AlertRow, now: Micros): boolean =>
  closedAt === null && remindAt !== null && remindAt <= now

async function remind(
  tx: Writes,
  telling: ReturnType<typeof createTelling>,
  alert: AlertRow,
  now: Micros,
): Promise<void> {
  const row = await tx.alertRules.find(alert.organizationId, alert.ruleId)
  const rule = row && { ...row, recipients: readRecipients(row.recipients) }
  const next = rule ? reminderAfter(rule, now) : null
  const isSnoozed = alert.snoozedUntil !== null && alert.snoozedUntil > now
  const isMissed = now - (alert.remindAt ?? 0) > missedAfter
  const isTold = next !== null && alert.acknowledgedAt === null && !isSnoozed && !isMissed
  // After an outage, one message is enough.
  if (rule && isTold && !(await tx.mailQueue.isWaiting(alert.id))) await telling.reminder(alert, rule, now)
  const remindAt = next !== null && isSnoozed ? alert.snoozedUntil : next
  await tx.mailQueue.setReminder([alert.id], remindAt)
}
