import { gt, sql } from 'drizzle-orm'
import { plusSeconds } from '../../../base/time'
import { knownOrigins, owners, passwordResets, refreshTokens } from '../../sql/account-tables'
import type { Db } from '../../sql/database'
import { mqttSessions } from '../../sql/ingest-tables'
import { mqttSessionSeconds, refreshSeconds } from './future'
import { back, type Shift } from './shifts'

const resetSeconds = 3_600

/** Sets back the instants of accounts and sessions that a wrong clock has written in the future (decision 0012). */
export function setBackAccountWrites(db: Db) {
  return {
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
  }
}
