import { checked } from '../contract/check'
import { type AppError, conflict, forbidden, notFound, unauthenticated } from '../errors'
import type { JsonObject } from '../json'
import type { Membership, Store, UserRow, Writes } from '../storage/store'
import { fold } from '../text'
import { type Clock, plusSeconds } from '../time'
import { userActor, systemActor, scopesOfRole, type SessionCaller } from '../caller'
import { openOrganization, toOrganizationView } from './organizations'
import type { Origin, Origins } from '../authentication/origins'
import { giveOwnership } from './owners'
import { hashPassword, verifyPassword } from './passwords'
import { OrganizationChoice, type SessionView, Setup, SignIn } from './schema'
import { isSame, newRefreshToken, randomHex, sha256 } from '../secrets'
import type { Throttle } from '../authentication/throttle'
import { accessSeconds, refreshSeconds, type Tokens } from '../authentication/tokens'

/** A session as it stands after a write; its token is signed only then, outside the transaction. */
interface Standing {
  readonly sessionId: string
  readonly user: UserRow
  readonly isOwner: boolean
  readonly organizations: readonly Membership[]
  readonly organizationId: number
}

interface Begun extends Standing {
  readonly refreshToken: string
  readonly deviceCookie: string | null
}

/** What a sign-in gives: the answer, and the tokens that go into cookies. */
export interface SignedIn {
  readonly view: SessionView
  readonly refreshToken: string
  /** By which the account knows the device at the next sign-in; null if the session only goes on. */
  readonly deviceCookie: string | null
}

export interface FirstAdministrator {
  readonly organizationName: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** By which the failures of an account are counted, wherever its password is asked for. */
export const accountKey = (email: string): string => `account:${fold(email).slice(0, 254)}`

/** One text for all that is wrong, so that nothing is learned of who has an account. */
export const wrongPassword = (): AppError => unauthenticated('Wrong e-mail address or password')

export type SessionService = ReturnType<typeof createSessionService>

/** People: set-up, sign-in, change of organization (docs/internal-api.md, Sessions). */
export function createSessionService(
  store: Store,
  tokens: Tokens,
  throttle: Throttle,
  origins: Origins,
  environment: string,
  now: Clock,
) {
  let setupToken: string | null = null

  async function issue(tx: Writes, sessionId: string, chainId: string): Promise<string> {
    const refreshToken = newRefreshToken()
    await tx.refreshTokens.insert({
      hash: sha256(refreshToken),
      chainId,
      apiKeyId: null,
      sessionId,
      environment,
      expiresAt: plusSeconds(now(), refreshSeconds),
    })
    return refreshToken
  }

  /** @param origin null if no request began it, but the settings of a first start */
  async function begin(
    tx: Writes,
    user: UserRow,
    organizationId: number,
    origin: Origin | null,
  ): Promise<Begun> {
    const sessionId = crypto.randomUUID()
    await tx.identity.insertSession({
      id: sessionId,
      userId: user.id,
      organizationId,
      environment,
      createdAt: now(),
    })
    const refreshToken = await issue(tx, sessionId, sessionId)
    const deviceCookie = origin && (await origins.remember(tx, user.id, origin))
    const standing = await standingOf(tx, sessionId, user, organizationId)
    return { ...standing, refreshToken, deviceCookie }
  }

  async function standingOf(
    tx: Writes,
    sessionId: string,
    user: UserRow,
    organizationId: number,
  ): Promise<Standing> {
    const organizations = await tx.identity.membershipsOf(user.id)
    const isOwner = (await tx.owners.find(user.id)) !== undefined
    return { sessionId, user, isOwner, organizations, organizationId }
  }

  const toView = async ({ sessionId, user, ...standing }: Standing): Promise<SessionView> => ({
    access_token: await tokens.sign('session', sessionId),
    expires_in: accessSeconds,
    user: { id: user.id, name: user.name, email: user.email },
    is_owner: standing.isOwner,
    organizations: standing.organizations.map(toOrganizationView),
    current_organization_id: standing.organizationId,
  })

  const toSignedIn = async (begun: Begun): Promise<SignedIn> => ({
    view: await toView(begun),
    refreshToken: begun.refreshToken,
    deviceCookie: begun.deviceCookie,
  })

  async function signIn(body: JsonObject, origin: Origin): Promise<SignedIn> {
    const { email, password } = checked(SignIn, body)
    const user = await store.read.identity.findUserByEmail(fold(email))
    const attempt = await origins.attemptFrom(accountKey(email), user?.id, origin)
    return throttle.pass(attempt, async () => {
      const isRight = await verifyPassword(password, user?.passwordHash, attempt.isKnown)
      if (!user || !isRight) throw wrongPassword()
      return toSignedIn(await store.write((tx) => enter(tx, user, origin)))
    })
  }

  /** Once the password has proven right, unless it was changed meanwhile. */
  async function enter(tx: Writes, { id, passwordHash }: UserRow, origin: Origin): Promise<Begun> {
    const user = await tx.identity.findUser(id)
    if (user?.passwordHash !== passwordHash) throw wrongPassword()
    const [organization] = await tx.identity.membershipsOf(id)
    if (!organization)
      throw forbidden('This account belongs to no organization: ask an admin for an invitation')
    return begin(tx, user, organization.id, origin)
  }

  async function refresh(refreshToken: string | undefined): Promise<SignedIn> {
    const hash = sha256(refreshToken ?? '')
    const begun = await store.write(async (tx): Promise<Begun | undefined> => {
      const token = await tx.refreshTokens.spend(hash, environment, 'session', now())
      if (!token) {
        const spent = await tx.refreshTokens.find(hash)
        if (spent?.spentAt && spent.sessionId !== null) await end(tx, spent.sessionId)
        return undefined
      }
      const session = token.sessionId === null ? undefined : await tx.identity.findSession(token.sessionId)
      const user = session && (await tx.identity.findUser(session.userId))
      if (!session || !user) return undefined
      return {
        ...(await standingOf(tx, session.id, user, session.organizationId)),
        refreshToken: await issue(tx, session.id, token.chainId),
        deviceCookie: null,
      }
    })
    if (!begun) throw unauthenticated('The session has ended')
    return toSignedIn(begun)
  }

  async function end(tx: Writes, sessionId: string): Promise<void> {
    await tx.identity.revokeSession(sessionId, now())
    await tx.refreshTokens.deleteChain(sessionId)
  }

  /** Ends the session that the cookie belongs to; nothing happens where there is none. */
  const signOut = (refreshToken: string | undefined): Promise<void> =>
    store.write(async (tx) => {
      const token = await tx.refreshTokens.find(sha256(refreshToken ?? ''))
      if (token?.sessionId) await end(tx, token.sessionId)
    })

  /** The session goes on in another of the user's organizations; its tokens are of that one from now on. */
  async function switchOrganization(caller: SessionCaller, body: JsonObject): Promise<SessionView> {
    const { organization_id: organizationId } = checked(OrganizationChoice, body)
    return toView(await store.write((tx) => move(tx, caller, organizationId)))
  }

  async function move(
    tx: Writes,
    { sessionId, userId }: SessionCaller,
    organizationId: number,
  ): Promise<Standing> {
    const user = await tx.identity.findUser(userId)
    const standing = user && (await standingOf(tx, sessionId, user, organizationId))
    if (!standing?.organizations.some(({ id }) => id === organizationId)) throw notFound('Organization')
    await tx.identity.moveSession(sessionId, organizationId)
    return standing
  }

  /**
   * Creates the first organization and its administrator, who owns the installation; only while there is no user.
   *
   * @param origin from where the administrator signs in with it; null if the program itself does it
   */
  async function createFirst(first: FirstAdministrator, origin: Origin | null): Promise<SignedIn> {
    const passwordHash = await hashPassword(first.password)
    const begun = await store.write(async (tx) => {
      if (await tx.identity.hasUsers()) throw conflict('The installation is set up already')
      const user = {
        id: crypto.randomUUID() as string,
        email: fold(first.email),
        name: first.name,
        passwordHash,
        createdAt: now(),
      }
      await tx.identity.insertUser(user)
      const actor = origin ? userActor(user) : systemActor
      const organization = await openOrganization(tx, first.organizationName, user.id, actor, now())
      await giveOwnership(tx, user, { organizationId: organization.id, actor }, now())
      return begin(tx, user, organization.id, origin)
    })
    return toSignedIn(begun)
  }

  /** A token for the one-time set-up link; null once there is a user. */
  async function openSetup(): Promise<string | null> {
    setupToken = (await store.read.identity.hasUsers()) ? null : randomHex(24)
    return setupToken
  }

  async function setUp(body: JsonObject, origin: Origin): Promise<SignedIn> {
    const input = checked(Setup, body)
    if (setupToken === null) throw conflict('The installation is set up already')
    if (!isSame(input.token, setupToken)) throw forbidden('The set-up link is not valid')
    const { organization_name: organizationName, name, email, password } = input
    const signedIn = await createFirst({ organizationName, name, email, password }, origin)
    setupToken = null
    return signedIn
  }

  /** The session behind a token, as it is at this very moment. */
  async function authenticate(sessionId: string): Promise<Omit<SessionCaller, 'kind' | 'sessionId'>> {
    const session = await store.read.identity.findSession(sessionId)
    if (!session || session.environment !== environment) throw unauthenticated('Invalid or expired token')
    const { organizationId, userId, userName, role, isOwner } = session
    const actor = userActor({ id: userId, name: userName })
    return { organizationId, actor, userId, role, isOwner, scopes: scopesOfRole(role) }
  }

  return {
    signIn,
    refresh,
    signOut,
    switchOrganization,
    createFirst,
    openSetup,
    setUp,
    authenticate,
    begin,
    move,
    toView,
    toSignedIn,
  }
}
