import { callerMessages } from '../../contract/messages'
import { userMessages } from '../authentication/messages'
import { audit } from '../audit/record'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { AppError, conflict, forbidden, invalidField, notFound, unauthenticated } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { InvitationRow, PendingInvitation, Store, UserRow, Writes } from '../../storage/core/store'
import { fold } from '../../base/text'
import { type Clock, plusSeconds, toWire } from '../../base/time'
import type { SessionCaller } from '../../base/caller'
import { useFactor } from './factor-use'
import { addMember, requireStillAdmin } from './members'
import type { Origin, Origins } from '../authentication/origins'
import { accountKey, hashPassword, verifyPassword, wrongPassword } from './passwords'
import {
  Acceptance,
  type InvitationLookView,
  InvitationToken,
  type InvitationView,
  type CreatedInvitationView,
  NewInvitation,
} from './member-schema'
import type { SessionView } from './schema'
import { newInvitationToken, sha256 } from '../../base/secrets'
import type { SessionService, SignedIn } from './sessions'
import type { SecondFactors } from '../second-factors/second-factors'
import type { Throttle } from '../authentication/throttle'

/** Lifetime of an invitation: a week, in seconds. */
const lifeSeconds = 7 * 86_400

interface InvitationParts {
  readonly store: Store
  readonly sessions: SessionService
  readonly throttle: Throttle
  readonly origins: Origins
  readonly factors: SecondFactors
  readonly environment: string
  readonly now: Clock
}

/** Invitations: links with which users become members of an organization (docs/internal-api.md, Invitations). */
export class InvitationService {
  readonly #store: Store
  readonly #sessions: SessionService
  readonly #throttle: Throttle
  readonly #origins: Origins
  readonly #factors: SecondFactors
  readonly #environment: string
  readonly #now: Clock

  constructor({ store, sessions, throttle, origins, factors, environment, now }: InvitationParts) {
    this.#store = store
    this.#sessions = sessions
    this.#throttle = throttle
    this.#origins = origins
    this.#factors = factors
    this.#environment = environment
    this.#now = now
  }

  /** Creates an invitation and returns its link. Only the hash of the link's secret is stored. */
  async create(caller: SessionCaller, body: JsonObject): Promise<CreatedInvitationView> {
    const { email, role } = checked(NewInvitation, body)
    const token = newInvitationToken()
    const invitation = {
      organizationId: caller.organizationId,
      environment: this.#environment,
      email: email ? fold(email) : null,
      role,
      tokenHash: sha256(token),
      invitedBy: caller.userId,
      createdAt: this.#now(),
      expiresAt: plusSeconds(this.#now(), lifeSeconds),
    }
    const created = await this.#store.write(async (tx) => {
      await requireStillAdmin(tx, caller)
      const invited =
        invitation.email === null ? undefined : await tx.accounts.findUserByEmail(invitation.email)
      if (invited) await requireNonMember(tx, caller.organizationId, invited.id)
      const id = await tx.invitations.insert(invitation)
      const after = toOffer({ ...invitation, id })
      const { createdAt: at } = invitation
      await audit(tx, caller, { at, action: 'created', subject: subjectOf(after), after })
      return after
    })
    return { ...created, url: `/console/join#${token}` }
  }

  async list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: InvitationView[]; total: number }> {
    const { rows, total } = await this.#store.read.invitations.list(
      organizationId,
      this.#environment,
      this.#now(),
      page,
    )
    return { rows: rows.map(toView), total }
  }

  revoke(caller: SessionCaller, id: number): Promise<void> {
    return this.#store.write(async (tx) => {
      const invitation = await tx.invitations.revoke(caller.organizationId, id)
      if (!invitation) throw notFound(userMessages('user.no_invitation'))
      const before = toOffer(invitation)
      await audit(tx, caller, { at: this.#now(), action: 'revoked', subject: subjectOf(before), before })
    })
  }

  async #pendingOf(token: string): Promise<PendingInvitation> {
    const pending = await this.#store.read.invitations.find(sha256(token), this.#environment, this.#now())
    if (!pending) throw noInvitation()
    return pending
  }

  async look(body: JsonObject): Promise<InvitationLookView> {
    const { token } = checked(InvitationToken, body)
    const { organizationName, role, email, expiresAt } = await this.#pendingOf(token)
    return { organization_name: organizationName, role, email, expires_at: toWire(expiresAt) }
  }

  /** Uses up the invitation. An error later in the transaction makes it usable again. */
  async #spend(tx: Writes, token: string): Promise<InvitationRow> {
    const invitation = await tx.invitations.take(sha256(token), this.#environment, this.#now())
    if (!invitation) throw noInvitation()
    return invitation
  }

  async #admit(tx: Writes, invitation: InvitationRow, user: UserRow): Promise<void> {
    await requireNonMember(tx, invitation.organizationId, user.id)
    await addMember(tx, invitation, user, this.#now())
  }

  /**
   * Accepts an invitation without a session. If the e-mail address has an account, the password must be that of the
   * account. Otherwise an account is created, which needs a name. A wrong password and an unknown address without a
   * name return the same error, so that only an accepted invitation reveals that an address had no account.
   */
  async accept(body: JsonObject, origin: Origin): Promise<SignedIn> {
    const { token, name, email: sent, password, code } = checked(Acceptance, body)
    const email = fold(sent)
    const invitation = await this.#pendingOf(token)
    if (invitation.email !== null && invitation.email !== email)
      throw invalidField('email', 'invalid_value', userMessages('user.other_invitation'))
    const known = await this.#store.read.accounts.findUserByEmail(email)
    await this.#factors.requireLocalSignIn(known?.id)
    const attempt = await this.#origins.attemptFrom(accountKey(email), known?.id, origin)
    const started = await this.#throttle.pass(attempt, async () => {
      const hasAccount = known !== undefined || name === undefined
      const user = hasAccount
        ? await authenticatedUser(known, password, attempt.isKnown)
        : await this.#newUser(email, name, password)
      const work = () =>
        this.#store.write(async (tx) => {
          const spent = await this.#spend(tx, token)
          const current = await tx.accounts.findUserByEmail(email)
          if (current?.passwordHash !== known?.passwordHash) throw wrongPassword()
          if (!current) await tx.accounts.insertUser(user)
          await useFactor(tx, this.#factors, { user, code, at: this.#now() })
          await this.#admit(tx, spent, user)
          return this.#sessions.begin(tx, user, { organizationId: spent.organizationId, origin })
        })
      return this.#factors.limited(user.id, attempt, work)
    })
    return this.#sessions.toSignedIn(started)
  }

  async #newUser(email: string, name: string, password: string): Promise<UserRow> {
    return {
      id: crypto.randomUUID(),
      email,
      name,
      passwordHash: await hashPassword(password),
      createdAt: this.#now(),
    }
  }

  /** Accepts an invitation in a session, which then switches to the organization. */
  async join(caller: SessionCaller, body: JsonObject): Promise<SessionView> {
    const { token } = checked(InvitationToken, body)
    const moved = await this.#store.write(async (tx) => {
      const invitation = await this.#spend(tx, token)
      const user = await tx.accounts.findUser(caller.userId)
      if (!user) throw unauthenticated(callerMessages('caller.token'))
      if (invitation.email !== null && invitation.email !== user.email)
        throw forbidden(userMessages('user.other_invitation'))
      await this.#admit(tx, invitation, user)
      return this.#sessions.move(tx, caller, invitation.organizationId)
    })
    return this.#sessions.toView(moved)
  }
}

/** The same error for every invalid invitation, so that it does not reveal which ones existed. */
const noInvitation = (): AppError => new AppError('not_found', userMessages('user.invitation_ended'))

async function authenticatedUser(
  user: UserRow | undefined,
  password: string,
  isFirst: boolean,
): Promise<UserRow> {
  const isRight = await verifyPassword(password, user?.passwordHash, isFirst)
  if (!user || !isRight) throw wrongPassword()
  return user
}

async function requireNonMember(tx: Writes, organizationId: number, userId: string): Promise<void> {
  if (await tx.members.find(organizationId, userId)) throw conflict(userMessages('user.already_member'))
}

type Offer = Omit<CreatedInvitationView, 'url'>

const toOffer = ({ id, role, email, expiresAt }: InvitationRow): Offer => ({
  id,
  role,
  email,
  expires_at: toWire(expiresAt),
})

const subjectOf = ({ id, email }: Offer) => ({ kind: 'invitation', id, name: email }) as const

const toView = (invitation: PendingInvitation): InvitationView => ({
  id: invitation.id,
  role: invitation.role,
  email: invitation.email,
  expires_at: toWire(invitation.expiresAt),
  created_at: toWire(invitation.createdAt),
  invited_by: invitation.inviter,
})
