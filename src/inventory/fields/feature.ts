import { type Base, feature } from '../../http/feature'
import { fieldRoutes } from './routes'
import { createFieldService } from './service'

export const fields = feature({
  name: 'fields',
  create: ({ store, now }: Base) => ({ fields: createFieldService(store, now) }),
  routes: ({ fields }) => fieldRoutes(fields),
})
