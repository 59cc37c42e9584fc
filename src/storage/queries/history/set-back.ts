import { type AnyColumn, and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { type Instant, type Micros, toMicros } from '../../../base/time'
import { auditCounts } from '../../sql/count-tables'
import type { Db } from '../../sql/database'
import { eventLog } from '../../sql/event-tables'
import { inStates, ofAsset, states } from '../../sql/states'
import { apiKeys, invitations, organizations, sessions, users } from '../../sql/account-tables'
import { assets, auditEntries, locations, readers, unknownTags } from '../../sql/tables'
import { setBackAlertMessageWrites } from './set-back-alert-messages'
import { setBackAlertWrites } from './set-back-alerts'
import { setBackWebhookWrites } from './set-back-webhooks'
import { back, floorOf, isFuture, recordInstants, setBack, setBackMicros, type Shift } from './shifts'
import { setBackAccountWrites } from './set-back-accounts'
import { setBackMessageWrites } from './set-back-messages'
import { setBackStocktakeWrites } from './set-back-stocktakes'

/** Sets back instants that a wrong clock has written in the future (decision 0012). */

export function setBackWrites(db: Db) {
  /** Ends the counts of audit entries at the limit, when no entry is later. */
  const limitCounts = (organizationId: number, { limit }: Shift) =>
    db
      .update(auditCounts)
      .set({
        firstAt: sql`min(${auditCounts.firstAt}, ${limit})`,
        lastAt: sql`min(${auditCounts.lastAt}, ${limit})`,
      })
      .where(and(eq(auditCounts.organizationId, organizationId), gt(auditCounts.lastAt, limit)))

  return {
    ...setBackWebhookWrites(db),
    ...setBackAlertWrites(db),
    ...setBackAlertMessageWrites(db),
    ...setBackAccountWrites(db),
    ...setBackMessageWrites(db),
    ...setBackStocktakeWrites(db),

    /**
     * Sets back the rows with an id in (after, upTo] of the tables without an index by time. Tables whose ids are texts are small,
     * and belong to the part that begins at 0.
     */
    async rows(after: number, upTo: number, shift: Shift): Promise<void> {
      const { limit } = shift
      const inRange = (id: AnyColumn) =>
        id.dataType === 'number' ? and(gt(id, after), lte(id, upTo)) : sql`${after} = 0`
      for (const table of [locations, readers])
        await db
          .update(table)
          .set(recordInstants(table, shift, floorOf(table.organizationId, shift)))
          .where(and(inRange(table.id), isFuture([table.updatedAt, table.createdAt], limit)))
      for (const table of [organizations, users])
        await db
          .update(table)
          .set({ createdAt: setBack(table.createdAt, shift) })
          .where(and(inRange(table.id), isFuture([table.createdAt], limit)))
      await db
        .update(sessions)
        .set({ createdAt: setBack(sessions.createdAt, shift), revokedAt: setBack(sessions.revokedAt, shift) })
        .where(and(inRange(sessions.id), isFuture([sessions.createdAt, sessions.revokedAt], limit)))
      await db
        .update(apiKeys)
        .set({
          createdAt: setBack(apiKeys.createdAt, shift),
          lastUsedAt: setBack(apiKeys.lastUsedAt, shift),
          revokedAt: setBack(apiKeys.revokedAt, shift),
        })
        .where(
          and(
            inRange(apiKeys.id),
            isFuture([apiKeys.createdAt, apiKeys.lastUsedAt, apiKeys.revokedAt], limit),
          ),
        )
      // The expiry depends on the time of creation, so it is set back by the same amount.
      await db
        .update(invitations)
        .set({
          createdAt: setBack(invitations.createdAt, shift),
          expiresAt: sql`strftime('%Y-%m-%dT%H:%M:%f', ${invitations.expiresAt}, ${`-${shift.seconds} seconds`}) || '000Z'`,
        })
        .where(and(inRange(invitations.id), isFuture([invitations.createdAt], limit)))
      // Instants inside of `data` stay. A later event of the asset corrects them (docs/events.md).
      const limitMicros = toMicros(limit)
      await db
        .update(eventLog)
        .set({
          occurredAt: setBackMicros(eventLog.occurredAt, shift),
          recordedAt: setBackMicros(eventLog.recordedAt, shift),
        })
        .where(
          and(
            inRange(eventLog.id),
            or(gt(eventLog.occurredAt, limitMicros), gt(eventLog.recordedAt, limitMicros)),
          ),
        )
    },

    /** Sets back at most `most` assets of an organization, in no order. Returns their number. */
    async assets(
      organizationId: number,
      shift: Shift,
      floor: Instant | undefined,
      most: number,
    ): Promise<number> {
      const some = db
        .select({ id: assets.id })
        .from(assets)
        .where(
          and(
            eq(assets.organizationId, organizationId),
            inStates(ofAsset, states),
            gt(assets.updatedAt, shift.limit),
          ),
        )
        .limit(most)
      const rows = await db
        .update(assets)
        .set(recordInstants(assets, shift, floor ?? sql`''`))
        .where(inArray(assets.id, some))
        .returning({ id: assets.id })
      return rows.length
    },

    /** Sets back at most `most` audit entries of an organization, the earliest first. Returns their number. */
    async audit(
      organizationId: number,
      shift: Shift,
      floor: Instant | undefined,
      most: number,
    ): Promise<number> {
      const some = db
        .select({ id: auditEntries.id })
        .from(auditEntries)
        .where(and(eq(auditEntries.organizationId, organizationId), gt(auditEntries.changedAt, shift.limit)))
        .orderBy(auditEntries.changedAt)
        .limit(most)
      const rows = await db
        .update(auditEntries)
        .set({ changedAt: back(auditEntries.changedAt, shift, floor) })
        .where(inArray(auditEntries.id, some))
        .returning({ id: auditEntries.id })
      if (rows.length < most) await limitCounts(organizationId, shift)
      return rows.length
    },

    /** Limits the first-seen and last-seen times of an unknown tag to `at`, the end of its history. */
    async unknownTag(id: number, at: Micros): Promise<void> {
      await db
        .update(unknownTags)
        .set({
          firstSeenAt: sql`min(${unknownTags.firstSeenAt}, ${at})`,
          lastSeenAt: sql`min(${unknownTags.lastSeenAt}, ${at})`,
        })
        .where(and(eq(unknownTags.id, id), gt(unknownTags.lastSeenAt, at)))
    },
  }
}
