import { userMessages } from '../authentication/messages'
import { audit } from '../audit/record'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { conflict, forbidden, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { InvitationRow, Member, Store, UserRow, Writes } from '../../storage/core/store'
import type { Clock, Instant } from '../../base/time'
import { type SessionCaller, userActor } from '../../base/caller'
import { foldLoosely } from '../../base/text'
import { memberSubject } from './account-audit'
import { MemberChanges, type MemberView } from './member-schema'
import { createResetLink, obstacleToReset } from './password-resets'

/** Maximum number of members that are compared with words. */
const searchedMax = 10_000

/** The members of an organization and their roles (docs/internal-api.md, Members). */
export class MemberService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  /** Lists members by name; with words, those that have each of them in the name or the e-mail address. */
  async list(
    { organizationId }: SessionCaller,
    words: string | undefined,
    page: Page,
  ): Promise<{ rows: MemberView[]; total: number }> {
    const wanted = foldLoosely(words?.toWellFormed() ?? '')
      .split(/\s+/)
      .filter((word) => word !== '')
    if (wanted.length === 0) {
      const { rows, total } = await this.#store.read.members.list(organizationId, page)
      return { rows: rows.map(toMemberView), total }
    }
    const { rows } = await this.#store.read.members.list(organizationId, { limit: searchedMax, offset: 0 })
    const found = rows.filter(({ name, email }) => {
      const text = foldLoosely(`${name} ${email}`)
      return wanted.every((word) => text.includes(word))
    })
    const shown = found.slice(page.offset, page.offset + page.limit)
    return { rows: shown.map(toMemberView), total: found.length }
  }

  async #requireMember(
    { members }: Pick<Writes, 'members'> | Pick<Store['read'], 'members'>,
    { organizationId }: SessionCaller,
    userId: string,
  ): Promise<Member> {
    const member = await members.find(organizationId, userId.toLowerCase())
    if (!member) throw notFound(userMessages('user.no_member'))
    return member
  }

  /** Changes the role of a member. It takes effect with the next request, because sessions read the current role. */
  change(caller: SessionCaller, userId: string, body: JsonObject): Promise<MemberView> {
    return this.#store.write(async (tx) => {
      await requireStillAdmin(tx, caller)
      const member = await this.#requireMember(tx, caller, userId)
      const problems = problemsOf(MemberChanges, body, toMemberView(member))
      const { role = member.role } = accepted(MemberChanges, body, problems)
      if (role !== 'admin') await endAdminRole(tx, caller.organizationId, member)
      await tx.members.setRole(caller.organizationId, member.userId, role)
      const [before, after] = [toMemberView(member), toMemberView({ ...member, role })]
      await audit(tx, caller, {
        at: this.#now(),
        action: 'changed',
        subject: memberSubject(member),
        before,
        after,
      })
      return after
    })
  }

  /** Throws if the caller may not remove the member. An admin may remove every member; other members may only leave. */
  async requireRemovable(caller: SessionCaller, userId: string): Promise<void> {
    if (userId.toLowerCase() !== caller.userId && caller.role !== 'admin')
      throw forbidden(userMessages('user.needs_admin'))
    await this.#requireMember(this.#store.read, caller, userId)
  }

  /** Removes a member, after `requireRemovable`. The member's sessions in the organization end. */
  remove(caller: SessionCaller, userId: string): Promise<void> {
    return this.#store.write(async (tx) => {
      const { organizationId } = caller
      const member = await this.#requireMember(tx, caller, userId)
      if (member.userId !== caller.userId) await requireStillAdmin(tx, caller)
      await endAdminRole(tx, organizationId, member)
      await requireOtherMembership(tx, member.userId)
      await tx.members.remove(organizationId, member.userId)
      const at = this.#now()
      await tx.sessions.endIn(member.userId, organizationId, at)
      const before = toMemberView(member)
      await audit(tx, caller, { at, action: 'removed', subject: memberSubject(member), before })
    })
  }

  /**
   * Creates a link with which a member sets a new password, for an admin to pass on. The caller cannot be the member,
   * because a change of one's own password needs the current one.
   */
  createResetLink(caller: SessionCaller, userId: string): Promise<{ url: string }> {
    return this.#store.write(async (tx) => {
      await requireStillAdmin(tx, caller)
      const { userId: id } = await this.#requireMember(tx, caller, userId)
      if (id === caller.userId) throw forbidden(userMessages('user.own_password'))
      const obstacle = await obstacleToReset(tx, caller.userId, id)
      if (obstacle !== undefined) throw forbidden(obstacle)
      const user = (await tx.accounts.findUser(id)) as UserRow
      return { url: await createResetLink(tx, user, caller.actor, this.#now()) }
    })
  }

  requireMember(caller: SessionCaller, userId: string) {
    return this.#requireMember(this.#store.read, caller, userId)
  }
}

/** Throws `forbidden` if the caller is no longer an admin. The role may have ended since the request was authorized. */
export async function requireStillAdmin(
  tx: Writes,
  { organizationId, userId }: SessionCaller,
): Promise<void> {
  const member = await tx.members.find(organizationId, userId)
  if (member?.role !== 'admin') throw forbidden(userMessages('user.needs_admin'))
}

/** Revokes the invitations of an admin who loses the role. Throws `conflict` if it is the last admin. */
export async function endAdminRole(tx: Writes, organizationId: number, member: Member): Promise<void> {
  if (member.role !== 'admin') return
  if (await isLastAdmin(tx, organizationId, member)) throw conflict(userMessages('user.last_admin'))
  await tx.invitations.revokeAllBy(organizationId, member.userId)
}

export const isLastAdmin = async (tx: Writes, organizationId: number, { role }: Member): Promise<boolean> =>
  role === 'admin' && (await tx.members.countAdmins(organizationId)) === 1

/** Reports whether an owner would lose the last membership, without which the owner cannot sign in (decision 0011). */
export const isLastOfOwner = async (tx: Writes, userId: string): Promise<boolean> =>
  (await tx.owners.find(userId)) !== undefined && (await tx.accounts.membershipsOf(userId)).length === 1

/** Makes a user a member, who accepted an invitation or whom a provider admits. */
export async function addMember(
  tx: Writes,
  { organizationId, role }: Pick<InvitationRow, 'organizationId' | 'role'>,
  user: UserRow,
  at: Instant,
): Promise<void> {
  await tx.accounts.insertMembership(user.id, organizationId, role)
  const { id: userId, name, email } = user
  await audit(
    tx,
    { organizationId, actor: userActor(user) },
    {
      at,
      action: 'joined',
      subject: memberSubject({ userId, name }),
      after: { user_id: userId, name, email, role },
    },
  )
}

async function requireOtherMembership(tx: Writes, userId: string): Promise<void> {
  if (await isLastOfOwner(tx, userId)) throw conflict(userMessages('user.owner_stays'))
}

export const toMemberView = ({ userId, name, email, role }: Member): MemberView => ({
  user_id: userId,
  name,
  email,
  role,
})
