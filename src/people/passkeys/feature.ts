import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { SecondFactors } from '../second-factors/second-factors'
import type { OwnPassword } from '../users/own-password'
import type { SessionService } from '../users/sessions'
import { passkeyRoutes } from './routes'
import { PasskeyService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly sessions: SessionService
  readonly password: OwnPassword
  readonly factors: SecondFactors
}

export const passkeys = feature({
  name: 'passkeys',
  create: ({ store, settings: { publicUrl }, sessions, password, factors, now }: Needs) => ({
    passkeys: new PasskeyService({ store, publicUrl, sessions, password, factors, now }),
  }),
  routes: ({ passkeys }) => passkeyRoutes(passkeys),
})
