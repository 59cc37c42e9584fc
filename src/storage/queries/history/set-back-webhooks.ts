import { and, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { plusSeconds, toMicros } from '../../../base/time'
import type { Db } from '../../sql/database'
import { webhookDeliveries, webhooks } from '../../sql/webhook-tables'
import { floorOf, isFuture, recordInstants, setBackMicros, type Shift } from './shifts'

/** Maximum time for which the previous secret of a webhook is valid. */
const previousSecretSeconds = 86_400

/** Sets back the instants of webhooks that a wrong clock has written in the future (decision 0012). */
export function setBackWebhookWrites(db: Db) {
  return {
    /** Sets back the webhooks with an id in (after, upTo]. */
    async webhooks(after: number, upTo: number, shift: Shift): Promise<void> {
      const { limit } = shift
      const limitMicros = toMicros(limit)
      const expiryLimit = { ...shift, limit: plusSeconds(limit, previousSecretSeconds) }
      const isFailingInFuture = gt(webhooks.failingSince, limitMicros)
      await db
        .update(webhooks)
        .set({
          ...recordInstants(webhooks, shift, floorOf(webhooks.organizationId, shift)),
          // It stays valid for what was left of its time, at most for all of it.
          previousExpiresAt: setBackMicros(webhooks.previousExpiresAt, expiryLimit),
          failingSince: setBackMicros(webhooks.failingSince, shift),
          // An attempt after a first failure in the future is due (docs/webhooks.md, Failures).
          nextAttemptAt: sql`iif(${isFailingInFuture}, null, ${webhooks.nextAttemptAt})`,
        })
        .where(
          and(
            gt(webhooks.id, after),
            lte(webhooks.id, upTo),
            or(
              isFuture([webhooks.updatedAt, webhooks.createdAt], limit),
              gt(webhooks.previousExpiresAt, toMicros(expiryLimit.limit)),
              isFailingInFuture,
            ),
          ),
        )
    },

    /** Sets back at most `most` attempts of webhooks, the earliest first. Returns their number. */
    async webhookDeliveries(shift: Shift, most: number): Promise<number> {
      const some = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(gt(webhookDeliveries.attemptedAt, toMicros(shift.limit)))
        .orderBy(webhookDeliveries.attemptedAt)
        .limit(most)
      const rows = await db
        .update(webhookDeliveries)
        .set({ attemptedAt: setBackMicros(webhookDeliveries.attemptedAt, shift) })
        .where(inArray(webhookDeliveries.id, some))
        .returning({ id: webhookDeliveries.id })
      return rows.length
    },
  }
}
