import { toMicros } from '../../base/time'
import { type Base, feature } from '../../http/feature'
import { deleteExpiredHistory } from './retention'

export const history = feature<Base, Record<never, never>>({
  name: 'history',
  create: () => ({}),
  async retention({ store }, { at, isOver }) {
    if (at !== null) await deleteExpiredHistory(store, toMicros(at), isOver)
  },
})
