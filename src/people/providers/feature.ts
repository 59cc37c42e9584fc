import type { SecretBox } from '../../base/secret-box'
import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { OwnPassword } from '../users/own-password'
import type { SessionService } from '../users/sessions'
import { providerRoutes } from './routes'
import { ProviderService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly sessions: SessionService
  readonly password: OwnPassword
  readonly secretBox: SecretBox
}

export const providers = feature({
  name: 'providers',
  create: ({ store, settings, sessions, password, secretBox: box, log, now }: Needs) => ({
    providers: new ProviderService({ store, settings, sessions, password, box, log, now }),
  }),
  routes: ({ providers }) => providerRoutes(providers),
})
