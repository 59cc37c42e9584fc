import { type Base, feature } from '../../http/feature'
import { readCertificates } from '../../settings/certificates'
import type { Settings } from '../../settings/table'
import { externalOptionsOf } from '../../tracking/ingest/mqtt/external-readers'
import { createPublishOnce } from '../../tracking/ingest/mqtt/publishing'
import type { Outbox } from '../alerts/telling/outbox'
import type { SubscriberService } from '../subscribers/service'
import { createResolve } from '../../base/addresses/addresses'
import { createPost } from '../webhooks/post'
import { outputRoutes } from './routes'
import { createSwitch } from './send'
import { OutputSender } from './sender'
import { OutputService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly subscribers: SubscriberService
  readonly outbox: Outbox
}

export const outputs = feature({
  name: 'outputs',
  create({ store, settings, subscribers, outbox, log, now }: Needs) {
    const certificates = settings.ca === undefined ? undefined : readCertificates(settings.ca, 'ca')
    const resolve = createResolve(settings.webhookAllow)
    const broker = externalOptionsOf(settings, 'whereabouts-output')
    const switchOutput = createSwitch({
      post: createPost(resolve, certificates),
      publishExternally: broker && createPublishOnce(broker),
      publish: (organizationId, topic, payload) => subscribers.direct.publish(organizationId, topic, payload),
    })
    const outputSender = new OutputSender({ store, outbox, switchOutput, log, now })
    outbox.add('outputs', (at) => outputSender.round(at))
    return {
      outputSender,
      outputs: new OutputService({ store, resolve, switchOutput, hasBroker: broker !== null, now }),
    }
  },
  routes: (services) => outputRoutes(services.outputs),
  start: ({ outputs: service, outputSender }) => ({
    async stop() {
      service.stop()
      await outputSender.stop()
    },
  }),
})
