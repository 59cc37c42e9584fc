import { and, asc, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { JobState, LabelState } from '../../../base/printing/states'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList, jsonListOf } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { printJobs } from '../../sql/label-tables'

export type PrintJobRow = typeof printJobs.$inferSelect

/** States in which labels are printed as soon as that is possible. */
const active = sql`${printJobs.state} in ('waiting', 'printing')`
const isOpen = isNull(printJobs.endedAt)
/** Labels that only wait for the encode station do not need the printer. */
const needsPrinter = sql`(${printJobs.queued} > 0 or ${printJobs.sent} > 0 or ${printJobs.verified} = 0 or ${printJobs.stationReaderId} is null)`

export function printJobReads(db: Db) {
  const own = eq(printJobs.organizationId, arg('organizationId'))
  const pages = createList({
    rows: (where, order) =>
      db
        .select()
        .from(printJobs)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(printJobs).where(where).prepare(),
    where: (given) => and(own, given.has('states') ? inJsonList(printJobs.state, 'states') : undefined),
    order: { id: by(printJobs.id) },
    tieBreak: printJobs.id,
  })
  const byId = db
    .select()
    .from(printJobs)
    .where(and(own, eq(printJobs.id, arg('id'))))
    .prepare()
  const nextOf = (ofPrinter: SQL) =>
    db
      .select()
      .from(printJobs)
      .where(and(ofPrinter, isOpen, active))
      .orderBy(asc(printJobs.id))
      .limit(1)
      .prepare()
  const nextOfPrinter = nextOf(and(eq(printJobs.printerId, arg('printerId')), needsPrinter) as SQL)
  const nextWithoutPrinter = nextOf(sql`${printJobs.printerId} is null and ${printJobs.queued} > 0`)
  const busyPrinters = db
    .selectDistinct({ id: printJobs.printerId })
    .from(printJobs)
    .where(and(isNotNull(printJobs.printerId), isOpen, active, needsPrinter))
    .prepare()
  const byStation = db
    .select()
    .from(printJobs)
    .where(eq(printJobs.stationReaderId, arg('readerId')))
    .prepare()
  const openOf = (condition: SQL) =>
    db.select({ total: count() }).from(printJobs).where(and(condition, isOpen)).prepare()
  const openOfOrganization = openOf(own)
  const openOfPrinter = openOf(eq(printJobs.printerId, arg('printerId')))

  return {
    /** Lists jobs, newest first. */
    list: (
      organizationId: number,
      states: readonly JobState[],
      slice: Slice,
    ): Promise<{ rows: PrintJobRow[]; total: number }> =>
      pages({ organizationId, states: jsonListOf(states) }, [{ field: 'id', descending: true }], slice),
    async find(organizationId: number, id: number): Promise<PrintJobRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
    /** Returns the job whose encode station a reader is. */
    async ofStation(readerId: number): Promise<PrintJobRow | undefined> {
      return (await byStation.execute({ readerId }))[0]
    },
    /** Returns the job that a printer prints: the oldest. */
    async nextOf(printerId: number): Promise<PrintJobRow | undefined> {
      return (await nextOfPrinter.execute({ printerId }))[0]
    },
    /** Returns the oldest job whose labels need numbers before a browser prints them. */
    async nextWithoutPrinter(): Promise<PrintJobRow | undefined> {
      return (await nextWithoutPrinter.execute())[0]
    },
    /** Returns the printers that have something to print. */
    async busyPrinters(): Promise<number[]> {
      return (await busyPrinters.execute()).flatMap(({ id }) => id ?? [])
    },
    async countOpen(organizationId: number): Promise<number> {
      return (await openOfOrganization.execute({ organizationId }))[0]?.total ?? 0
    },
    async countOpenOf(printerId: number): Promise<number> {
      return (await openOfPrinter.execute({ printerId }))[0]?.total ?? 0
    },
    /** Returns the organizations with jobs. */
    async owners(): Promise<number[]> {
      return (await db.selectDistinct({ id: printJobs.organizationId }).from(printJobs)).map(({ id }) => id)
    },
    /** Returns a job that ended before a time. */
    async endedBefore(before: Micros): Promise<number | undefined> {
      const [row] = await db
        .select({ id: printJobs.id })
        .from(printJobs)
        .where(lt(printJobs.endedAt, before))
        .orderBy(asc(printJobs.endedAt))
        .limit(1)
      return row?.id
    },
    /** Returns an ended job of an organization beyond the newest `max`. */
    async surplus(organizationId: number, max: number): Promise<number | undefined> {
      const [row] = await db
        .select({ id: printJobs.id })
        .from(printJobs)
        .where(and(eq(printJobs.organizationId, organizationId), isNotNull(printJobs.endedAt)))
        .orderBy(desc(printJobs.endedAt), desc(printJobs.id))
        .limit(1)
        .offset(max)
      return row?.id
    },
  }
}

export function printJobWrites(db: Db) {
  return {
    ...printJobReads(db),

    async insert(row: Omit<PrintJobRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(printJobs).values(row).returning({ id: printJobs.id })
      return (inserted as { id: number }).id
    },
    async update(
      organizationId: number,
      id: number,
      values: Partial<Pick<PrintJobRow, 'state' | 'reason' | 'since' | 'endedAt' | 'stationReaderId'>>,
    ): Promise<void> {
      await db
        .update(printJobs)
        .set(values)
        .where(and(eq(printJobs.id, id), eq(printJobs.organizationId, organizationId)))
    },
    /** The reader is no encode station any more. */
    async releaseStation(readerId: number): Promise<void> {
      await db.update(printJobs).set({ stationReaderId: null }).where(eq(printJobs.stationReaderId, readerId))
    },
    /** Changes the numbers of labels by state. */
    async count(id: number, changes: Partial<Record<LabelState, number>>): Promise<void> {
      const set = Object.fromEntries(
        Object.entries(changes).map(([state, by]) => [state, sql`${printJobs[state as LabelState]} + ${by}`]),
      )
      await db.update(printJobs).set(set).where(eq(printJobs.id, id))
    },
    async delete(id: number): Promise<void> {
      await db.delete(printJobs).where(eq(printJobs.id, id))
    },
  }
}
