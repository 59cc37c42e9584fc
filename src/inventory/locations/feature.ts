import { type Base, feature } from '../../http/feature'
import type { TagService } from '../tags/service'
import { createLocationImportService } from './import'
import { locationImportRoutes } from './import-routes'
import { locationRoutes } from './routes'
import { LocationService } from './service'
import { treeRoutes, wholeTreeRoutes } from './tree-routes'

interface Needs extends Base {
  readonly tags: TagService
}

export const locations = feature({
  name: 'locations',
  create: ({ store, now }: Needs) => ({
    locations: new LocationService(store, now),
    locationImport: createLocationImportService(store, now),
  }),
  routes: ({ locations, locationImport, tags }) => [
    ...locationRoutes(locations, tags),
    ...treeRoutes(locations),
    ...wholeTreeRoutes(locations),
    ...locationImportRoutes(locationImport),
  ],
})
