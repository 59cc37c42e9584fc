import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { Origins } from '../authentication/origins'
import type { Throttle } from '../authentication/throttle'
import type { Tokens } from '../authentication/tokens'
import { apiKeyRoutes, tokenRoutes } from './routes'
import { ApiKeyService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly origins: Origins
}

export const apiKeys = feature({
  name: 'apiKeys',
  create: ({ store, settings: { environment }, tokens, throttle, origins, now }: Needs) => ({
    apiKeys: new ApiKeyService({ store, tokens, throttle, origins, environment, now }),
  }),
  routes: ({ apiKeys }) => [...tokenRoutes(apiKeys), ...apiKeyRoutes(apiKeys)],
})
