import { type AnyColumn, and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { fromMicros, type Instant, type Micros, plusSeconds, second, toMicros } from '../../../base/time'
import type { Db } from '../../sql/database'
import { alertActs, alertRules, alerts } from '../../sql/alert-tables'
import { eventLog } from '../../sql/event-tables'
import { inStates, ofAsset, ofPlacement, type State, states } from '../../sql/states'
import { searches, stocktakeCounters, stocktakes } from '../../sql/stocktake-tables'
import { invitations, organizations, refreshTokens } from '../../sql/account-tables'
import { mqttSessions } from '../../sql/ingest-tables'
import { webhookDeliveries, webhooks } from '../../sql/webhook-tables'
import {
  assets,
  auditEntries,
  idempotencyKeys,
  locations,
  placements,
  rawMessages,
  readers,
  submissions,
  unknownPlacements,
  unknownTags,
} from '../../sql/tables'

/** Finds instants later than now, which were written while the clock was wrong (decision 0012). */

/** The history of an asset or an unknown tag whose `lastSeenAt` is in the future. */
export interface FutureHistory {
  readonly assetId: number
  readonly organizationId: number
  /** Of the asset (src/storage/sql/states.ts). Always 0 for an unknown tag. */
  readonly assetState: State
  readonly lastSeenAt: Micros
}

/** Maximum times for which refresh tokens and MQTT sessions are stored, in seconds. */
export const refreshSeconds = 30 * 86_400
export const mqttSessionSeconds = 8 * 86_400

export function futureReads(db: Db) {
  const newestOf = async (table: SQLiteTable, column: AnyColumn, upTo: Instant | Micros, where?: SQL) => {
    const [row] = await db
      .select({ at: sql<Instant | Micros | null>`max(${column})` })
      .from(table)
      .where(and(where, lte(column, upTo)))
    const at = row?.at ?? null
    return at === null ? [] : [typeof at === 'number' ? at : toMicros(at)]
  }
  /**
   * Returns a time before which the row with the newest expiry was not written: an expiry is at most `seconds` later than the
   * time at which its row was written.
   */
  const newestOfExpiries = async (table: SQLiteTable, column: AnyColumn, seconds: number, upTo: Instant) => {
    const limit = plusSeconds(upTo, seconds)
    // An instant after the year 9999 would sort before all others.
    const found = await newestOf(table, column, limit > upTo ? limit : upTo)
    return found.map((expiry) => expiry - seconds * second)
  }
  /** Counting writes nothing else with its time. The stocktakes of an organization that are open are few. */
  const ofOpenStocktakes = (organizationId: number) =>
    inArray(
      stocktakeCounters.stocktakeId,
      db
        .select({ id: stocktakes.id })
        .from(stocktakes)
        .where(and(eq(stocktakes.organizationId, organizationId), eq(stocktakes.state, 'open'))),
    )
  const organizationIds = async () =>
    (await db.select({ id: organizations.id }).from(organizations)).map(({ id }) => id)
  /** The parts of the indexes by organization and state, from this one on. */
  const partsFrom = async (organizationId: number, state: number): Promise<[number, State][]> =>
    (await organizationIds())
      .flatMap((id) => states.map((each): [number, State] => [id, each]))
      .filter(([id, each]) => id > organizationId || (id === organizationId && each >= state))

  const histories = (table: typeof placements) =>
    async function (limit: Micros, after: FutureHistory | undefined, most: number): Promise<FutureHistory[]> {
      const from = after ?? { organizationId: 0, assetState: 0, lastSeenAt: limit, assetId: 0 }
      const found: FutureHistory[] = []
      for (const [organizationId, assetState] of await partsFrom(from.organizationId, from.assetState)) {
        if (found.length === most) break
        const isFirst = organizationId === from.organizationId && assetState === from.assetState
        const rows = await db
          .select({
            assetId: table.assetId,
            organizationId: table.organizationId,
            lastSeenAt: table.lastSeenAt,
          })
          .from(table)
          .where(
            and(
              eq(table.organizationId, organizationId),
              eq(table.assetState, assetState),
              gt(table.lastSeenAt, limit),
              isFirst
                ? sql`(${table.lastSeenAt}, ${table.assetId}) > (${from.lastSeenAt}, ${from.assetId})`
                : undefined,
            ),
          )
          .orderBy(table.lastSeenAt, table.assetId)
          .limit(most - found.length)
        found.push(...rows.map((row) => ({ ...row, assetState })))
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
        ...(await newestOf(webhookDeliveries, webhookDeliveries.attemptedAt, micros)),
        ...(await newestOfExpiries(refreshTokens, refreshTokens.expiresAt, refreshSeconds, upTo)),
        ...(await newestOfExpiries(mqttSessions, mqttSessions.expiresAt, mqttSessionSeconds, upTo)),
      ]
      for (const id of await organizationIds()) {
        const ofOrganization = (table: { organizationId: AnyColumn }) => eq(table.organizationId, id)
        written.push(
          ...(await newestOf(auditEntries, auditEntries.changedAt, upTo, ofOrganization(auditEntries))),
          ...(await newestOf(stocktakeCounters, stocktakeCounters.lastAt, micros, ofOpenStocktakes(id))),
        )
        read.push(
          ...(await newestOf(unknownTags, unknownTags.lastSeenAt, micros, ofOrganization(unknownTags))),
        )
        for (const state of states) {
          const ofAssets = and(ofOrganization(assets), inStates(ofAsset, [state]))
          const ofPlacements = and(ofOrganization(placements), inStates(ofPlacement, [state]))
          written.push(...(await newestOf(assets, assets.updatedAt, upTo, ofAssets)))
          read.push(...(await newestOf(placements, placements.lastSeenAt, micros, ofPlacements)))
        }
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
    /** Returns the highest id of the tables that are scanned as a whole. */
    async lastRow(): Promise<number> {
      let last = 1
      for (const table of scanned) {
        const [row] = await db.select({ id: sql<number | null>`max(${table.id})` }).from(table)
        last = Math.max(last, row?.id ?? 0)
      }
      return last
    },
  }
}

/** Tables without an index by time, whose ids are numbers. All but the event log are small. */
const scanned = [
  organizations,
  invitations,
  locations,
  readers,
  webhooks,
  alertRules,
  alerts,
  alertActs,
  eventLog,
  searches,
] as const
