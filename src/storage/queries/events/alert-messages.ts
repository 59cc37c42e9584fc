import { and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { alertMessages, alertOutputHolds, alerts } from '../../sql/alert-tables'
import { arg, changesOf, type Db } from '../../sql/database'

export type AlertMessageRow = typeof alertMessages.$inferSelect

/** What an index of queued messages needs as a literal: SQLite compares it with the condition of the index. */
export const isQueued = sql`${alertMessages.state} = 'queued'`

const shownMax = 200
const countedMax = 10_000

export function alertMessageReads(db: Db) {
  const ofAlert = db
    .select()
    .from(alertMessages)
    .where(eq(alertMessages.alertId, arg('alertId')))
    .orderBy(asc(alertMessages.id))
    .limit(shownMax)
    .prepare()
  const some = db
    .select({ id: alertMessages.id })
    .from(alertMessages)
    .where(
      and(
        isQueued,
        sql`${alertMessages.channel} = 'mail'`,
        eq(alertMessages.organizationId, arg('organizationId')),
      ),
    )
    .limit(countedMax)
    .as('some')
  const waiting = db
    .select({ total: sql<number>`count(*)` })
    .from(some)
    .prepare()

  return {
    /** Returns the messages about an alert, the oldest first. */
    ofAlert: async (alertId: number): Promise<AlertMessageRow[]> => ofAlert.execute({ alertId }),
    /** Returns the number of mails of an organization that wait, at most 10,000. */
    waiting: async (organizationId: number): Promise<number> =>
      (await waiting.execute({ organizationId }))[0]?.total ?? 0,
  }
}

export function alertMessageWrites(db: Db) {
  const held = db
    .select({ outputId: alertOutputHolds.outputId })
    .from(alertOutputHolds)
    .where(eq(alertOutputHolds.alertId, arg('alertId')))
    .prepare()
  const release = db
    .delete(alertOutputHolds)
    .where(eq(alertOutputHolds.alertId, arg('alertId')))
    .prepare()

  return {
    ...alertMessageReads(db),

    async insertAll(rows: readonly Omit<AlertMessageRow, 'id'>[]): Promise<void> {
      // One at a time, because PostgreSQL chooses the id of a single row only.
      for (const row of rows) await db.insert(alertMessages).values(row)
    },

    /** Notes that these messages are not sent, unless an instance sends them already. */
    async drop(ids: readonly number[], endedAt: Micros, error: string): Promise<void> {
      await db
        .update(alertMessages)
        .set({ state: 'dropped', endedAt, error })
        .where(and(inArray(alertMessages.id, [...ids]), isQueued))
    },

    /** Lets an open alert keep outputs on. */
    async hold(alertId: number, outputIds: readonly number[]): Promise<void> {
      const rows = outputIds.map((outputId) => ({ outputId, alertId }))
      if (rows.length > 0) await db.insert(alertOutputHolds).values(rows).onConflictDoNothing()
    },
    /** Lets an alert keep no output on. Returns those that it has kept on. */
    async release(alertId: number): Promise<number[]> {
      const outputIds = (await held.execute({ alertId })).map(({ outputId }) => outputId)
      if (outputIds.length > 0) await release.execute({ alertId })
      return outputIds
    },
    /** Lets the alerts of a rule keep these outputs no longer on. Returns the pairs. */
    async releaseOfRule(
      ruleId: number,
      outputIds: readonly number[],
    ): Promise<(typeof alertOutputHolds.$inferSelect)[]> {
      if (outputIds.length === 0) return []
      const ofRule = db.select({ id: alerts.id }).from(alerts).where(eq(alerts.ruleId, ruleId))
      return db
        .delete(alertOutputHolds)
        .where(
          and(inArray(alertOutputHolds.outputId, [...outputIds]), inArray(alertOutputHolds.alertId, ofRule)),
        )
        .returning()
    },

    /** Deletes at most `most` messages that ended before a time. Returns their number. */
    async deleteEndedBefore(before: Micros, most: number): Promise<number> {
      const expired = db
        .select({ id: alertMessages.id })
        .from(alertMessages)
        .where(lt(alertMessages.endedAt, before))
        .limit(most)
      return changesOf(await db.delete(alertMessages).where(inArray(alertMessages.id, expired)))
    },
    /** Deletes at most `most` messages of an organization beyond the newest `max`. Returns their number. */
    async deleteSurplus(organizationId: number, max: number, most: number): Promise<number> {
      const own = eq(alertMessages.organizationId, organizationId)
      const [last] = await db
        .select({ id: alertMessages.id })
        .from(alertMessages)
        .where(own)
        .orderBy(desc(alertMessages.id))
        .limit(1)
        .offset(max)
      if (!last) return 0
      const surplus = db
        .select({ id: alertMessages.id })
        .from(alertMessages)
        .where(and(own, lte(alertMessages.id, last.id)))
        .limit(most)
      return changesOf(await db.delete(alertMessages).where(inArray(alertMessages.id, surplus)))
    },
  }
}
