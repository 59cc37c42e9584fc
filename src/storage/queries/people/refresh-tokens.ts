import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, setTo } from '../../sql/database'
import { apiKeys, refreshTokens } from '../../sql/account-tables'

type RefreshTokenRow = typeof refreshTokens.$inferSelect

export function refreshTokenReads(db: Db) {
  const newestBeyond = db
    .select({ expiresAt: refreshTokens.expiresAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.apiKeyId, arg('apiKeyId')))
    .orderBy(desc(refreshTokens.expiresAt))
    .limit(1)
    .offset(arg('max'))
    .prepare()

  return {
    /** Returns the API keys with more than `max` tokens, and the expiry of the newest token beyond the latest `max`. */
    async surpluses(max: number): Promise<{ apiKeyId: string; until: Instant }[]> {
      const found = []
      for (const { id: apiKeyId } of await db.select({ id: apiKeys.id }).from(apiKeys)) {
        const [row] = await newestBeyond.execute({ apiKeyId, max })
        if (row) found.push({ apiKeyId, until: row.expiresAt })
      }
      return found
    },
  }
}

export function refreshTokenWrites(db: Db) {
  const spendOf = (owner: typeof refreshTokens.apiKeyId | typeof refreshTokens.sessionId) =>
    db
      .update(refreshTokens)
      .set({ spentAt: setTo('at') })
      .where(
        and(
          eq(refreshTokens.hash, arg('hash')),
          eq(refreshTokens.environment, arg('environment')),
          isNotNull(owner),
          isNull(refreshTokens.spentAt),
          gt(refreshTokens.expiresAt, arg('at')),
        ),
      )
      .returning()
      .prepare()
  const spendOfKey = spendOf(refreshTokens.apiKeyId)
  const spendOfSession = spendOf(refreshTokens.sessionId)
  const byHash = db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, arg('hash')))
    .prepare()
  const insert = db
    .insert(refreshTokens)
    .values({
      hash: arg('hash'),
      chainId: arg('chainId'),
      apiKeyId: arg('apiKeyId'),
      sessionId: arg('sessionId'),
      environment: arg('environment'),
      expiresAt: arg('expiresAt'),
    })
    .prepare()

  async function deleteRows(which: SQL | undefined, most: number): Promise<number> {
    const some = db.select({ hash: refreshTokens.hash }).from(refreshTokens).where(which).limit(most)
    const deleted = await db
      .delete(refreshTokens)
      .where(inArray(refreshTokens.hash, some))
      .returning({ hash: refreshTokens.hash })
    return deleted.length
  }

  return {
    async insert(token: Omit<RefreshTokenRow, 'spentAt'>): Promise<void> {
      await insert.execute(token)
    },
    /** Marks an unspent, unexpired token as spent and returns it. Of two concurrent calls, exactly one succeeds. */
    async spend(
      hash: string,
      environment: string,
      kind: 'api_key' | 'session',
      at: Instant,
    ): Promise<RefreshTokenRow | undefined> {
      const spend = kind === 'api_key' ? spendOfKey : spendOfSession
      const [row] = await spend.execute({ hash, environment, at })
      return row
    },
    async find(hash: string): Promise<RefreshTokenRow | undefined> {
      const [row] = await byHash.execute({ hash })
      return row
    },
    /** Deletes all tokens of a chain, whether spent or not. */
    async deleteChain(chainId: string): Promise<void> {
      await db.delete(refreshTokens).where(eq(refreshTokens.chainId, chainId))
    },
    /** Deletes at most `most` expired tokens. Returns their number. */
    deleteExpired: (at: Instant, most: number): Promise<number> =>
      deleteRows(lt(refreshTokens.expiresAt, at), most),
    /** Deletes at most `most` tokens of an API key that expire up to `until`. Returns their number. */
    deleteOfKey: (apiKeyId: string, until: Instant, most: number): Promise<number> =>
      deleteRows(and(eq(refreshTokens.apiKeyId, apiKeyId), lte(refreshTokens.expiresAt, until)), most),
  }
}
