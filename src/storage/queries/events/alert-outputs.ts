import { and, asc, count, eq, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { alertMessages, alertOutputHolds, alertOutputs } from '../../sql/alert-tables'
import { arg, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { type AlertMessageRow, isQueued } from './alert-messages'

export type AlertOutputRow = typeof alertOutputs.$inferSelect

const queuedMax = 500

export function alertOutputReads(db: Db) {
  const own = eq(alertOutputs.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(alertOutputs)
    .where(own)
    .orderBy(asc(alertOutputs.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(alertOutputs).where(own).prepare()
  const byIds = db
    .select()
    .from(alertOutputs)
    .where(and(own, inJsonList(alertOutputs.id, 'ids')))
    .prepare()
  const byId = db
    .select()
    .from(alertOutputs)
    .where(eq(alertOutputs.id, arg('id')))
    .prepare()
  const next = db
    .select({ id: alertMessages.outputId })
    .from(alertMessages)
    .where(and(isQueued, sql`${alertMessages.outputId} > ${arg('after')}`))
    .orderBy(asc(alertMessages.outputId))
    .limit(1)
    .prepare()
  const queued = db
    .select()
    .from(alertMessages)
    .where(and(isQueued, eq(alertMessages.outputId, arg('id'))))
    .orderBy(asc(alertMessages.id))
    .limit(queuedMax)
    .prepare()
  const held = db
    .select({ alertId: alertOutputHolds.alertId })
    .from(alertOutputHolds)
    .where(eq(alertOutputHolds.outputId, arg('id')))
    .limit(1)
    .prepare()

  return {
    /** Lists the outputs of an organization, the oldest first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: AlertOutputRow[]; total: number }> {
      const [total] = await counted.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: total?.total ?? 0 }
    },
    ofIds: async (organizationId: number, ids: readonly number[]): Promise<AlertOutputRow[]> =>
      byIds.execute({ organizationId, ids: JSON.stringify(ids) }),
    async find(organizationId: number, id: number): Promise<AlertOutputRow | undefined> {
      return (await byIds.execute({ organizationId, ids: JSON.stringify([id]) }))[0]
    },
    async findAny(id: number): Promise<AlertOutputRow | undefined> {
      return (await byId.execute({ id }))[0]
    },
    /** Returns the id of the output after this one for which messages wait. */
    async next(after: number): Promise<number | undefined> {
      return (await next.execute({ after }))[0]?.id ?? undefined
    },
    /** Returns the messages that wait for an output, the oldest first. */
    queued: async (id: number): Promise<AlertMessageRow[]> => queued.execute({ id }),
    /** Whether an open alert keeps the output on. */
    isHeld: async (id: number): Promise<boolean> => (await held.execute({ id })).length > 0,
  }
}

export function alertOutputWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(alertOutputs.id, id), eq(alertOutputs.organizationId, organizationId))

  return {
    ...alertOutputReads(db),

    async insert(row: Omit<AlertOutputRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(alertOutputs).values(row).returning({ id: alertOutputs.id })
      return (inserted as { id: number }).id
    },
    async update(
      organizationId: number,
      id: number,
      values: Partial<Omit<AlertOutputRow, 'id' | 'organizationId'>>,
    ): Promise<void> {
      await db.update(alertOutputs).set(values).where(one(organizationId, id))
    },
    /** Stores why an output cannot be switched, also with the messages that wait for it. */
    async noteFailure(
      organizationId: number,
      id: number,
      failure: Pick<AlertOutputRow, 'failures' | 'failingSince' | 'nextAttemptAt' | 'error'>,
    ): Promise<void> {
      await db.update(alertOutputs).set(failure).where(one(organizationId, id))
      await db
        .update(alertMessages)
        .set({ error: failure.error })
        .where(and(isQueued, eq(alertMessages.outputId, id)))
    },
    /** Deletes an output. What waits for it is not sent. */
    async delete(organizationId: number, id: number, at: Micros, error: string): Promise<void> {
      await db
        .update(alertMessages)
        .set({ state: 'dropped', endedAt: at, error })
        .where(and(isQueued, eq(alertMessages.outputId, id)))
      await db.delete(alertOutputs).where(one(organizationId, id))
    },
    /** Ends the messages of an output up to an id that have this purpose. */
    async end(
      id: number,
      { purpose, upTo }: { readonly purpose: 'on' | 'off'; readonly upTo: number },
      ended: Pick<AlertMessageRow, 'state' | 'endedAt' | 'error'>,
    ): Promise<void> {
      await db
        .update(alertMessages)
        .set({ ...ended, attempts: sql`${alertMessages.attempts} + 1` })
        .where(
          and(
            isQueued,
            eq(alertMessages.outputId, id),
            eq(alertMessages.purpose, purpose),
            lte(alertMessages.id, upTo),
          ),
        )
    },
  }
}
