import { createResolve } from '../../base/addresses/addresses'
import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { IngestService } from '../ingest/service'
import type { TopicDirectory } from '../ingest/topic-directory'
import { LlrpDiscovery } from './discovery'
import { LlrpManager } from './manager'
import { llrpRoutes } from './routes'

interface Needs extends Base {
  readonly settings: Settings
  readonly topics: TopicDirectory
  readonly ingest: IngestService
}

export const llrp = feature({
  name: 'llrp',
  create({ store, settings, topics, ingest, log, now }: Needs) {
    const resolve = createResolve(settings.webhookAllow)
    const messageMax = settings.maxBodyBytes
    const llrpManager = new LlrpManager({ store, ingest, resolve, messageMax, log, now })
    topics.onChange(() => llrpManager.changed())
    return { llrpManager, llrpDiscovery: new LlrpDiscovery({ read: store.read, resolve, messageMax }) }
  },
  routes: ({ llrpDiscovery }) => llrpRoutes(llrpDiscovery),
  start({ llrpManager }) {
    llrpManager.start()
    return { stop: () => llrpManager.stop() }
  },
})
