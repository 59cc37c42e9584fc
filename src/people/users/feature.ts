import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import type { Origins } from '../authentication/origins'
import type { Throttle } from '../authentication/throttle'
import type { Tokens } from '../authentication/tokens'
import type { SecondFactors } from '../second-factors/second-factors'
import { createAccountService } from './account'
import { accountRoutes } from './account-routes'
import { InvitationService } from './invitations'
import { memberRoutes } from './member-routes'
import { MemberService } from './members'
import { organizationRoutes } from './organization-routes'
import { OrganizationService } from './organizations'
import { createOwnPassword } from './own-password'
import { ownerRoutes } from './owner-routes'
import { createOwnerService } from './owners'
import { createPasswordResetService } from './password-resets'
import { sessionRoutes } from './session-routes'
import { SessionService } from './sessions'

interface Needs extends Base {
  readonly settings: Settings
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly origins: Origins
  readonly factors: SecondFactors
}

export const users = feature({
  name: 'users',
  create({ store, settings, tokens, throttle, origins, factors, now }: Needs) {
    const { environment } = settings
    const password = createOwnPassword(store, throttle, origins)
    const sessions = new SessionService({ store, tokens, throttle, origins, factors, rules: settings, now })
    return {
      password,
      sessions,
      account: createAccountService(store, password, settings, now),
      invitations: new InvitationService({ store, sessions, throttle, origins, factors, environment, now }),
      members: new MemberService(store, now),
      organizations: new OrganizationService(store, now),
      owners: createOwnerService(store, now),
      passwordResets: createPasswordResetService(store, throttle, origins, now),
    }
  },
  routes: (services) => [
    ...sessionRoutes(services.sessions),
    ...organizationRoutes(services.organizations),
    ...accountRoutes(services.account, services.passwordResets),
    ...ownerRoutes(services.owners),
    ...memberRoutes(services.members, services.invitations),
  ],
  async retention(_, { ago, inSlices }) {
    await inSlices((tx, rows) => tx.accounts.deleteSpentSessions(rows))
    await inSlices((tx, rows) => tx.invitations.deleteExpired(ago(0), rows))
    await inSlices((tx, rows) => tx.passwordResets.deleteExpired(ago(0), rows))
  },
})
