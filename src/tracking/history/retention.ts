import { setImmediate } from 'node:timers/promises'
import type { Presence, Store, Writes } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { openBase } from './base'
import { settleStays, trimStays } from './stays/record'
import { closeHistory } from './record'

const day: Micros = 86_400 * second
/** Number of assets in one query. It is small, so that other requests do not wait long. */
const assetsAtOnce = 1_000
/** Number of events that one write deletes, small for the same reason. */
const eventsAtOnce = 500
/** Number of assets in one write before and after months are dropped. */
const closedAtOnce = 50

/** An asset whose earliest event has expired. */
interface Expired {
  readonly assetId: number
  readonly cut: Micros
}

/**
 * Deletes scan events that ended before the retention of their organization (docs/history.md, Retention). It deletes
 * from the beginning of a history, so the other events do not change. It keeps the event in which the asset was at the
 * cut, which may be its newest. On PostgreSQL it deletes whole months (decision 0034).
 */
export async function deleteExpiredHistory(
  store: Store,
  now: Micros,
  isStopped: () => boolean,
): Promise<void> {
  await store.write(async ({ historyMonths }) => historyMonths?.add(now))
  // Finish the drops of an interrupted run.
  await finishDrops(store, isStopped)
  const retentions = await store.read.accounts.retentions()
  if (retentions.length === 0) return
  const exact = new Map(retentions.map(({ id, days }) => [id, now - days * day]))
  const cuts = await store.write((tx) => wholeMonths(tx, exact))
  await dropMonths(store, cuts, isStopped)
  for await (const assets of expiredAssets(store, cuts, isStopped))
    for (const { assetId, cut } of assets) {
      let mayBeMore = true
      while (mayBeMore && !isStopped()) mayBeMore = await store.write((tx) => deleteSlice(tx, assetId, cut))
    }
}

type Cuts = ReadonlyMap<number, Micros>

/** Moves each cut to the beginning of its month, where history is deleted by month. */
async function wholeMonths({ historyMonths }: Writes, cuts: Cuts): Promise<Cuts> {
  if (!historyMonths) return cuts
  const moved = new Map<number, Micros>()
  for (const [id, cut] of cuts) moved.set(id, await historyMonths.monthOf(cut))
  return moved
}

/** Lists the assets whose earliest event has expired. */
async function* expiredAssets(
  store: Store,
  cuts: Cuts,
  isStopped: () => boolean,
): AsyncGenerator<readonly Expired[]> {
  for (let after = 0; !isStopped();) {
    const assets = await store.read.events.earliest(after, assetsAtOnce)
    yield assets.flatMap(({ assetId, organizationId, lastAt, nextAt }) => {
      const cut = cuts.get(organizationId)
      return cut === undefined || lastAt >= cut || nextAt === null || nextAt > cut ? [] : [{ assetId, cut }]
    })
    const last = assets.at(-1)
    if (!last) return
    after = last.assetId
    // Lets waiting requests run first.
    await setImmediate()
  }
}

/** Drops the months that have expired for all organizations with events in them. */
async function dropMonths(store: Store, cuts: Cuts, isStopped: () => boolean): Promise<void> {
  const until = await store.write(async ({ historyMonths }) => historyMonths?.expired([...cuts]))
  if (until === undefined) return
  for await (const assets of expiredAssets(store, cuts, isStopped))
    for (let from = 0; from < assets.length && !isStopped(); from += closedAtOnce)
      await store.write(async (tx) => {
        for (const asset of assets.slice(from, from + closedAtOnce)) await closeForDrop(tx, asset)
      })
  // Histories that are not closed are kept.
  for (let isMore = true; isMore && !isStopped();)
    isMore = await store.write(async ({ historyMonths }) => (await historyMonths?.dropMonth(until)) ?? false)
  await finishDrops(store, isStopped)
}

/** Sets the beginnings of the histories of which months were dropped, and logs their events. */
async function finishDrops(store: Store, isStopped: () => boolean): Promise<void> {
  for (let isMore = true; isMore && !isStopped();)
    isMore = await store.write(async (tx) => {
      const finished = (await tx.historyMonths?.finishDrop(closedAtOnce)) ?? []
      for (const { assetId, organizationId } of finished) await noteTrim(tx, organizationId, assetId)
      return finished.length > 0
    })
}

/** Closes a history, and notes the event from which it is kept. */
async function closeForDrop(tx: Writes, { assetId, cut }: Expired): Promise<void> {
  const { history, historyMonths } = tx
  const closed = await closedAt(tx, assetId, cut)
  if (!closed || !historyMonths) return
  await settleStays(tx, closed.organizationId, assetId)
  const newest = await history.eventsUpTo(assetId, cut, eventsAtOnce)
  const kept = newest.findLast((event, index) => index === 0 || closed.isNeeded(event))
  if (kept) await historyMonths.keepFrom(assetId, kept)
}

/** Deletes up to `eventsAtOnce` events. Returns whether there may be more. */
async function deleteSlice(tx: Writes, assetId: number, cut: Micros): Promise<boolean> {
  const { history } = tx
  const closed = await closedAt(tx, assetId, cut)
  if (!closed) return false
  const oldest = await history.eventsBetween(assetId, Number.MIN_SAFE_INTEGER, cut, eventsAtOnce + 1)
  const followed = oldest.slice(0, -1)
  const until = followed.findIndex(closed.isNeeded)
  const expired = until < 0 ? followed : followed.slice(0, until)
  if (expired.length === 0) return false
  await settleStays(tx, closed.organizationId, assetId)
  await history.deleteEvents(expired.flatMap(({ id }) => id ?? []))
  await noteTrim(tx, closed.organizationId, assetId)
  return expired.length === eventsAtOnce
}

/** Notes that the history of an asset begins later now. */
async function noteTrim(tx: Writes, organizationId: number, assetId: number): Promise<void> {
  await tx.eventLog.queue(organizationId, 'trimmed', assetId)
  const [first] = await tx.history.eventsBetween(assetId, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1)
  if (first) await trimStays(tx, organizationId, assetId, first.firstAt)
}

/** Closes a history up to the cut, so that a late read from before it does not need the deleted events. */
async function closedAt({ history }: Writes, assetId: number, cut: Micros) {
  await closeHistory(history, assetId, cut)
  const placement = await history.placement(assetId)
  if (!placement) return undefined
  const needed = [placement.head.id, openBase(placement.base).current?.id]
  return {
    organizationId: placement.organizationId,
    /** Whether an event that has begun before the cut is kept, whatever follows it. */
    isNeeded: ({ id, lastAt }: Presence) => lastAt >= cut || needed.includes(id),
  }
}
