import { and, asc, count, eq } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { labelTemplates } from '../../sql/label-tables'
import type { Slice } from '../../sql/list'

export type LabelTemplateRow = typeof labelTemplates.$inferSelect

export function labelTemplateReads(db: Db) {
  const own = eq(labelTemplates.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(labelTemplates)
    .where(own)
    .orderBy(asc(labelTemplates.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(labelTemplates).where(own).prepare()
  const byId = db
    .select()
    .from(labelTemplates)
    .where(and(own, eq(labelTemplates.id, arg('id'))))
    .prepare()

  return {
    /** Lists the templates of an organization, oldest first. */
    list: async (organizationId: number, slice: Slice): Promise<LabelTemplateRow[]> =>
      page.execute({ organizationId, ...slice }),
    count: async (organizationId: number): Promise<number> =>
      (await counted.execute({ organizationId }))[0]?.total ?? 0,
    async find(organizationId: number, id: number): Promise<LabelTemplateRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
  }
}

export function labelTemplateWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(labelTemplates.id, id), eq(labelTemplates.organizationId, organizationId))

  return {
    ...labelTemplateReads(db),

    async insert(row: Omit<LabelTemplateRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(labelTemplates).values(row).returning({ id: labelTemplates.id })
      return (inserted as { id: number }).id
    },
    async update({ id, organizationId, ...columns }: LabelTemplateRow): Promise<void> {
      await db.update(labelTemplates).set(columns).where(one(organizationId, id))
    },
    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(labelTemplates).where(one(organizationId, id))
    },
  }
}
