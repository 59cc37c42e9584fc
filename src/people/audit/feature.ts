import type { Instant } from '../../base/time'
import { type Base, type Deletion, feature } from '../../http/feature'
import type { Store } from '../../storage/core/store'
import { auditRoutes } from './routes'
import { createAuditService } from './service'

/** Maximum number of audit entries of an organization: about three gigabytes. */
const entriesMax = 5_000_000
/** Audit entries per transaction. They are few because each entry is in many indexes. */
const entriesAtOnce = 500

export const audit = feature({
  name: 'audit',
  create: ({ store, now }: Base) => ({ audit: createAuditService(store, now) }),
  routes: ({ audit }) => auditRoutes(audit),
  async retention({ store }, { ago, inSlices }) {
    for (const { id, cut } of await cutsOf(store, ago))
      await inSlices((tx) => tx.audit.prune(id, cut, entriesAtOnce))
  },
})

/** Returns the times before which entries are deleted, by age and by number. */
async function cutsOf({ read }: Store, ago: Deletion['ago']): Promise<{ id: number; cut: Instant }[]> {
  const cuts: { id: number; cut: Instant }[] = []
  for (const { id, days } of await read.accounts.auditRetentions()) {
    if (days !== null) cuts.push({ id, cut: ago(days) })
    const surplus = await read.audit.surplusSince(id, entriesMax)
    if (surplus !== undefined) cuts.push({ id, cut: surplus })
  }
  return cuts
}
