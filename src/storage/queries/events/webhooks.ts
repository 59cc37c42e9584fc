import { and, asc, count, desc, eq, inArray, lt, lte } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { changesOf, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { webhookDeliveries, webhookRequests, webhooks } from '../../sql/webhook-tables'

export type WebhookRow = typeof webhooks.$inferSelect
type WebhookRequestRow = typeof webhookRequests.$inferSelect
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

/** Maximum number of stored deliveries of a webhook. */
const deliveriesMax = 1_000

export function webhookReads(db: Db) {
  return {
    /** Lists the webhooks of an organization, oldest first. */
    async list(
      organizationId: number,
      { limit, offset }: Slice,
    ): Promise<{ rows: WebhookRow[]; total: number }> {
      const ofOrganization = eq(webhooks.organizationId, organizationId)
      const [counted] = await db.select({ total: count() }).from(webhooks).where(ofOrganization)
      const rows = await db
        .select()
        .from(webhooks)
        .where(ofOrganization)
        .orderBy(asc(webhooks.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: counted?.total ?? 0 }
    },

    async find(organizationId: number, id: number): Promise<WebhookRow | undefined> {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId)))
      return row
    },

    /** Returns the enabled webhooks of all organizations, and those with a requested attempt. */
    async toServe(): Promise<{ id: number; organizationId: number }[]> {
      const columns = { id: webhooks.id, organizationId: webhooks.organizationId }
      const enabled = await db.select(columns).from(webhooks).where(eq(webhooks.isEnabled, 1))
      const requested = await db
        .selectDistinct(columns)
        .from(webhooks)
        .innerJoin(webhookRequests, eq(webhookRequests.webhookId, webhooks.id))
        .where(eq(webhooks.isEnabled, 0))
      return [...enabled, ...requested]
    },

    async firstRequest(webhookId: number): Promise<WebhookRequestRow | undefined> {
      const [row] = await db
        .select()
        .from(webhookRequests)
        .where(eq(webhookRequests.webhookId, webhookId))
        .orderBy(asc(webhookRequests.id))
        .limit(1)
      return row
    },

    async countRequests(webhookId: number): Promise<number> {
      const [row] = await db
        .select({ total: count() })
        .from(webhookRequests)
        .where(eq(webhookRequests.webhookId, webhookId))
      return row?.total ?? 0
    },

    /** Lists the attempts of a webhook, newest first. The caller has checked whose it is. */
    async deliveries(
      webhookId: number,
      { limit, offset }: Slice,
    ): Promise<{ rows: WebhookDeliveryRow[]; total: number }> {
      const ofWebhook = eq(webhookDeliveries.webhookId, webhookId)
      const [counted] = await db.select({ total: count() }).from(webhookDeliveries).where(ofWebhook)
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(ofWebhook)
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: counted?.total ?? 0 }
    },
  }
}

export function webhookWrites(db: Db) {
  return {
    ...webhookReads(db),

    async insert(row: Omit<WebhookRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(webhooks).values(row).returning({ id: webhooks.id })
      return (inserted as { id: number }).id
    },

    async update(
      organizationId: number,
      id: number,
      values: Partial<Omit<WebhookRow, 'id' | 'organizationId'>>,
    ): Promise<void> {
      await db
        .update(webhooks)
        .set(values)
        .where(and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId)))
    },

    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(webhookRequests).where(eq(webhookRequests.webhookId, id))
      await db.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
      await db.delete(webhooks).where(and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId)))
    },

    async request(webhookId: number, sequence: number | null): Promise<void> {
      await db.insert(webhookRequests).values({ webhookId, sequence })
    },

    async endRequest(id: number): Promise<void> {
      await db.delete(webhookRequests).where(eq(webhookRequests.id, id))
    },

    /** Stores an attempt, and deletes those beyond the limit of the webhook. */
    async insertDelivery(row: Omit<WebhookDeliveryRow, 'id'>): Promise<void> {
      await db.insert(webhookDeliveries).values(row)
      const ofWebhook = eq(webhookDeliveries.webhookId, row.webhookId)
      const [surplus] = await db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(ofWebhook)
        .orderBy(desc(webhookDeliveries.id))
        .limit(1)
        .offset(deliveriesMax)
      if (surplus)
        await db.delete(webhookDeliveries).where(and(ofWebhook, lte(webhookDeliveries.id, surplus.id)))
    },

    /** Deletes at most `most` attempts before a time. Returns their number. */
    async deleteDeliveriesBefore(before: Micros, most: number): Promise<number> {
      const expired = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(lt(webhookDeliveries.attemptedAt, before))
        .limit(most)
      return changesOf(await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, expired)))
    },
  }
}
