import { type AnyColumn, and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { fromMicros, type Instant, type Micros, plusSeconds, second, toMicros } from '../../time'
import type { Db } from '../database'
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
  placements,
  rawMessages,
  readers,
  refreshTokens,
  sessions,
  submissions,
  unknownPlacements,
  unknownTags,
  users,
} from '../tables'

/** What was written in a wrong time: instants later than now, and how they are set back (decision 0012). */

/** Instants later than `limit` are set back by `seconds`. */
export interface Shift {
  readonly limit: Instant
  readonly seconds: number
}

/** A history whose asset, or unknown tag, was last seen later than it can have been. */
export interface FutureHistory {
  readonly assetId: number
  readonly organizationId: number
  readonly lastSeenAt: Micros
}

const refreshSeconds = 30 * 86_400
const resetSeconds = 3_600

export function futureReads(db: Db) {
  const newestOf = async (table: SQLiteTable, column: AnyColumn, upTo: Instant | Micros, where?: SQL) => {
    const [row] = await db
      .select({ at: sql<Instant | Micros | null>`max(${column})` })
      .from(table)
      .where(and(where, lte(column, upTo)))
    const at = row?.at ?? null
    return at === null ? [] : [typeof at === 'number' ? at : toMicros(at)]
  }
  const organizationIds = async () =>
    (await db.select({ id: organizations.id }).from(organizations)).map(({ id }) => id)

  const histories = (table: typeof placements) =>
    async function (limit: Micros, after: FutureHistory | undefined, most: number): Promise<FutureHistory[]> {
      const { organizationId, lastSeenAt, assetId } = after ?? {
        organizationId: 0,
        lastSeenAt: limit,
        assetId: 0,
      }
      const found: FutureHistory[] = []
      for (const id of await organizationIds()) {
        if (id < organizationId || found.length === most) continue
        const isAfter =
          id === organizationId
            ? sql`(${table.lastSeenAt}, ${table.assetId}) > (${lastSeenAt}, ${assetId})`
            : undefined
        const rows = await db
          .select({
            assetId: table.assetId,
            organizationId: table.organizationId,
            lastSeenAt: table.lastSeenAt,
          })
          .from(table)
          .where(and(eq(table.organizationId, id), gt(table.lastSeenAt, limit), isAfter))
          .orderBy(table.lastSeenAt, table.assetId)
          .limit(most - found.length)
        found.push(...rows)
      }
      return found
    }

  return {
    /**
     * The newest instants up to `upTo`, found by indexes alone: of what is dated by the clock of the service, and of
     * reads, which may be dated by their readers.
     */
    async newestUpTo(
      upTo: Instant,
    ): Promise<{ readonly written: Instant | undefined; readonly read: Instant | undefined }> {
      const micros = toMicros(upTo)
      const read: Micros[] = []
      const written: Micros[] = [
        ...(await newestOf(idempotencyKeys, idempotencyKeys.createdAt, upTo)),
        ...(await newestOf(submissions, submissions.createdAt, upTo)),
        ...(await newestOf(rawMessages, rawMessages.receivedAt, micros)),
        ...(await newestOf(refreshTokens, refreshTokens.expiresAt, plusSeconds(upTo, refreshSeconds))).map(
          (expiry) => expiry - refreshSeconds * second,
        ),
      ]
      for (const id of await organizationIds()) {
        for (const [table, column] of [
          [auditEntries, auditEntries.changedAt],
          [assets, assets.updatedAt],
        ] as const)
          written.push(...(await newestOf(table, column, upTo, eq(table.organizationId, id))))
        for (const table of [placements, unknownTags])
          read.push(...(await newestOf(table, table.lastSeenAt, micros, eq(table.organizationId, id))))
      }
      const latest = (found: readonly Micros[]) =>
        found.length === 0 ? undefined : fromMicros(Math.max(...found))
      return { written: latest(written), read: latest(read) }
    },
    /** When each organization's newest entry of the audit log was made that is not in the future. */
    async floors(limit: Instant): Promise<{ organizationId: number; floor: Instant | undefined }[]> {
      const floors = []
      for (const organizationId of await organizationIds()) {
        const ofOrganization = eq(auditEntries.organizationId, organizationId)
        const [at] = await newestOf(auditEntries, auditEntries.changedAt, limit, ofOrganization)
        floors.push({ organizationId, floor: at === undefined ? undefined : fromMicros(at) })
      }
      return floors
    },
    /** Some histories of assets after this one, by organization and time. */
    histories: histories(placements),
    /** The same of unknown tags. */
    unknownHistories: histories(unknownPlacements),
    /** The last row of the tables that are walked as a whole. */
    async lastRow(): Promise<number> {
      const last = walked.map((table) => sql`coalesce((select max(rowid) from ${table}), 0)`)
      const [row] = await db
        .select({ last: sql<number>`max(${sql.join(last, sql`, `)})` })
        .from(sql`(select 1)`)
      return row?.last ?? 0
    },
  }
}

/** Tables that have no index by time, and are small. */
const walked = [organizations, users, sessions, apiKeys, invitations, locations, readers] as const

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

export function futureWrites(db: Db) {
  const isFuture = (columns: readonly AnyColumn[], limit: Instant) =>
    or(...columns.map((column) => gt(column, limit)))

  return {
    /** The rows (after, upTo] of the tables that have no index by time. */
    async setBackRows(after: number, upTo: number, shift: Shift): Promise<void> {
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
    async setBackAssets(
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
    async setBackAudit(
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
    async setBackAnswers(shift: Shift, most: number): Promise<number> {
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
    async setBackRefreshTokens(shift: Shift, most: number): Promise<number> {
      const limit = plusSeconds(shift.limit, refreshSeconds)
      const rows = await db
        .update(refreshTokens)
        .set({ expiresAt: back(refreshTokens.expiresAt, { ...shift, limit }) })
        .where(sql`hash in (select hash from refresh_tokens where expires_at > ${limit} limit ${most})`)
        .returning({ hash: refreshTokens.hash })
      return rows.length
    },

    /** What is small: who owns the installation since when, and links by which people set a password. */
    async setBackOwnersAndResets(shift: Shift): Promise<void> {
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
    async setBackOrigins(shift: Shift, most: number): Promise<number> {
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
    async setBackRaw(shift: Shift, most: number): Promise<number> {
      const limit = toMicros(shift.limit)
      const rows = await db
        .update(rawMessages)
        .set({ receivedAt: sql`min(${rawMessages.receivedAt} - ${shift.seconds * second}, ${limit})` })
        .where(sql`rowid in (select rowid from raw_messages where received_at > ${limit} limit ${most})`)
        .returning({ slot: rawMessages.slot })
      return rows.length
    },

    /** What an unknown tag's history says of when it was seen. */
    async setSeen(id: number, at: Micros): Promise<void> {
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
