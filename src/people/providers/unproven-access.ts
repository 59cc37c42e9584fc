import { systemActor } from '../../base/caller'
import type { UserRow, Writes } from '../../storage/core/store'
import type { Instant } from '../../base/time'
import { auditEverywhere } from '../users/account-audit'
import { noPassword } from '../users/passwords'

/**
 * Removes all access to an account that the owner of its address may not have added: anyone with an open invitation can create
 * an account with any address, wait for its owner to sign in with a provider, and read what the owner does. It changes nothing if
 * the account never had a password and all its providers know whose an address is.
 *
 * @param isTrusted whether the addresses of an issuer are trusted
 */
export async function removeUnprovenAccess(
  tx: Writes,
  user: UserRow,
  isTrusted: (issuer: string) => boolean,
  at: Instant,
): Promise<void> {
  const identities = await tx.providerIdentities.list(user.id)
  // Only a user with a password can connect any account of a provider.
  if (user.passwordHash === noPassword && identities.every(({ issuer }) => isTrusted(issuer))) return
  for (const { issuer } of identities) await tx.providerIdentities.remove(user.id, issuer)
  await tx.accounts.setPassword(user.id, noPassword)
  await tx.passkeys.removeAll(user.id)
  await tx.secondFactors.remove(user.id)
  await tx.sessions.endAll(user.id, at)
  await tx.knownOrigins.deleteOfAccount(user.id)
  await auditEverywhere(tx, user, systemActor, { at, action: 'earlier_sign_ins_removed' })
}
