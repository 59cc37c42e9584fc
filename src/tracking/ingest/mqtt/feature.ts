import type { KeyPair } from '../../../base/key-pair'
import type { Metrics } from '../../../base/metrics'
import { type Base, feature } from '../../../http/feature'
import type { Settings } from '../../../settings/table'
import type { Connections } from '../connections'
import type { IngestService } from '../service'
import type { TopicDirectory } from '../topic-directory'
import { Brokers } from './brokers'
import type { BuiltInReadersParts, Subscribers } from './built-in-readers'
import { externalBrokerOf } from './external-readers'

interface Needs extends Base {
  readonly settings: Settings
  readonly installationId: string
  readonly tls: { readonly current: () => KeyPair } | null
  readonly metrics: Metrics
  readonly topics: TopicDirectory
  readonly connections: Connections
  readonly ingest: IngestService
  readonly readerSignIn: Pick<BuiltInReadersParts, 'signIn'>
  readonly subscribers: Subscribers
}

export const mqtt = feature({
  name: 'mqtt',
  create({ store: { instances }, tls, readerSignIn: { signIn }, ...parts }: Needs) {
    const external = externalBrokerOf({ ...parts, instances })
    return { brokers: new Brokers({ ...parts, instances, signIn, tls }, external) }
  },
  async start({ brokers }) {
    await brokers.open()
    return { stop: () => brokers.close() }
  },
})
