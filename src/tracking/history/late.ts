import type { Writes } from '../../storage/core/store'
import type { Base } from './base'
import type { Micros } from '../../base/time'
import { eventsAround, placeClosed } from './closed'
import type { Presence, Read } from '../../storage/core/store'

export type History = Writes['history']

/** The owner of a history: an asset, or an unknown tag, whose history follows the same rules. */
export interface Asset {
  readonly organizationId: number
  readonly assetId: number
}

/** Maximum number of events in which the event around a late read is searched. Only scans can lie in between. */
export const eventsAroundMax = 50

/** Limit of a query for all events of a tail or of an unknown tag. They have far fewer. */
export const allEvents = 1_000_000

/** Places a read that is older than the base among the stored events. Returns the base after it. */
export async function placeOldRead(history: History, asset: Asset, base: Base, read: Read): Promise<Base> {
  const { assetId } = asset
  const toClosed = (event: Presence) => asClosed(event, base, read)
  const begun = (await history.eventsUpTo(assetId, read.at, eventsAroundMax)).map(toClosed)
  const isBefore = (event: Presence) => event.firstAt < read.at || event.locationId <= read.locationId
  const before = begun.filter(isBefore)
  const until = Math.max(base.at, eventsAround(read, before)[0]?.lastAt ?? 0)
  const later = (await history.eventsBetween(assetId, read.at, until, eventsAroundMax)).map(toClosed)
  const after = [...begun.filter((event) => !isBefore(event)).toReversed(), ...later]
  // The row of a resumed event may begin with the event's last read, but for the rules it begins before the base.
  const isFound = [...before, ...after].some(({ id }) => id === base.current?.id)
  if (base.current?.resumesUntil !== undefined && !isFound)
    after.push({ ...base.current, lastAt: base.current.resumesUntil })

  const edits = placeClosed(read, { before, after })
  for (const { id } of edits.remove) if (id !== undefined) await history.deleteEvent(id)
  const written = await saveAll(history, asset, edits.write)
  const removed = edits.remove.some(({ id }) => id === base.current?.id)
  const lastKnown = base.current?.lastAt ?? 0
  const known = {
    until: Math.max(read.at, lastKnown),
    resumesFrom: Math.max(read.at + 1, lastKnown, presentFrom(base) + 1),
  }
  const current = written
    .map((event) => asOfBase(event, known, base.at))
    .reduce(newer, removed || !base.current ? null : resumedAfter(base.current, known))
  // The state of the decision belongs to the event. Another event starts with a new state.
  const evidence = current?.id === base.current?.id ? base.evidence : null
  return { ...base, current, evidence }
}

/**
 * Returns a stored event with a presence timeout, which its row does not contain. The event of the base has the state
 * of the base, and ends with its row when that is later.
 */
function asClosed(event: Presence, { current }: Base, read: Read): Presence {
  if (!current || event.id !== current.id)
    return { ...event, presenceTimeoutSeconds: read.presenceTimeoutSeconds }
  return { ...current, firstAt: event.firstAt, lastAt: Math.max(event.lastAt, current.lastAt) }
}

/** What is known at a base: the time of the last read, and the earliest time at which the present event can resume. */
interface Known {
  readonly until: Micros
  readonly resumesFrom: Micros
}

/** Returns an event as it was at the base. When it resumes after the base, the reads that are still kept resume it. */
function asOfBase(event: Presence, { until, resumesFrom }: Known, baseAt: Micros): Presence {
  if (event.cause === 'resumed' && event.firstAt > baseAt)
    return { ...event, firstAt: resumesFrom, lastAt: resumesFrom, resumesUntil: event.lastAt }
  return { ...event, lastAt: Math.min(event.lastAt, until) }
}

/** Returns an event that, when it resumes after the base, begins after the events before the base. */
const resumedAfter = (event: Presence, { resumesFrom }: Known): Presence =>
  event.resumesUntil === undefined ? event : { ...event, firstAt: resumesFrom, lastAt: resumesFrom }

/** Returns the beginning of the event of the base; 0 when reads after the base resume it. */
const presentFrom = ({ current }: Base): Micros =>
  current && current.resumesUntil === undefined ? current.firstAt : 0

/**
 * Returns the later of two events. Of two states of one event, it returns the second. An event that resumes after the
 * base is later than all others.
 */
function newer(a: Presence | null, b: Presence): Presence {
  if (!a || a.id === b.id || b.resumesUntil !== undefined) return b
  if (a.resumesUntil !== undefined) return a
  return isAfter(b, a) ? b : a
}

/** Whether only the end of the newest event differs. Storing it is cheap, because no index contains the end of an event. */
export const isExtended = (event: Presence, head: Presence): boolean =>
  event.id === head.id && event.firstAt === head.firstAt && event.locationId === head.locationId

/** Stores events and returns them with their ids. `head` is the newest event as it is stored. */
export async function saveAll(
  history: History,
  asset: Asset,
  events: readonly Presence[],
  head?: Presence,
): Promise<Presence[]> {
  const saved: Presence[] = []
  for (const event of events) {
    saved.push(
      head !== undefined && isExtended(event, head)
        ? history.extendEvent(event)
        : await history.saveEvent(asset.organizationId, asset.assetId, event),
    )
  }
  return saved
}

/** Whether a stored event is after another one in the order of a history: time, location id and id. */
function isAfter(event: Presence, other: Presence): boolean {
  if (event.firstAt !== other.firstAt) return event.firstAt > other.firstAt
  if (event.locationId !== other.locationId) return event.locationId > other.locationId
  return (event.id ?? 0) > (other.id ?? 0)
}

/**
 * Replaces the stored events after the current one of the base with the computed events. It reuses their rows. An event
 * that was decided after the base may begin before it, or with a late event at a lower location id.
 */
export async function replaceTail(
  history: History,
  asset: Asset,
  { current }: Base,
  events: readonly Presence[],
): Promise<Presence[]> {
  const from = current ? current.firstAt - 1 : Number.MIN_SAFE_INTEGER
  const stored = await history.eventsBetween(asset.assetId, from, Number.MAX_SAFE_INTEGER, allEvents)
  const rows = stored.filter(
    (event) => event.id !== undefined && event.id !== current?.id && (!current || isAfter(event, current)),
  )
  // An event that stays keeps its row, so that the event log does not report it as corrected.
  const kept = events.map((event): Presence => {
    const index =
      event.id === undefined
        ? rows.findIndex(
            ({ firstAt, locationId }) => firstAt === event.firstAt && locationId === event.locationId,
          )
        : -1
    const [row] = index < 0 ? [] : rows.splice(index, 1)
    return row?.id === undefined ? event : { ...event, id: row.id }
  })
  const unused = rows.flatMap(({ id }) => id ?? [])
  const withRows = kept.map((event): Presence => {
    const id = event.id ?? unused.shift()
    return id === undefined ? event : { ...event, id }
  })
  for (const id of unused) await history.deleteEvent(id)
  const [first, ...others] = withRows
  // The id of the event of the base is known to the base.
  const isOfBase = first !== undefined && first.id !== undefined && first.id === current?.id
  const ordered = isOfBase ? [first, ...withAscendingIds(others)] : withAscendingIds(withRows)
  return saveAll(history, asset, ordered)
}

const isAlike = (a: Presence, b: Presence): boolean =>
  a.firstAt === b.firstAt && a.locationId === b.locationId

/**
 * Gives events that begin at the same time at the same location, such as a read and a scan, ascending ids in their order. The newest
 * event of the history would otherwise be another one than that of the placement. An event without an id gets a new one, the greatest.
 */
function withAscendingIds(events: readonly Presence[]): Presence[] {
  const runs: Presence[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.[0] && isAlike(run[0], event)) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => {
    if (run.length === 1) return run
    const ids = run.flatMap(({ id }) => id ?? []).toSorted((a, b) => a - b)
    return run.map(({ id: _id, ...event }, index): Presence => {
      const id = ids[index]
      return id === undefined ? event : { ...event, id }
    })
  })
}
