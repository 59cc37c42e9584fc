import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Instant, type Micros, wireOf } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { eventLog, silentReaders } from '../../sql/event-tables'
import { antennas, assets, locations, readers, scanEvents, unknownTags } from '../../sql/tables'
import {
  type EventFields,
  type NewestEvent,
  noFields,
  type ScanEventRow,
  toPresent,
  toRecord,
} from './event-fields'
import { type EventNames, namesOf } from './event-names'
import { causeOf } from '../history/history'

/** What events are about: the queries that return their fields, in the transaction of the change. */

/** The content of an event before it has a sequence. */
export interface Subject {
  /** Null: the time of the service. */
  readonly occurredAt: Micros | Instant | null
  /** The locations that the event is about, without those above them. */
  readonly locationIds: readonly number[]
  readonly fields: EventFields
  /** Absent when the event is not an EPCIS event. */
  readonly names?: EventNames
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

  const named = db
    .select({
      occurredAt: eventLog.occurredAt,
      epc: eventLog.epc,
      readPoint: eventLog.readPoint,
      bizLocation: eventLog.bizLocation,
    })
    .from(eventLog)
    .where(and(eq(eventLog.scanEventId, arg('scanEventId')), isNotNull(eventLog.epc)))
    .orderBy(desc(eventLog.sequence))
    .limit(1)
    .prepare()

  /** Returns whether EPCIS shows the scan event as it is in the log. */
  async function isAsNamed({ id, firstAt }: ScanEventRow, names: EventNames): Promise<boolean> {
    const [last] = await named.execute({ scanEventId: id })
    return (
      last !== undefined &&
      Math.floor(last.occurredAt / 1000) === Math.floor(firstAt / 1000) &&
      last.epc === names.epc &&
      last.readPoint === names.readPoint &&
      last.bizLocation === names.bizLocation
    )
  }

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

    /** Returns the content of an event about a scan event. `present` is the newest event of the asset. */
    async move(row: ScanEventRow, present: NewestEvent, isNew: boolean): Promise<Subject> {
      const replaced = isNew ? undefined : await lastLogged(row.id)
      const names = namesOf(row)
      const isUnchanged = replaced !== undefined && (await isAsNamed(row, names))
      return {
        ...(!isUnchanged && { names }),
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

    /** Returns the content of an event about a history whose first events were deleted. */
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
