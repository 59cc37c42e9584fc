import { audit } from '../audit/record'
import { checked } from '../contract/check'
import { AppError } from '../errors'
import type { JsonObject } from '../json'
import type { Store, UserRow, Writes } from '../storage/store'
import { fold } from '../text'
import { type Clock, type Instant, plusSeconds } from '../time'
import { type Actor, userActor, systemActor } from '../caller'
import { memberSubject } from './members'
import type { Origin, Origins } from '../authentication/origins'
import { hashPassword } from './passwords'
import { PasswordReset } from './member-schema'
import { newPasswordResetToken, sha256 } from '../secrets'
import { accountKey } from './sessions'
import type { Throttle } from '../authentication/throttle'

const lifeSeconds = 3600

type ResetWrites = Pick<Writes, 'audit' | 'identity' | 'passwordResets'>

/**
 * A link by which a person sets a new password, for somebody with access to the machine. It replaces the one before it; only
 * the hash of its secret is kept. Returns path and fragment; undefined if there is no such account.
 */
export async function createResetLink(
  tx: ResetWrites,
  email: string,
  at: Instant,
): Promise<string | undefined> {
  const user = await tx.identity.findUserByEmail(fold(email))
  if (!user) return undefined
  const token = newPasswordResetToken()
  await tx.passwordResets.put({
    userId: user.id,
    tokenHash: sha256(token),
    expiresAt: plusSeconds(at, lifeSeconds),
  })
  await auditEverywhere(tx, user, systemActor, { at, action: 'reset_link_created' })
  return `/console/reset-password#${token}`
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

/** Where such a link leads. */
export function createPasswordResetService(store: Store, throttle: Throttle, origins: Origins, now: Clock) {
  /**
   * Ends all sessions of the person, and forgets from where the account was used: who knew the old password may be among
   * them. From here the person signs in at once. Returns the token for the cookie of the device.
   */
  async function reset(body: JsonObject, origin: Origin): Promise<string> {
    const { token, password } = checked(PasswordReset, body)
    const tokenHash = sha256(token)
    // Before a password is hashed, which is slow on purpose.
    if (!(await store.read.passwordResets.isUsable(tokenHash, now()))) throw noReset()
    const passwordHash = await hashPassword(password)
    const { user, deviceCookie } = await store.write(async (tx) => {
      const at = now()
      const userId = await tx.passwordResets.take(tokenHash, at)
      const owner = userId === undefined ? undefined : await tx.identity.findUser(userId)
      if (!owner) throw noReset()
      await tx.identity.setPassword(owner.id, passwordHash)
      await tx.sessions.endAll(owner.id, at)
      await tx.knownOrigins.forgetAccount(owner.id)
      await auditEverywhere(tx, owner, userActor(owner), { at, action: 'password_reset' })
      return { user: owner, deviceCookie: await origins.remember(tx, owner.id, origin) }
    })
    throttle.forgive({ account: accountKey(user.email), source: origin.address })
    return deviceCookie
  }

  return { reset }
}

/** One answer for all links that are of no use, so that nothing is learned of those that were. */
const noReset = (): AppError =>
  new AppError('not_found', 'This link is not valid: it was used, replaced by a newer one or has expired')

/** The account belongs to the person, who may be in several organizations: each of them is told. */
async function auditEverywhere(
  tx: Pick<Writes, 'audit' | 'identity'>,
  { id: userId, name }: UserRow,
  actor: Actor,
  change: { readonly at: Instant; readonly action: 'reset_link_created' | 'password_reset' },
): Promise<void> {
  const subject = memberSubject({ userId, name })
  for (const { id: organizationId } of await tx.identity.membershipsOf(userId))
    await audit(tx, { organizationId, actor }, { ...change, subject })
}
