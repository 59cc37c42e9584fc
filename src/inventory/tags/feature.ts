import { type Base, feature } from '../../http/feature'
import { keepIdentities } from './keep-identities'
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
  start: ({ store, log }) => keepIdentities(store, log),
})
