import type { Placement } from '../storage/store'
import type { Micros } from '../time'
import { type Asset, eventsAroundMax, type History } from './late'
import type { Presence, Read } from '../storage/store'
import { everyEvent } from './record'

/**
 * A history that was written while the clock was wrong, set back in time (decision 0012): its order stays, and so do the
 * distances, as far as they fit behind what was written before.
 */

/** Any number of a placement's state that is as large is an instant: no count, id or RSSI reaches 1973 in microseconds. */
const leastInstant: Micros = 100_000_000_000_000

/**
 * Maps instants to where they are once those later than `limit` are set back by `delta`. What would then come before
 * `floor`, the newest of the others, comes right after it: the map is strictly increasing.
 */
export function shiftOf(instants: readonly Micros[], limit: Micros, delta: Micros): (at: Micros) => Micros {
  const moved = new Map<Micros, Micros>()
  const inOrder = [...new Set(instants)].toSorted((a, b) => a - b)
  let last = inOrder.findLast((at) => at <= limit) ?? Number.NEGATIVE_INFINITY
  for (const at of inOrder) {
    if (at <= limit) continue
    last = Math.max(at - delta, last + 1)
    moved.set(at, last)
  }
  return (at) => moved.get(at) ?? at
}

/** All instants in a value as JSON has it. */
export function instantsIn(value: unknown): Micros[] {
  if (typeof value === 'number') return value >= leastInstant ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(instantsIn)
}

/** The value with each of its instants mapped. */
export function withInstants<T>(value: T, map: (at: Micros) => Micros): T {
  if (typeof value === 'number') return (value >= leastInstant ? map(value) : value) as T
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => withInstants(part, map)) as T
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withInstants(part, map)])) as T
}

/** Sets back, by `delta`, what a history has later than `limit`. Returns its placement, if it has one. */
export async function setBackHistory(
  history: History,
  asset: Asset,
  limit: Micros,
  delta: Micros,
): Promise<Placement | undefined> {
  const { assetId, organizationId } = asset
  const placement = await history.placement(assetId)
  if (!placement || placement.lastSeenAt <= limit) return placement
  const reads = await history.recentReads(assetId, 0)
  const events = await eventsFrom(history, assetId, limit)
  const map = shiftOf(
    [...instantsIn(placement), ...reads.map(({ at }) => at), ...endsOf(events)],
    limit,
    delta,
  )

  for (const event of events)
    if (event.lastAt > limit)
      await history.saveEvent(organizationId, assetId, {
        ...event,
        firstAt: map(event.firstAt),
        lastAt: map(event.lastAt),
      })
  await replaceReads(
    history,
    assetId,
    reads.filter(({ at }) => at > limit),
    limit,
    map,
  )
  const after = withInstants(placement, map)
  await history.savePlacement(after)
  return after
}

/** The events that reach beyond `limit`, and the last of those before them. */
async function eventsFrom(history: History, assetId: number, limit: Micros): Promise<Presence[]> {
  const begun = await history.eventsUpTo(assetId, limit, eventsAroundMax)
  return [...begun, ...(await history.eventsBetween(assetId, limit, Number.MAX_SAFE_INTEGER, everyEvent))]
}

const endsOf = (events: readonly Presence[]): Micros[] =>
  events.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt])

async function replaceReads(
  history: History,
  assetId: number,
  reads: readonly Read[],
  limit: Micros,
  map: (at: Micros) => Micros,
): Promise<void> {
  if (reads.length === 0) return
  await history.deleteRecentReadsAfter(assetId, limit)
  for (const read of reads) await history.insertRecentRead(assetId, { ...read, at: map(read.at) })
}
