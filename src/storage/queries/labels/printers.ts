import { and, asc, count, eq } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { printers } from '../../sql/label-tables'

export type PrinterRow = typeof printers.$inferSelect

export function printerReads(db: Db) {
  const own = eq(printers.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(printers)
    .where(own)
    .orderBy(asc(printers.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(printers).where(own).prepare()
  const byIds = db.select().from(printers).where(inJsonList(printers.id, 'ids')).prepare()

  return {
    /** Lists the printers of an organization, the oldest first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: PrinterRow[]; total: number }> {
      const [total] = await counted.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: total?.total ?? 0 }
    },
    async find(organizationId: number, id: number): Promise<PrinterRow | undefined> {
      const [row] = await byIds.execute({ ids: JSON.stringify([id]) })
      return row?.organizationId === organizationId ? row : undefined
    },
    /** Returns printers of any organization. */
    ofIds: async (ids: readonly number[]): Promise<PrinterRow[]> =>
      byIds.execute({ ids: JSON.stringify(ids) }),
  }
}

export function printerWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(printers.id, id), eq(printers.organizationId, organizationId))
  return {
    ...printerReads(db),

    async insert(row: Omit<PrinterRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(printers).values(row).returning({ id: printers.id })
      return (inserted as { id: number }).id
    },
    async update(
      organizationId: number,
      id: number,
      values: Partial<Omit<PrinterRow, 'id' | 'organizationId'>>,
    ): Promise<void> {
      await db.update(printers).set(values).where(one(organizationId, id))
    },
    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(printers).where(one(organizationId, id))
    },
  }
}
