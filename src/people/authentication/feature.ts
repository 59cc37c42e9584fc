import type { CreateBudgets } from '../../base/turns/budget'
import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import { createOrigins, originSeconds } from './origins'
import type { SigningKey } from './shared-signing-key'
import { keepSigningKey } from './signing-key'
import { createThrottle } from './throttle'

/**
 * Maximum number of refresh tokens of an API key. An API client may request a token for every call and never use the
 * refresh tokens.
 */
const refreshTokensMax = 10_000

interface Needs extends Base {
  readonly settings: Settings
  readonly signingKey: SigningKey
  readonly budgets: CreateBudgets
}

export const authentication = feature({
  name: 'authentication',
  create: ({ store, settings, budgets, now }: Needs) => ({
    throttle: createThrottle(
      {
        perAccount: settings.loginFailuresPerAccount,
        perAddress: settings.loginFailuresPerAddress,
        accountTotal: settings.loginFailuresAccountTotal,
      },
      budgets,
    ),
    origins: createOrigins(store, now),
  }),
  start({ store, settings, signingKey, log }) {
    if (!signingKey.isFile) return {}
    return keepSigningKey(settings.dataDir, signingKey.key, () => store.problems().length === 0, log)
  },
  async retention({ store }, { ago, inSlices }) {
    await inSlices((tx, rows) => tx.refreshTokens.deleteExpired(ago(0), rows))
    for (const { apiKeyId, until } of await store.read.refreshTokens.surpluses(refreshTokensMax))
      await inSlices((tx, rows) => tx.refreshTokens.deleteOfKey(apiKeyId, until, rows))
    await inSlices((tx, rows) => tx.knownOrigins.deleteBefore(ago(originSeconds / 86_400), rows))
  },
})
