import { and, asc, count, eq, sql } from 'drizzle-orm'
import { alertCursors, alertRules } from '../../sql/alert-tables'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'

export type AlertRuleRow = typeof alertRules.$inferSelect

export function alertRuleReads(db: Db) {
  const ofOrganization = eq(alertRules.organizationId, arg('organizationId'))
  const all = db.select().from(alertRules).where(ofOrganization).orderBy(asc(alertRules.id)).prepare()
  const page = db
    .select()
    .from(alertRules)
    .where(ofOrganization)
    .orderBy(asc(alertRules.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(alertRules).where(ofOrganization).prepare()
  const byId = db
    .select()
    .from(alertRules)
    .where(and(ofOrganization, eq(alertRules.id, arg('id'))))
    .prepare()
  const countOf = async (organizationId: number) => (await counted.execute({ organizationId }))[0]?.total ?? 0

  return {
    /** Lists the rules of an organization, oldest first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: AlertRuleRow[]; total: number }> {
      const rows = await page.execute({ organizationId, ...slice })
      return { rows, total: await countOf(organizationId) }
    },
    count: countOf,
    /** Returns all rules of an organization. Their number is limited. */
    ofOrganization: async (organizationId: number): Promise<AlertRuleRow[]> =>
      all.execute({ organizationId }),
    async find(organizationId: number, id: number): Promise<AlertRuleRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
  }
}

export function alertRuleWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(alertRules.id, id), eq(alertRules.organizationId, organizationId))

  return {
    ...alertRuleReads(db),

    async insert(row: Omit<AlertRuleRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(alertRules).values(row).returning({ id: alertRules.id })
      return (inserted as { id: number }).id
    },

    async update(
      organizationId: number,
      id: number,
      values: Partial<Omit<AlertRuleRow, 'id' | 'organizationId'>>,
    ): Promise<void> {
      await db.update(alertRules).set(values).where(one(organizationId, id))
    },

    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(alertRules).where(one(organizationId, id))
    },

    /**
     * Notes that a rule of the organization has changed. The evaluation of the event log begins after `newest` when there
     * was none.
     */
    async noteChange(organizationId: number, newest: number): Promise<void> {
      await db
        .insert(alertCursors)
        .values({ organizationId, sequence: newest, pass: 0, rules: 1 })
        .onConflictDoUpdate({
          target: alertCursors.organizationId,
          set: { rules: sql`${alertCursors.rules} + 1` },
        })
    },
  }
}
