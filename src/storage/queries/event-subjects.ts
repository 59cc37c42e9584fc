import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Instant, type Micros, wireOf } from '../../time'
import { arg, type Db } from '../sql/database'
import { eventLog, silentReaders } from '../sql/event-tables'
import { antennas, assets, locations, readers, scanEvents, unknownTags } from '../sql/tables'
import {
  type EventFields,
  type NewestEvent,
  noFields,
  type ScanEventRow,
  toPresent,
  toRecord,
} from './event-fields'
import { causeOf } from './history'

/** What events are about: the queries that return their fields, in the transaction of the change. */

/** The content of an event before it has a sequence. */
export interface Subject {
  /** Null: the time of the service. */
  readonly occurredAt: Micros | Instant | null
  /** The locations that the event is about, without those above them. */
  readonly locationIds: readonly number[]
  readonly fields: EventFields
}

export function eventSubjects(db: Db) {
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
    .select({ ...record, parentId: sql<number | null>`null` })
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

  const before = alias(scanEvents, 'before')
  const from = alias(locations, 'from_location')
  const idOfPrevious = sql`(
    select previous.id from scan_events as previous
    where previous.asset_id = ${scanEvents.assetId} and (previous.first_at, previous.location_id, previous.id)
      < (${scanEvents.firstAt}, ${scanEvents.locationId}, ${scanEvents.id})
    order by previous.first_at desc, previous.location_id desc, previous.id desc limit 1)`
  const scanEvent = db
    .select({
      id: scanEvents.id,
      assetId: scanEvents.assetId,
      assetKey: assets.externalKey,
      locationId: scanEvents.locationId,
      locationKey: locations.externalKey,
      firstAt: scanEvents.firstAt,
      lastAt: scanEvents.lastAt,
      cause: scanEvents.cause,
      readerId: scanEvents.readerId,
      readerKey: readers.externalKey,
      fromId: from.id,
      fromKey: from.externalKey,
    })
    .from(scanEvents)
    .innerJoin(assets, eq(assets.id, scanEvents.assetId))
    .innerJoin(locations, eq(locations.id, scanEvents.locationId))
    .leftJoin(readers, eq(readers.id, scanEvents.readerId))
    .leftJoin(before, eq(before.id, idOfPrevious))
    .leftJoin(from, eq(from.id, before.locationId))
    .where(eq(scanEvents.id, arg('id')))
    .prepare()
  const newest = db
    .select({
      id: scanEvents.id,
      firstAt: scanEvents.firstAt,
      locationId: scanEvents.locationId,
      locationKey: locations.externalKey,
    })
    .from(scanEvents)
    .innerJoin(locations, eq(locations.id, scanEvents.locationId))
    .where(eq(scanEvents.assetId, arg('assetId')))
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const oldest = db
    .select({ id: scanEvents.id, firstAt: scanEvents.firstAt, assetKey: assets.externalKey })
    .from(scanEvents)
    .innerJoin(assets, eq(assets.id, scanEvents.assetId))
    .where(eq(scanEvents.assetId, arg('assetId')))
    .orderBy(scanEvents.firstAt, scanEvents.locationId, scanEvents.id)
    .limit(1)
    .prepare()
  const logged = db
    .select({ sequence: eventLog.sequence, places: eventLog.places, data: eventLog.data })
    .from(eventLog)
    .where(eq(eventLog.scanEventId, arg('scanEventId')))
    .orderBy(desc(eventLog.sequence))
    .limit(1)
    .prepare()

  const lastLogged = async (scanEventId: number) => (await logged.execute({ scanEventId }))[0]

  return {
    async asset(id: number, previousKey: string | null): Promise<Subject | undefined> {
      const [row] = await asset.execute({ id })
      if (!row) return undefined
      const fields = { ...noFields, asset_id: id, asset_external_key: row.externalKey }
      return {
        occurredAt: row.updatedAt,
        locationIds: [],
        fields: { ...fields, record: toRecord(row, previousKey) },
      }
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

    async scanEvent(id: number): Promise<ScanEventRow | undefined> {
      const [row] = await scanEvent.execute({ id })
      return row
    },

    /** Returns the newest events of an asset, the newest first. */
    newest: async (assetId: number, limit: number): Promise<NewestEvent[]> =>
      newest.execute({ assetId, limit }),

    /** Returns the content of an event about a scan event. `present` is the newest event of the asset. */
    async move(row: ScanEventRow, present: NewestEvent, isNew: boolean): Promise<Subject> {
      const replaced = isNew ? undefined : await lastLogged(row.id)
      return {
        occurredAt: row.firstAt,
        locationIds: row.fromId === null ? [row.locationId] : [row.locationId, row.fromId],
        fields: {
          ...noFields,
          asset_id: row.assetId,
          asset_external_key: row.assetKey,
          location_id: row.locationId,
          location_external_key: row.locationKey,
          reader_id: row.readerId,
          reader_external_key: row.readerKey,
          move: {
            event_id: row.id,
            is_removed: false,
            cause: causeOf(row),
            event_observed_at: wireOf(row.firstAt),
            event_observed_micros: row.firstAt,
            event_last_read_at: wireOf(row.lastAt),
            previous_location_id: row.fromId,
            previous_location_external_key: row.fromKey,
            ...toPresent(present),
          },
          replaces: replaced ? [replaced.sequence] : [],
        },
      }
    },

    /** Returns the content of an event about a scan event that was deleted; `assetKey` is that of its asset. */
    async removal(
      id: number,
      assetId: number,
      present: NewestEvent | undefined,
    ): Promise<Subject & { readonly places?: string }> {
      const [row] = await asset.execute({ id: assetId })
      const replaced = await lastLogged(id)
      const known = replaced && (JSON.parse(replaced.data) as EventFields)
      return {
        occurredAt: null,
        locationIds: [],
        ...(replaced && { places: replaced.places }),
        fields: {
          ...noFields,
          asset_id: assetId,
          asset_external_key: row?.externalKey ?? null,
          location_id: known?.location_id ?? null,
          location_external_key: known?.location_external_key ?? null,
          move: {
            event_id: id,
            is_removed: true,
            cause: null,
            event_observed_at: null,
            event_observed_micros: null,
            event_last_read_at: null,
            previous_location_id: null,
            previous_location_external_key: null,
            ...toPresent(present),
          },
          replaces: replaced ? [replaced.sequence] : [],
        },
      }
    },

    /** Returns the content of an event about a history whose oldest events were deleted. */
    async trim(assetId: number): Promise<Subject | undefined> {
      const [row] = await oldest.execute({ assetId })
      if (!row) return undefined
      return {
        occurredAt: null,
        locationIds: [],
        fields: {
          ...noFields,
          asset_id: assetId,
          asset_external_key: row.assetKey,
          trim: { first_event_id: row.id, first_event_observed_at: wireOf(row.firstAt) },
        },
      }
    },
  }
}
