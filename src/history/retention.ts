import { setImmediate } from 'node:timers/promises'
import type { Store, Writes } from '../storage/store'
import { type Micros, second } from '../time'
import { openBase } from './base'
import { closeHistory } from './record'

const day: Micros = 86_400 * second
/** Number of assets in one query. It is small, so that other requests do not wait long. */
const assetsAtOnce = 1_000
/** Number of events that one write deletes, small for the same reason. */
const eventsAtOnce = 500

/**
 * Deletes scan events that ended before the retention of their organization (docs/history.md, Retention). It deletes
 * from the beginning of a history, so the other events do not change. It keeps the event in which the asset was at the
 * cut, which may be its newest.
 */
export async function forgetHistory(store: Store, now: Micros, isStopped: () => boolean): Promise<void> {
  const retentions = await store.read.identity.retentions()
  if (retentions.length === 0) return
  const cuts = new Map(retentions.map(({ id, days }) => [id, now - days * day]))
  for (let after = 0; !isStopped();) {
    const assets = await store.read.events.earliest(after, assetsAtOnce)
    for (const { assetId, organizationId, lastAt, nextAt } of assets) {
      const cut = cuts.get(organizationId)
      if (cut === undefined || lastAt >= cut || nextAt === null || nextAt > cut) continue
      let mayBeMore = true
      while (mayBeMore && !isStopped()) mayBeMore = await store.write((tx) => forgetSlice(tx, assetId, cut))
    }
    const last = assets.at(-1)
    if (!last) return
    after = last.assetId
    // Lets waiting requests run first.
    await setImmediate()
  }
}

/** Deletes up to `eventsAtOnce` events. Returns whether there may be more. */
async function forgetSlice({ history, eventLog }: Writes, assetId: number, cut: Micros): Promise<boolean> {
  // With a closed history, a late read from before the cut does not need the deleted events.
  await closeHistory(history, assetId, cut)
  const placement = await history.placement(assetId)
  if (!placement) return false
  const needed = [placement.head.id, openBase(placement.base).current?.id]
  const oldest = await history.eventsBetween(assetId, Number.MIN_SAFE_INTEGER, cut, eventsAtOnce + 1)
  const followed = oldest.slice(0, -1)
  const until = followed.findIndex(({ id, lastAt }) => lastAt >= cut || needed.includes(id))
  const expired = until < 0 ? followed : followed.slice(0, until)
  await history.deleteEvents(expired.flatMap(({ id }) => id ?? []))
  if (expired.length > 0) await eventLog.queue(placement.organizationId, 'trimmed', assetId)
  return expired.length === eventsAtOnce
}
