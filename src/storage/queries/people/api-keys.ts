import { asc, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { chain, type MaybePromise } from '../../../base/turns/maybe-promise'
import { apiKeys } from '../../sql/account-tables'
import { arg, type Db, setTo } from '../../sql/database'

export type ApiKeyRow = typeof apiKeys.$inferSelect

export function apiKeyReads(db: Db) {
  const keyById = db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, arg('id')))
    .prepare()
  const keysOf = db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, arg('organizationId')))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const keyCount = db
    .select({ count: sql<number>`count(*)` })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, arg('organizationId')))
    .prepare()

  return {
    findApiKey: (id: string): MaybePromise<ApiKeyRow | undefined> =>
      chain(keyById.execute({ id }), ([row]) => row),
    async listApiKeys(
      organizationId: number,
      slice: { limit: number; offset: number },
    ): Promise<{ rows: ApiKeyRow[]; total: number }> {
      const [counted] = await keyCount.execute({ organizationId })
      return { rows: await keysOf.execute({ organizationId, ...slice }), total: counted?.count ?? 0 }
    },
  }
}

export function apiKeyWrites(db: Db) {
  const keyUsed = db
    .update(apiKeys)
    .set({ lastUsedAt: setTo('at') })
    .where(eq(apiKeys.id, arg('id')))
    .prepare()

  return {
    ...apiKeyReads(db),

    async insertApiKey(key: Omit<ApiKeyRow, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
      await db.insert(apiKeys).values(key)
    },
    async markApiKeyUsed(id: string, at: Instant): Promise<void> {
      await keyUsed.execute({ id, at })
    },
    /** Revokes an API key. The caller must have checked that it belongs to the organization. */
    async revokeApiKey(id: string, at: Instant): Promise<void> {
      await db.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id))
    },
  }
}
