import { type Base, feature } from '../../http/feature'
import { keepFieldValues, removeSomeValues } from './keep-values'
import { fieldRoutes } from './routes'
import { FieldService } from './service'

export const fields = feature({
  name: 'fields',
  create: ({ store, now }: Base) => ({ fields: new FieldService(store, now) }),
  routes: ({ fields }) => fieldRoutes(fields),
  start: ({ store, log }) => keepFieldValues(store, log),
  retention: (_, { inSlices }) => inSlices(removeSomeValues),
})
