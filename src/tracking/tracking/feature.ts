import { type Base, feature } from '../../http/feature'
import { trackingDetailRoutes } from './detail-routes'
import { Live } from './live'
import { moveRoutes } from './move-routes'
import { createMovesExportService } from './moves-export'
import { provenanceRoutes, trackingRoutes } from './routes'
import { createSeenService } from './seen'
import { seenRoutes } from './seen-routes'
import { TrackingService } from './service'
import { streamRoutes } from './stream-routes'

interface Needs extends Base {
  readonly eventLog: { readonly newestSequence: (organizationId: number) => Promise<number> }
}

export const tracking = feature({
  name: 'tracking',
  create: ({ store, log, now }: Needs) => ({
    live: new Live(store, now, log),
    tracking: new TrackingService(store, now),
    movesExport: createMovesExportService(store, now),
    seen: createSeenService(store, now),
  }),
  routes: ({ tracking, eventLog, movesExport, seen, live }) => [
    ...trackingRoutes(tracking, eventLog),
    ...trackingDetailRoutes(tracking),
    ...provenanceRoutes(tracking),
    ...moveRoutes(tracking, movesExport),
    ...seenRoutes(seen),
    ...streamRoutes(live),
  ],
  start: ({ live }) => ({ stop: () => live.close() }),
})
