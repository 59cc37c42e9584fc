import { type Base, feature } from '../../http/feature'
import type { ReaderService } from '../readers/service'
import { createFloorService } from './floor'
import { planRoutes, wallRoutes } from './routes'
import { createPlanService } from './service'
import { createWallService } from './walls'

interface Needs extends Base {
  readonly readers: ReaderService
}

export const plans = feature({
  name: 'plans',
  create({ store, readers, now }: Needs) {
    const plans = createPlanService(store, now)
    const floor = createFloorService(store, readers, now)
    return { plans, floor, walls: createWallService(store, plans, floor, now) }
  },
  routes: ({ plans, floor, walls }) => [...planRoutes(plans, floor), ...wallRoutes(walls)],
})
