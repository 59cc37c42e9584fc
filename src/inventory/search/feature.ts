import { type Base, feature } from '../../http/feature'
import { searchRoutes } from './routes'
import { createSearchService } from './service'

export const search = feature({
  name: 'search',
  create: ({ store, now }: Base) => ({ search: createSearchService(store, now) }),
  routes: ({ search }) => searchRoutes(search),
})
