import { createResolve } from '../../base/addresses/addresses'
import { type Base, type Deletion, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { Store } from '../../storage/core/store'
import type { TemplateService } from '../label-templates/service'
import type { Pads } from '../stations/pads'
import type { Live } from '../tracking/live'
import { announceSigns } from './announcing'
import { printJobRoutes } from './routes'
import { PrintJobService } from './service'
import { PrintWorker } from './worker'

/** Age limit of ended jobs, in days, and their maximum number in an organization. */
const keptDays = 400
const endedMax = 1_000

interface Needs extends Base {
  readonly settings: Settings
  readonly labelTemplates: TemplateService
  readonly pads: Pads
  readonly live: Live
}

export const printJobs = feature({
  name: 'print-jobs',
  create({ store, settings, labelTemplates, pads, live, log, now }: Needs) {
    const resolve = createResolve(settings.webhookAllow)
    const printWorker = new PrintWorker({ store, resolve, now }, log)
    const onChange = () => printWorker.changed()
    announceSigns({ store, pads, live, now, onChange })
    return {
      printWorker,
      printJobs: new PrintJobService({ store, templates: labelTemplates, now, onChange }),
    }
  },
  routes: (services) => printJobRoutes(services.printJobs),
  start({ printWorker }) {
    printWorker.start()
    return { stop: () => printWorker.stop() }
  },
  retention: ({ store }, deletion) => deleteOld(store, deletion),
})

/** Deletes jobs that are too old or too many: first their labels, in slices. */
async function deleteOld({ read }: Pick<Store, 'read'>, deletion: Deletion): Promise<void> {
  await deleteAll(deletion, () => read.printJobs.endedBefore(deletion.microsAgo(keptDays)))
  for (const organizationId of await read.printJobs.owners())
    if (!deletion.isOver()) await deleteAll(deletion, () => read.printJobs.surplus(organizationId, endedMax))
}

async function deleteAll(
  { inSlices, isOver }: Deletion,
  next: () => Promise<number | undefined>,
): Promise<void> {
  for (let id = await next(); id !== undefined && !isOver(); id = await next()) {
    const job = id
    await inSlices((tx, rows) => tx.printLabels.deleteOf(job, rows))
    if (isOver()) return
    let isThere = true
    await inSlices(async (tx) => {
      if (!isThere) return 0
      await tx.printJobs.delete(job)
      isThere = false
      return 1
    })
  }
}
