import { audit } from '../audit/record'
import { hasRole, systemActor } from '../../base/caller'
import { problemsOf } from '../../contract/check'
import { StartError, UsageError } from '../../base/errors'
import type { OrganizationRow, UserRow, Writes } from '../../storage/core/store'
import { fold } from '../../base/text'
import { type Instant, plusSeconds } from '../../base/time'
import { auditEverywhere, memberSubject } from './account-audit'
import { OperatorsUser } from './schema'

/**
 * What the operator of the machine does with accounts, without a session (`whereabouts admin`). The audit logs name the
 * service as the author.
 */

type AccountWrites = Pick<
  Writes,
  | 'audit'
  | 'accounts'
  | 'invitations'
  | 'knownOrigins'
  | 'members'
  | 'owners'
  | 'passkeys'
  | 'secondFactors'
  | 'sessions'
>

/** Time for which the password of an account is accepted although local sign-in is off: a day, in seconds. */
const localSignInSeconds = 86_400

/** Throws UsageError if the values of a new user are not valid. */
export function requireValid(user: { email: string; name: string; password?: string }): void {
  const [problem] = problemsOf(OperatorsUser, user)
  if (problem) throw new UsageError(`${problem.message.english}.`)
}

interface NewAdministrator {
  readonly email: string
  readonly name: string
  /** The slug of the organization. It may be absent when there is only one. */
  readonly organization: string | undefined
  readonly passwordHash: string
}

/** Creates a user who is an owner of the installation and an admin of one organization. Throws StartError. */
export async function createAdministrator(
  tx: AccountWrites,
  { email, name, organization: slug, passwordHash }: NewAdministrator,
  at: Instant,
): Promise<UserRow> {
  const organization = await organizationOf(tx, slug)
  if (await tx.accounts.findUserByEmail(fold(email)))
    throw new StartError(`${email} already has an account. Use reset-password or hand-over.`)
  const user = { id: crypto.randomUUID() as string, email: fold(email), name, passwordHash, createdAt: at }
  const author = { organizationId: organization.id, actor: systemActor }
  await tx.accounts.insertUser(user)
  await tx.accounts.insertMembership(user.id, organization.id, 'admin')
  const after = { user_id: user.id, name, email: user.email, role: 'admin' }
  await audit(tx, author, { at, action: 'joined', subject: subjectOf(user), after })
  await giveOwnership(tx, user, at)
  return user
}

async function organizationOf(tx: AccountWrites, slug: string | undefined): Promise<OrganizationRow> {
  const all = await tx.accounts.organizations()
  const slugs = all.map((each) => each.slug).join(', ')
  const [first, second] = all
  if (!first)
    throw new StartError('The installation is not set up. Start the service and open the set-up link.')
  if (slug === undefined && second)
    throw new UsageError(`There are several organizations. Set --organization to one of: ${slugs}.`)
  const found = slug === undefined ? first : all.find((each) => each.slug === slug)
  if (!found) throw new StartError(`No organization has the slug ${slug}. The slugs are: ${slugs}.`)
  return found
}

/**
 * Gives the ownership and the memberships of one user to another, who keeps roles that are higher. The first user loses them
 * and is signed out. Throws StartError.
 */
export async function handOver(
  tx: AccountWrites,
  emails: { readonly from: string; readonly to: string },
  at: Instant,
): Promise<void> {
  const from = await accountOf(tx, emails.from)
  const to = await accountOf(tx, emails.to)
  if (from.id === to.id) throw new UsageError('The two e-mail addresses belong to the same account.')
  for (const { id: organizationId, role } of await tx.accounts.membershipsOf(from.id)) {
    const author = { organizationId, actor: systemActor }
    const own = await tx.members.find(organizationId, to.id)
    if (!own) {
      await tx.accounts.insertMembership(to.id, organizationId, role)
      const after = { user_id: to.id, name: to.name, email: to.email, role }
      await audit(tx, author, { at, action: 'joined', subject: subjectOf(to), after })
    } else if (!hasRole(own.role, role)) {
      await tx.members.setRole(organizationId, to.id, role)
      const change = { at, action: 'changed', subject: subjectOf(to) } as const
      await audit(tx, author, { ...change, before: { role: own.role }, after: { role } })
    }
    await tx.invitations.revokeAllBy(organizationId, from.id)
  }
  if (await tx.owners.find(from.id)) {
    if (!(await tx.owners.find(to.id))) await giveOwnership(tx, to, at)
    await tx.owners.remove(from.id)
    await auditEverywhere(tx, from, systemActor, { at, action: 'ownership_ended' })
  }
  await auditEverywhere(tx, from, systemActor, { at, action: 'removed' })
  for (const { id } of await tx.accounts.membershipsOf(from.id)) await tx.members.remove(id, from.id)
  await tx.sessions.endAll(from.id, at)
}

async function giveOwnership(tx: AccountWrites, user: UserRow, at: Instant): Promise<void> {
  await tx.owners.insert(user.id, at)
  await auditEverywhere(tx, user, systemActor, { at, action: 'ownership_given' })
}

/** Sets the password of a user and ends all sessions. */
export async function setPassword(
  tx: AccountWrites,
  user: UserRow,
  passwordHash: string,
  at: Instant,
): Promise<void> {
  await tx.accounts.setPassword(user.id, passwordHash)
  await tx.sessions.endAll(user.id, at)
  await tx.knownOrigins.deleteOfAccount(user.id)
  await auditEverywhere(tx, user, systemActor, { at, action: 'password_reset' })
}

/** The exceptions that the operator grants to a user who cannot sign in. */
interface Recovery {
  readonly removesSecondFactor: boolean
  readonly allowsLocalSignIn: boolean
}

export async function recover(
  tx: AccountWrites,
  user: UserRow,
  { removesSecondFactor, allowsLocalSignIn }: Recovery,
  at: Instant,
): Promise<void> {
  if (removesSecondFactor && (await removeFactors(tx, user.id)))
    await auditEverywhere(tx, user, systemActor, { at, action: 'second_factor_removed' })
  if (!allowsLocalSignIn) return
  await tx.secondFactors.allowPassword(user.id, plusSeconds(at, localSignInSeconds))
  await auditEverywhere(tx, user, systemActor, { at, action: 'local_sign_in_allowed' })
}

/** Throws StartError if the account does not exist. */
export async function accountOf(tx: AccountWrites, email: string): Promise<UserRow> {
  const user = await tx.accounts.findUserByEmail(fold(email))
  if (!user) throw new StartError(`No account has the e-mail address ${email}. Check the address.`)
  return user
}

const subjectOf = ({ id: userId, name }: UserRow) => memberSubject({ userId, name })

/** Removes the app, the recovery codes and the passkeys. Returns false if there were none. */
async function removeFactors(
  tx: Pick<Writes, 'passkeys' | 'secondFactors'>,
  userId: string,
): Promise<boolean> {
  const passkeys = await tx.passkeys.removeAll(userId)
  return (await tx.secondFactors.remove(userId)) || passkeys > 0
}
