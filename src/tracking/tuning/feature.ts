import { type Base, feature } from '../../http/feature'
import { createTuning } from './tuning'

export const tuning = feature({
  name: 'tuning',
  create: ({ now }: Base) => ({ tuning: createTuning(now) }),
})
