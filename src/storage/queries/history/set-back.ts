import { type AnyColumn, and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { type Instant, type Micros, plusSeconds, second, toMicros } from '../../../base/time'
import { auditCounts } from '../../sql/count-tables'
import type { Db } from '../../sql/database'
import { eventLog } from '../../sql/event-tables'
import { mqttSessions } from '../../sql/mqtt-tables'
import { inStates, ofAsset, states } from '../../sql/states'
import {
  apiKeys,
  invitations,
  knownOrigins,
  organizations,
  owners,
  passwordResets,
  refreshTokens,
  sessions,
  users,
} from '../../sql/account-tables'
import {
  assets,
  auditEntries,
  idempotencyKeys,
  locations,
  rawMessages,
  readers,
  submissions,
  unknownTags,
} from '../../sql/tables'
import { mqttSessionSeconds, refreshSeconds } from './future'
import { setBackWebhookWrites } from './set-back-webhooks'
import { back, floorOf, isFuture, recordInstants, setBack, setBackMicros, type Shift } from './shifts'

/** Sets back instants that a wrong clock has written in the future (decision 0012). */

const resetSeconds = 3_600

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

    /** Sets back at most `most` stored responses and at most `most` submissions. Returns their number. */
    async responses(shift: Shift, most: number): Promise<number> {
      const responses = await db
        .update(idempotencyKeys)
        .set({ createdAt: back(idempotencyKeys.createdAt, shift) })
        .where(
          sql`(owner, key) in (select owner, key from idempotency_keys where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ key: idempotencyKeys.key })
      const submitted = await db
        .update(submissions)
        .set({ createdAt: back(submissions.createdAt, shift) })
        .where(
          sql`(source, submission_id) in (select source, submission_id from submissions
            where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ source: submissions.source })
      return responses.length + submitted.length
    },

    /** Sets back at most `most` refresh tokens, so that they expire in 30 days at most. Returns their number. */
    async refreshTokens(shift: Shift, most: number): Promise<number> {
      const limit = plusSeconds(shift.limit, refreshSeconds)
      const rows = await db
        .update(refreshTokens)
        .set({ expiresAt: back(refreshTokens.expiresAt, { ...shift, limit }) })
        .where(sql`hash in (select hash from refresh_tokens where expires_at > ${limit} limit ${most})`)
        .returning({ hash: refreshTokens.hash })
      return rows.length
    },

    /** Sets back at most `most` sessions of MQTT subscribers in the same way. Returns their number. */
    async mqttSessions(shift: Shift, most: number): Promise<number> {
      const limit = plusSeconds(shift.limit, mqttSessionSeconds)
      const rows = await db
        .update(mqttSessions)
        .set({ expiresAt: back(mqttSessions.expiresAt, { ...shift, limit }) })
        .where(
          sql`(api_key_id, client_id) in (select api_key_id, client_id from mqtt_sessions
            where expires_at > ${limit} limit ${most})`,
        )
        .returning({ clientId: mqttSessions.clientId })
      return rows.length
    },

    /**
     * Moves back the times at which refresh tokens were spent, among the next `most` hashes after `after`. Returns the
     * last of these hashes, or null when there are no more.
     */
    async spentTokens(shift: Shift, after: string, most: number): Promise<string | null> {
      const hashes = await db
        .select({ hash: refreshTokens.hash })
        .from(refreshTokens)
        .where(gt(refreshTokens.hash, after))
        .orderBy(refreshTokens.hash)
        .limit(most)
      const last = hashes.at(-1)?.hash
      if (last === undefined) return null
      await db
        .update(refreshTokens)
        .set({ spentAt: back(refreshTokens.spentAt, shift) })
        .where(sql`hash > ${after} and hash <= ${last} and spent_at > ${shift.limit}`)
      return last
    },

    /** Sets back the owners and the links to reset a password. Both tables are small. */
    async ownersAndResets(shift: Shift): Promise<void> {
      await db
        .update(owners)
        .set({ addedAt: back(owners.addedAt, shift) })
        .where(gt(owners.addedAt, shift.limit))
      const limit = plusSeconds(shift.limit, resetSeconds)
      await db
        .update(passwordResets)
        .set({ expiresAt: back(passwordResets.expiresAt, { ...shift, limit }) })
        .where(gt(passwordResets.expiresAt, limit))
    },

    /** Sets back at most `most` known origins. Returns their number. */
    async origins(shift: Shift, most: number): Promise<number> {
      const rows = await db
        .update(knownOrigins)
        .set({ seenAt: back(knownOrigins.seenAt, shift) })
        .where(
          sql`(account_id, kind, origin) in (select account_id, kind, origin from known_origins
            where seen_at > ${shift.limit} limit ${most})`,
        )
        .returning({ kind: knownOrigins.kind })
      return rows.length
    },

    /** Sets back at most `most` recent messages of readers. Returns their number. */
    async rawMessages(shift: Shift, most: number): Promise<number> {
      const limit = toMicros(shift.limit)
      const rows = await db
        .update(rawMessages)
        .set({ receivedAt: sql`min(${rawMessages.receivedAt} - ${shift.seconds * second}, ${limit})` })
        .where(
          sql`(reader_id, slot) in (select reader_id, slot from raw_messages where received_at > ${limit} limit ${most})`,
        )
        .returning({ slot: rawMessages.slot })
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
