import { begun, extended, isWithinPresence, strongest } from './presence'
import type { Presence, Read } from '../storage/store'

/**
 * Reads older than the tail: the reads around them are gone, only events are left, so they are placed among the
 * events (docs/history.md, Late reads).
 */

/** What to do to stored events. An event without an id is new. */
export interface Edits {
  readonly write: readonly Presence[]
  readonly remove: readonly Presence[]
}

/** The stored events around a read. */
export interface Surroundings {
  /** Those that begin at or before it, newest first; enough of them to find the one around it. Equal times: by location. */
  readonly before: readonly Presence[]
  /** Those that begin after it and up to the end of the one around it, oldest first; at least the next one. */
  readonly after: readonly Presence[]
}

const nothing: Edits = { write: [], remove: [] }
const write = (...events: Presence[]): Edits => ({ write: events, remove: [] })

/** The presences that go on around a read, newest first; of equal times the lower location id is the earlier. */
export const eventsAround = (read: Read, before: readonly Presence[]): Presence[] =>
  before.filter(({ locationId, lastAt }) => {
    if (locationId === read.locationId) return lastAt >= read.at
    return lastAt > read.at || (lastAt === read.at && locationId > read.locationId)
  })

export function placeClosed(read: Read, { before, after }: Surroundings): Edits {
  const arounds = eventsAround(read, before)
  const [around] = arounds
  if (read.isScan) return placeScan(read, arounds, after)
  if (around) {
    // Inside a presence elsewhere the read is absorbed: the asset was there, before and after.
    return around.locationId === read.locationId ? write(extended(around, read)) : nothing
  }
  const [previous] = before
  const [next] = after
  const joinsPrevious = previous?.locationId === read.locationId && isWithinPresence(previous, read)
  const joinsNext =
    next?.locationId === read.locationId && next.cause !== 'scanned' && isWithinPresence(next, read)
  if (joinsPrevious && joinsNext) return merge(extended(previous, read), next)
  if (joinsPrevious) return write(extended(previous, read))
  if (joinsNext) return write(extended(next, read))
  return write(begun(read, previous || next ? 'late' : 'first'))
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
 * A scan is an event of its own. Inside a presence elsewhere it cuts it: the presence ends with its first read, the
 * last one known before the scan, and resumes with its last. At the place itself it takes over what follows of the
 * presence. Either way the order in which late scans come does not matter.
 */
function placeScan(read: Read, arounds: readonly Presence[], after: readonly Presence[]): Edits {
  const scan = begun(read, 'scanned')
  const [around] = arounds
  const [next] = after
  if (around?.locationId === read.locationId) return write({ ...scan, lastAt: around.lastAt })
  if (!around && next?.cause === 'resumed' && next.locationId === read.locationId)
    return { write: [{ ...scan, lastAt: next.lastAt }], remove: [next] }
  if (!around) return write(scan)

  // Scans at the place itself lie inside one another: all of them are cut.
  const cut = arounds.map((event) => ({ ...event, lastAt: event.firstAt }))
  const goesOn = after.some(
    ({ locationId, firstAt, lastAt, cause }) =>
      locationId === around.locationId &&
      lastAt >= around.lastAt &&
      (firstAt < around.lastAt || (firstAt === around.lastAt && cause === 'resumed')),
  )
  return goesOn ? write(...cut, scan) : write(...cut, scan, resumed(around))
}

function resumed({ id: _id, ...around }: Presence): Presence {
  return { ...around, firstAt: around.lastAt, cause: 'resumed', readCount: 1 }
}
