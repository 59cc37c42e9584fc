import { setImmediate } from 'node:timers/promises'
import type { Store, Writes } from '../storage/store'
import { type Micros, second } from '../time'
import { closeHistory, type HistoryRules } from './record'

const day: Micros = 86_400 * second
/** So many assets are looked at, and so many events deleted, at once: nobody waits long. */
const assetsAtOnce = 1_000
const eventsAtOnce = 500

/**
 * Forgets scan events that ended longer ago than their organization keeps them. Always the beginning of a history,
 * so that what remains is as it was; never the event that tells where the asset was at the cut, and is if none came since.
 */
export async function forgetHistory(
  store: Store,
  rules: HistoryRules,
  now: Micros,
  isStopped: () => boolean,
): Promise<void> {
  const retentions = await store.read.identity.retentions()
  if (retentions.length === 0) return
  const cuts = new Map(retentions.map(({ id, days }) => [id, now - days * day]))
  for (let after = 0; !isStopped();) {
    const assets = await store.read.events.earliest(after, assetsAtOnce)
    for (const { assetId, organizationId, lastAt, nextAt } of assets) {
      const cut = cuts.get(organizationId)
      if (cut === undefined || lastAt >= cut || nextAt === null || nextAt > cut) continue
      let mayBeMore = true
      while (mayBeMore && !isStopped())
        mayBeMore = await store.write((tx) => forgetSlice(tx, assetId, cut, rules))
    }
    const last = assets.at(-1)
    if (!last) return
    after = last.assetId
    // Requests that came meanwhile go first.
    await setImmediate()
  }
}

/** Answers whether there may be more to forget. */
async function forgetSlice(
  { history }: Writes,
  assetId: number,
  cut: Micros,
  rules: HistoryRules,
): Promise<boolean> {
  // A late read from before the cut then looks for nothing that is gone.
  await closeHistory(history, assetId, cut, rules)
  const placement = await history.placement(assetId)
  if (!placement) return false
  const needed = [placement.head.id, placement.base.current?.id]
  const oldest = await history.eventsBetween(assetId, Number.MIN_SAFE_INTEGER, cut, eventsAtOnce + 1)
  const followed = oldest.slice(0, -1)
  const until = followed.findIndex(({ id, lastAt }) => lastAt >= cut || needed.includes(id))
  const spent = until < 0 ? followed : followed.slice(0, until)
  await history.deleteEvents(spent.flatMap(({ id }) => id ?? []))
  return spent.length === eventsAtOnce
}
