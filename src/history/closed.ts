import {
  begun,
  type Cause,
  extended,
  isWithinPresence,
  type Presence,
  type Read,
  strongest,
} from './presence'

/**
 * Reads older than the tail: the reads around them are gone, only events are left, so they are placed among the
 * events by the rules of contract part 4, "Older than the tail" and "Handheld".
 */

/** What to do to stored events. An edit without an id inserts. */
export interface Edits {
  readonly write: readonly Presence[]
  readonly remove: readonly number[]
}

const nothing: Edits = { write: [], remove: [] }

/**
 * @param before events that begin at or before the read, newest first; enough of them to find the one around it
 * @param after the first event that begins after the read, if it is closed
 */
export function placeClosed(read: Read, before: readonly Presence[], after: Presence | undefined): Edits {
  const around = before.find((event) => event.lastAt >= read.at)
  if (read.isScan) return placeScan(read, around, after)
  if (around) {
    // Inside a presence elsewhere the read is absorbed: the asset was there, before and after.
    return around.locationId === read.locationId ? write(extended(around, read)) : nothing
  }
  const previous = before[0]
  const joinsPrevious = previous?.locationId === read.locationId && isWithinPresence(previous, read)
  const joinsAfter =
    after?.locationId === read.locationId && after.cause !== 'scanned' && isWithinPresence(after, read)
  if (joinsPrevious && joinsAfter) return merge(extended(previous, read), after)
  if (joinsPrevious) return write(extended(previous, read))
  if (joinsAfter) return write(extended(after, read))
  return write(begun(read, previous || after ? 'late' : 'first'))
}

const write = (...events: Presence[]): Edits => ({ write: events, remove: [] })

function merge(first: Presence, second: Presence): Edits {
  const merged = {
    ...first,
    lastAt: second.lastAt,
    readCount: first.readCount + second.readCount,
    strongestRssi: strongest(first.strongestRssi, second.strongestRssi),
    presenceTimeoutSeconds: second.presenceTimeoutSeconds,
  }
  return { write: [merged], remove: second.id === undefined ? [] : [second.id] }
}

/** A scan inside an event elsewhere cuts it: the event ends at its first read, the last one known before the scan. */
function placeScan(read: Read, around: Presence | undefined, after: Presence | undefined): Edits {
  const scan = begun(read, 'scanned')
  if (!around) return write(scan)
  if (around.locationId === read.locationId) return write({ ...scan, lastAt: around.lastAt })
  const cut = { ...around, lastAt: around.firstAt }
  const hasResumed = after?.locationId === around.locationId && after.firstAt === around.lastAt
  if (around.lastAt <= read.at || hasResumed) return write(cut, scan)
  return write(cut, scan, resumed(around))
}

function resumed(around: Presence): Presence {
  const { id: _, ...event } = around
  return { ...event, firstAt: around.lastAt, cause: 'returned' satisfies Cause, readCount: 1 }
}
