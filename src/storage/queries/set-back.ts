import { type AnyColumn, and, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { type Instant, type Micros, plusSeconds, second, toMicros } from '../../time'
import type { Db } from '../sql/database'
import {
  apiKeys,
  assets,
  auditEntries,
  idempotencyKeys,
  invitations,
  knownOrigins,
  locations,
  organizations,
  owners,
  passwordResets,
  rawMessages,
  readers,
  refreshTokens,
  sessions,
  submissions,
  unknownTags,
  users,
} from '../sql/tables'

/** How instants later than now, which a wrong clock has written, are set back (decision 0012). */

/** Instants later than `limit` are set back by `seconds`. */
export interface Shift {
  readonly limit: Instant
  readonly seconds: number
}

const refreshSeconds = 30 * 86_400
const resetSeconds = 3_600

/** The instant moved back; where that would be before older rows, right after those. It is never in the future. */
const back = (column: AnyColumn, { limit, seconds }: Shift, floor: SQL | Instant = sql`''`): SQL =>
  sql`min(max(strftime('%Y-%m-%dT%H:%M:%f', ${column}, ${`-${seconds} seconds`}) || '000Z', ${floor}), ${limit})`

const settled = (column: AnyColumn, shift: Shift, floor?: SQL | Instant): SQL =>
  sql`case when ${column} > ${shift.limit} then ${back(column, shift, floor)} else ${column} end`

/** Of the organization of a row, the newest entry of the audit log that is not in the future. */
const floorOf = (organizationId: AnyColumn, { limit }: Shift): SQL =>
  sql`coalesce((select max(changed_at) from audit_entries as entry
    where entry.organization_id = ${organizationId} and entry.changed_at <= ${limit}), '')`

/**
 * The instants of an asset, a location or a reader. What was in effect from its creation stays so, and `updated_at` is
 * another than any it had before, since it tells one state of the row from the others.
 */
function recordInstants(
  table: typeof assets | typeof locations | typeof readers,
  shift: Shift,
  floor: SQL | Instant,
): Record<string, SQL> {
  const createdAt = settled(table.createdAt, shift, floor)
  const next = sql`coalesce(strftime('%Y-%m-%dT%H:%M:%f', nullif(${floor}, ''), '+0.001 seconds') || '000Z', '')`
  return {
    createdAt,
    updatedAt: sql`case when ${table.updatedAt} > ${shift.limit} then
      max(${back(table.updatedAt, shift, next)}, ${createdAt}) else ${table.updatedAt} end`,
    deletedAt: settled(table.deletedAt, shift, floor),
    ...('validFrom' in table && {
      validFrom: sql`case when ${table.validFrom} = ${table.createdAt} then ${createdAt} else ${table.validFrom} end`,
    }),
  }
}

export function setBackWrites(db: Db) {
  const isFuture = (columns: readonly AnyColumn[], limit: Instant) =>
    or(...columns.map((column) => gt(column, limit)))

  return {
    /** The rows (after, upTo] of the tables that have no index by time. */
    async rows(after: number, upTo: number, shift: Shift): Promise<void> {
      const { limit } = shift
      const inRange = sql`rowid > ${after} and rowid <= ${upTo}`
      for (const table of [locations, readers])
        await db
          .update(table)
          .set(recordInstants(table, shift, floorOf(table.organizationId, shift)))
          .where(and(inRange, isFuture([table.updatedAt, table.createdAt], limit)))
      for (const table of [organizations, users])
        await db
          .update(table)
          .set({ createdAt: settled(table.createdAt, shift) })
          .where(and(inRange, isFuture([table.createdAt], limit)))
      await db
        .update(sessions)
        .set({ createdAt: settled(sessions.createdAt, shift), revokedAt: settled(sessions.revokedAt, shift) })
        .where(and(inRange, isFuture([sessions.createdAt, sessions.revokedAt], limit)))
      await db
        .update(apiKeys)
        .set({
          createdAt: settled(apiKeys.createdAt, shift),
          lastUsedAt: settled(apiKeys.lastUsedAt, shift),
          revokedAt: settled(apiKeys.revokedAt, shift),
        })
        .where(and(inRange, isFuture([apiKeys.createdAt, apiKeys.lastUsedAt, apiKeys.revokedAt], limit)))
      // What was made in the future expires by as much too late.
      await db
        .update(invitations)
        .set({
          createdAt: settled(invitations.createdAt, shift),
          expiresAt: sql`strftime('%Y-%m-%dT%H:%M:%f', ${invitations.expiresAt}, ${`-${shift.seconds} seconds`}) || '000Z'`,
        })
        .where(and(inRange, isFuture([invitations.createdAt], limit)))
    },

    /** Some assets of an organization, the earliest change first; returns how many they were. */
    async assets(
      organizationId: number,
      shift: Shift,
      floor: Instant | undefined,
      most: number,
    ): Promise<number> {
      const some = db
        .select({ id: assets.id })
        .from(assets)
        .where(and(eq(assets.organizationId, organizationId), gt(assets.updatedAt, shift.limit)))
        .orderBy(assets.updatedAt)
        .limit(most)
      const rows = await db
        .update(assets)
        .set(recordInstants(assets, shift, floor ?? sql`''`))
        .where(sql`${assets.id} in (select id from (${some}))`)
        .returning({ id: assets.id })
      return rows.length
    },

    /** Some entries of an organization's audit log, the earliest first; returns how many they were. */
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
        .where(sql`${auditEntries.id} in (select id from (${some}))`)
        .returning({ id: auditEntries.id })
      return rows.length
    },

    /** Some answers to repeated POSTs and to submissions; returns how many they were. */
    async answers(shift: Shift, most: number): Promise<number> {
      const answers = await db
        .update(idempotencyKeys)
        .set({ createdAt: back(idempotencyKeys.createdAt, shift) })
        .where(
          sql`(owner, key) in (select owner, key from idempotency_keys where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ key: idempotencyKeys.key })
      const outcomes = await db
        .update(submissions)
        .set({ createdAt: back(submissions.createdAt, shift) })
        .where(
          sql`(source, submission_id) in (select source, submission_id from submissions
            where created_at > ${shift.limit} limit ${most})`,
        )
        .returning({ source: submissions.source })
      return answers.length + outcomes.length
    },

    /** Some refresh tokens, so that they live for 30 days at most; returns how many they were. */
    async refreshTokens(shift: Shift, most: number): Promise<number> {
      const limit = plusSeconds(shift.limit, refreshSeconds)
      const rows = await db
        .update(refreshTokens)
        .set({ expiresAt: back(refreshTokens.expiresAt, { ...shift, limit }) })
        .where(sql`hash in (select hash from refresh_tokens where expires_at > ${limit} limit ${most})`)
        .returning({ hash: refreshTokens.hash })
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

    /** What is small: who owns the installation since when, and links by which people set a password. */
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

    /** Some of the addresses and devices from which accounts signed in; returns how many they were. */
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

    /** Some messages of readers' rings; returns how many they were. */
    async raw(shift: Shift, most: number): Promise<number> {
      const limit = toMicros(shift.limit)
      const rows = await db
        .update(rawMessages)
        .set({ receivedAt: sql`min(${rawMessages.receivedAt} - ${shift.seconds * second}, ${limit})` })
        .where(sql`rowid in (select rowid from raw_messages where received_at > ${limit} limit ${most})`)
        .returning({ slot: rawMessages.slot })
      return rows.length
    },

    /** What an unknown tag's history says of when it was seen. */
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
