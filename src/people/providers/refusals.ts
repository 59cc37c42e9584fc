import { type AppError, conflict, forbidden, unauthenticated } from '../../base/errors'
import type { ProviderSetting } from '../../settings/providers'

/** The errors of sign-ins with a provider. */

export const noFlow = (): AppError =>
  unauthenticated('This sign-in has expired, was finished or began in another browser: begin again')

/** Not 401: the session is valid, and after a 401 the console would end it. */
export function toConflict(error: unknown): never {
  throw (error as AppError).code === 'unauthenticated' ? conflict((error as AppError).message) : error
}

/** @param missing the short names of organizations that do not exist, although the user has a role there */
export function noMembership({ name }: ProviderSetting, missing: readonly string[] = []): AppError {
  const [organization] = missing
  if (organization !== undefined)
    return forbidden(
      `You are signed in at ${name}, but the organization "${organization}" of your role does not exist: ask the administrator of the server to correct the roles of the provider`,
    )
  return forbidden(
    `You are signed in at ${name}, but you are not a member of an organization here: ask an admin for access`,
  )
}
