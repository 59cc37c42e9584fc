import { type Base, feature } from '../../http/feature'
import { MovementService } from './movements'
import { moveCountRoutes } from './move-count-routes'
import { movementRoutes } from './movement-routes'
import { StayRecorder } from './recorder'
import { reportRoutes } from './report-routes'
import { StayReportService } from './reports'
import { UtilizationService } from './utilization'
import { utilizationRoutes } from './utilization-routes'

/** Age limit of stays whose asset is forgotten, in days. */
const namelessDays = 1_100

export const stays = feature({
  name: 'stays',
  create({ store, now, log }: Base) {
    const stayRecorder = new StayRecorder(store, log)
    return {
      stayRecorder,
      movements: new MovementService(store, now, stayRecorder),
      stayReports: new StayReportService(store, stayRecorder),
      utilization: new UtilizationService(store, now, stayRecorder),
    }
  },
  routes: ({ movements, stayReports, utilization }) => [
    ...movementRoutes(movements),
    ...reportRoutes(stayReports),
    ...moveCountRoutes(stayReports),
    ...utilizationRoutes(utilization),
  ],
  start({ stayRecorder }) {
    stayRecorder.start()
    return { stop: () => stayRecorder.stop() }
  },
  async retention({ store }, { microsAgo, inSlices }) {
    for (const organizationId of await store.read.stays.organizations())
      await inSlices((tx, rows) => tx.stays.deleteNameless(organizationId, microsAgo(namelessDays), rows))
  },
})
