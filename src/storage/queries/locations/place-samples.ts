import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, changesOf, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { placeSampleReads, placeSamples } from '../../sql/place-tables'

export type PlaceSampleRow = typeof placeSamples.$inferSelect

/** A sample that is being recorded, or may get late reads. */
export type OpenSample = Pick<
  PlaceSampleRow,
  'id' | 'organizationId' | 'startedAt' | 'endsAt' | 'targets' | 'readCount'
>

interface SampleFilter {
  readonly locationId?: number | undefined
  /** Kept ones, those that are being recorded at a time, or those that were recorded and are not kept. */
  readonly state?:
    | { readonly kept: true }
    | { readonly recordingAt: Micros }
    | { readonly recordedAt: Micros }
}

const conditionOf = (organizationId: number, { locationId, state }: SampleFilter): SQL | undefined =>
  and(
    eq(placeSamples.organizationId, organizationId),
    locationId === undefined ? undefined : eq(placeSamples.locationId, locationId),
    state === undefined ? undefined : stateCondition(state),
  )

function stateCondition(state: NonNullable<SampleFilter['state']>): SQL | undefined {
  if ('kept' in state) return isNotNull(placeSamples.keptAt)
  return and(
    isNull(placeSamples.keptAt),
    'recordingAt' in state
      ? gte(placeSamples.endsAt, state.recordingAt)
      : lt(placeSamples.endsAt, state.recordedAt),
  )
}

export function placeSampleReadsOf(db: Db) {
  return {
    async find(organizationId: number, id: number): Promise<PlaceSampleRow | undefined> {
      const [row] = await db
        .select()
        .from(placeSamples)
        .where(and(eq(placeSamples.id, id), eq(placeSamples.organizationId, organizationId)))
      return row
    },

    async count(organizationId: number, filter: SampleFilter = {}): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)`.mapWith(Number) })
        .from(placeSamples)
        .where(conditionOf(organizationId, filter))
      return row?.count ?? 0
    },

    /** Lists samples, newest first. */
    list: async (
      organizationId: number,
      filter: SampleFilter,
      { limit, offset }: Slice,
    ): Promise<PlaceSampleRow[]> =>
      db
        .select()
        .from(placeSamples)
        .where(conditionOf(organizationId, filter))
        .orderBy(desc(placeSamples.id))
        .limit(limit)
        .offset(offset),

    /** Returns a text that differs when the kept samples of the organization do. */
    async keptVersion(organizationId: number): Promise<string> {
      const [row] = await db
        .select({
          count: sql<number>`count(*)`,
          sum: sql<number>`coalesce(sum(${placeSamples.id}), 0)`,
          newest: sql<string | null>`max(${placeSamples.keptAt})`,
        })
        .from(placeSamples)
        .where(conditionOf(organizationId, { state: { kept: true } }))
      return JSON.stringify(row)
    },

    /** Returns the recorded reads of a sample, as texts of one write each. */
    async partsOf(sampleId: number): Promise<string[]> {
      const rows = await db
        .select({ reads: placeSampleReads.reads })
        .from(placeSampleReads)
        .where(eq(placeSampleReads.sampleId, sampleId))
        .orderBy(asc(placeSampleReads.part))
      return rows.map(({ reads }) => reads)
    },
  }
}

export function placeSampleWrites(db: Db) {
  const open = db
    .select({
      id: placeSamples.id,
      organizationId: placeSamples.organizationId,
      startedAt: placeSamples.startedAt,
      endsAt: placeSamples.endsAt,
      targets: placeSamples.targets,
      readCount: placeSamples.readCount,
    })
    .from(placeSamples)
    .where(
      and(
        inJsonList(placeSamples.organizationId, 'organizationIds'),
        sql`${placeSamples.endsAt} >= ${arg('since')}`,
        isNull(placeSamples.keptAt),
      ),
    )
    .orderBy(asc(placeSamples.id))
    .prepare()

  return {
    ...placeSampleReadsOf(db),

    /** Returns the samples that end at a time or later and are not kept. */
    open: async (organizationIds: readonly number[], since: Micros): Promise<OpenSample[]> =>
      open.execute({ organizationIds: JSON.stringify(organizationIds), since }),

    async insert(row: Omit<PlaceSampleRow, 'id' | 'readCount' | 'keptAt' | 'result'>): Promise<number> {
      const [inserted] = await db.insert(placeSamples).values(row).returning({ id: placeSamples.id })
      return (inserted as { id: number }).id
    },

    /** Adds reads to a sample, unless it is gone or kept. */
    async addReads(id: number, count: number, reads: string): Promise<void> {
      const [row] = await db
        .update(placeSamples)
        .set({ readCount: sql`${placeSamples.readCount} + ${count}` })
        .where(and(eq(placeSamples.id, id), isNull(placeSamples.keptAt)))
        .returning({ readCount: placeSamples.readCount })
      // The number of reads so far is unique, even among instances, because they wait for the row.
      if (row) await db.insert(placeSampleReads).values({ sampleId: id, part: row.readCount, reads })
    },

    /** Keeps a sample with its result. Its reads are deleted, which the result replaces. */
    async keep(id: number, keptAt: Instant, result: string): Promise<void> {
      await db.update(placeSamples).set({ keptAt, result }).where(eq(placeSamples.id, id))
      await db.delete(placeSampleReads).where(eq(placeSampleReads.sampleId, id))
    },

    async delete(id: number): Promise<void> {
      await db.delete(placeSamples).where(eq(placeSamples.id, id))
    },

    /** Deletes the kept samples of a location except the newest ones. */
    async deleteOlderOf(locationId: number, kept: number): Promise<void> {
      const older = db
        .select({ id: placeSamples.id })
        .from(placeSamples)
        .where(and(eq(placeSamples.locationId, locationId), isNotNull(placeSamples.keptAt)))
        .orderBy(desc(placeSamples.id))
        .limit(1_000)
        .offset(kept)
      const ids = (await older).map(({ id }) => id)
      if (ids.length > 0) await db.delete(placeSamples).where(inArray(placeSamples.id, ids))
    },

    /** Deletes samples that ended before a time and were not kept. Returns their number. */
    async deleteUnkept(before: Micros, limit: number): Promise<number> {
      const old = db
        .select({ id: placeSamples.id })
        .from(placeSamples)
        .where(and(isNull(placeSamples.keptAt), lte(placeSamples.endsAt, before)))
        .limit(limit)
      return changesOf(await db.delete(placeSamples).where(inArray(placeSamples.id, old)))
    },
  }
}
