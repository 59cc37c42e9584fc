import { type Base, feature } from '../../http/feature'
import type { ServiceClock } from './clock'
import { ClockKeeper } from './keeper'
import type { RepairRules } from './repair'
import { clockRoutes } from './routes'
import { createClockService } from './service'

interface Needs extends Base {
  readonly clock: ServiceClock
  readonly rules: RepairRules
}

export const clock = feature({
  name: 'clock',
  create: ({ store, clock }: Needs) => ({ clockService: createClockService(store, clock) }),
  routes: ({ clockService }) => clockRoutes(clockService),
  start: ({ store, clock, rules, log }) => new ClockKeeper(store, clock, rules, log),
})
