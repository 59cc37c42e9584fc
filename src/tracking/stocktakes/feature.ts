import { type Base, type Deletion, feature } from '../../http/feature'
import type { Store } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import type { Moment } from '../history/arrivals'
import type { IngestSettings } from '../ingest/service'
import type { Live } from '../tracking/live'
import { LineService } from './lines'
import { StocktakeLive } from './live'
import { StocktakeManagement } from './management'
import { excusePhotoRoutes } from './excuse-photo-routes'
import { ExcusePhotoService } from './excuse-photos'
import { publicStocktakeRoutes } from './public-routes'
import { stocktakeRoutes } from './routes'
import { lineRoutes } from './line-routes'
import { StocktakeService } from './service'
import { SubmissionService } from './submissions'
import { StocktakeWorker } from './worker'

/** Age limit of closed and canceled stocktakes, in days, and their maximum number in an organization. */
const keptDays = 3_660
const endedMax = 1_000
/** Photos of excuses per transaction: up to 8 MB. */
const photosAtOnce = 4

interface Needs extends Base {
  readonly clock: { readonly moment: (ahead: Micros) => Moment | undefined }
  readonly rules: IngestSettings
  readonly live: Live
}

export const stocktakes = feature({
  name: 'stocktakes',
  create({ store, clock, rules, live, log, now }: Needs) {
    const stocktakeLive = new StocktakeLive(store, live, log)
    const arriving = () => ({ rules, moment: clock.moment(rules.readMaxAheadMicros) })
    const worker = new StocktakeWorker({ store, live, stocktakeLive, arriving, log, now })
    const stocktakes = new StocktakeService(store)
    return {
      stocktakes,
      stocktakeManagement: new StocktakeManagement({
        store,
        stocktakes,
        live: stocktakeLive,
        now,
        onClose: () => worker.wake(),
      }),
      stocktakeLines: new LineService(store, stocktakeLive, now),
      stocktakePhotos: new ExcusePhotoService(store, stocktakeLive, now),
      stocktakeScans: new SubmissionService({ store, rules, live: stocktakeLive, now }),
      stocktakeWorker: worker,
    }
  },
  routes: ({ stocktakes, stocktakeManagement, stocktakeLines, stocktakePhotos, stocktakeScans }) => [
    ...publicStocktakeRoutes(stocktakes),
    ...stocktakeRoutes(stocktakes, stocktakeManagement),
    ...lineRoutes(stocktakes, stocktakeLines, stocktakeScans),
    ...excusePhotoRoutes(stocktakes, stocktakePhotos),
  ],
  start({ stocktakeWorker }) {
    stocktakeWorker.start()
    return { stop: () => stocktakeWorker.stop() }
  },
  retention: ({ store }, deletion) => deleteOld(store, deletion),
})

/** Deletes stocktakes that are too old or too many: first what belongs to them, in slices. */
async function deleteOld({ read }: Pick<Store, 'read'>, deletion: Deletion): Promise<void> {
  const { microsAgo, isOver } = deletion
  await deleteAll(deletion, () => read.stocktakes.endedBefore(microsAgo(keptDays)))
  for (const organizationId of await read.stocktakes.owners())
    if (!isOver()) await deleteAll(deletion, () => read.stocktakes.surplus(organizationId, endedMax))
}

async function deleteAll(
  { inSlices, isOver }: Deletion,
  next: () => Promise<number | undefined>,
): Promise<void> {
  for (let id = await next(); id !== undefined && !isOver(); id = await next()) {
    const stocktake = id
    await inSlices((tx) => tx.stocktakePhotos.delete(stocktake, photosAtOnce))
    await inSlices((tx, rows) => tx.stocktakeLines.delete(stocktake, rows))
    await inSlices((tx, rows) => tx.stocktakeCounts.delete(stocktake, rows))
    if (isOver()) return
    let isThere = true
    await inSlices(async (tx) => {
      if (!isThere) return 0
      await tx.stocktakePlaces.delete(stocktake)
      await tx.stocktakeCounts.deleteCounters(stocktake)
      await tx.stocktakes.delete(stocktake)
      isThere = false
      return 1
    })
  }
}
