import { and, asc, count, eq, gt, lte } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { mailSchedules } from '../../sql/alert-tables'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'

export type MailScheduleRow = typeof mailSchedules.$inferSelect

/** Number of schedules that the service begins at once. */
const dueMax = 100

export function mailScheduleReads(db: Db) {
  const ofOrganization = eq(mailSchedules.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(mailSchedules)
    .where(ofOrganization)
    .orderBy(asc(mailSchedules.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(mailSchedules).where(ofOrganization).prepare()
  const byId = db
    .select()
    .from(mailSchedules)
    .where(and(ofOrganization, eq(mailSchedules.id, arg('id'))))
    .prepare()
  const due = db
    .select()
    .from(mailSchedules)
    .where(lte(mailSchedules.nextAt, arg('now')))
    .orderBy(asc(mailSchedules.nextAt))
    .limit(dueMax)
    .prepare()
  const ahead = db
    .select()
    .from(mailSchedules)
    .where(gt(mailSchedules.nextAt, arg('after')))
    .limit(dueMax)
    .prepare()
  const notDue = db
    .select()
    .from(mailSchedules)
    .where(and(ofOrganization, gt(mailSchedules.nextAt, arg('now'))))
    .prepare()
  const organizations = db
    .selectDistinct({ organizationId: mailSchedules.organizationId })
    .from(mailSchedules)
    .prepare()

  return {
    /** Lists the schedules of an organization, the oldest first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: MailScheduleRow[]; total: number }> {
      const [total] = await counted.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: total?.total ?? 0 }
    },
    async find(organizationId: number, id: number): Promise<MailScheduleRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
    /** Returns schedules of all organizations whose time has come, the earliest first. */
    due: async (now: Micros): Promise<MailScheduleRow[]> => due.execute({ now }),
    /** Returns schedules whose next time is later than this. */
    ahead: async (after: Micros): Promise<MailScheduleRow[]> => ahead.execute({ after }),
    /** Returns the schedules of an organization whose time is still to come. */
    notDue: async (organizationId: number, now: Micros): Promise<MailScheduleRow[]> =>
      notDue.execute({ organizationId, now }),
    /** Returns the organizations that have a schedule. */
    organizations: async (): Promise<number[]> =>
      (await organizations.execute()).map(({ organizationId }) => organizationId),
  }
}

export function mailScheduleWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(mailSchedules.id, id), eq(mailSchedules.organizationId, organizationId))

  return {
    ...mailScheduleReads(db),

    async insert(row: Omit<MailScheduleRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(mailSchedules).values(row).returning({ id: mailSchedules.id })
      return (inserted as { id: number }).id
    },
    async update({ id, organizationId, ...columns }: MailScheduleRow): Promise<void> {
      await db.update(mailSchedules).set(columns).where(one(organizationId, id))
    },
    async setNext(organizationId: number, id: number, nextAt: Micros): Promise<void> {
      await db.update(mailSchedules).set({ nextAt }).where(one(organizationId, id))
    },
    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(mailSchedules).where(one(organizationId, id))
    },
  }
}
