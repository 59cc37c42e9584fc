import { userMessages } from '../authentication/messages'
import type { Origin, Origins } from '../authentication/origins'
import type { Throttle } from '../authentication/throttle'
import type { SessionCaller } from '../../base/caller'
import { AppError, invalidField, unauthenticated } from '../../base/errors'
import type { Reads, Store, UserRow } from '../../storage/core/store'
import { accountKey, verifyPassword } from './passwords'
import { sessionEnded } from './session-end'

export type OwnPassword = ReturnType<typeof createOwnPassword>

/**
 * Returns the user of a session; undefined if the session has ended. A change of the account calls it in its write: the session may
 * have ended since the request was authorized, for example because its user noticed that it was stolen.
 */
export async function userOfSession(
  { accounts }: Pick<Reads, 'accounts'>,
  { userId, sessionId }: SessionCaller,
): Promise<UserRow | undefined> {
  return (await accounts.findSession(sessionId)) && accounts.findUser(userId)
}

/** Returns the user of a session. Throws `unauthenticated` if the session has ended. */
export async function ownUser(reads: Pick<Reads, 'accounts'>, caller: SessionCaller): Promise<UserRow> {
  const user = await userOfSession(reads, caller)
  if (!user) throw sessionEnded()
  return user
}

/** Checks the password of the user who is signed in, before a change of the account. */
export function createOwnPassword(store: Pick<Store, 'read'>, throttle: Throttle, origins: Origins) {
  /**
   * Returns the user. A wrong password counts as a failed sign-in.
   *
   * @throws an error of the field `current_password`
   */
  async function check(caller: SessionCaller, password: string, origin: Origin): Promise<UserRow> {
    const user = await ownUser(store.read, caller)
    const attempt = await attemptOf(user, origin)
    await throttle
      .pass(attempt, async () => {
        const isRight = await verifyPassword(password, user.passwordHash, attempt.isKnown)
        if (!isRight) throw unauthenticated(userMessages('user.password'))
      })
      .catch(toFieldError)
    return user
  }

  const attemptOf = ({ id, email }: UserRow, origin: Origin) =>
    origins.attemptFrom(accountKey(email), id, origin)

  return { check, attemptOf }
}

/** Not 401: the session is valid, and after a 401 the console would end it. */
export const wrongCurrentPassword = (): AppError =>
  invalidField('current_password', 'invalid_value', userMessages('user.current_password'))

function toFieldError(error: unknown): never {
  throw error instanceof AppError && error.code === 'unauthenticated' ? wrongCurrentPassword() : error
}
