import type { Writes } from '../storage/store'
import { type Micros, second } from '../time'
import { placeClosed } from './closed'
import { eventsOf, inOrder, type Presence, type Read } from './presence'

type History = Writes['history']
type Placement = NonNullable<Awaited<ReturnType<History['placement']>>>

interface Asset {
  readonly organizationId: number
  readonly assetId: number
}

/** A batch of tail recomputations never needs more events than reads; this only bounds the query. */
const everyEvent = 1_000_000
/** How far back a closed event around a late read is looked for; only scans inside a presence lie between. */
const eventsAroundMax = 50

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
  settle: Micros,
): Promise<void> {
  const reads = unordered.toSorted(inOrder)
  const placement = await history.placement(asset.assetId)
  const firstRead = reads[0]
  if (!firstRead) return
  if (!placement) {
    await goOn(history, asset, { at: -Infinity, current: null }, null, [], reads, settle)
    return
  }
  if (firstRead.at > placement.lastSeenAt) await appendReads(history, asset, placement, reads, settle)
  else await insertReads(history, asset, placement, reads, settle)
}

/** The common case: all reads are newer than what is known. */
async function appendReads(
  history: History,
  asset: Asset,
  placement: Placement,
  reads: readonly Read[],
  settle: Micros,
): Promise<void> {
  const firstAt = (reads[0] as Read).at
  const moves = reads.some((read) => read.locationId !== placement.head.locationId)
  const window = moves ? await history.recentReads(asset.assetId, firstAt - settle) : []
  const base = await foldWhenLong(history, asset, placement, settle)
  await goOn(history, asset, base, placement.head, window, reads, settle)
}

/** Writes what the reads make of the present event, and the reads themselves. */
async function goOn(
  history: History,
  asset: Asset,
  base: { at: Micros; current: Presence | null },
  head: Presence | null,
  window: readonly Read[],
  reads: readonly Read[],
  settle: Micros,
): Promise<void> {
  const [present, ...others] = eventsOf(head, window, reads, settle)
  const saved: Presence[] = []
  if (present) {
    const isUnchanged = present === head
    saved.push(isUnchanged ? present : await history.saveEvent(asset.organizationId, asset.assetId, present))
  }
  for (const event of others) saved.push(await history.saveEvent(asset.organizationId, asset.assetId, event))
  for (const read of reads) await history.insertRecentRead(asset.assetId, read)

  const lastSeenAt = (reads.at(-1) as Read).at
  // JSON has no infinity: before the first fold the base lies before every read.
  const at = Math.max(base.at, 0)
  await history.savePlacement({ ...asset, lastSeenAt, base: { ...base, at }, head: saved.at(-1) as Presence })
}

/** The base follows the head at a distance of one to two presence timeouts, so that each read is folded once. */
async function foldWhenLong(history: History, asset: Asset, placement: Placement, settle: Micros) {
  const timeout = placement.head.presenceTimeoutSeconds * second
  const horizon = placement.lastSeenAt - timeout
  if (placement.base.at > horizon - timeout) return placement.base
  const kept = await history.recentReads(asset.assetId, placement.base.at - settle)
  const base = await fold(history, asset, placement, kept, horizon, settle)
  await history.deleteRecentReads(asset.assetId, horizon - settle)
  return base
}

/** The rules' state at the horizon, from the state at the base and the reads between them. */
async function fold(
  history: History,
  asset: Asset,
  { base }: Placement,
  kept: readonly Read[],
  horizon: Micros,
  settle: Micros,
): Promise<{ at: Micros; current: Presence | null }> {
  if (horizon <= base.at) return base
  const earlier = kept.filter((read) => read.at <= base.at).toSorted(inOrder)
  const folded = kept.filter((read) => read.at > base.at && read.at <= horizon).toSorted(inOrder)
  const current = eventsOf(base.current, earlier, folded, settle).at(-1) ?? null
  if (!current || current.id !== undefined) return { at: horizon, current }
  // It began after the old base: its row is the stored event that begins with it.
  const begunWithIt = await history.eventsUpTo(asset.assetId, current.firstAt, eventsAroundMax)
  const row = begunWithIt.find(
    (event) => event.firstAt === current.firstAt && event.locationId === current.locationId,
  )
  if (row?.id === undefined)
    throw new Error(`Asset ${asset.assetId} has lost the event that began at ${current.firstAt}.`)
  return { at: horizon, current: { ...current, id: row.id } }
}

/** Some read comes late: place the old ones among the closed events, and compute the tail again with the others. */
async function insertReads(
  history: History,
  asset: Asset,
  placement: Placement,
  reads: readonly Read[],
  settle: Micros,
): Promise<void> {
  const timeoutSeconds = Math.max(
    placement.head.presenceTimeoutSeconds,
    ...reads.map((read) => read.presenceTimeoutSeconds),
  )
  const horizon = Math.max(placement.base.at, placement.lastSeenAt - timeoutSeconds * second)
  const kept = await history.recentReads(asset.assetId, placement.base.at - settle)
  let base = await fold(history, asset, placement, kept, horizon, settle)
  for (const read of reads) {
    if (read.at <= base.at) base = await placeOld(history, asset, base, read)
    await history.insertRecentRead(asset.assetId, read)
  }

  const known = [...kept, ...reads].toSorted(inOrder)
  const earlier = known.filter((read) => read.at <= base.at && read.at > base.at - settle)
  const tail = known.filter((read) => read.at > base.at)
  const events = eventsOf(base.current, earlier, tail, settle)
  const head = await replaceTail(history, asset, base, events)
  await history.deleteRecentReads(asset.assetId, base.at - settle)
  const lastSeenAt = Math.max(placement.lastSeenAt, (reads.at(-1) as Read).at)
  await history.savePlacement({ ...asset, lastSeenAt, base, head })
}

/** Makes the stored events after the base those that were computed, keeping rows where it can. */
async function replaceTail(
  history: History,
  asset: Asset,
  base: { at: Micros; current: Presence | null },
  events: readonly Presence[],
): Promise<Presence> {
  const stored = await history.eventsBetween(asset.assetId, base.at, Number.MAX_SAFE_INTEGER, everyEvent)
  const unused = stored.map((event) => event.id as number)
  const saved: Presence[] = []
  for (const event of events) {
    const id = event.id ?? unused.shift()
    saved.push(
      await history.saveEvent(
        asset.organizationId,
        asset.assetId,
        id === undefined ? event : { ...event, id },
      ),
    )
  }
  for (const id of unused) await history.deleteEvent(id)
  return saved.at(-1) as Presence
}

/** Places one read that is older than the base, and answers the base as it is then. */
async function placeOld(
  history: History,
  asset: Asset,
  base: { at: Micros; current: Presence | null },
  read: Read,
): Promise<{ at: Micros; current: Presence | null }> {
  // The present event's row runs on past the base; the base knows how it stood there.
  const asClosed = (event: Presence): Presence =>
    event.id === base.current?.id
      ? (base.current as Presence)
      : { ...event, presenceTimeoutSeconds: read.presenceTimeoutSeconds }
  const before = await history.eventsUpTo(asset.assetId, read.at, eventsAroundMax)
  const [after] = await history.eventsBetween(asset.assetId, read.at, base.at, 1)
  const edits = placeClosed(read, before.map(asClosed), after && asClosed(after))

  for (const id of edits.remove) await history.deleteEvent(id)
  let current = edits.remove.includes(base.current?.id ?? -1) ? null : base.current
  for (const event of edits.write) {
    const saved = await history.saveEvent(asset.organizationId, asset.assetId, event)
    if (!current || saved.id === current.id || isLater(saved, current)) current = saved
  }
  return { at: base.at, current }
}

const isLater = (a: Presence, b: Presence): boolean =>
  a.firstAt > b.firstAt || (a.firstAt === b.firstAt && a.locationId > b.locationId)
