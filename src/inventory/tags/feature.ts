import { type Base, feature } from '../../http/feature'
import { sharedTagRoutes } from './routes'
import { createTagService } from './service'
import { createSharedTagService } from './shared'

export const tags = feature({
  name: 'tags',
  create: ({ store, now }: Base) => ({
    tags: createTagService(store, now),
    sharedTags: createSharedTagService(store, now),
  }),
  routes: ({ sharedTags }) => sharedTagRoutes(sharedTags),
})
