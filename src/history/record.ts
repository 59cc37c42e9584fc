import type { Placement, Writes } from '../storage/store'
import { type Micros, second } from '../time'
import { eventsAround, placeClosed } from './closed'
import { eventsOf, inOrder, type Presence, type Read } from './presence'

type History = Writes['history']
type Base = Placement['base']

export interface HistoryRules {
  /** The settle window. */
  readonly settleMicros: Micros
  /** Older reads are not believed, so none comes. */
  readonly readMaxAgeMicros: Micros
}

interface Asset {
  readonly organizationId: number
  readonly assetId: number
}

/** How far back the event around a late read is looked for; only scans inside a presence lie between. */
const eventsAroundMax = 50
/** A tail never has more events than reads; this only bounds the query. */
const everyEvent = 1_000_000

/**
 * Records reads of one asset in its history. In-order reads go on from where the rules stand; one that comes late,
 * but within the presence timeout, has the tail computed again; an older one is placed among closed events.
 *
 * None of the reads is a repeat. Times are as corrected by the ingest.
 */
export async function recordReads(
  history: History,
  asset: Asset,
  unordered: readonly Read[],
  rules: HistoryRules,
): Promise<void> {
  const reads = unordered.toSorted(inOrder)
  const [first] = reads
  if (!first) return
  const placement = await history.placement(asset.assetId)
  if (!placement) await begin(history, asset, reads, rules)
  else if (first.at > placement.lastSeenAt) await append(history, placement, reads, rules)
  else await insert(history, placement, reads, rules)
}

async function begin(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<void> {
  const events = eventsOf(null, [], reads, rules.settleMicros)
  const base: Base = { at: 0, current: null }
  await finish(history, { ...asset, base, heard: null }, reads, await saveAll(history, asset, events))
}

/** The common case: all reads are newer than what is known. */
async function append(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<void> {
  const firstAt = (reads[0] as Read).at
  const { head, assetId } = placement
  const mayMove = reads.some((read) => read.locationId !== head.locationId)
  const window = mayMove ? await history.recentReads(assetId, firstAt - rules.settleMicros) : []
  const base = await foldWhenLong(history, placement, rules)
  const events = eventsOf(head, window, reads, rules.settleMicros)
  const changed = events.filter((event) => event !== head)
  const saved = await saveAll(history, placement, changed)
  await finish(history, { ...placement, base }, reads, saved.length > 0 ? saved : [head])
}

async function saveAll(history: History, asset: Asset, events: readonly Presence[]): Promise<Presence[]> {
  const saved: Presence[] = []
  for (const event of events) saved.push(await history.saveEvent(asset.organizationId, asset.assetId, event))
  return saved
}

/** Keeps the reads, and where the asset is now: at the newest of the events. */
async function finish(
  history: History,
  before: Asset & Pick<Placement, 'base' | 'heard'> & Partial<Placement>,
  reads: readonly Read[],
  events: readonly Presence[],
): Promise<void> {
  const { organizationId, assetId, base } = before
  for (const read of reads) await history.insertRecentRead(assetId, read)
  const lastSeenAt = Math.max(before.lastSeenAt ?? 0, (reads.at(-1) as Read).at)
  const newest = reads.findLast((read) => !read.isScan)
  const heard = newest && newest.at >= (before.heard?.at ?? 0) ? toHeard(newest) : before.heard
  await history.savePlacement({
    organizationId,
    assetId,
    lastSeenAt,
    heard,
    base,
    head: events.at(-1) as Presence,
  })
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
  const kept = await history.recentReads(placement.assetId, placement.base.at - rules.settleMicros)
  const base = await fold(history, placement, kept, horizon, rules)
  await history.deleteRecentReads(placement.assetId, horizon - rules.settleMicros)
  return base
}

/** The rules' state at the horizon, from the state at the base and the reads between them. */
async function fold(
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
  if (!current || current.id !== undefined) return { at: horizon, current }
  // It began after the old base: its row is the stored event that begins with it.
  const stored = await history.eventsUpTo(assetId, current.firstAt, eventsAroundMax)
  const row = stored.find(
    (event) => event.firstAt === current.firstAt && event.locationId === current.locationId,
  )
  if (row?.id === undefined)
    throw new Error(`Asset ${assetId} has lost the event that began at ${current.firstAt}.`)
  return { at: horizon, current: { ...current, id: row.id } }
}

/** Some read comes late: place the old ones among the closed events, and compute the tail again with the others. */
async function insert(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<void> {
  const { assetId } = placement
  const horizon = horizonOf(placement, reads, rules)
  const kept = await history.recentReads(assetId, placement.base.at - rules.settleMicros)
  let base = await fold(history, placement, kept, horizon, rules)
  for (const read of reads) if (read.at <= base.at) base = await placeOld(history, placement, base, read)

  const known = [...kept, ...reads].toSorted(inOrder)
  const earlier = known.filter((read) => read.at <= base.at && read.at > base.at - rules.settleMicros)
  const tail = known.filter((read) => read.at > base.at)
  const events = await replaceTail(
    history,
    placement,
    base,
    eventsOf(base.current, earlier, tail, rules.settleMicros),
  )
  await finish(history, { ...placement, base }, reads, events)
  await history.deleteRecentReads(assetId, base.at - rules.settleMicros)
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

/** Places one read that is older than the base, and answers the base as it is then. */
async function placeOld(history: History, asset: Asset, base: Base, read: Read): Promise<Base> {
  const { assetId } = asset
  const toClosed = (event: Presence) => asClosed(event, base, read)
  const begun = (await history.eventsUpTo(assetId, read.at, eventsAroundMax)).map(toClosed)
  const isBefore = (event: Presence) => event.firstAt < read.at || event.locationId <= read.locationId
  const before = begun.filter(isBefore)
  const until = Math.max(base.at, eventsAround(read, before)[0]?.lastAt ?? 0)
  const later = (await history.eventsBetween(assetId, read.at, until, eventsAroundMax)).map(toClosed)
  const after = [...begun.filter((event) => !isBefore(event)).toReversed(), ...later]
  // A resumed presence begins, as a row, with its last read; the rules have it from before the base on.
  if (base.current?.resumesUntil !== undefined && !after.some(({ id }) => id === base.current?.id))
    after.push({ ...base.current, lastAt: base.current.resumesUntil })

  const edits = placeClosed(read, { before, after })
  for (const { id } of edits.remove) if (id !== undefined) await history.deleteEvent(id)
  const written = await saveAll(history, asset, edits.write)
  const removed = edits.remove.some(({ id }) => id === base.current?.id)
  const knownUntil = Math.max(read.at, base.current?.lastAt ?? 0)
  const current = written
    .map((event) => asOfBase(event, knownUntil, base.at))
    .reduce(newer, removed ? null : base.current)
  return { ...base, current }
}

/** A stored event no longer knows the timeout of its last reader; the present one may run on past the base. */
function asClosed(event: Presence, { current }: Base, read: Read): Presence {
  if (!current || event.id !== current.id)
    return { ...event, presenceTimeoutSeconds: read.presenceTimeoutSeconds }
  return { ...current, firstAt: event.firstAt, lastAt: Math.max(event.lastAt, current.lastAt) }
}

/** How an event stood at the base; what resumes after it does so by the reads that are still kept. */
function asOfBase(event: Presence, knownUntil: Micros, baseAt: Micros): Presence {
  if (event.cause === 'resumed' && event.firstAt > baseAt)
    return { ...event, firstAt: knownUntil, lastAt: knownUntil, resumesUntil: event.lastAt }
  return { ...event, lastAt: Math.min(event.lastAt, knownUntil) }
}

/** The later of two events; a rewritten event replaces what it was, and what resumes after the base is the latest. */
function newer(a: Presence | null, b: Presence): Presence {
  if (!a || a.id === b.id || b.resumesUntil !== undefined) return b
  if (a.resumesUntil !== undefined) return a
  return b.firstAt > a.firstAt || (b.firstAt === a.firstAt && b.locationId >= a.locationId) ? b : a
}
