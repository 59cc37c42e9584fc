import { and, asc, eq, gt } from 'drizzle-orm'
import { type EventType, eventTypes, numberOf } from '../../../base/event-types'
import { arg, type Db, inJsonList } from '../../sql/database'
import { eventLog, eventLogPlaces } from '../../sql/event-tables'

export interface EventFilter {
  /** Empty: all types. */
  readonly types: readonly EventType[]
  readonly assetId: number | undefined
  /** A location; events below it are included. */
  readonly locationId: number | undefined
}

/** The first `limit` events after a sequence, in a log whose last event is `newest`. */
export interface EventSlice {
  readonly after: number
  readonly limit: number
  readonly newest: number
}

/** Maximum number of events of an asset that one request checks for a location. */
const checkedMax = 2_000
/** Number of events that are checked with one query. */
const checkedAtOnce = 200

/** Finds the events of a filter: returns their sequences, oldest first, and the sequence up to which the log was searched. */
export function eventSearch(db: Db) {
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

  return async function matching(
    organizationId: number,
    { types, assetId, locationId }: EventFilter,
    { after, limit, newest }: EventSlice,
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
}
