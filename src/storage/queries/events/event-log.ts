import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { eventLog, eventLogEnds, eventLogPlaces, eventQueue, type QueuedChange } from '../../sql/event-tables'
import { eventSearch, type EventFilter, type EventSlice } from './event-search'

/** An event as it is stored. `data` is JSON of its other fields. */
export interface LoggedEvent {
  readonly sequence: number
  readonly type: number
  readonly occurredAt: Micros
  readonly recordedAt: Micros
  readonly data: string
}

/** The newest sequence, and the oldest that is kept; one more than the newest when none is. */
interface LogEnds {
  readonly newest: number
  readonly oldest: number
}

/** Events, and the sequence up to which the log was searched for them. */
interface EventPage {
  readonly rows: readonly LoggedEvent[]
  readonly searchedUpTo: number
}

export function eventLogReads(db: Db) {
  const ends = db
    .select({ newest: eventLogEnds.newest, oldest: eventLogEnds.oldest })
    .from(eventLogEnds)
    .where(eq(eventLogEnds.organizationId, arg('organizationId')))
    .prepare()
  const allNewest = db
    .select({ organizationId: eventLogEnds.organizationId, newest: eventLogEnds.newest })
    .from(eventLogEnds)
    .prepare()
  const columns = {
    sequence: eventLog.sequence,
    type: eventLog.type,
    occurredAt: eventLog.occurredAt,
    recordedAt: eventLog.recordedAt,
    data: eventLog.data,
  }
  const ofOrganization = eq(eventLog.organizationId, arg('organizationId'))
  const following = db
    .select(columns)
    .from(eventLog)
    .where(and(ofOrganization, gt(eventLog.sequence, arg('after'))))
    .orderBy(asc(eventLog.sequence))
    .limit(arg('limit'))
    .prepare()
  const matching = eventSearch(db)
  const bySequence = db
    .select(columns)
    .from(eventLog)
    .where(and(ofOrganization, inJsonList(eventLog.sequence, 'sequences')))
    .prepare()

  return {
    /** Returns the newest sequence of each organization with events. */
    newestOfAll: (): Promise<{ organizationId: number; newest: number }[]> => allNewest.execute(),

    async ends(organizationId: number): Promise<LogEnds> {
      const [row] = await ends.execute({ organizationId })
      return row ?? { newest: 0, oldest: 1 }
    },

    /** Returns the events after a sequence, oldest first. */
    async page(organizationId: number, filter: EventFilter, slice: EventSlice): Promise<EventPage> {
      const isFiltered =
        filter.types.length > 0 || filter.assetId !== undefined || filter.locationId !== undefined
      if (!isFiltered) {
        const { after, limit, newest } = slice
        const rows = await following.execute({ organizationId, after, limit })
        return { rows, searchedUpTo: rows.at(-1)?.sequence ?? newest }
      }
      const { sequences, searchedUpTo } = await matching(organizationId, filter, slice)
      const rows = await bySequence.execute({ organizationId, sequences: JSON.stringify(sequences) })
      return { rows: rows.toSorted((a, b) => a.sequence - b.sequence), searchedUpTo }
    },
  }
}

export function eventLogWrites(db: Db) {
  const ofOrganization = eq(eventLog.organizationId, arg('organizationId'))
  const oldest = db
    .select({ sequence: eventLog.sequence, recordedAt: eventLog.recordedAt })
    .from(eventLog)
    .where(ofOrganization)
    .orderBy(asc(eventLog.sequence))
    .limit(arg('limit'))
    .prepare()
  const expired = and(ofOrganization, lte(eventLog.sequence, arg('upTo')))
  const placesOfExpired = db
    .delete(eventLogPlaces)
    .where(
      sql`(organization_id, location_id, type, sequence) in (
        select event.organization_id, place.value, event.type, event.sequence
        from event_log as event, json_each(event.places, '$') as place
        where event.organization_id = ${arg('organizationId')} and event.sequence <= ${arg('upTo')})`,
    )
    .prepare()
  const deleteExpired = db.delete(eventLog).where(expired).prepare()

  const reads = eventLogReads(db)

  return {
    ...reads,

    /** Adds a change that no trigger notices to the events of this transaction. */
    async queue(organizationId: number, change: QueuedChange, subjectId: number): Promise<void> {
      await db.insert(eventQueue).values({ organizationId, change, subjectId })
    },

    /**
     * Deletes at most `most` events from the beginning of a log: those recorded before `before`, and those beyond the
     * newest `max`. Returns their number.
     */
    async prune(organizationId: number, before: Micros, max: number, most: number): Promise<number> {
      const { newest } = await reads.ends(organizationId)
      const rows = await oldest.execute({ organizationId, limit: most })
      const kept = rows.findIndex(
        ({ sequence, recordedAt }) => recordedAt >= before && sequence > newest - max,
      )
      const deleted = kept < 0 ? rows : rows.slice(0, kept)
      const upTo = deleted.at(-1)?.sequence
      if (upTo === undefined) return 0
      await placesOfExpired.execute({ organizationId, upTo })
      await deleteExpired.execute({ organizationId, upTo })
      await db
        .update(eventLogEnds)
        .set({ oldest: upTo + 1 })
        .where(eq(eventLogEnds.organizationId, organizationId))
      return deleted.length
    },
  }
}
