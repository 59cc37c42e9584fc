import type { Placement } from '../storage/store'
import { type Micros, second } from '../time'
import { type Asset, type Base, eventsAroundMax, type History, placeOld, saveAll } from './late'
import { eventsOf, inOrder } from './presence'
import type { Presence, Read } from '../storage/store'

export interface HistoryRules {
  /** The settle window. */
  readonly settleMicros: Micros
  /** Older reads are not believed, so none comes. */
  readonly readMaxAgeMicros: Micros
}

/** An asset has come to another place, or is seen for the first time. */
export interface Move extends Asset {
  /** Null where it was not seen before. */
  readonly from: number | null
  readonly to: number
  /** When the event there began. */
  readonly firstAt: Micros
  readonly lastSeenAt: Micros
}

/** So many recent reads of an asset are kept at most; beyond it the base moves on. */
const keptMax = 4_096
/** By so many at least, and not many more: in one write a thousand assets may come to it. */
const foldMin = 512
/** A tail never has more events than reads; this only bounds the query. */
export const everyEvent = 1_000_000

/**
 * Records reads of one asset in its history. In-order reads go on from where the rules stand; one that comes late,
 * but within the presence timeout, has the tail computed again; an older one is placed among closed events.
 *
 * None of the reads is a repeat. Times are as corrected by the ingest. Answers where the asset went, if it is elsewhere
 * now than before.
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

export function moveOf(before: Placement | undefined, after: Placement): Move | undefined {
  const { organizationId, assetId, lastSeenAt, head } = after
  const from = before?.head.locationId ?? null
  if (from === head.locationId) return undefined
  return { organizationId, assetId, from, to: head.locationId, firstAt: head.firstAt, lastSeenAt }
}

/** Closes a history up to an instant: the reads before it are folded, so that its earlier events may go. */
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
  return finish(history, { ...asset, base, heard: null }, reads, saved, rules)
}

/** The common case: all reads are newer than what is known. */
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

/** Keeps the reads, and where the asset is now: at the newest of the events. */
async function finish(
  history: History,
  before: Asset & Pick<Placement, 'base' | 'heard'> & Partial<Placement>,
  reads: readonly Read[],
  events: readonly Presence[],
  rules: HistoryRules,
): Promise<Placement> {
  const { organizationId, assetId, base } = before
  for (const read of reads) await history.insertRecentRead(assetId, read)
  const lastSeenAt = Math.max(before.lastSeenAt ?? 0, reads.at(-1)?.at ?? 0)
  const newest = reads.findLast((read) => !read.isScan)
  const heard = newest && newest.at >= (before.heard?.at ?? 0) ? toHeard(newest) : before.heard
  const after = {
    organizationId,
    assetId,
    lastSeenAt,
    heard,
    base: { ...base, reads: base.reads + reads.length },
    head: events.at(-1) as Presence,
  }
  const placement = { ...after, base: await bounded(history, after, rules) }
  await history.savePlacement(placement)
  return placement
}

/** However many reads come within a presence timeout, those that are kept stay few: what is before them is closed. */
async function bounded(history: History, placement: Placement, rules: HistoryRules): Promise<Base> {
  const { assetId, base, head, lastSeenAt } = placement
  const excess = base.reads - keptMax
  if (excess <= 0) return base
  const limit = excess + foldMin
  const earlier = await history.recentReads(assetId, base.at - rules.settleMicros, { upTo: base.at })
  const next = await history.recentReads(assetId, base.at, { limit })
  const oldest = [...earlier, ...next]
  if (next.length < limit && oldest.length <= keptMax) return { ...base, reads: oldest.length }

  // At the last instant there may be more of them.
  const horizon = Math.max(base.at, (oldest.at(-1) as Read).at - 1)
  const folded = await fold(history, placement, oldest, horizon, rules)
  if (folded.reads <= keptMax) {
    await history.deleteRecentReads(assetId, horizon - rules.settleMicros)
    return folded
  }
  // The settle window alone has too many: nothing is computed again from what is left of it.
  await history.deleteRecentReads(assetId, horizon)
  const left = base.reads - oldest.filter((read) => read.at <= horizon).length
  return { at: lastSeenAt, current: head, reads: left }
}

const toHeard = ({ at, presenceTimeoutSeconds }: Read) => ({ at, presenceTimeoutSeconds })

/**
 * What is at or before the horizon is closed. It follows the fixed readers alone: deliberate scans must commute in
 * any order, so they may not move it.
 */
function horizonOf(
  { base, heard, lastSeenAt }: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Micros {
  const timeouts = reads.filter((read) => !read.isScan).map((read) => read.presenceTimeoutSeconds)
  const closed = heard ? heard.at - Math.max(heard.presenceTimeoutSeconds, ...timeouts) * second : 0
  return Math.max(base.at, closed, lastSeenAt - rules.readMaxAgeMicros)
}

/** The base follows the horizon at a distance of up to a presence timeout, so that each read is folded once. */
async function foldWhenLong(history: History, placement: Placement, rules: HistoryRules): Promise<Base> {
  const horizon = horizonOf(placement, [], rules)
  const slack = (placement.heard?.presenceTimeoutSeconds ?? 86_400) * second
  if (horizon - placement.base.at <= slack) return placement.base
  const from = placement.base.at - rules.settleMicros
  const closed = await history.recentReads(placement.assetId, from, { upTo: horizon })
  const base = await fold(history, placement, closed, horizon, rules)
  await history.deleteRecentReads(placement.assetId, horizon - rules.settleMicros)
  return base
}

/** The rules' state at the horizon, from the state at the base and the reads between them; `kept` may hold later ones. */
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
  // It began after the old base: its row is the stored event that begins with it.
  const stored = await history.eventsUpTo(assetId, current.firstAt, eventsAroundMax)
  const row = stored.find(
    (event) => event.firstAt === current.firstAt && event.locationId === current.locationId,
  )
  if (row?.id === undefined)
    throw new Error(`The history ${assetId} has lost the event that began at ${current.firstAt}.`)
  return { at: horizon, current: { ...current, id: row.id }, reads }
}

/**
 * Some read comes late: place the old ones among the closed events, and compute the tail again with the others.
 *
 * @param closed reads that come before the others, and the instant up to which they close the history
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
    if (read.at <= base.at) base = await placeOld(history, placement, base, read)

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

/** Makes the stored events after the base those that were computed, keeping rows where it can. */
async function replaceTail(
  history: History,
  asset: Asset,
  base: Base,
  events: readonly Presence[],
): Promise<Presence[]> {
  const current = base.current?.id
  const stored = await history.eventsBetween(asset.assetId, base.at, Number.MAX_SAFE_INTEGER, everyEvent)
  const unused = stored.flatMap(({ id }) => (id === undefined || id === current ? [] : [id]))
  const withRows = events.map((event): Presence => {
    const id = event.id ?? unused.shift()
    return id === undefined ? event : { ...event, id }
  })
  for (const id of unused) await history.deleteEvent(id)
  return saveAll(history, asset, withRows)
}
