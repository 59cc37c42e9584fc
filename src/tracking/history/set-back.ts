import type { Placement, Presence } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { closedAt, storedBase } from './base'
import type { Evidence } from './place/state'
import { evidenceFrom, evidenceText } from './place/evidence-text'
import { allEvents, type Asset, eventsAroundMax, type History } from './late'

/**
 * Sets back a history that was written while the clock was wrong (decision 0012). The order of its instants stays.
 * Their distances stay, too, as far as there is room after the earlier instants.
 */

/**
 * Time between a history that was set back and the next reads. After it, one read elsewhere moves an asset, however weak
 * it is, because no location has a longer grace than two minutes.
 */
export const silence: Micros = 600 * second

/** The smallest number in a placement that is an instant, in 1973. Counts, ids and RSSI are smaller. */
const leastInstant: Micros = 100_000_000_000_000

/**
 * Returns a function that maps each instant later than `limit` to `delta` earlier. An instant that would come before
 * the newest of the others comes right after it, so the function is strictly increasing.
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

/** Returns all instants in a JSON value. */
export function instantsIn(value: unknown): Micros[] {
  if (typeof value === 'number') return value >= leastInstant ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(instantsIn)
}

/** Returns the JSON value with each instant mapped. */
export function withInstants<T>(value: T, map: (at: Micros) => Micros): T {
  if (typeof value === 'number') return (value >= leastInstant ? map(value) : value) as T
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => withInstants(part, map)) as T
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withInstants(part, map)])) as T
}

/** Sets back the instants of a history that are later than `limit` by `delta`. Returns its placement, if it has one. */
export async function setBackHistory(
  history: History,
  asset: Asset,
  limit: Micros,
  delta: Micros,
): Promise<Placement | undefined> {
  const { assetId, organizationId } = asset
  const placement = await history.placement(assetId)
  if (!placement || placement.lastSeenAt <= limit) return placement
  const { base: _, evidence, ...values } = placement
  const present = {
    ...values,
    evidence: evidenceFrom(evidence),
  }
  const events = await eventsFrom(history, assetId, limit)
  const map = shiftOf([...instantsIn(present), ...endsOf(events)], limit, delta)

  for (const event of events)
    if (event.lastAt > limit)
      await history.saveEvent(organizationId, assetId, {
        ...event,
        firstAt: map(event.firstAt),
        lastAt: map(event.lastAt),
      })
  await history.deleteRecentReads(assetId, placement.lastSeenAt)
  const after = closed(withInstants(present, map))
  await history.savePlacement(after)
  return after
}

/**
 * Returns a placement whose events are not computed again from its reads: the reads before and after the wrong time are closer
 * together than when they arrived, so the rules would decide otherwise.
 */
function closed({
  evidence,
  ...values
}: Omit<Placement, 'base' | 'evidence'> & { evidence: Evidence | null }) {
  const text = evidenceText(evidence)
  return { ...values, evidence: text, base: storedBase(closedAt(values.lastSeenAt, values.head, text)) }
}

/** Returns the events that end after `limit`, with some events before them. */
async function eventsFrom(history: History, assetId: number, limit: Micros): Promise<Presence[]> {
  const begun = await history.eventsUpTo(assetId, limit, eventsAroundMax)
  return [...begun, ...(await history.eventsBetween(assetId, limit, Number.MAX_SAFE_INTEGER, allEvents))]
}

const endsOf = (events: readonly Presence[]): Micros[] =>
  events.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt])
