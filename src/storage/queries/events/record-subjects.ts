import { and, eq, sql } from 'drizzle-orm'
import { type Instant } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { silentReaders } from '../../sql/event-tables'
import { antennas, assets, locations, readers, unknownTags } from '../../sql/tables'
import { noFields, type RecordRow, type Subject, toRecord } from './event-fields'

/** Events about records, readers and unknown tags: the queries that return their fields, in the transaction of the change. */

export function recordSubjects(db: Db) {
  const record = {
    externalKey: sql<string>`external_key`,
    name: sql<string>`name`,
    isActive: sql`is_active`.mapWith(Boolean),
    validFrom: sql<Instant>`valid_from`,
    validTo: sql<Instant | null>`valid_to`,
    updatedAt: sql<Instant>`updated_at`,
    deletedAt: sql<Instant | null>`deleted_at`,
  }
  const asset = db
    .select(record)
    .from(assets)
    .where(eq(assets.id, arg('id')))
    .prepare()
  const location = db
    .select({ ...record, parentId: locations.parentId })
    .from(locations)
    .where(eq(locations.id, arg('id')))
    .prepare()
  const reader = db
    .select({ externalKey: readers.externalKey, silentSince: silentReaders.silentSince })
    .from(readers)
    .leftJoin(silentReaders, eq(silentReaders.readerId, readers.id))
    .where(eq(readers.id, arg('id')))
    .prepare()
  const locationsOfReader = db
    .selectDistinct({ id: antennas.locationId })
    .from(antennas)
    .where(eq(antennas.readerId, arg('id')))
    .prepare()
  const tag = db
    .select({
      tagType: unknownTags.tagType,
      value: unknownTags.value,
      firstSeenAt: unknownTags.firstSeenAt,
      readerId: unknownTags.readerId,
      readerKey: readers.externalKey,
      locationId: locations.id,
      locationKey: locations.externalKey,
    })
    .from(unknownTags)
    .leftJoin(readers, eq(readers.id, unknownTags.readerId))
    .leftJoin(
      antennas,
      and(eq(antennas.readerId, unknownTags.readerId), eq(antennas.port, unknownTags.antenna)),
    )
    .leftJoin(locations, eq(locations.id, antennas.locationId))
    .where(eq(unknownTags.id, arg('id')))
    .prepare()

  return {
    async asset(id: number, previousKey: string | null): Promise<Subject | undefined> {
      const [row] = await asset.execute({ id })
      return row && toAssetSubject(id, row, previousKey)
    },

    async location(id: number, previousKey: string | null): Promise<Subject | undefined> {
      const [row] = await location.execute({ id })
      if (!row) return undefined
      const fields = { ...noFields, location_id: id, location_external_key: row.externalKey }
      return {
        occurredAt: row.updatedAt,
        locationIds: [id],
        fields: { ...fields, record: toRecord(row, previousKey) },
      }
    },

    async reader(id: number): Promise<Subject | undefined> {
      const [row] = await reader.execute({ id })
      if (!row) return undefined
      const locationIds = (await locationsOfReader.execute({ id })).map((antenna) => antenna.id)
      return {
        occurredAt: row.silentSince,
        locationIds,
        fields: { ...noFields, reader_id: id, reader_external_key: row.externalKey },
      }
    },

    async unknownTag(id: number): Promise<Subject | undefined> {
      const [row] = await tag.execute({ id })
      if (!row) return undefined
      return {
        occurredAt: row.firstSeenAt,
        locationIds: row.locationId === null ? [] : [row.locationId],
        fields: {
          ...noFields,
          location_id: row.locationId,
          location_external_key: row.locationKey,
          reader_id: row.readerId,
          reader_external_key: row.readerKey,
          tag: { tag_type: row.tagType, value: row.value },
        },
      }
    },
  }
}

/** What the events about an asset contain of it. */
export interface AssetFacts extends Omit<RecordRow, 'parentId'> {
  readonly updatedAt: Instant
}

/** Returns the subject of an event about an asset. */
export const toAssetSubject = (id: number, row: AssetFacts, previousKey: string | null): Subject => ({
  occurredAt: row.updatedAt,
  locationIds: [],
  fields: {
    ...noFields,
    asset_id: id,
    asset_external_key: row.externalKey,
    record: toRecord({ ...row, parentId: null }, previousKey),
  },
})
