import { type Base, feature } from '../../http/feature'
import type { ReaderService } from '../readers/service'
import type { StayRecorder } from '../stays/recorder'
import { FloorService } from './floor'
import { planRoutes, wallRoutes } from './routes'
import { PlanService } from './service'
import { WallService } from './walls'

interface Needs extends Base {
  readonly readers: ReaderService
  readonly stayRecorder: StayRecorder
}

export const plans = feature({
  name: 'plans',
  create({ store, readers, stayRecorder, now }: Needs) {
    const plans = new PlanService(store, now)
    const floor = new FloorService(store, readers, stayRecorder, now)
    return { plans, floor, walls: new WallService(store, plans, floor, now) }
  },
  routes: ({ plans, floor, walls }) => [...planRoutes(plans, floor), ...wallRoutes(walls)],
})
