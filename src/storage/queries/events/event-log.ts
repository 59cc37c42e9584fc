import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { type EventType, eventTypes, numberOf } from '../../../base/event-types'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { eventLog, eventLogEnds, eventLogPlaces, eventQueue, type QueuedChange } from '../../sql/event-tables'

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

export interface EventFilter {
  /** Empty: all types. */
  readonly types: readonly EventType[]
  readonly assetId: number | undefined
  /** A location; events below it are included. */
  readonly locationId: number | undefined
}

/** Events, and the sequence up to which the log was searched for them. */
interface EventPage {
  readonly rows: readonly LoggedEvent[]
  readonly searchedUpTo: number
}

/** Maximum number of events of an asset that one request checks for a location. */
const checkedMax = 2_000
/** Number of events that are checked with one query. */
const checkedAtOnce = 200

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
  const bySequence = db
    .select(columns)
    .from(eventLog)
    .where(and(ofOrganization, inJsonList(eventLog.sequence, 'sequences')))
    .prepare()

  const afterOfType = (table: typeof eventLog | typeof eventLogPlaces) =>
    and(
      eq(table.organizationId, arg('organizationId')),
      eq(table.type, arg('type')),
      gt(table.sequence, arg('after')),
    )
  const ofType = db
    .select({ sequence: eventLog.sequence })
    .from(eventLog)
    .where(afterOfType(eventLog))
    .orderBy(asc(eventLog.sequence))
    .limit(arg('limit'))
    .prepare()
  const ofAsset = db
    .select({ sequence: eventLog.sequence })
    .from(eventLog)
    .where(and(afterOfType(eventLog), eq(eventLog.assetId, arg('assetId'))))
    .orderBy(asc(eventLog.sequence))
    .limit(arg('limit'))
    .prepare()
  const ofLocation = db
    .select({ sequence: eventLogPlaces.sequence })
    .from(eventLogPlaces)
    .where(and(afterOfType(eventLogPlaces), eq(eventLogPlaces.locationId, arg('locationId'))))
    .orderBy(asc(eventLogPlaces.sequence))
    .limit(arg('limit'))
    .prepare()
  const atLocation = db
    .select({ sequence: eventLogPlaces.sequence })
    .from(eventLogPlaces)
    .where(
      and(
        eq(eventLogPlaces.organizationId, arg('organizationId')),
        eq(eventLogPlaces.locationId, arg('locationId')),
        inJsonList(eventLogPlaces.type, 'types'),
        inJsonList(eventLogPlaces.sequence, 'sequences'),
      ),
    )
    .prepare()

  /** Returns the first sequences that one index contains for the types, in order. */
  async function firstOf(
    query: typeof ofType,
    types: readonly number[],
    values: Readonly<Record<string, number>>,
    limit: number,
  ): Promise<number[]> {
    const found: number[] = []
    for (const type of types)
      for (const { sequence } of await query.execute({ ...values, type, limit })) found.push(sequence)
    return found.toSorted((a, b) => a - b).slice(0, limit)
  }

  async function matching(
    organizationId: number,
    { types, assetId, locationId }: EventFilter,
    after: number,
    limit: number,
    newest: number,
  ): Promise<{ sequences: readonly number[]; searchedUpTo: number }> {
    const numbers = (types.length > 0 ? types : eventTypes).map(numberOf)
    const values = { organizationId, after }
    if (assetId === undefined || locationId === undefined) {
      const sequences =
        assetId !== undefined
          ? await firstOf(ofAsset, numbers, { ...values, assetId }, limit)
          : locationId !== undefined
            ? await firstOf(ofLocation, numbers, { ...values, locationId }, limit)
            : await firstOf(ofType, numbers, values, limit)
      return { sequences, searchedUpTo: sequences.length < limit ? newest : (sequences.at(-1) ?? newest) }
    }
    const sequences: number[] = []
    let searchedUpTo = after
    for (let checked = 0; checked < checkedMax; checked += checkedAtOnce) {
      const ofPart = { organizationId, after: searchedUpTo, assetId }
      const candidates = await firstOf(ofAsset, numbers, ofPart, checkedAtOnce)
      const there = await atLocation.execute({
        organizationId,
        locationId,
        types: JSON.stringify(numbers),
        sequences: JSON.stringify(candidates),
      })
      const found = there.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
      sequences.push(...found.slice(0, limit - sequences.length))
      if (sequences.length === limit) return { sequences, searchedUpTo: sequences.at(-1) as number }
      if (candidates.length < checkedAtOnce) return { sequences, searchedUpTo: newest }
      searchedUpTo = candidates.at(-1) as number
    }
    return { sequences, searchedUpTo }
  }

  return {
    /** Returns the newest sequence of each organization with events. */
    newestOfAll: (): Promise<{ organizationId: number; newest: number }[]> => allNewest.execute(),

    async ends(organizationId: number): Promise<LogEnds> {
      const [row] = await ends.execute({ organizationId })
      return row ?? { newest: 0, oldest: 1 }
    },

    /** Returns the events after a sequence, oldest first. */
    async page(
      organizationId: number,
      filter: EventFilter,
      after: number,
      limit: number,
      newest: number,
    ): Promise<EventPage> {
      const isFiltered =
        filter.types.length > 0 || filter.assetId !== undefined || filter.locationId !== undefined
      if (!isFiltered) {
        const rows = await following.execute({ organizationId, after, limit })
        return { rows, searchedUpTo: rows.at(-1)?.sequence ?? newest }
      }
      const { sequences, searchedUpTo } = await matching(organizationId, filter, after, limit, newest)
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
