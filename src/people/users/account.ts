import { audit } from '../audit/record'
import { accepted, checked, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import type { JsonObject } from '../../base/json'
import type { LiveSession, Store, UserRow } from '../../storage/core/store'
import { type Clock, plusSeconds, toWire } from '../../base/time'
import type { SessionCaller } from '../../base/caller'
import { refreshSeconds } from '../authentication/tokens'
import { memberSubject } from './account-audit'
import type { Origin } from '../authentication/origins'
import { hashPassword } from './passwords'
import { endedProvidersUntil, type SessionRules } from './session-end'
import { type OwnSessionView, PasswordChange, ProfileChanges, type ProfileView } from './member-schema'
import { type OwnPassword, ownUser, wrongCurrentPassword } from './own-password'

export type AccountService = ReturnType<typeof createAccountService>

/** The account of the user who is signed in (docs/internal-api.md, Own account). */
export function createAccountService(store: Store, password: OwnPassword, rules: SessionRules, now: Clock) {
  /** Changes the password and ends all other sessions. A wrong current password counts as a failed sign-in. */
  async function changePassword(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<void> {
    const { current_password: current, new_password: next } = checked(PasswordChange, body)
    const user = await password.check(caller, current, origin)
    const passwordHash = await hashPassword(next)
    await store.write(async (tx) => {
      const { passwordHash: currentHash } = await ownUser(tx, caller)
      if (currentHash !== user.passwordHash) throw wrongCurrentPassword()
      await tx.accounts.setPassword(user.id, passwordHash)
      const at = now()
      await tx.sessions.endOthers(user.id, caller.sessionId, at)
      await audit(tx, caller, { at, action: 'password_changed', subject: subjectOf(user) })
    })
  }

  const signOutEverywhere = ({ userId }: SessionCaller): Promise<void> =>
    store.write((tx) => tx.sessions.endAll(userId, now()))

  async function listSessions(
    { userId, sessionId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: OwnSessionView[]; total: number }> {
    const { rows, total } = await store.read.sessions.list(userId, rules.environment, now(), {
      ...page,
      providersUntil: endedProvidersUntil(rules, now()),
    })
    return { rows: rows.map((session) => toSessionView(session, sessionId)), total }
  }

  function changeProfile(caller: SessionCaller, body: JsonObject): Promise<ProfileView> {
    return store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      const problems = problemsOf(ProfileChanges, body, toProfile(user))
      const { name = user.name } = accepted(ProfileChanges, body, problems)
      await tx.accounts.renameUser(user.id, name)
      const [before, after] = [toProfile(user), toProfile({ ...user, name })]
      await audit(tx, caller, { at: now(), action: 'changed', subject: subjectOf(user), before, after })
      return after
    })
  }

  return { changePassword, signOutEverywhere, listSessions, changeProfile }
}

const subjectOf = ({ id: userId, name }: UserRow) => memberSubject({ userId, name })

const toProfile = ({ id, name, email }: UserRow): ProfileView => ({ id, name, email })

const toSessionView = (session: LiveSession, currentId: string): OwnSessionView => ({
  id: session.id,
  organization_name: session.organizationName,
  created_at: toWire(session.createdAt),
  last_used_at: toWire(plusSeconds(session.expiresAt, -refreshSeconds)),
  device: session.device,
  address: session.address,
  is_current: session.id === currentId,
})
