import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import { epcisRoutes, sglnRoutes } from './routes'
import { EpcisService } from './service'

interface Needs extends Base {
  readonly settings: Settings
}

export const epcis = feature({
  name: 'epcis',
  create: ({ store, settings, now }: Needs) => ({
    epcis: new EpcisService(store, settings.publicUrl, now),
  }),
  routes: ({ epcis }) => [...epcisRoutes(epcis), ...sglnRoutes(epcis)],
})
