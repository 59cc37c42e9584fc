import { audit } from '../audit/record'
import { type Role, systemActor } from '../../base/caller'
import type { Member, UserRow, Writes } from '../../storage/core/store'
import type { Instant } from '../../base/time'
import { memberSubject } from '../users/account-audit'
import { addMember, endAdminRole, isLastAdmin, isLastOfOwner, toMemberView } from '../users/members'

/** The roles that the groups of a user give. */
export interface GivenRoles {
  /** The role in each organization that the provider names, by its id; null without one. */
  readonly roles: ReadonlyMap<number, Role | null>
  /** The short names of the organizations that do not exist, although a group of the user has a role there. */
  readonly missing: readonly string[]
}

/** Finds the organizations of the roles by their short names. */
export async function findOrganizations(
  tx: Pick<Writes, 'accounts'>,
  named: ReadonlyMap<string, Role | null>,
): Promise<GivenRoles> {
  const roles = new Map<number, Role | null>()
  const missing: string[] = []
  for (const [slug, role] of named) {
    const id = await tx.accounts.findOrganizationId(slug)
    if (id !== undefined) roles.set(id, role)
    else if (role !== null) missing.push(slug)
  }
  return { roles, missing }
}

/**
 * Gives the user the role in each organization, and ends the memberships of organizations without a role. The last admin
 * of an organization and the last membership of an owner are kept.
 */
export async function applyRoles(
  tx: Writes,
  user: UserRow,
  roles: ReadonlyMap<number, Role | null>,
  at: Instant,
): Promise<void> {
  for (const [organizationId, role] of roles) {
    const member = await tx.members.find(organizationId, user.id)
    if (!member && role !== null) await addMember(tx, { organizationId, role }, user, at)
    if (member && member.role !== role) await change(tx, member, { organizationId, role }, at)
  }
}

/** The role that a member is given in an organization; null ends the membership. */
interface GivenRole {
  readonly organizationId: number
  readonly role: Role | null
}

async function change(
  tx: Writes,
  member: Member,
  { organizationId, role }: GivenRole,
  at: Instant,
): Promise<void> {
  if (await isLastAdmin(tx, organizationId, member)) return
  if (role === null && (await isLastOfOwner(tx, member.userId))) return
  await endAdminRole(tx, organizationId, member)
  const entry = { at, subject: memberSubject(member), before: toMemberView(member) }
  const author = { organizationId, actor: systemActor }
  if (role === null) {
    await tx.members.remove(organizationId, member.userId)
    await tx.sessions.endIn(member.userId, organizationId, at)
    return audit(tx, author, { ...entry, action: 'removed' })
  }
  await tx.members.setRole(organizationId, member.userId, role)
  return audit(tx, author, { ...entry, action: 'changed', after: toMemberView({ ...member, role }) })
}

/** Accepts the pending invitations for the address of the user. */
export async function acceptInvitations(
  tx: Writes,
  user: UserRow,
  environment: string,
  at: Instant,
): Promise<void> {
  for (const invitation of await tx.invitations.takeAllFor(user.email, environment, at))
    if (!(await tx.members.find(invitation.organizationId, user.id)))
      await addMember(tx, invitation, user, at)
}
