import { type Base, feature } from '../../http/feature'
import { Pads } from './pads'

export const stations = feature({
  name: 'stations',
  create: ({ store, log }: Base) => ({ pads: new Pads(store.instances, log) }),
  start: ({ pads }) => ({ close: () => pads.idle() }),
})
