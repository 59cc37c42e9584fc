import type { Placement } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import { type Base, openBase, storedBase } from './base'
import { allEvents, type Asset, type History } from './late'
import type { Presence, Read } from '../../storage/core/store'
import { fold, type HistoryRules, horizonOf } from './closing'
import { insert, loadPlacement, type Move, moveOf } from './record'

/** Presence timeout of closed events, in seconds, when the history has no read of a fixed reader. */
const defaultTimeoutSeconds = 300

/** The history of an unknown tag, which an asset takes over. */
interface Origin {
  readonly history: History
  /** Id of the unknown tag. */
  readonly id: number
  /** Id of the tag that the asset has instead. */
  readonly tagId: number
}

interface Adopted extends Origin {
  readonly placement: Placement
}

/**
 * Gives an asset the history of an unknown tag that was bound to it (docs/history.md, Unknown tags). An asset without a
 * history then has the history that it would have if the tag had always been its own. For an asset with a history, the
 * closed events of the tag are placed like late reads, and the reads that are still kept are recorded like other reads.
 * Returns the move when the asset is at another location than before, otherwise undefined.
 */
export async function adoptHistory(
  history: History,
  asset: Asset,
  origin: Origin,
  rules: HistoryRules,
): Promise<Move | undefined> {
  const placement = await loadPlacement(origin.history, origin.id)
  if (!placement) return undefined
  const adopted = { ...origin, placement }
  const own = await loadPlacement(history, asset.assetId)
  return moveOf(
    own,
    own ? await merge(history, own, adopted, rules) : await takeOver(history, asset, adopted),
  )
}

async function takeOver(
  history: History,
  { organizationId, assetId }: Asset,
  { placement: { base, head, ...placement }, tagId, ...origin }: Adopted,
): Promise<Placement> {
  const rows = new Map<number | undefined, number | undefined>()
  for (const { id, ...event } of await origin.history.eventsBetween(
    origin.id,
    0,
    Number.MAX_SAFE_INTEGER,
    allEvents,
  ))
    rows.set(id, (await history.saveEvent(organizationId, assetId, event)).id)
  const withNewId = ({ id, ...event }: Presence): Presence => {
    const row = rows.get(id)
    return row === undefined ? event : { ...event, id: row }
  }
  for (const read of await origin.history.recentReads(origin.id, 0))
    history.insertRecentRead(assetId, { ...read, tagId })
  const { current, ...state } = openBase(base)
  const adopted = storedBase({ ...state, current: current && withNewId(current) })
  const after = { ...placement, assetId, base: adopted, head: withNewId(head) }
  await history.savePlacement(after)
  return after
}

/** Merges two histories. It closes both up to the later of their bases; the reads of both after it are still kept. */
async function merge(
  history: History,
  own: Placement,
  { placement: adopted, tagId, ...origin }: Adopted,
  rules: HistoryRules,
): Promise<Placement> {
  const kept = await origin.history.recentReads(origin.id, adopted.base.at)
  const base = await fold(origin.history, adopted, kept, Math.max(own.base.at, adopted.base.at))
  const upTo = base.at
  const timeout = adopted.lastRead?.presenceTimeoutSeconds ?? defaultTimeoutSeconds
  const events = await origin.history.eventsBetween(origin.id, 0, upTo, allEvents)
  const closed = closedEvents(base, events).flatMap((event) => endsOf(event, tagId, timeout))
  const reads = kept.filter(({ at }) => at > upTo).map((read) => ({ ...read, tagId }))
  // The history of the origin may be closed up to its newest read, so that no read is left to say when it was.
  const { lastRead } = adopted
  const seen = {
    ...own,
    lastSeenAt: Math.max(own.lastSeenAt, adopted.lastSeenAt),
    lastRead: (lastRead?.at ?? 0) > (own.lastRead?.at ?? 0) ? lastRead : own.lastRead,
  }
  return insert(history, seen, { reads, closed }, Math.max(upTo, horizonOf(own, reads, rules)))
}

/**
 * Returns the events up to the base, as they were at the base. An event that begins after the current one of the base
 * was decided by later reads, which are still kept.
 */
function closedEvents({ at, current }: Base, events: readonly Presence[]): Presence[] {
  if (!current) return []
  const lastAt = (event: Presence, until: Micros) => Math.max(event.firstAt, Math.min(event.lastAt, until))
  return events
    .filter((event) => event.id === current.id || event.firstAt <= current.firstAt)
    .map((event) => {
      if (event.id !== current.id) return { ...event, lastAt: lastAt(event, at) }
      const { locationId, readCount } = current
      return { ...event, locationId, readCount, lastAt: lastAt(current, at) }
    })
}

/** Returns the reads that represent a closed event: its first read, and its last read, which counts for all others. */
function endsOf(event: Presence, tagId: number, presenceTimeoutSeconds: number): Read[] {
  const { locationId, firstAt, lastAt, readCount, readerId, antenna, strongestRssi: rssi, cause } = event
  const span = { from: firstAt, to: lastAt }
  const read = { locationId, rssi, readerId, antenna, tagId, presenceTimeoutSeconds, span }
  const first = { ...read, at: firstAt, isScan: cause === 'scanned' }
  if (firstAt === lastAt) return [{ ...first, count: readCount }]
  return [first, { ...read, at: lastAt, isScan: false, count: Math.max(1, readCount - 1) }]
}
