import { createResolve } from '../../base/addresses/addresses'
import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import { printerRoutes } from './routes'
import { PrinterService } from './service'

interface Needs extends Base {
  readonly settings: Settings
}

export const printers = feature({
  name: 'printers',
  create: ({ store, settings, now }: Needs) => ({
    printers: new PrinterService(store, createResolve(settings.webhookAllow), now),
  }),
  routes: (services) => printerRoutes(services.printers),
  start: (services) => ({ stop: () => services.printers.stop() }),
})
