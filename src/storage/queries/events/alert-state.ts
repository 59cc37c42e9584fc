import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { alertCursors, alertGaps, alertScans, alertTimers, alertWatch } from '../../sql/alert-tables'
import { arg, type Db, inJsonList } from '../../sql/database'
import { statement } from '../../sql/statement'

export type AlertCursor = typeof alertCursors.$inferSelect
export type AlertTimer = typeof alertTimers.$inferSelect
export type AlertScan = typeof alertScans.$inferSelect

/** A time in which the service did not run. */
export type AlertGap = typeof alertGaps.$inferSelect

/** How far alerts were evaluated: the cursor of each organization, timers, scans, and the times without the service. */
export function alertStateReads(db: Db) {
  const cursors = db.select().from(alertCursors).prepare()
  const due = db
    .select()
    .from(alertTimers)
    .where(lte(alertTimers.dueAt, arg('at')))
    .orderBy(asc(alertTimers.dueAt))
    .limit(arg('limit'))
    .prepare()
  const ofSubjects = db
    .select()
    .from(alertTimers)
    .where(inJsonList(alertTimers.subjectId, 'subjectIds'))
    .prepare()
  const firstScan = db
    .select()
    .from(alertScans)
    .where(eq(alertScans.organizationId, arg('organizationId')))
    .orderBy(asc(alertScans.id))
    .limit(1)
    .prepare()
  const gaps = db.select().from(alertGaps).orderBy(asc(alertGaps.startedAt)).prepare()
  const alive = db.select({ at: alertWatch.aliveAt }).from(alertWatch).prepare()

  return {
    cursors: (): Promise<AlertCursor[]> => cursors.execute(),
    /** Returns the timers that are due, the earliest first. */
    due: async (at: Micros, limit: number): Promise<AlertTimer[]> => due.execute({ at, limit }),
    /** Returns the timers of these rules about these subjects. A subject has few timers, while an organization has many rules. */
    async timersOf(rules: ReadonlySet<number>, subjectIds: readonly number[]): Promise<AlertTimer[]> {
      const found = await ofSubjects.execute({ subjectIds: JSON.stringify(subjectIds) })
      return found.filter(({ ruleId }) => rules.has(ruleId))
    },
    async firstScan(organizationId: number): Promise<AlertScan | undefined> {
      return (await firstScan.execute({ organizationId }))[0]
    },
    gaps: (): Promise<AlertGap[]> => gaps.execute(),
    /** Returns when the service last ran with rules; undefined before the first time. */
    async aliveAt(): Promise<Micros | undefined> {
      return (await alive.execute())[0]?.at
    },
  }
}

export function alertStateWrites(db: Db) {
  // An event may concern many rules, each with a timer.
  const saveTimer = statement(
    db,
    db
      .insert(alertTimers)
      .values({
        ruleId: arg('ruleId'),
        subjectId: arg('subjectId'),
        organizationId: arg('organizationId'),
        dueAt: arg('dueAt'),
        waitedFrom: arg('waitedFrom'),
        notBefore: arg('notBefore'),
      })
      .onConflictDoUpdate({
        target: [alertTimers.ruleId, alertTimers.subjectId],
        set: {
          dueAt: sql`excluded.due_at`,
          waitedFrom: sql`excluded.waited_from`,
          notBefore: sql`excluded.not_before`,
        },
      }),
  )
  const deleteTimer = statement(
    db,
    db
      .delete(alertTimers)
      .where(and(eq(alertTimers.ruleId, arg('ruleId')), eq(alertTimers.subjectId, arg('subjectId')))),
  )

  return {
    ...alertStateReads(db),

    /**
     * Stores the cursor after a pass. Returns false when another evaluation was stored, or a rule was changed, since this one
     * began.
     */
    async advance({ organizationId, pass, rules }: AlertCursor, sequence: number): Promise<boolean> {
      const updated = await db
        .update(alertCursors)
        .set({ sequence, pass: pass + 1 })
        .where(
          and(
            eq(alertCursors.organizationId, organizationId),
            eq(alertCursors.pass, pass),
            eq(alertCursors.rules, rules),
          ),
        )
        .returning({ pass: alertCursors.pass })
      return updated.length > 0
    },

    /** Notes up to which time assets that began or ceased to be in effect were looked at. */
    async noteValidity(organizationId: number, validityUpTo: Micros): Promise<void> {
      await db
        .update(alertCursors)
        .set({ validityUpTo })
        .where(eq(alertCursors.organizationId, organizationId))
    },

    saveTimer: ({ ruleId, subjectId, organizationId, dueAt, waitedFrom, notBefore }: AlertTimer): void =>
      saveTimer({ ruleId, subjectId, organizationId, dueAt, waitedFrom, notBefore }),
    deleteTimer: (ruleId: number, subjectId: number): void => deleteTimer({ ruleId, subjectId }),
    async deleteTimersOfRule(ruleId: number): Promise<void> {
      await db.delete(alertTimers).where(eq(alertTimers.ruleId, ruleId))
    },

    async insertScan(scan: Omit<AlertScan, 'id'>): Promise<void> {
      await db.insert(alertScans).values(scan)
    },
    async continueScan(id: number, afterId: number): Promise<void> {
      await db.update(alertScans).set({ afterId }).where(eq(alertScans.id, id))
    },
    async endScan(id: number): Promise<void> {
      await db.delete(alertScans).where(eq(alertScans.id, id))
    },
    async deleteScansOfRule(ruleId: number): Promise<void> {
      await db.delete(alertScans).where(eq(alertScans.ruleId, ruleId))
    },

    async noteAlive(at: Micros): Promise<void> {
      await db
        .insert(alertWatch)
        .values({ id: 1, aliveAt: at })
        .onConflictDoUpdate({ target: alertWatch.id, set: { aliveAt: sql`excluded.alive_at` } })
    },
    async insertGap(gap: AlertGap): Promise<void> {
      await db
        .insert(alertGaps)
        .values(gap)
        .onConflictDoUpdate({ target: alertGaps.startedAt, set: { endedAt: sql`excluded.ended_at` } })
    },
    /** Deletes the gaps that ended before a time, and those beyond the newest `max`. */
    async pruneGaps(before: Micros, max: number): Promise<void> {
      await db.delete(alertGaps).where(lt(alertGaps.endedAt, before))
      const newest = await db
        .select({ at: alertGaps.startedAt })
        .from(alertGaps)
        .orderBy(sql`started_at desc`)
        .limit(1)
        .offset(max)
      const [surplus] = newest
      if (surplus) await db.delete(alertGaps).where(lte(alertGaps.startedAt, surplus.at))
    },
  }
}
