import { type Base, feature } from '../../http/feature'
import type { ServiceClock } from '../../installation/clock/clock'
import type { ApiKeyService } from '../../people/api-keys/service'
import { eventLogRoutes } from './routes'
import { EventLogService } from './service'
import { keepSilenceLogged } from './silence'
import { Waiting } from './waiting'

/** Events of the log per transaction. They are few because each event is in many indexes. */
const eventsAtOnce = 500

interface Needs extends Base {
  readonly clock: ServiceClock
  readonly apiKeys: ApiKeyService
}

export const eventLog = feature({
  name: 'eventLog',
  create({ store, apiKeys }: Needs) {
    const eventWaiting = new Waiting()
    // Requests that wait for events check their rights when they are woken.
    apiKeys.onRevoked(({ organizationId }) => eventWaiting.notify([organizationId]))
    return { eventWaiting, eventLog: new EventLogService(store, eventWaiting) }
  },
  routes: ({ eventLog }) => eventLogRoutes(eventLog),
  start({ store, clock, log, eventWaiting }) {
    const silence = keepSilenceLogged(store, clock, log)
    return {
      stop() {
        silence.stop()
        eventWaiting.close()
      },
    }
  },
  async retention({ store }, { microsAgo, inSlices }) {
    for (const { id, days, max } of await store.read.accounts.eventLogLimits())
      await inSlices((tx) => tx.eventLog.prune(id, microsAgo(days), max, eventsAtOnce))
  },
})
