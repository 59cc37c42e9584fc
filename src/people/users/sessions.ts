import { userMessages } from '../authentication/messages'
import { checked } from '../../contract/check'
import { type AppError, conflict, forbidden, unauthenticated } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { SessionWithRole, Store, UserRow, Writes } from '../../storage/core/store'
import { fold } from '../../base/text'
import { type Clock, plusSeconds } from '../../base/time'
import { chain, type MaybePromise } from '../../base/turns/maybe-promise'
import { userActor, systemActor, scopesOfRole, type SessionCaller } from '../../base/caller'
import { useFactor } from './factor-use'
import { createOrganization, noOrganization, toOrganizationView } from './organizations'
import type { Origin, Origins } from '../authentication/origins'
import { grantOwnership } from './owners'
import { accountKey, hashPassword, verifyPassword, wrongPassword } from './passwords'
import { OrganizationChoice, type SessionView, Setup, SignIn } from './schema'
import { newRefreshToken, randomHex, sha256 } from '../../base/secrets'
import type { SecondFactors } from '../second-factors/second-factors'
import type { SessionStart, SessionState, StartedSession } from './session-state'
import { endedProvidersUntil, isOver, sessionEnded, type SessionRules } from './session-end'
import type { Throttle } from '../authentication/throttle'
import { accessSeconds, refreshSeconds, type Tokens } from '../authentication/tokens'

/** Maximum number of sessions of a user, and of those that one sign-in ends when an earlier version has left more. */
const sessionsMax = 1000
const endedAtOnceMax = 100

/** The result of a sign-in: the response, and the tokens for the cookies. */
export interface SignedIn {
  readonly view: SessionView
  readonly refreshToken: string
  /** Identifies the device at the next sign-in; null if an existing session continues. */
  readonly deviceCookie: string | null
}

interface FirstAdministrator {
  readonly organizationName: string
  readonly name: string
  readonly email: string
  readonly password: string
}

interface SessionParts {
  readonly store: Store
  readonly tokens: Tokens
  readonly throttle: Throttle
  readonly origins: Origins
  readonly factors: SecondFactors
  readonly rules: SessionRules
  readonly now: Clock
}

/** Sessions of users: set-up, sign-in, switch of organization (docs/internal-api.md, Sessions). */
export class SessionService {
  readonly #store: Store
  readonly #tokens: Tokens
  readonly #throttle: Throttle
  readonly #origins: Origins
  readonly #factors: SecondFactors
  readonly #rules: SessionRules
  readonly #now: Clock
  readonly #environment: string

  constructor({ store, tokens, throttle, origins, factors, rules, now }: SessionParts) {
    this.#store = store
    this.#tokens = tokens
    this.#throttle = throttle
    this.#origins = origins
    this.#factors = factors
    this.#rules = rules
    this.#now = now
    this.#environment = rules.environment
  }

  async #issue(tx: Writes, sessionId: string, chainId: string): Promise<string> {
    const refreshToken = newRefreshToken()
    await tx.refreshTokens.insert({
      hash: sha256(refreshToken),
      chainId,
      apiKeyId: null,
      sessionId,
      environment: this.#environment,
      expiresAt: plusSeconds(this.#now(), refreshSeconds),
    })
    return refreshToken
  }

  /** Begins a session. Beyond the limit, the session that was unused for the longest time ends. */
  async begin(
    tx: Writes,
    user: UserRow,
    { organizationId, origin, issuer: provider }: SessionStart,
  ): Promise<StartedSession> {
    const sessionId = crypto.randomUUID()
    const issuer = provider ?? null
    await tx.accounts.insertSession({
      id: sessionId,
      userId: user.id,
      organizationId,
      environment: this.#environment,
      createdAt: this.#now(),
      device: origin?.deviceName ?? null,
      address: origin?.address ?? null,
      issuer,
    })
    const refreshToken = await this.#issue(tx, sessionId, sessionId)
    const bounds = {
      kept: sessionsMax,
      most: endedAtOnceMax,
      providersUntil: endedProvidersUntil(this.#rules, this.#now()),
    }
    await tx.sessions.endBeyond(user.id, this.#environment, bounds, this.#now())
    const deviceCookie = origin && (await this.#origins.recordSignIn(tx, user.id, origin))
    const state = await this.#stateOf(tx, { id: sessionId, issuer }, user, organizationId)
    return { ...state, refreshToken, deviceCookie }
  }

  async #stateOf(
    tx: Writes,
    { id: sessionId, issuer }: { readonly id: string; readonly issuer: string | null },
    user: UserRow,
    organizationId: number,
  ): Promise<SessionState> {
    const organizations = await tx.accounts.membershipsOf(user.id)
    const isOwner = (await tx.owners.find(user.id)) !== undefined
    const hasApp = (await this.#factors.confirmedApp(tx, user.id)) !== undefined
    const mustAddFactor = this.#mustAdd(issuer, hasApp)
    return { sessionId, issuer, mustAddFactor, user, isOwner, organizations, organizationId }
  }

  /** Returns whether the session may only add a second factor. A provider is responsible for the factors of its users. */
  #mustAdd(issuer: string | null, hasFactor: boolean): boolean {
    return this.#factors.isRequired && issuer === null && !hasFactor
  }

  async toView({ sessionId, user, ...state }: SessionState): Promise<SessionView> {
    return {
      access_token: await this.#tokens.sign('session', sessionId),
      expires_in: accessSeconds,
      user: { id: user.id, name: user.name, email: user.email },
      is_owner: state.isOwner,
      organizations: state.organizations.map(toOrganizationView),
      current_organization_id: state.organizationId,
      issuer: state.issuer,
      must_add_second_factor: state.mustAddFactor,
    }
  }

  async toSignedIn(started: StartedSession): Promise<SignedIn> {
    return {
      view: await this.toView(started),
      refreshToken: started.refreshToken,
      deviceCookie: started.deviceCookie,
    }
  }

  async signIn(body: JsonObject, origin: Origin): Promise<SignedIn> {
    const { email, password, code } = checked(SignIn, body)
    const user = await this.#store.read.accounts.findUserByEmail(fold(email))
    await this.#factors.requireLocalSignIn(user?.id)
    const attempt = await this.#origins.attemptFrom(accountKey(email), user?.id, origin)
    return this.#throttle.pass(attempt, async () => {
      const isRight = await verifyPassword(password, user?.passwordHash, attempt.isKnown)
      if (!user || !isRight) throw wrongPassword()
      const work = () => this.#store.write((tx) => this.#beginVerified(tx, user, code, origin))
      return this.toSignedIn(await this.#factors.limited(user.id, attempt, work))
    })
  }

  /** Begins a session after the password was verified. Throws if the password was changed since, or the code is wrong. */
  async #beginVerified(
    tx: Writes,
    { id, passwordHash }: UserRow,
    code: string | undefined,
    origin: Origin,
  ): Promise<StartedSession> {
    const user = await tx.accounts.findUser(id)
    if (user?.passwordHash !== passwordHash) throw wrongPassword()
    await useFactor(tx, this.#factors, { user, code, at: this.#now() })
    const [organization] = await tx.accounts.membershipsOf(id)
    if (!organization) throw forbidden(userMessages('sign_in.no_membership'))
    return this.begin(tx, user, { organizationId: organization.id, origin })
  }

  async refresh(refreshToken: string | undefined): Promise<SignedIn> {
    const hash = sha256(refreshToken ?? '')
    const started = await this.#store.write(async (tx): Promise<StartedSession | undefined> => {
      const token = await tx.refreshTokens.spend(hash, this.#environment, 'session', this.#now())
      if (!token) {
        const spent = await tx.refreshTokens.find(hash)
        if (spent?.spentAt && spent.sessionId !== null) await this.#end(tx, spent.sessionId)
        return undefined
      }
      const session = token.sessionId === null ? undefined : await tx.accounts.findSession(token.sessionId)
      if (!session) return undefined
      if (isOver(session, this.#rules, this.#now())) {
        await this.#end(tx, session.id)
        return undefined
      }
      const user = await tx.accounts.findUser(session.userId)
      if (!user) return undefined
      return {
        ...(await this.#stateOf(tx, session, user, session.organizationId)),
        refreshToken: await this.#issue(tx, session.id, token.chainId),
        deviceCookie: null,
      }
    })
    if (!started) throw unauthenticated(userMessages('user.session_ended'))
    return this.toSignedIn(started)
  }

  async #end(tx: Writes, sessionId: string): Promise<void> {
    await tx.accounts.revokeSession(sessionId, this.#now())
    await tx.refreshTokens.deleteChain(sessionId)
  }

  /** Ends the session that the refresh token belongs to, if there is one. */
  signOut(refreshToken: string | undefined): Promise<void> {
    return this.#store.write(async (tx) => {
      const token = await tx.refreshTokens.find(sha256(refreshToken ?? ''))
      if (token?.sessionId) await this.#end(tx, token.sessionId)
    })
  }

  /** Switches the session, and all its tokens, to another organization of the user. */
  async switchOrganization(caller: SessionCaller, body: JsonObject): Promise<SessionView> {
    const { organization_id: organizationId } = checked(OrganizationChoice, body)
    return this.toView(await this.#store.write((tx) => this.move(tx, caller, organizationId)))
  }

  async move(
    tx: Writes,
    { sessionId, userId }: SessionCaller,
    organizationId: number,
  ): Promise<SessionState> {
    const [user, session] = [await tx.accounts.findUser(userId), await tx.accounts.findSession(sessionId)]
    const state = user && session && (await this.#stateOf(tx, session, user, organizationId))
    if (!state?.organizations.some(({ id }) => id === organizationId)) throw noOrganization()
    await tx.accounts.moveSession(sessionId, organizationId)
    return state
  }

  /**
   * Creates the first organization and its administrator, who owns the installation. Throws `conflict` if a user
   * exists.
   *
   * @param origin the origin of the request; null if the service itself creates them
   */
  async createFirst(first: FirstAdministrator, origin: Origin | null): Promise<SignedIn> {
    const passwordHash = await hashPassword(first.password)
    const started = await this.#store.write(async (tx) => {
      if (await tx.accounts.hasUsers()) throw isSetUp()
      const user = {
        id: crypto.randomUUID() as string,
        email: fold(first.email),
        name: first.name,
        passwordHash,
        createdAt: this.#now(),
      }
      await tx.accounts.insertUser(user)
      const actor = origin ? userActor(user) : systemActor
      const organization = await createOrganization(tx, {
        name: first.organizationName,
        userId: user.id,
        actor,
        at: this.#now(),
      })
      await grantOwnership(tx, user, { organizationId: organization.id, actor }, this.#now())
      return this.begin(tx, user, { organizationId: organization.id, origin })
    })
    return this.toSignedIn(started)
  }

  /** Creates the token of the one-time set-up link. Returns null if a user exists. */
  async createSetupToken(): Promise<string | null> {
    if (await this.#store.read.accounts.hasUsers()) return null
    const token = randomHex(24)
    await this.#store.instances.keep(setUpName(token), 'valid', setUpSeconds)
    return token
  }

  async setUp(body: JsonObject, origin: Origin): Promise<SignedIn> {
    const input = checked(Setup, body)
    if (await this.#store.read.accounts.hasUsers()) throw isSetUp()
    const link = setUpName(input.token)
    if ((await this.#store.instances.find(link)) === undefined)
      throw forbidden(userMessages('user.setup_link'))
    const { organization_name: organizationName, name, email, password } = input
    return this.createFirst({ organizationName, name, email, password }, origin)
  }

  /** Returns the current rights of a session. Throws `unauthenticated` if it has ended. */
  authenticate(sessionId: string): MaybePromise<Omit<SessionCaller, 'kind' | 'sessionId'>> {
    return chain(this.#store.read.accounts.findSession(sessionId), (session) => this.#rightsOf(session))
  }

  #rightsOf(session: SessionWithRole | undefined): Omit<SessionCaller, 'kind' | 'sessionId'> {
    if (!session || session.environment !== this.#environment || isOver(session, this.#rules, this.#now()))
      throw sessionEnded()
    const { organizationId, userId, userName, role, isOwner } = session
    const actor = userActor({ id: userId, name: userName })
    const mustAddFactor = this.#mustAdd(session.issuer, session.hasSecondFactor)
    return { organizationId, actor, userId, role, isOwner, mustAddFactor, scopes: scopesOfRole(role) }
  }
}

const isSetUp = (): AppError => conflict(userMessages('user.set_up'))

/** Lifetime of a set-up link, in seconds: 30 days. A restart creates another one. */
const setUpSeconds = 30 * 86_400

/** The name of a set-up link among what the instances share. */
const setUpName = (token: string): string => `set-up ${sha256(token)}`
