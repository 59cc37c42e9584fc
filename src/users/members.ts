import { audit, type Subject } from '../audit/record'
import { accepted, problemsOf } from '../contract/check'
import type { Page } from '../contract/parameters'
import { conflict, forbidden, notFound } from '../errors'
import type { JsonObject } from '../json'
import type { Member, Store, Writes } from '../storage/store'
import type { Clock } from '../time'
import type { SessionCaller } from '../caller'
import { MemberChanges, type MemberView } from './member-schema'

export type MemberService = ReturnType<typeof createMemberService>

/** The members of an organization and their roles (docs/internal-api.md, Members). */
export function createMemberService(store: Store, now: Clock) {
  async function list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: MemberView[]; total: number }> {
    const { rows, total } = await store.read.members.list(organizationId, page)
    return { rows: rows.map(toView), total }
  }

  async function requireMember(
    { members }: Pick<Writes, 'members'> | Pick<Store['read'], 'members'>,
    { organizationId }: SessionCaller,
    userId: string,
  ): Promise<Member> {
    const member = await members.find(organizationId, userId.toLowerCase())
    if (!member) throw notFound('Member')
    return member
  }

  /** Holds from the next request on: a session has the role of the day. */
  function change(caller: SessionCaller, userId: string, body: JsonObject): Promise<MemberView> {
    return store.write(async (tx) => {
      await requireStillAdmin(tx, caller)
      const member = await requireMember(tx, caller, userId)
      const problems = problemsOf(MemberChanges, body, toView(member))
      const { role = member.role } = accepted(MemberChanges, body, problems)
      if (role !== 'admin') await endAdministration(tx, caller.organizationId, member)
      await tx.members.setRole(caller.organizationId, member.userId, role)
      const [before, after] = [toView(member), toView({ ...member, role })]
      await audit(tx, caller, { at: now(), action: 'changed', subject: memberSubject(member), before, after })
      return after
    })
  }

  /** Of others this needs the role admin; anybody may leave. */
  async function requireRemovable(caller: SessionCaller, userId: string): Promise<void> {
    if (userId.toLowerCase() !== caller.userId && caller.role !== 'admin')
      throw forbidden('This needs the role admin')
    await requireMember(store.read, caller, userId)
  }

  /** Of somebody for whom `requireRemovable` has passed. The sessions in the organization end with the membership. */
  function remove(caller: SessionCaller, userId: string): Promise<void> {
    return store.write(async (tx) => {
      const { organizationId } = caller
      const member = await requireMember(tx, caller, userId)
      if (member.userId !== caller.userId) await requireStillAdmin(tx, caller)
      await endAdministration(tx, organizationId, member)
      await requireElsewhere(tx, member.userId)
      await tx.members.remove(organizationId, member.userId)
      const at = now()
      await tx.sessions.endIn(member.userId, organizationId, at)
      const before = toView(member)
      await audit(tx, caller, { at, action: 'removed', subject: memberSubject(member), before })
    })
  }

  return {
    list,
    change,
    requireMember: (caller: SessionCaller, userId: string) => requireMember(store.read, caller, userId),
    requireRemovable,
    remove,
  }
}

/** A request that was under way when its sender lost the role must not win it back. */
export async function requireStillAdmin(
  tx: Writes,
  { organizationId, userId }: SessionCaller,
): Promise<void> {
  const member = await tx.members.find(organizationId, userId)
  if (member?.role !== 'admin') throw forbidden('This needs the role admin')
}

/** Refused where nobody would be left who could invite an admin. */
async function endAdministration(tx: Writes, organizationId: number, member: Member): Promise<void> {
  if (member.role !== 'admin') return
  if ((await tx.members.countAdmins(organizationId)) === 1)
    throw conflict('The last admin of an organization cannot leave, be removed or lose the role')
  await tx.invitations.revokeAllBy(organizationId, member.userId)
}

/** Without an organization an owner could not sign in, and the installation would have no owner (decision 0011). */
async function requireElsewhere(tx: Writes, userId: string): Promise<void> {
  if (!(await tx.owners.find(userId))) return
  if ((await tx.identity.membershipsOf(userId)).length === 1)
    throw conflict(
      'An owner of the installation cannot leave, or be removed from, the only organization that the owner belongs to',
    )
}

export const memberSubject = ({ userId, name }: Pick<Member, 'userId' | 'name'>): Subject => ({
  kind: 'member',
  id: userId,
  name,
})

const toView = ({ userId, name, email, role }: Member): MemberView => ({ user_id: userId, name, email, role })
