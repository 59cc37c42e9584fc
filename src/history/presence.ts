import type { Cause, Presence, Read } from '../storage/store'
import { type Micros, second } from '../time'

/**
 * The rules that turn reads into scan events (docs/history.md, Presence; docs/history.md, Location decision). They are
 * a pure function of the reads of an asset in order of time.
 */

/** Compares two reads. The order is total, so that the result does not depend on the order of arrival. */
export const inOrder = (a: Read, b: Read): number =>
  a.at - b.at ||
  a.locationId - b.locationId ||
  Number(a.isScan) - Number(b.isScan) ||
  (a.readerId ?? 0) - (b.readerId ?? 0) ||
  (a.antenna ?? 0) - (b.antenna ?? 0) ||
  a.tagId - b.tagId

/**
 * Returns the events that follow from `reads`. The first is `current`, the event before the reads, as they change it;
 * with `current` null, it is the event that the first read begins.
 *
 * @param earlier the reads of the settle window before `reads`, in order
 * @param reads in order
 * @param settle length of the settle window
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
    // A window of length 0 is empty: it does not contain the read itself.
    while (windowStart < all.length && (all[windowStart] as Read).at <= read.at - settle) windowStart++
    while (windowEnd < all.length && (all[windowEnd] as Read).at <= read.at) windowEnd++
    const present = events.at(-1)
    const effect = effectOf(
      present,
      read,
      (locationId) => readsInWindow(locationId, all, windowStart, windowEnd),
      settle,
    )
    if (effect === 'extends') events[events.length - 1] = extended(present as Presence, read)
    else if (effect !== 'none') events.push(newPresence(read, effect))
  }
  return events
}

/**
 * Returns the effect of a read on the present event; a cause means that the read begins an event. `inWindow` returns
 * the reads of a location in the settle window, (t - settle, t].
 */
function effectOf(
  present: Presence | undefined,
  read: Read,
  inWindow: (locationId: number) => WindowReads,
  settle: Micros,
): 'extends' | 'none' | Cause {
  if (read.isScan) return 'scanned'
  if (!present) return 'first'
  if (read.locationId === present.locationId) return isWithinPresence(present, read) ? 'extends' : 'returned'

  const here = inWindow(present.locationId)
  if (here.reads === 0) return 'unheard'
  if (present.resumesUntil === undefined && read.at - present.firstAt < settle) return 'none'
  const there = inWindow(read.locationId)
  if (here.meanRssi === null || there.meanRssi === null) return 'settled'
  return there.meanRssi > here.meanRssi ? 'settled' : 'none'
}

/** The reads of a location in a settle window. */
interface WindowReads {
  /** Number of reads. */
  readonly reads: number
  /** Mean over the reads with RSSI; null when none has it. */
  readonly meanRssi: number | null
}

/** This is a plain loop, because it runs for every read at another location, over all reads of a busy antenna. */
function readsInWindow(locationId: number, all: readonly Read[], from: number, to: number): WindowReads {
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

/**
 * Whether a read at the location of a presence belongs to it: the gap is at most the larger of the two readers'
 * presence timeouts, or the span of the read overlaps the presence.
 */
export const isWithinPresence = (presence: Presence, read: Read): boolean =>
  isSpanned(presence, read) ||
  Math.max(read.at - presence.lastAt, presence.firstAt - read.at) <=
    Math.max(presence.presenceTimeoutSeconds, read.presenceTimeoutSeconds) * second

const isSpanned = ({ firstAt, lastAt }: Presence, { span }: Read): boolean =>
  span !== undefined && firstAt <= span.to && lastAt >= span.from

export const newPresence = (read: Read, cause: Cause): Presence => ({
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

/** Returns the presence with one more read, at either end or inside. */
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

/** Returns the higher RSSI; null when both are null. */
export const strongest = (a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
