import { type Base, feature } from '../../http/feature'
import { activityRoutes } from './routes'
import { createActivityService } from './service'

export const activity = feature({
  name: 'activity',
  create: ({ store, now }: Base) => ({ activity: createActivityService(store, now) }),
  routes: ({ activity }) => activityRoutes(activity),
})
