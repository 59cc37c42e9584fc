import type { Placement } from '../storage/store'
import type { Micros } from '../time'
import type { Asset, Base, History } from './late'
import type { Presence, Read } from '../storage/store'
import { everyEvent, fold, type HistoryRules, insert, type Move, moveOf } from './record'

/** What stands in for the timeouts of readers that nobody knows any more, in seconds. */
const defaultTimeoutSeconds = 300

/** A history that comes under another owner: that of a tag which was unknown. */
interface Origin {
  readonly history: History
  /** The id under which it is kept there. */
  readonly id: number
}

/**
 * Gives an asset the history of a tag that has just become its own. An asset without one has, from then on, the very
 * history that it would have had the tag been its own from the beginning; one that has its own takes in the other:
 * what is closed there is placed like late reads, and reads that are still kept are recorded like any. Answers where the
 * asset went by it, if it is elsewhere now.
 */
export async function adoptHistory(
  history: History,
  asset: Asset,
  origin: Origin,
  tagId: number,
  rules: HistoryRules,
): Promise<Move | undefined> {
  const theirs = await origin.history.placement(origin.id)
  if (!theirs) return undefined
  const own = await history.placement(asset.assetId)
  if (!own) return moveOf(own, await takeOver(history, asset, origin, theirs, tagId))
  return moveOf(own, await merge(history, own, origin, theirs, tagId, rules))
}

async function takeOver(
  history: History,
  asset: Asset,
  origin: Origin,
  { base, head, ...placement }: Placement,
  tagId: number,
): Promise<Placement> {
  const { organizationId, assetId } = asset
  const rows = new Map<number | undefined, number | undefined>()
  for (const { id, ...event } of await origin.history.eventsBetween(
    origin.id,
    0,
    Number.MAX_SAFE_INTEGER,
    everyEvent,
  ))
    rows.set(id, (await history.saveEvent(organizationId, assetId, event)).id)
  const moved = ({ id, ...event }: Presence): Presence => {
    const row = rows.get(id)
    return row === undefined ? event : { ...event, id: row }
  }
  for (const read of await origin.history.recentReads(origin.id, 0))
    await history.insertRecentRead(assetId, { ...read, tagId })
  const current = base.current && moved(base.current)
  const after = { ...placement, assetId, base: { ...base, current }, head: moved(head) }
  await history.savePlacement(after)
  return after
}

/** Both are closed up to the later of the two bases; from there on the reads of both are known. */
async function merge(
  history: History,
  own: Placement,
  origin: Origin,
  theirs: Placement,
  tagId: number,
  rules: HistoryRules,
): Promise<Placement> {
  const kept = await origin.history.recentReads(origin.id, theirs.base.at - rules.settleMicros)
  const upTo = Math.max(own.base.at, theirs.base.at)
  const base = await fold(origin.history, theirs, kept, upTo, rules)
  const timeout = theirs.heard?.presenceTimeoutSeconds ?? defaultTimeoutSeconds
  const events = await origin.history.eventsBetween(origin.id, 0, upTo, everyEvent)
  const closed = events.flatMap((event) => endsOf(asAt(base, event), tagId, timeout))
  const reads = kept.filter(({ at }) => at > upTo).map((read) => ({ ...read, tagId }))
  return insert(history, own, reads, rules, { reads: closed, upTo })
}

/** An event as it was at the base, where it goes on beyond it. */
function asAt({ at, current }: Base, event: Presence): Presence {
  const lastAt = (until: Micros) => Math.max(event.firstAt, Math.min(event.lastAt, until))
  if (event.id !== current?.id) return { ...event, lastAt: lastAt(at) }
  return { ...event, lastAt: lastAt(current?.lastAt ?? at), readCount: current?.readCount ?? event.readCount }
}

/** The reads by which a closed presence is still known: its first, and its last, which stands for all others. */
function endsOf(event: Presence, tagId: number, presenceTimeoutSeconds: number): Read[] {
  const { locationId, firstAt, lastAt, readCount, readerId, antenna, strongestRssi: rssi, cause } = event
  const span = { from: firstAt, to: lastAt }
  const read = { locationId, rssi, readerId, antenna, tagId, presenceTimeoutSeconds, span }
  const first = { ...read, at: firstAt, isScan: cause === 'scanned' }
  if (firstAt === lastAt) return [{ ...first, count: readCount }]
  return [first, { ...read, at: lastAt, isScan: false, count: Math.max(1, readCount - 1) }]
}
