import type { Placement } from '../storage/store'
import { type Micros, second } from '../time'
import { type Asset, type Base, eventsAroundMax, type History, placeOldRead, saveAll } from './late'
import { eventsOf, inOrder } from './presence'
import type { Presence, Read } from '../storage/store'

export interface HistoryRules {
  /** Length of the settle window. */
  readonly settleMicros: Micros
  /** Maximum age of a read. The ingest corrects older times, so no read is older. */
  readonly readMaxAgeMicros: Micros
}

/** An asset has moved to another location, or is seen for the first time. */
export interface Move extends Asset {
  /** Null when the asset was not seen before. */
  readonly from: number | null
  readonly to: number
  /** Time at which the event at the new location began. */
  readonly firstAt: Micros
  readonly lastSeenAt: Micros
}

/** Maximum number of recent reads of an asset that are kept. Beyond it, the oldest are closed. */
const keptMax = 4_096
/** Minimum number of reads that are closed at once. It is small, because a thousand assets of one write may need it. */
const foldMin = 512
/** Limit of a query for all events of a tail or of an unknown tag. They have far fewer. */
export const allEvents = 1_000_000

/**
 * Records reads of one asset in its history (docs/history.md, Late reads). Reads that are newer than all others
 * continue from the present state. A read within the tail makes the rules compute the tail again. An older read is
 * placed among the closed events.
 *
 * @param unordered reads with corrected times, without repeats
 * @returns the move when the asset is at another location than before, otherwise undefined
 */
export async function recordReads(
  history: History,
  asset: Asset,
  unordered: readonly Read[],
  rules: HistoryRules,
): Promise<Move | undefined> {
  const reads = unordered.toSorted(inOrder)
  const [first] = reads
  if (!first) return undefined
  const placement = await history.placement(asset.assetId)
  if (!placement) return moveOf(undefined, await begin(history, asset, reads, rules))
  const record = first.at > placement.lastSeenAt ? append : insert
  return moveOf(placement, await record(history, placement, reads, rules))
}

/** Returns the move between two placements; undefined when the location is the same. */
export function moveOf(before: Placement | undefined, after: Placement): Move | undefined {
  const { organizationId, assetId, lastSeenAt, head } = after
  const from = before?.head.locationId ?? null
  if (from === head.locationId) return undefined
  return { organizationId, assetId, from, to: head.locationId, firstAt: head.firstAt, lastSeenAt }
}

/** Closes a history up to an instant, so that its events before it can be deleted. Returns the base. */
export async function closeHistory(
  history: History,
  assetId: number,
  upTo: Micros,
  rules: HistoryRules,
): Promise<Base | undefined> {
  const placement = await history.placement(assetId)
  if (!placement || upTo <= placement.base.at) return placement?.base
  const kept = await history.recentReads(assetId, placement.base.at - rules.settleMicros)
  const base = await fold(history, placement, kept, upTo, rules)
  await history.savePlacement({ ...placement, base })
  await history.deleteRecentReads(assetId, upTo - rules.settleMicros)
  return base
}

async function begin(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<Placement> {
  const events = eventsOf(null, [], reads, rules.settleMicros)
  const base: Base = { at: 0, current: null, reads: 0 }
  const saved = await saveAll(history, asset, events)
  return finish(history, { ...asset, base, lastRead: null }, reads, saved, rules)
}

/** Records reads that are all newer than the history, which is the common case. */
async function append(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<Placement> {
  const firstAt = (reads[0] as Read).at
  const { head, assetId } = placement
  const mayMove = reads.some((read) => read.locationId !== head.locationId)
  const window = mayMove ? await history.recentReads(assetId, firstAt - rules.settleMicros) : []
  const base = await foldWhenLong(history, placement, rules)
  const events = eventsOf(head, window, reads, rules.settleMicros)
  const changed = events.filter((event) => event !== head)
  const saved = await saveAll(history, placement, changed, head)
  return finish(history, { ...placement, base }, reads, saved.length > 0 ? saved : [head], rules)
}

/** Stores the reads and the placement. The asset is at the location of the last of `events`. */
async function finish(
  history: History,
  before: Asset & Pick<Placement, 'base' | 'lastRead'> & Partial<Placement>,
  reads: readonly Read[],
  events: readonly Presence[],
  rules: HistoryRules,
): Promise<Placement> {
  const { organizationId, assetId, base } = before
  for (const read of reads) await history.insertRecentRead(assetId, read)
  const lastSeenAt = Math.max(before.lastSeenAt ?? 0, reads.at(-1)?.at ?? 0)
  const newest = reads.findLast((read) => !read.isScan)
  const lastRead = newest && newest.at >= (before.lastRead?.at ?? 0) ? timeoutOf(newest) : before.lastRead
  const after = {
    organizationId,
    assetId,
    lastSeenAt,
    lastRead,
    base: { ...base, reads: base.reads + reads.length },
    head: events.at(-1) as Presence,
  }
  const placement = { ...after, base: await limitReads(history, after, rules) }
  await history.savePlacement(placement)
  return placement
}

/** Closes the oldest kept reads when there are more than the maximum. Returns the base. */
async function limitReads(history: History, placement: Placement, rules: HistoryRules): Promise<Base> {
  const { assetId, base, head, lastSeenAt } = placement
  const excess = base.reads - keptMax
  if (excess <= 0) return base
  const limit = excess + foldMin
  const earlier = await history.recentReads(assetId, base.at - rules.settleMicros, { upTo: base.at })
  const next = await history.recentReads(assetId, base.at, { limit })
  const oldest = [...earlier, ...next]
  if (next.length < limit && oldest.length <= keptMax) return { ...base, reads: oldest.length }

  // There may be further reads at the last instant, so the horizon is before it.
  const horizon = Math.max(base.at, (oldest.at(-1) as Read).at - 1)
  const folded = await fold(history, placement, oldest, horizon, rules)
  if (folded.reads <= keptMax) {
    await history.deleteRecentReads(assetId, horizon - rules.settleMicros)
    return folded
  }
  // The settle window itself has too many reads. No event is computed again from the rest of them.
  await history.deleteRecentReads(assetId, horizon)
  const left = base.reads - oldest.filter((read) => read.at <= horizon).length
  return { at: lastSeenAt, current: head, reads: left }
}

const timeoutOf = ({ at, presenceTimeoutSeconds }: Read) => ({ at, presenceTimeoutSeconds })

/**
 * Returns the instant up to which the history can be closed: a presence timeout before the latest read of a fixed
 * reader, or the maximum age of a read. Scans do not move it within that age, because their result must not depend on
 * their order.
 */
function horizonOf(
  { base, lastRead, lastSeenAt }: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Micros {
  const timeouts = reads.filter((read) => !read.isScan).map((read) => read.presenceTimeoutSeconds)
  const closed = lastRead ? lastRead.at - Math.max(lastRead.presenceTimeoutSeconds, ...timeouts) * second : 0
  return Math.max(base.at, closed, lastSeenAt - rules.readMaxAgeMicros)
}

/**
 * Moves the base to the horizon when it is more than a presence timeout behind, so that each read is folded only once.
 */
async function foldWhenLong(history: History, placement: Placement, rules: HistoryRules): Promise<Base> {
  const horizon = horizonOf(placement, [], rules)
  const slack = (placement.lastRead?.presenceTimeoutSeconds ?? 86_400) * second
  if (horizon - placement.base.at <= slack) return placement.base
  const from = placement.base.at - rules.settleMicros
  const closed = await history.recentReads(placement.assetId, from, { upTo: horizon })
  const base = await fold(history, placement, closed, horizon, rules)
  await history.deleteRecentReads(placement.assetId, horizon - rules.settleMicros)
  return base
}

/**
 * Returns the state of the rules at the horizon, from the base and the reads after it. `kept` may contain later reads.
 */
export async function fold(
  history: History,
  { assetId, base }: Placement,
  kept: readonly Read[],
  horizon: Micros,
  rules: HistoryRules,
): Promise<Base> {
  if (horizon <= base.at) return base
  const earlier = kept.filter((read) => read.at <= base.at).toSorted(inOrder)
  const folded = kept.filter((read) => read.at > base.at && read.at <= horizon).toSorted(inOrder)
  const current = eventsOf(base.current, earlier, folded, rules.settleMicros).at(-1) ?? null
  const reads = base.reads - kept.filter((read) => read.at <= horizon - rules.settleMicros).length
  if (!current || current.id !== undefined) return { at: horizon, current, reads }
  // The event began after the old base, so its row is the stored event with the same begin.
  const stored = await history.eventsUpTo(assetId, current.firstAt, eventsAroundMax)
  const row = stored.find(
    (event) => event.firstAt === current.firstAt && event.locationId === current.locationId,
  )
  if (row?.id === undefined)
    throw new Error(`The history ${assetId} has no stored event that began at ${current.firstAt}.`)
  return { at: horizon, current: { ...current, id: row.id }, reads }
}

/**
 * Records reads of which some are late. Reads before the horizon are placed among the closed events; the tail is
 * computed again with the others.
 *
 * @param closed reads that are placed first, and the instant up to which they close the history
 */
export async function insert(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
  closed: { readonly reads: readonly Read[]; readonly upTo: Micros } = { reads: [], upTo: 0 },
): Promise<Placement> {
  const { assetId } = placement
  const horizon = Math.max(closed.upTo, horizonOf(placement, reads, rules))
  const kept = await history.recentReads(assetId, placement.base.at - rules.settleMicros)
  let base = await fold(history, placement, kept, horizon, rules)
  for (const read of [...closed.reads, ...reads])
    if (read.at <= base.at) base = await placeOldRead(history, placement, base, read)

  const known = [...kept, ...reads].toSorted(inOrder)
  const earlier = known.filter((read) => read.at <= base.at && read.at > base.at - rules.settleMicros)
  const tail = known.filter((read) => read.at > base.at)
  const events = await replaceTail(
    history,
    placement,
    base,
    eventsOf(base.current, earlier, tail, rules.settleMicros),
  )
  const after = await finish(history, { ...placement, base }, reads, events, rules)
  await history.deleteRecentReads(assetId, base.at - rules.settleMicros)
  return after
}

/** Replaces the stored events after the base with the computed events. It reuses their rows. */
async function replaceTail(
  history: History,
  asset: Asset,
  base: Base,
  events: readonly Presence[],
): Promise<Presence[]> {
  const current = base.current?.id
  const stored = await history.eventsBetween(asset.assetId, base.at, Number.MAX_SAFE_INTEGER, allEvents)
  const unused = stored.flatMap(({ id }) => (id === undefined || id === current ? [] : [id]))
  const withRows = events.map((event): Presence => {
    const id = event.id ?? unused.shift()
    return id === undefined ? event : { ...event, id }
  })
  for (const id of unused) await history.deleteEvent(id)
  return saveAll(history, asset, withRows)
}
