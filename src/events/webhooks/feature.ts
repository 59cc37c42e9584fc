import type { SecretBox } from '../../base/secret-box'
import { type Base, feature } from '../../http/feature'
import type { ServiceClock } from '../../installation/clock/clock'
import { readCertificates } from '../../settings/certificates'
import type { Settings } from '../../settings/table'
import type { EpcisService } from '../epcis/service'
import type { EventLogService } from '../event-log/service'
import { createResolve } from '../../base/addresses/addresses'
import { createPost } from './post'
import { webhookRoutes } from './routes'
import { WebhookSender } from './sender'
import { WebhookService } from './service'

/** Age limit of the attempts of webhooks, in days. */
const deliveryDays = 7

interface Needs extends Base {
  readonly settings: Settings
  readonly secretBox: SecretBox
  readonly clock: ServiceClock
  readonly eventLog: EventLogService
  readonly epcis: EpcisService
}

export const webhooks = feature({
  name: 'webhooks',
  create({ store, settings, secretBox, clock, eventLog: events, epcis, log, now }: Needs) {
    const certificates = settings.ca === undefined ? undefined : readCertificates(settings.ca, 'ca')
    const post = createPost(createResolve(settings.webhookAllow), certificates)
    const webhookSender = new WebhookSender({ store, events, epcis, secretBox, post, clock, log })
    return { webhookSender, webhooks: new WebhookService(store, secretBox, webhookSender, now) }
  },
  routes: ({ webhooks }) => webhookRoutes(webhooks),
  start({ webhookSender }) {
    webhookSender.start()
    return { stop: () => webhookSender.stop() }
  },
  retention: (_, { microsAgo, inSlices }) =>
    inSlices((tx, rows) => tx.webhooks.deleteDeliveriesBefore(microsAgo(deliveryDays), rows)),
})
