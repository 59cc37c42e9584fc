import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import { arg, type Db, inJsonList } from '../sql/database'
import { installation, organizations } from '../sql/account-tables'
import { antennas, locations, readers } from '../sql/tables'

export type ReaderRow = typeof readers.$inferSelect

export interface Antenna {
  readonly port: number
  readonly locationId: number
  /** Added to the RSSI of each read. */
  readonly rssiOffsetDb: number
  /** Reads that are weaker after the offset are ignored. Null accepts all reads. */
  readonly minRssiDbm: number | null
}

/** A reader with its antennas, by port. */
export interface ReaderRecord extends ReaderRow {
  readonly antennas: readonly Antenna[]
}

/** An antenna with its location, and whether the location is live. */
export interface AntennaTarget extends Antenna {
  readonly readerId: number
  readonly locationIsLive: boolean
}

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
  const list = db
    .select()
    .from(readers)
    .where(live)
    .orderBy(asc(readers.externalKey), asc(readers.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
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
  const targets = db
    .select({
      readerId: antennas.readerId,
      port: antennas.port,
      locationId: antennas.locationId,
      rssiOffsetDb: antennas.rssiOffsetDb,
      minRssiDbm: antennas.minRssiDbm,
      locationIsLive: sql<boolean>`${locations.deletedAt} is null`.mapWith(Boolean),
    })
    .from(antennas)
    .innerJoin(locations, eq(locations.id, antennas.locationId))
    .where(inJsonList(antennas.readerId, 'ids'))
    .orderBy(antennas.readerId, antennas.port)
    .prepare()
  const topics = db
    .select({
      id: readers.id,
      organizationId: readers.organizationId,
      topic: sql<string>`${readers.topic}`,
    })
    .from(readers)
    .where(and(isNotNull(readers.topic), isNull(readers.deletedAt)))
    .prepare()
  const slug = db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(eq(organizations.id, arg('organizationId')))
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
    async findByToken(tokenHash: string): Promise<ReaderRow | undefined> {
      const [row] = await byToken.execute({ tokenHash })
      return row
    },
    async list(
      organizationId: number,
      slice: { limit: number; offset: number },
    ): Promise<{ rows: ReaderRecord[]; total: number }> {
      const [counted] = await count.execute({ organizationId })
      const rows = await withAntennas(await list.execute({ organizationId, ...slice }))
      return { rows, total: counted?.count ?? 0 }
    },
    /** Returns readers of any organization, for ingest. */
    findAll: async (ids: readonly number[]): Promise<ReaderRow[]> =>
      byIds.execute({ ids: JSON.stringify(ids) }),
    antennasOf: async (ids: readonly number[]): Promise<AntennaTarget[]> =>
      targets.execute({ ids: JSON.stringify(ids) }),
    /** Returns the topic filters of the whole installation, which must not overlap. */
    allTopics: async (): Promise<{ id: number; organizationId: number; topic: string }[]> => topics.execute(),
    /** Returns the id that distinguishes this installation from others on the same external broker. */
    async installationId(): Promise<string> {
      const [row] = await db.select().from(installation)
      if (!row) throw new Error('The installation has no id.')
      return row.id
    },
    async slugOf(organizationId: number): Promise<string> {
      const [row] = await slug.execute({ organizationId })
      if (!row) throw new Error(`There is no organization ${organizationId}.`)
      return row.slug
    },
    async otherSlugs(organizationId: number): Promise<string[]> {
      const rows = await db
        .select({ slug: organizations.slug })
        .from(organizations)
        .where(ne(organizations.id, organizationId))
      return rows.map((row) => row.slug)
    },
  }
}

export function readerWrites(db: Db) {
  return {
    ...readerReads(db),

    async insert(reader: Omit<ReaderRow, 'id' | 'deletedAt'>): Promise<number> {
      const [row] = await db.insert(readers).values(reader).returning({ id: readers.id })
      return (row as { id: number }).id
    },
    async update(id: number, changes: Partial<Omit<ReaderRow, 'id' | 'organizationId'>>): Promise<void> {
      await db.update(readers).set(changes).where(eq(readers.id, id))
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
