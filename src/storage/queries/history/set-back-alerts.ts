import { and, gt, lte, or, sql } from 'drizzle-orm'
import { second, toMicros } from '../../../base/time'
import { alertActs, alertGaps, alertRules, alerts, alertTimers, alertWatch } from '../../sql/alert-tables'
import type { Db } from '../../sql/database'
import { floorOf, isFuture, recordInstants, setBackMicros, type Shift } from './shifts'

/** Maximum time for which an alert can be quiet. */
const snoozeSeconds = 31 * 86_400

/** Sets back the instants of alerts that a wrong clock has written in the future (decision 0012). */
export function setBackAlertWrites(db: Db) {
  return {
    /** Sets back the rules and the alerts with an id in (after, upTo]. */
    async alerts(after: number, upTo: number, shift: Shift): Promise<void> {
      const limit = toMicros(shift.limit)
      await db
        .update(alertRules)
        .set({
          ...recordInstants(alertRules, shift, floorOf(alertRules.organizationId, shift)),
          enabledAt: setBackMicros(alertRules.enabledAt, shift),
          watchedUpTo: setBackMicros(alertRules.watchedUpTo, shift),
        })
        .where(
          and(
            gt(alertRules.id, after),
            lte(alertRules.id, upTo),
            or(
              isFuture([alertRules.updatedAt, alertRules.createdAt], shift.limit),
              gt(alertRules.enabledAt, limit),
              gt(alertRules.watchedUpTo, limit),
            ),
          ),
        )
      const times = [
        alerts.openedAt,
        alerts.recordedAt,
        alerts.evidenceAt,
        alerts.acknowledgedAt,
        alerts.closedAt,
      ]
      await db
        .update(alerts)
        .set({
          openedAt: setBackMicros(alerts.openedAt, shift),
          recordedAt: setBackMicros(alerts.recordedAt, shift),
          evidenceAt: setBackMicros(alerts.evidenceAt, shift),
          acknowledgedAt: setBackMicros(alerts.acknowledgedAt, shift),
          closedAt: setBackMicros(alerts.closedAt, shift),
          snoozedUntil: sql`iif(${alerts.snoozedUntil} > ${limit + snoozeSeconds * second}, null, ${alerts.snoozedUntil})`,
        })
        .where(
          and(gt(alerts.id, after), lte(alerts.id, upTo), or(...times.map((column) => gt(column, limit)))),
        )
      await db
        .update(alertActs)
        .set({ at: setBackMicros(alertActs.at, shift) })
        .where(and(gt(alertActs.id, after), lte(alertActs.id, upTo), gt(alertActs.at, limit)))
    },

    /** Lets all timers be looked at now, and forgets when the service ran by the wrong clock. */
    async alertTimes({ limit }: Shift): Promise<void> {
      const at = toMicros(limit)
      await db.update(alertTimers).set({ dueAt: at, notBefore: null }).where(gt(alertTimers.dueAt, at))
      await db.update(alertWatch).set({ aliveAt: at }).where(gt(alertWatch.aliveAt, at))
      await db.delete(alertGaps).where(gt(alertGaps.endedAt, at))
    },
  }
}
