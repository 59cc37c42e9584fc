import { and, desc, eq, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { alertActs, alerts } from '../../sql/alert-tables'
import { changesOf, type Db } from '../../sql/database'
import { type AlertActRow, alertReads, type AlertRow } from './alerts'

export function alertWrites(db: Db) {
  return {
    ...alertReads(db),

    /** Inserts an alert; returns undefined if there is an open one for the rule and the subject. */
    async insert(row: Omit<AlertRow, 'id'>): Promise<number | undefined> {
      const [inserted] = await db
        .insert(alerts)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: alerts.id })
      return inserted?.id
    },

    async update(
      organizationId: number,
      id: number,
      values: Partial<Omit<AlertRow, 'id' | 'organizationId'>>,
    ): Promise<void> {
      await db
        .update(alerts)
        .set(values)
        .where(and(eq(alerts.id, id), eq(alerts.organizationId, organizationId)))
    },

    /** Gives the open alerts of a rule its present name and severity. */
    async rename(ruleId: number, values: Pick<AlertRow, 'ruleName' | 'severity'>): Promise<void> {
      await db
        .update(alerts)
        .set(values)
        .where(and(eq(alerts.ruleId, ruleId), isNull(alerts.closedAt)))
    },

    async act(row: Omit<AlertActRow, 'id'>): Promise<void> {
      await db.insert(alertActs).values(row)
    },

    /** Deletes at most `most` alerts of all organizations that were closed before a time. Returns their number. */
    async deleteClosedBefore(before: Micros, most: number): Promise<number> {
      const expired = db.select({ id: alerts.id }).from(alerts).where(lt(alerts.closedAt, before)).limit(most)
      return changesOf(await db.delete(alerts).where(inArray(alerts.id, expired)))
    },

    /** Deletes at most `most` closed alerts of an organization beyond the newest `max`. Returns their number. */
    async deleteSurplus(organizationId: number, max: number, most: number): Promise<number> {
      const closed = and(eq(alerts.organizationId, organizationId), isNotNull(alerts.closedAt))
      const [last] = await db
        .select({ openedAt: alerts.openedAt })
        .from(alerts)
        .where(closed)
        .orderBy(desc(alerts.openedAt), desc(alerts.id))
        .limit(1)
        .offset(max)
      if (!last) return 0
      const surplus = db
        .select({ id: alerts.id })
        .from(alerts)
        .where(and(closed, lte(alerts.openedAt, last.openedAt)))
        .limit(most)
      return changesOf(await db.delete(alerts).where(inArray(alerts.id, surplus)))
    },
  }
}
