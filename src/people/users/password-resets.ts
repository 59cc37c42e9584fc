import type { Message } from '../../base/messages'
import { userMessages } from '../authentication/messages'
import { checked } from '../../contract/check'
import { AppError } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Store, UserRow, Writes } from '../../storage/core/store'
import { type Clock, type Instant, plusSeconds } from '../../base/time'
import { type Actor, userActor } from '../../base/caller'
import { auditEverywhere } from './account-audit'
import type { Origin, Origins } from '../authentication/origins'
import { accountKey, hashPassword } from './passwords'
import { PasswordReset } from './member-schema'
import { newPasswordResetToken, sha256 } from '../../base/secrets'
import type { Throttle } from '../authentication/throttle'

/** Lifetime of a link: an hour, in seconds. */
const lifeSeconds = 3600

type ResetWrites = Pick<Writes, 'audit' | 'accounts' | 'passwordResets'>

/**
 * Creates a link with which a user sets a new password. It replaces the previous link of the user. Only the hash of its
 * secret is stored.
 *
 * @returns path and fragment
 */
export async function createResetLink(
  tx: ResetWrites,
  user: UserRow,
  actor: Actor,
  at: Instant,
): Promise<string> {
  const token = newPasswordResetToken()
  await tx.passwordResets.put({
    userId: user.id,
    tokenHash: sha256(token),
    expiresAt: plusSeconds(at, lifeSeconds),
    createdBy: actor.id,
  })
  await auditEverywhere(tx, user, actor, { at, action: 'reset_link_created' })
  return `/console/reset-password#${token}`
}

/**
 * Returns why a user may not set the password of another one; undefined if nothing prevents it. The password is that of the
 * account: the creator of a link must be an admin of all organizations of the user, and an owner if the user is one.
 */
export async function obstacleToReset(
  tx: Pick<Writes, 'accounts' | 'members' | 'owners'>,
  creatorId: string,
  userId: string,
): Promise<Message | undefined> {
  if ((await tx.owners.find(userId)) && !(await tx.owners.find(creatorId)))
    return userMessages('user.reset_of_owner')
  const organizations = await tx.accounts.membershipsOf(userId)
  if (organizations.length === 0) return userMessages('user.reset_of_other')
  for (const { id } of organizations)
    if ((await tx.members.find(id, creatorId))?.role !== 'admin') return userMessages('user.reset_of_others')
  return undefined
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

/** Resets passwords with such links (docs/internal-api.md, Own account). */
export function createPasswordResetService(store: Store, throttle: Throttle, origins: Origins, now: Clock) {
  /**
   * Sets the password, ends all sessions of the user and deletes the known origins of the account, because an attacker
   * may have used the old password. The origin of this request becomes known, so that the user can sign in immediately.
   *
   * @returns the token for the device cookie
   */
  async function reset(body: JsonObject, origin: Origin): Promise<string> {
    const { token, password } = checked(PasswordReset, body)
    const tokenHash = sha256(token)
    // This check comes before the password is hashed, which is intentionally slow.
    if (!(await store.read.passwordResets.isUsable(tokenHash, now()))) throw noReset()
    const passwordHash = await hashPassword(password)
    const { user, deviceCookie } = await store.write(async (tx) => {
      const at = now()
      const link = await tx.passwordResets.take(tokenHash, at)
      const owner = link && (await tx.accounts.findUser(link.userId))
      if (!owner) throw noReset()
      // The roles of the creator and the memberships of the user may have changed since. The operator created it if null.
      if (link.createdBy !== null && (await obstacleToReset(tx, link.createdBy, owner.id))) throw noReset()
      await tx.accounts.setPassword(owner.id, passwordHash)
      await tx.sessions.endAll(owner.id, at)
      await tx.knownOrigins.deleteOfAccount(owner.id)
      await auditEverywhere(tx, owner, userActor(owner), { at, action: 'password_reset' })
      return { user: owner, deviceCookie: await origins.recordSignIn(tx, owner.id, origin) }
    })
    await throttle.forgive({ account: accountKey(user.email), source: origin.address })
    return deviceCookie
  }

  return { reset }
}

/** The same error for every invalid link, so that it does not reveal which ones existed. */
const noReset = (): AppError => new AppError('not_found', userMessages('user.link_ended'))
