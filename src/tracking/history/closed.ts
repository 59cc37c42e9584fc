import { strongest } from './place/signal'
import { extended, isWithinPresence, newPresence } from './presence'
import type { Presence, Read } from '../../storage/core/store'

/**
 * Places reads that are older than the tail (docs/history.md, Late reads). The reads of that time are no longer kept,
 * so the rules compare the read with the stored events.
 */

/** Changes of stored events. An event without an id is new. */
interface Edits {
  readonly write: readonly Presence[]
  readonly remove: readonly Presence[]
}

/** The stored events around a read. */
interface Surroundings {
  /**
   * Events that begin at or before the read, newest first; enough of them to find the event that contains the read.
   * Events of the same time are ordered by location id.
   */
  readonly before: readonly Presence[]
  /**
   * Events that begin after the read, up to the end of the event that contains it, oldest first; at least the next one.
   */
  readonly after: readonly Presence[]
}

const noEdits: Edits = { write: [], remove: [] }
const write = (...events: Presence[]): Edits => ({ write: events, remove: [] })

/**
 * Returns the events that contain a read, newest first. Of two reads at the same time, the one with the lower location id
 * counts as earlier.
 */
export const eventsAround = (read: Read, before: readonly Presence[]): Presence[] =>
  before.filter(({ locationId, lastAt }) => {
    if (locationId === read.locationId) return lastAt >= read.at
    return lastAt > read.at || (lastAt === read.at && locationId > read.locationId)
  })

/** Returns the changes of the stored events that a late read makes. */
export function placeClosed(read: Read, { before, after }: Surroundings): Edits {
  const enclosing = eventsAround(read, before)
  const [innermost] = enclosing
  if (read.isScan) return placeScan(read, enclosing, after)
  if (innermost) {
    // In an event at another location, the read changes nothing: the asset was there before and after the read.
    return innermost.locationId === read.locationId ? write(extended(innermost, read)) : noEdits
  }
  const [previous] = before
  const [next] = after
  const joinsPrevious = previous?.locationId === read.locationId && isWithinPresence(previous, read)
  const joinsNext =
    next?.locationId === read.locationId && next.cause !== 'scanned' && isWithinPresence(next, read)
  if (joinsPrevious && joinsNext) return merge(extended(previous, read), next)
  if (joinsPrevious) return write(extended(previous, read))
  if (joinsNext) return write(extended(next, read))
  return write(newPresence(read, previous || next ? 'late' : 'first'))
}

const merge = (first: Presence, second: Presence): Edits => ({
  write: [
    {
      ...first,
      lastAt: second.lastAt,
      readCount: first.readCount + second.readCount,
      strongestRssi: strongest(first.strongestRssi, second.strongestRssi),
      presenceTimeoutSeconds: second.presenceTimeoutSeconds,
    },
  ],
  remove: [second],
})

/**
 * Places a scan, which is a separate event (docs/history.md, Handheld scans). A scan in an event at another location
 * cuts that event: it ends with its first read, the last one that is known before the scan, and resumes with its last
 * read. A scan in an event at its own location lasts to the end of that event. The result does not depend on the order
 * in which late scans arrive.
 */
function placeScan(read: Read, enclosing: readonly Presence[], after: readonly Presence[]): Edits {
  const scan = newPresence(read, 'scanned')
  const [innermost] = enclosing
  const [next] = after
  if (innermost?.locationId === read.locationId) {
    const lasting = { ...scan, lastAt: innermost.lastAt }
    // The scan continues the event that was split, so nothing has to resume it at the same time.
    const isResumedHere = innermost.cause === 'resumed' && innermost.firstAt === read.at
    return isResumedHere ? { write: [lasting], remove: [innermost] } : write(lasting)
  }
  if (!innermost && next?.cause === 'resumed' && next.locationId === read.locationId)
    return { write: [{ ...scan, lastAt: next.lastAt }], remove: [next] }
  if (!innermost) return write(scan)

  // Scans at one location are nested events, so the scan cuts all of them.
  const cut = enclosing.map((event) => ({ ...event, lastAt: event.firstAt }))
  const continues = after.some(
    ({ locationId, firstAt, lastAt }) =>
      locationId === innermost.locationId && firstAt <= innermost.lastAt && lastAt >= innermost.lastAt,
  )
  return continues ? write(...cut, scan) : write(...cut, scan, resumed(innermost))
}

/** Returns the event that continues a cut event after a scan. */
function resumed({ id: _id, ...cut }: Presence): Presence {
  return { ...cut, firstAt: cut.lastAt, cause: 'resumed', readCount: 1 }
}
