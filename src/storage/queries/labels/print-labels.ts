import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { LabelState } from '../../../base/printing/states'
import { arg, changesOf, type Db, inJsonList, jsonListOf } from '../../sql/database'
import { by, createList, type Slice } from '../../sql/list'
import { statement } from '../../sql/statement'
import { printLabels } from '../../sql/label-tables'

export type PrintLabelRow = typeof printLabels.$inferSelect

const newColumns = [
  'jobId',
  'organizationId',
  'position',
  'assetId',
  'assetKey',
  'epc',
  'tid',
  'state',
  'reason',
  'at',
  'replaces',
] as const
/** A label that is still to print. */
export type NewPrintLabel = Omit<PrintLabelRow, 'id' | 'tid' | 'state' | 'reason'>

export function printLabelReads(db: Db) {
  const own = eq(printLabels.organizationId, arg('organizationId'))
  const ofJob = eq(printLabels.jobId, arg('jobId'))
  const pages = createList({
    rows: (where, order) =>
      db
        .select()
        .from(printLabels)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(printLabels).where(where).prepare(),
    where: (given) => and(ofJob, given.has('states') ? inJsonList(printLabels.state, 'states') : undefined),
    order: { position: by(printLabels.position) },
    tieBreak: printLabels.id,
  })
  const byId = db
    .select()
    .from(printLabels)
    .where(and(own, eq(printLabels.id, arg('id'))))
    .prepare()
  const inState = db
    .select()
    .from(printLabels)
    .where(and(ofJob, eq(printLabels.state, arg('state'))))
    .orderBy(asc(printLabels.position), asc(printLabels.id))
    .limit(arg('limit'))
    .prepare()
  const others = (column: typeof printLabels.epc | typeof printLabels.tid) =>
    db
      .select()
      .from(printLabels)
      .where(and(own, eq(column, arg('value')), ne(printLabels.id, arg('id'))))
      .orderBy(asc(printLabels.id))
      .limit(arg('limit'))
      .prepare()
  const othersWithEpc = others(printLabels.epc)
  const othersWithTid = others(printLabels.tid)
  const after = db
    .select({ id: printLabels.id })
    .from(printLabels)
    .where(
      and(
        ofJob,
        eq(printLabels.position, arg('position')),
        ne(printLabels.id, arg('id')),
        inArray(printLabels.state, ['queued', 'sent', 'verified'] satisfies LabelState[]),
      ),
    )
    .limit(1)
    .prepare()

  return {
    /** Lists the labels of a job, in the order of printing. */
    list: (
      jobId: number,
      states: readonly LabelState[],
      slice: Slice,
    ): Promise<{ rows: PrintLabelRow[]; total: number }> =>
      pages({ jobId, states: jsonListOf(states) }, [{ field: 'position', descending: false }], slice),
    async find(organizationId: number, id: number): Promise<PrintLabelRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
    /** Returns labels of a job, in the order of printing. */
    inState: async (jobId: number, state: LabelState, limit: number): Promise<PrintLabelRow[]> =>
      inState.execute({ jobId, state, limit }),
    /** Returns other labels of the organization with this EPC. */
    othersWithEpc: async (organizationId: number, id: number, epc: string): Promise<PrintLabelRow[]> =>
      othersWithEpc.execute({ organizationId, id, value: epc, limit: othersMax }),
    /** Returns other labels of the organization whose chip is this one. */
    othersWithTid: async (organizationId: number, id: number, tid: string): Promise<PrintLabelRow[]> =>
      othersWithTid.execute({ organizationId, id, value: tid, limit: othersMax }),
    /** Whether another label at this position of a job is being printed, or will be. */
    async isComing(jobId: number, position: number, id: number): Promise<boolean> {
      return (await after.execute({ jobId, position, id })).length > 0
    },
  }
}

/** An EPC is printed again when its chip was empty, so several void labels can have it. */
const othersMax = 100

export function printLabelWrites(db: Db) {
  const insert = statement(
    db,
    db.insert(printLabels).values(Object.fromEntries(newColumns.map((name) => [name, arg(name)])) as never),
  )
  return {
    ...printLabelReads(db),

    insert: (row: NewPrintLabel): void => insert({ ...row, state: 'queued' }),

    /** Changes a label that has this state. Returns false when it has another one by now. */
    async update(
      { id, state }: Pick<PrintLabelRow, 'id' | 'state'>,
      values: Partial<Pick<PrintLabelRow, 'state' | 'epc' | 'tid' | 'reason' | 'at'>>,
    ): Promise<boolean> {
      const changed = await db
        .update(printLabels)
        .set(values)
        .where(and(eq(printLabels.id, id), eq(printLabels.state, state)))
      return changesOf(changed) > 0
    },
    /** Deletes at most so many labels of a job. Returns their number. */
    async deleteOf(jobId: number, most: number): Promise<number> {
      const some = db
        .select({ id: printLabels.id })
        .from(printLabels)
        .where(eq(printLabels.jobId, jobId))
        .orderBy(asc(printLabels.position), asc(printLabels.id))
        .limit(most)
      return changesOf(await db.delete(printLabels).where(inArray(printLabels.id, some)))
    },
  }
}
