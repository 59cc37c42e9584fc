import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import type { Db } from '../../sql/database'
import { organizations, refreshTokens, sessions } from '../../sql/account-tables'
import type { Slice } from '../../sql/list'

/** A session that can be continued. */
export interface LiveSession {
  readonly id: string
  readonly organizationName: string
  readonly createdAt: Instant
  readonly device: string | null
  readonly address: string | null
  /** The expiry of the newest refresh token, from which its time of issue follows. */
  readonly expiresAt: Instant
}

/** The expiry of the newest refresh token of a session. */
const expiresAt = sql<Instant>`max(${refreshTokens.expiresAt})`.as('newest')

/** @param providersUntil sessions of a provider that began at or before this time have ended */
const ofUser = (userId: string, environment: string, at: Instant, providersUntil: Instant) =>
  and(
    eq(sessions.userId, userId),
    eq(sessions.environment, environment),
    isNull(refreshTokens.spentAt),
    gt(refreshTokens.expiresAt, at),
    or(isNull(sessions.issuer), gt(sessions.createdAt, providersUntil)),
  )

export function sessionReads(db: Db) {
  return {
    /** Lists the sessions of a user that can be continued, the latest used first. */
    async list(
      userId: string,
      environment: string,
      at: Instant,
      { providersUntil, limit, offset }: Slice & { readonly providersUntil: Instant },
    ): Promise<{ rows: LiveSession[]; total: number }> {
      const live = ofUser(userId, environment, at, providersUntil)
      const [counted] = await db
        .select({ count: sql<number>`count(distinct ${sessions.id})` })
        .from(sessions)
        .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
        .where(live)
      const rows = await db
        .select({
          id: sessions.id,
          organizationName: organizations.name,
          createdAt: sessions.createdAt,
          device: sessions.device,
          address: sessions.address,
          expiresAt,
        })
        .from(sessions)
        .innerJoin(organizations, eq(organizations.id, sessions.organizationId))
        .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
        .where(live)
        .groupBy(sessions.id, organizations.name)
        .orderBy(desc(expiresAt), desc(sessions.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: counted?.count ?? 0 }
    },
  }
}

export function sessionWrites(db: Db) {
  async function end(which: SQL | undefined, at: Instant): Promise<void> {
    const ended = db.select({ id: sessions.id }).from(sessions).where(which)
    await db.delete(refreshTokens).where(inArray(refreshTokens.sessionId, ended))
    await db
      .update(sessions)
      .set({ revokedAt: at })
      .where(and(which, isNull(sessions.revokedAt)))
  }

  return {
    /** Ends all sessions of a user and deletes their refresh tokens. */
    endAll: (userId: string, at: Instant): Promise<void> => end(eq(sessions.userId, userId), at),
    endOthers: (userId: string, sessionId: string, at: Instant): Promise<void> =>
      end(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)), at),
    endIn: (userId: string, organizationId: number, at: Instant): Promise<void> =>
      end(and(eq(sessions.userId, userId), eq(sessions.organizationId, organizationId)), at),
    /** Ends the sessions that were used before the latest `kept` ones, at most `most` of them. */
    async endBeyond(
      userId: string,
      environment: string,
      {
        kept,
        most,
        providersUntil,
      }: { readonly kept: number; readonly most: number; readonly providersUntil: Instant },
      at: Instant,
    ): Promise<void> {
      const surplus = await db
        .select({ id: sessions.id, expiresAt })
        .from(sessions)
        .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
        .where(ofUser(userId, environment, at, providersUntil))
        .groupBy(sessions.id)
        .orderBy(desc(expiresAt), desc(sessions.id))
        .limit(most)
        .offset(kept)
      const ids = surplus.map(({ id }) => id)
      if (ids.length > 0) await end(inArray(sessions.id, ids), at)
    },
  }
}
