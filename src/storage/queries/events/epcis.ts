import { and, type SQLWrapper, desc, eq, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { eventLog, locationSglns } from '../../sql/event-tables'
import type { EventNames } from './event-names'

/** The events of the log that EPCIS shows (docs/decisions/0030-epcis.md), and what replaces them. */

/** A place in the order of the events: event time, then sequence. */
export interface EpcisPosition {
  readonly occurredAt: Micros
  readonly sequence: number
}

/** An event with its names of that moment. */
export interface EpcisRow extends EpcisPosition, EventNames {
  readonly id: number
  readonly recordedAt: Micros
  readonly scanEventId: number
}

/** What has replaced an event: another event, or null when the scan event was removed. */
export interface EpcisReplacement {
  readonly recordedAt: Micros
  readonly event: EpcisRow | null
}

/** What an event of the log changes in EPCIS. */
interface EpcisChange extends EpcisReplacement {
  /** The event that was wrong. */
  readonly replaces: EpcisRow | null
}

/** The columns of a row. */
export const epcisColumns = {
  id: eventLog.id,
  sequence: eventLog.sequence,
  occurredAt: eventLog.occurredAt,
  recordedAt: eventLog.recordedAt,
  scanEventId: eventLog.scanEventId,
  epc: eventLog.epc,
  readPoint: eventLog.readPoint,
  bizLocation: eventLog.bizLocation,
}

export function epcisReads(db: Db) {
  const ofOrganization = eq(eventLog.organizationId, arg('organizationId'))
  const isRemovalOf = (data: SQLWrapper) =>
    sql`coalesce(cast(${data} ->> 'move' ->> 'is_removed' as text), '') in ('1', 'true')`
  const isRemoval = isRemovalOf(eventLog.data)
  const replacedBy = db
    .select({
      id: eventLog.id,
      by: sql<number | null>`(
        select later.id from event_log as later
        where later.scan_event_id = event_log.scan_event_id and later.sequence > event_log.sequence
          and later.organization_id = ${arg('organizationId')} and (later.epc is not null or ${isRemovalOf(sql`later.data`)})
        order by later.sequence limit 1)`,
    })
    .from(eventLog)
    .where(inJsonList(eventLog.id, 'ids'))
    .prepare()
  const replacing = db
    .select({ ...epcisColumns, isRemoved: isRemoval.mapWith(Boolean) })
    .from(eventLog)
    .where(inJsonList(eventLog.id, 'ids'))
    .prepare()
  const versions = db
    .select({ ...epcisColumns, isRemoved: isRemoval.mapWith(Boolean) })
    .from(eventLog)
    .where(
      and(
        ofOrganization,
        sql`${eventLog.scanEventId} = (
          select scan_event_id from event_log
          where organization_id = ${arg('organizationId')} and sequence = ${arg('sequence')})`,
        lte(eventLog.sequence, arg('sequence')),
        sql`(${eventLog.epc} is not null or ${isRemoval} or ${eventLog.sequence} = ${arg('sequence')})`,
      ),
    )
    .orderBy(desc(eventLog.sequence))
    .limit(2)
    .prepare()
  const sgln = db
    .select({ sgln: locationSglns.sgln })
    .from(locationSglns)
    .where(eq(locationSglns.locationId, arg('locationId')))
    .prepare()

  return {
    /** Returns what has replaced events of an organization, by the ids of the events; nothing for those that are still right. */
    async replacements(
      organizationId: number,
      events: readonly Pick<EpcisRow, 'id'>[],
    ): Promise<ReadonlyMap<number, EpcisReplacement>> {
      const ids = JSON.stringify(events.map(({ id }) => id))
      const replaced = (await replacedBy.execute({ organizationId, ids })).filter(({ by }) => by !== null)
      if (replaced.length === 0) return new Map()
      const rows = await replacing.execute({ ids: JSON.stringify(replaced.map(({ by }) => by)) })
      const replacements = new Map(
        rows.map((row) => [
          row.id,
          { recordedAt: row.recordedAt, event: row.isRemoved ? null : (row as unknown as EpcisRow) },
        ]),
      )
      return new Map(replaced.map(({ id, by }) => [id, replacements.get(by as number) as EpcisReplacement]))
    },

    /**
     * Returns what EPCIS shows of the event with this sequence: the event, null when it was removed or has no names, and
     * the event that it replaces.
     */
    async change(organizationId: number, sequence: number): Promise<EpcisChange | undefined> {
      const [row, previous] = await versions.execute({ organizationId, sequence })
      if (!row) return undefined
      const isShown = row.epc !== null
      if (!isShown && !row.isRemoved) return undefined
      return {
        recordedAt: row.recordedAt,
        event: isShown ? (row as unknown as EpcisRow) : null,
        replaces: previous && previous.epc !== null ? (previous as unknown as EpcisRow) : null,
      }
    },

    /** Returns the SGLN of a location that was checked to belong to the organization. */
    async sgln(locationId: number): Promise<string | null> {
      return (await sgln.execute({ locationId }))[0]?.sgln ?? null
    },
  }
}

export function epcisWrites(db: Db) {
  return {
    ...epcisReads(db),

    /** Sets the SGLN of a location that was checked to belong to the organization; null removes it. */
    async saveSgln(locationId: number, sgln: string | null): Promise<void> {
      if (sgln === null) await db.delete(locationSglns).where(eq(locationSglns.locationId, locationId))
      else
        await db
          .insert(locationSglns)
          .values({ locationId, sgln })
          .onConflictDoUpdate({ target: locationSglns.locationId, set: { sgln } })
    },
  }
}
