import { type AnyColumn, and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { fromMicros, type Instant, type Micros, plusSeconds, second, toMicros } from '../../time'
import type { Db } from '../sql/database'
import {
  apiKeys,
  assets,
  auditEntries,
  idempotencyKeys,
  invitations,
  locations,
  organizations,
  placements,
  rawMessages,
  readers,
  refreshTokens,
  sessions,
  submissions,
  unknownPlacements,
  unknownTags,
  users,
} from '../sql/tables'

/** Finds instants later than now, which were written while the clock was wrong (decision 0012). */

/** The history of an asset or an unknown tag whose `lastSeenAt` is in the future. */
export interface FutureHistory {
  readonly assetId: number
  readonly organizationId: number
  readonly lastSeenAt: Micros
}

const refreshSeconds = 30 * 86_400

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
     * Returns the newest instants up to `upTo`: of rows that the service dates, and of reads, which readers may date.
     * It uses only indexes.
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
    /** Returns the time of the newest audit entry of each organization that is not in the future. */
    async floors(limit: Instant): Promise<{ organizationId: number; floor: Instant | undefined }[]> {
      const floors = []
      for (const organizationId of await organizationIds()) {
        const ofOrganization = eq(auditEntries.organizationId, organizationId)
        const [at] = await newestOf(auditEntries, auditEntries.changedAt, limit, ofOrganization)
        floors.push({ organizationId, floor: at === undefined ? undefined : fromMicros(at) })
      }
      return floors
    },
    /** Lists at most `most` histories of assets after this one, by organization and time. */
    histories: histories(placements),
    /** Lists histories of unknown tags in the same way. */
    unknownHistories: histories(unknownPlacements),
    /** Returns the highest rowid of the tables that are scanned as a whole. */
    async lastRow(): Promise<number> {
      const last = scanned.map((table) => sql`coalesce((select max(rowid) from ${table}), 0)`)
      const [row] = await db
        .select({ last: sql<number>`max(${sql.join(last, sql`, `)})` })
        .from(sql`(select 1)`)
      return row?.last ?? 0
    },
  }
}

/** Small tables without an index by time. */
const scanned = [organizations, users, sessions, apiKeys, invitations, locations, readers] as const
