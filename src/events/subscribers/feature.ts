import { type Base, feature } from '../../http/feature'
import type { ServiceClock } from '../../installation/clock/clock'
import type { ApiKeyService } from '../../people/api-keys/service'
import type { Settings } from '../../settings/table'
import { externalOptionsOf } from '../../tracking/ingest/mqtt/external-readers'
import { openPublishing } from '../../tracking/ingest/mqtt/publishing'
import type { EventLogService } from '../event-log/service'
import type { Waiting } from '../event-log/waiting'
import { Publisher } from './publisher'
import { SubscriberService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly installationId: string
  readonly clock: ServiceClock
  readonly apiKeys: ApiKeyService
  readonly eventLog: EventLogService
  readonly eventWaiting: Waiting
}

export const subscribers = feature({
  name: 'subscribers',
  create: ({ store, apiKeys, eventLog, eventWaiting: waiting, clock, log }: Needs) => ({
    subscribers: new SubscriberService({ store, apiKeys, eventLog, waiting, clock, log }),
  }),
  start: startPublishing,
  retention: (_, { ago, inSlices }) => inSlices((tx, rows) => tx.mqttSessions.deleteExpired(ago(0), rows)),
})

/** Starts to publish events to the external broker, if the settings enable it. */
function startPublishing({ store, settings, installationId, eventLog, log }: Needs) {
  const clientId = ['whereabouts', installationId, 'events', store.instances.name].filter(Boolean).join('-')
  const options = externalOptionsOf(settings, clientId)
  if (!settings.mqttEvents || !options) return {}
  const publisher = new Publisher({
    store,
    eventLog,
    publishing: openPublishing(options, log),
    isHomeAssistant: settings.mqttHomeAssistant,
    log,
  })
  publisher.start()
  return { stop: () => publisher.stop() }
}
