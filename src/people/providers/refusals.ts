import { type AppError, conflict, forbidden, unauthenticated } from '../../base/errors'
import type { ProviderSetting } from '../../settings/providers'
import { providerMessages } from './messages'

/** The errors of sign-ins with a provider. */

export const noFlow = (): AppError => unauthenticated(providerMessages('provider.expired'))

/** Not 401: the session is valid, and after a 401 the console would end it. */
export function toConflict(error: unknown): never {
  throw (error as AppError).code === 'unauthenticated' ? conflict((error as AppError).said) : error
}

/** @param missing the short names of organizations that do not exist, although the user has a role there */
export function noMembership({ name }: ProviderSetting, missing: readonly string[] = []): AppError {
  const [organization] = missing
  if (organization !== undefined)
    return forbidden(providerMessages('provider.no_role_organization', { provider: name, organization }))
  return forbidden(providerMessages('provider.no_membership', { provider: name }))
}
