import type { Cause, Presence, Read } from '../storage/store'
import { type Micros, second } from '../time'

/**
 * From reads to scan events: the rules of presence and location (docs/history.md, Location decision) as a pure function
 * of an asset's reads in order of observation.
 */

/** A total order, so that the result does not depend on the order of arrival. */
export const inOrder = (a: Read, b: Read): number =>
  a.at - b.at ||
  a.locationId - b.locationId ||
  Number(a.isScan) - Number(b.isScan) ||
  (a.readerId ?? 0) - (b.readerId ?? 0) ||
  (a.antenna ?? 0) - (b.antenna ?? 0) ||
  a.tagId - b.tagId

/**
 * The events that `reads` make of `current`, the presence before them: `current` first, if there is one, as the
 * reads leave it. `earlier` are the reads of the settle window before them. All in order.
 */
export function eventsOf(
  current: Presence | null,
  earlier: readonly Read[],
  reads: readonly Read[],
  settle: Micros,
): Presence[] {
  const events = current ? [current] : []
  const all = [...earlier, ...reads]
  let windowStart = 0
  let windowEnd = earlier.length

  for (const read of reads) {
    // A window of no length holds nothing, not even the read itself.
    while (windowStart < all.length && (all[windowStart] as Read).at <= read.at - settle) windowStart++
    while (windowEnd < all.length && (all[windowEnd] as Read).at <= read.at) windowEnd++
    const present = events.at(-1)
    const verdict = judge(
      present,
      read,
      (locationId) => summaryAt(locationId, all, windowStart, windowEnd),
      settle,
    )
    if (verdict === 'extends') events[events.length - 1] = extended(present as Presence, read)
    else if (verdict !== 'loses') events.push(begun(read, verdict))
  }
  return events
}

/** What a read does to the present event; any cause means that it begins one. `summaryOf` covers (t - settle, t]. */
function judge(
  present: Presence | undefined,
  read: Read,
  summaryOf: (locationId: number) => WindowSummary,
  settle: Micros,
): 'extends' | 'loses' | Cause {
  if (read.isScan) return 'scanned'
  if (!present) return 'first'
  if (read.locationId === present.locationId) return isWithinPresence(present, read) ? 'extends' : 'returned'

  const here = summaryOf(present.locationId)
  if (here.reads === 0) return 'unheard'
  if (present.resumesUntil === undefined && read.at - present.firstAt < settle) return 'loses'
  const there = summaryOf(read.locationId)
  if (here.meanRssi === null || there.meanRssi === null) return 'settled'
  return there.meanRssi > here.meanRssi ? 'settled' : 'loses'
}

/** The reads of the asset at one location within a settle window; the mean is of the reads that have an RSSI. */
interface WindowSummary {
  readonly reads: number
  readonly meanRssi: number | null
}

/** A plain loop: it runs for every read of another place, over all that a busy antenna hears in ten seconds. */
function summaryAt(locationId: number, all: readonly Read[], from: number, to: number): WindowSummary {
  let reads = 0
  let measured = 0
  let sum = 0
  for (let index = from; index < to; index++) {
    const read = all[index] as Read
    if (read.locationId !== locationId) continue
    reads++
    if (read.rssi === null) continue
    measured++
    sum += read.rssi
  }
  return { reads, meanRssi: measured === 0 ? null : sum / measured }
}

/** The larger of the two readers' timeouts decides, where the place was not heard all the while. */
export const isWithinPresence = (presence: Presence, read: Read): boolean =>
  isSpanned(presence, read) ||
  Math.max(read.at - presence.lastAt, presence.firstAt - read.at) <=
    Math.max(presence.presenceTimeoutSeconds, read.presenceTimeoutSeconds) * second

const isSpanned = ({ firstAt, lastAt }: Presence, { span }: Read): boolean =>
  span !== undefined && firstAt <= span.to && lastAt >= span.from

export const begun = (read: Read, cause: Cause): Presence => ({
  locationId: read.locationId,
  firstAt: read.at,
  lastAt: read.at,
  readCount: read.count ?? 1,
  readerId: read.readerId,
  antenna: read.antenna,
  strongestRssi: read.rssi,
  cause,
  presenceTimeoutSeconds: read.presenceTimeoutSeconds,
})

/** The presence with one more read, at either end or inside. */
export function extended({ resumesUntil, ...presence }: Presence, read: Read): Presence {
  const isResuming = resumesUntil !== undefined && read.at <= resumesUntil
  return {
    ...presence,
    ...(isResuming && { resumesUntil }),
    firstAt: isResuming ? read.at : Math.min(presence.firstAt, read.at),
    lastAt: Math.max(presence.lastAt, read.at),
    readCount: presence.readCount + (read.count ?? 1),
    strongestRssi: strongest(presence.strongestRssi, read.rssi),
    presenceTimeoutSeconds: read.presenceTimeoutSeconds,
  }
}

export const strongest = (a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
