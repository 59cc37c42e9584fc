import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { wireOf } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { causeOf, whyOf } from '../history/event-values'
import { eventLog } from '../../sql/event-tables'
import { assets, scanEvents } from '../../sql/tables'
import {
  type ScanEventRow,
  type NewestEvent,
  type Subject,
  noFields,
  toPresent,
  type EventFields,
} from './event-fields'
import { type EventNames, namesOf } from './event-names'
import { isProvisional } from '../history/presence'

/** Events about the history of an asset: the queries that return their fields, in the transaction of the change. */
export function moveSubjects(db: Db) {
  const assetKey = db
    .select({ externalKey: assets.externalKey })
    .from(assets)
    .where(eq(assets.id, arg('assetId')))
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
            is_provisional: isProvisional({ cause: causeOf(row), why: whyOf(row) }),
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
      const [asset] = await assetKey.execute({ assetId })
      const replaced = await lastLogged(id)
      const known = replaced && (JSON.parse(replaced.data) as EventFields)
      return {
        occurredAt: null,
        locationIds: [],
        ...(replaced && { places: replaced.places }),
        fields: {
          ...noFields,
          asset_id: assetId,
          asset_external_key: asset?.externalKey ?? null,
          location_id: known?.location_id ?? null,
          location_external_key: known?.location_external_key ?? null,
          move: {
            event_id: id,
            is_removed: true,
            cause: null,
            is_provisional: false,
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
