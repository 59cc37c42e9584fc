import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { naturalKey } from '../../../base/text'
import type { Instant } from '../../../base/time'
import { chain, type MaybePromise } from '../../../base/turns/maybe-promise'
import { arg, type Db, inJsonList } from '../../sql/database'
import { printJobs } from '../../sql/label-tables'
import { antennas, locations, readers } from '../../sql/tables'

export type ReaderRow = typeof readers.$inferSelect

export interface Antenna {
  readonly port: number
  readonly locationId: number
  /** Added to the RSSI of each read. */
  readonly rssiOffsetDb: number
  /** Reads that are weaker after the offset are ignored. Null accepts all reads. */
  readonly minRssiDbm: number | null
  /** The power that the service sets; null: as the reader has it. */
  readonly powerDbm: number | null
}

/** A reader with its antennas, by port. */
export interface ReaderRecord extends ReaderRow {
  readonly antennas: readonly Antenna[]
}

/** A reader whose reads arrive. */
export interface ArrivingReader extends ReaderRow {
  /** The print job whose encode station it is. */
  readonly stationJobId: number | null
}

/** An antenna with its location, and whether the location is live. */
export interface AntennaTarget extends Antenna {
  readonly readerId: number
  readonly locationIsLive: boolean
}

type ReaderOrder = 'external_key' | '-external_key' | 'name' | '-name'

export function readerReads(db: Db) {
  const live = and(eq(readers.organizationId, arg('organizationId')), isNull(readers.deletedAt))
  const byId = db
    .select()
    .from(readers)
    .where(and(live, eq(readers.id, arg('id'))))
    .prepare()
  const byKey = db
    .select()
    .from(readers)
    .where(and(live, eq(readers.externalKey, arg('externalKey'))))
    .prepare()
  const byToken = db
    .select()
    .from(readers)
    .where(and(eq(readers.tokenHash, arg('tokenHash')), isNull(readers.deletedAt)))
    .prepare()
  const inOrder = (...order: SQL[]) => ({
    page: db
      .select()
      .from(readers)
      .where(live)
      .orderBy(...order)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare(),
    names: db
      .select({ id: readers.id, externalKey: readers.externalKey, name: readers.name })
      .from(readers)
      .where(live)
      .orderBy(...order)
      .prepare(),
  })
  const lists = {
    external_key: inOrder(asc(readers.externalKey), asc(readers.id)),
    '-external_key': inOrder(desc(readers.externalKey), desc(readers.id)),
    name: inOrder(asc(readers.sortKey), asc(readers.id)),
    '-name': inOrder(desc(readers.sortKey), desc(readers.id)),
  }
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(readers)
    .where(live)
    .prepare()
  const byIds = db
    .select()
    .from(readers)
    .where(and(inJsonList(readers.id, 'ids'), isNull(readers.deletedAt)))
    .prepare()
  const arriving = db
    .select({ ...getTableColumns(readers), stationJobId: printJobs.id })
    .from(readers)
    .leftJoin(printJobs, eq(printJobs.stationReaderId, readers.id))
    .where(and(inJsonList(readers.id, 'ids'), isNull(readers.deletedAt)))
    .prepare()
  const inUse = db
    .select()
    .from(readers)
    .where(and(live, eq(readers.kind, 'fixed'), eq(readers.isActive, true)))
    .orderBy(asc(readers.sortKey), asc(readers.id))
    .prepare()
  const targets = db
    .select({
      readerId: antennas.readerId,
      port: antennas.port,
      locationId: antennas.locationId,
      rssiOffsetDb: antennas.rssiOffsetDb,
      minRssiDbm: antennas.minRssiDbm,
      powerDbm: antennas.powerDbm,
      locationIsLive: sql<boolean>`${locations.deletedAt} is null`.mapWith(Boolean),
    })
    .from(antennas)
    .innerJoin(locations, eq(locations.id, antennas.locationId))
    .where(inJsonList(antennas.readerId, 'ids'))
    .orderBy(antennas.readerId, antennas.port)
    .prepare()
  const withAddress = db
    .select()
    .from(readers)
    .where(and(isNotNull(readers.address), eq(readers.isActive, true), isNull(readers.deletedAt)))
    .orderBy(asc(readers.id))
    .prepare()
  async function withAntennas(rows: readonly ReaderRow[]): Promise<ReaderRecord[]> {
    const found = await targets.execute({ ids: JSON.stringify(rows.map((row) => row.id)) })
    const ofReader = Map.groupBy(found, (antenna) => antenna.readerId)
    return rows.map((row) => ({
      ...row,
      antennas: ofReader.get(row.id) ?? [],
    }))
  }

  return {
    async find(organizationId: number, id: number): Promise<ReaderRecord | undefined> {
      const [record] = await withAntennas(await byId.execute({ organizationId, id }))
      return record
    },
    async findByKey(organizationId: number, externalKey: string): Promise<ReaderRow | undefined> {
      const [row] = await byKey.execute({ organizationId, externalKey })
      return row
    },
    /** Finds the reader with this token hash. Tokens are unique in the whole installation. */
    findByToken: (tokenHash: string): MaybePromise<ReaderRow | undefined> =>
      chain(byToken.execute({ tokenHash }), ([row]) => row),
    async list(
      organizationId: number,
      order: ReaderOrder,
      slice: { limit: number; offset: number },
    ): Promise<{ rows: ReaderRecord[]; total: number }> {
      const [counted] = await count.execute({ organizationId })
      const rows = await withAntennas(await lists[order].page.execute({ organizationId, ...slice }))
      return { rows, total: counted?.count ?? 0 }
    },
    /** Returns the names and keys of all readers. */
    names: async (
      organizationId: number,
      order: ReaderOrder,
    ): Promise<{ id: number; externalKey: string; name: string }[]> =>
      lists[order].names.execute({ organizationId }),
    /** Returns the readers with these ids, which belong to the organization, in their order. */
    async ofIds(organizationId: number, ids: readonly number[]): Promise<ReaderRecord[]> {
      const rows = await withAntennas(await byIds.execute({ ids: JSON.stringify(ids) }))
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => found.get(id) ?? []).filter((row) => row.organizationId === organizationId)
    },
    /** Returns the active fixed readers, by name. */
    inUse: async (organizationId: number): Promise<ReaderRecord[]> =>
      withAntennas(await inUse.execute({ organizationId })),
    /** Returns readers of any organization, for ingest. */
    findAll: async (ids: readonly number[]): Promise<ArrivingReader[]> =>
      arriving.execute({ ids: JSON.stringify(ids) }),
    /** Returns the active readers of all organizations to which the service connects. */
    toConnect: async (): Promise<ReaderRecord[]> => withAntennas(await withAddress.execute()),
    antennasOf: async (ids: readonly number[]): Promise<AntennaTarget[]> =>
      targets.execute({ ids: JSON.stringify(ids) }),
  }
}

export function readerWrites(db: Db) {
  return {
    ...readerReads(db),

    async insert(reader: Omit<ReaderRow, 'id' | 'deletedAt' | 'sortKey'>): Promise<number> {
      const values = { ...reader, sortKey: naturalKey(reader.name) }
      const [row] = await db.insert(readers).values(values).returning({ id: readers.id })
      return (row as { id: number }).id
    },
    async update(
      id: number,
      changes: Partial<Omit<ReaderRow, 'id' | 'organizationId' | 'sortKey'>>,
    ): Promise<void> {
      const { name } = changes
      const sortKey = name === undefined ? {} : { sortKey: naturalKey(name) }
      await db
        .update(readers)
        .set({ ...changes, ...sortKey })
        .where(eq(readers.id, id))
    },
    async replaceAntennas(readerId: number, mapping: readonly Antenna[]): Promise<void> {
      await db.delete(antennas).where(eq(antennas.readerId, readerId))
      if (mapping.length > 0)
        await db.insert(antennas).values(mapping.map((antenna) => ({ readerId, ...antenna })))
    },
    async delete(id: number, deletedAt: Instant): Promise<void> {
      await db.update(readers).set({ deletedAt, updatedAt: deletedAt }).where(eq(readers.id, id))
    },
  }
}
