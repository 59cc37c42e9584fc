import { type Base, feature } from '../../http/feature'
import { trackingDetailRoutes } from './detail-routes'
import { exportRoutes } from './export-routes'
import { Live } from './live'
import { moveRoutes } from './move-routes'
import { createMovesExportService } from './moves-export'
import { createReportExportService } from './report-export'
import { provenanceRoutes, trackingRoutes } from './routes'
import { TrackingService } from './service'
import { streamRoutes } from './stream-routes'

interface Needs extends Base {
  readonly eventLog: { readonly newestSequence: (organizationId: number) => Promise<number> }
}

export const tracking = feature({
  name: 'tracking',
  create({ store, log, now }: Needs) {
    const tracking = new TrackingService(store, now)
    return {
      live: new Live(store, now, log),
      tracking,
      movesExport: createMovesExportService(store, now),
      reportExport: createReportExportService(store, tracking),
    }
  },
  routes: ({ tracking, eventLog, movesExport, reportExport, live, now }) => [
    ...trackingRoutes(tracking, eventLog),
    ...trackingDetailRoutes(tracking),
    ...provenanceRoutes(tracking),
    ...moveRoutes(tracking, movesExport),
    ...exportRoutes(reportExport, now),
    ...streamRoutes(tracking, live),
  ],
  start: ({ live }) => ({ stop: () => live.close() }),
})
