import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { Brokers } from '../../tracking/ingest/mqtt/brokers'
import { addressesOnLan } from '../tls/names'
import { createInstallationService } from './installation'
import { aboutRoutes } from './routes'

interface Needs extends Base {
  readonly settings: Settings
  readonly brokers: Brokers
}

export const about = feature({
  name: 'about',
  create: ({ store, settings, brokers }: Needs) => ({
    installation: createInstallationService(
      settings,
      () => brokers.ports(),
      () => store.integrity(),
      addressesOnLan,
    ),
  }),
  routes: ({ installation }) => aboutRoutes(installation),
})
