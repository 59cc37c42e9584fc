import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import { numberOf } from '../../../base/event-types'
import { type Micros, second } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { eventLog } from '../../sql/event-tables'
import { referenceAssets } from '../../sql/place-tables'
import { locations, placements, scanEvents } from '../../sql/tables'
import type { Cause } from './presence'

/** How often reference assets, whose place is known, were shown there (docs/api.md, Place accuracy). */

/** The reference time of a place in one week. */
interface AccuracyWeek {
  readonly locationId: number
  readonly locationKey: string
  /** The Monday of the week, at midnight UTC. */
  readonly weekAt: Micros
  readonly reference: Micros
  readonly right: Micros
  readonly falseMoves: number
}

const week: Micros = 7 * 86_400 * second
/** 1970 began on a Thursday. */
const firstMonday: Micros = 4 * 86_400 * second
const weekOf = (at: Micros): Micros => Math.floor((at - firstMonday) / week) * week + firstMonday

/** Number of the newest moves among which those by readers are looked for. */
const movesMax = 1_000
/** Moves that are recorded later than this were read without a connection. They say nothing about the decision. */
const delayMax: Micros = 15 * 60 * second
/** The causes of moves that readers have decided. Others are scans, or have no earlier place. */
const decided = new Set<string | null>(['stronger', 'unheard', 'matches'] satisfies Cause[])

/** Maximum number of events of one reference asset that are read. Of a longer history, the newest count. */
const eventsMax = 20_000

interface Reference {
  readonly assetId: number
  readonly locationId: number
  readonly locationKey: string
  readonly since: Micros
  readonly lastSeenAt: Micros
}

interface Event {
  readonly locationId: number
  readonly firstAt: Micros
}

export function placeAccuracyReads(db: Db) {
  const references = db
    .select({
      assetId: referenceAssets.assetId,
      locationId: referenceAssets.locationId,
      locationKey: locations.externalKey,
      since: referenceAssets.since,
      lastSeenAt: placements.lastSeenAt,
    })
    .from(referenceAssets)
    .innerJoin(placements, eq(placements.assetId, referenceAssets.assetId))
    .innerJoin(locations, eq(locations.id, referenceAssets.locationId))
    .where(eq(referenceAssets.organizationId, arg('organizationId')))
    .orderBy(asc(referenceAssets.assetId))
    .prepare()
  const columns = { locationId: scanEvents.locationId, firstAt: scanEvents.firstAt }
  const newestFirst = [desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id)]
  const eventsIn = db
    .select(columns)
    .from(scanEvents)
    .where(
      and(
        eq(scanEvents.assetId, arg('assetId')),
        gt(scanEvents.firstAt, arg('from')),
        lte(scanEvents.firstAt, arg('to')),
      ),
    )
    .orderBy(...newestFirst)
    .limit(eventsMax)
    .prepare()
  const eventBefore = db
    .select(columns)
    .from(scanEvents)
    .where(and(eq(scanEvents.assetId, arg('assetId')), lte(scanEvents.firstAt, arg('from'))))
    .orderBy(...newestFirst)
    .limit(1)
    .prepare()

  const newestMoves = db
    .select({ occurredAt: eventLog.occurredAt, recordedAt: eventLog.recordedAt, data: eventLog.data })
    .from(eventLog)
    .where(and(eq(eventLog.organizationId, arg('organizationId')), eq(eventLog.type, arg('type'))))
    .orderBy(desc(eventLog.sequence))
    .limit(movesMax)
    .prepare()

  return {
    /**
     * Returns how long after its beginning each of the newest moves was recorded, if it is newer than `since`, readers have
     * decided it, and it is not late.
     */
    async delays(organizationId: number, since: Micros): Promise<Micros[]> {
      const moves = await newestMoves.execute({ organizationId, type: numberOf('asset.moved') })
      return moves
        .filter(({ recordedAt, data }) => recordedAt >= since && decided.has(causeIn(data)))
        .map(({ occurredAt, recordedAt }) => Math.max(0, recordedAt - occurredAt))
        .filter((delay) => delay <= delayMax)
    },

    /** Returns the weeks of places with reference time between two times, newest week first, then by id of the place. */
    async weeks(
      organizationId: number,
      locationIds: readonly number[],
      from: Micros,
      to: Micros,
    ): Promise<AccuracyWeek[]> {
      const weeks = new Map<string, AccuracyWeek>()
      for (const reference of await references.execute({ organizationId })) {
        if (locationIds.length > 0 && !locationIds.includes(reference.locationId)) continue
        const start = Math.max(from, reference.since)
        const end = Math.min(to, reference.lastSeenAt)
        if (start >= end) continue
        const { assetId } = reference
        const before = await eventBefore.execute({ assetId, from: start })
        const events = await eventsIn.execute({ assetId, from: start, to: end })
        addEvents(weeks, reference, [...before, ...events.toReversed()], { start, end })
      }
      return [...weeks.values()].toSorted((a, b) => b.weekAt - a.weekAt || a.locationId - b.locationId)
    },
  }
}

const causeIn = (data: string): string | null =>
  (JSON.parse(data) as { readonly move: { readonly cause: string | null } }).move.cause

/** Adds the stays of one asset. A stay lasts until the next event, the last one until the last read. */
function addEvents(
  weeks: Map<string, AccuracyWeek>,
  reference: Reference,
  events: readonly Event[],
  { start, end }: { readonly start: Micros; readonly end: Micros },
): void {
  for (const [index, { locationId, firstAt }] of events.entries()) {
    const previous = events[index - 1]
    if (previous && previous.locationId !== locationId) add(weeks, reference, firstAt, { falseMoves: 1 })
    const until = events[index + 1]?.firstAt ?? end
    const isRight = locationId === reference.locationId
    for (let at = Math.max(firstAt, start); at < until;) {
      const next = Math.min(until, weekOf(at) + week)
      add(weeks, reference, at, { reference: next - at, right: isRight ? next - at : 0 })
      at = next
    }
  }
}

function add(
  weeks: Map<string, AccuracyWeek>,
  { locationId, locationKey }: Reference,
  at: Micros,
  sums: Partial<Pick<AccuracyWeek, 'reference' | 'right' | 'falseMoves'>>,
): void {
  const weekAt = weekOf(at)
  const key = `${locationId}:${weekAt}`
  const old = weeks.get(key) ?? { locationId, locationKey, weekAt, reference: 0, right: 0, falseMoves: 0 }
  weeks.set(key, {
    ...old,
    reference: old.reference + (sums.reference ?? 0),
    right: old.right + (sums.right ?? 0),
    falseMoves: old.falseMoves + (sums.falseMoves ?? 0),
  })
}
