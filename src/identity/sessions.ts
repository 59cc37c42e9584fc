import { checked } from '../contract/check'
import { conflict, forbidden, notFound, unauthenticated } from '../errors'
import type { JsonObject } from '../json'
import type { Membership, Role, Store, UserRow, Writes } from '../storage/store'
import { fold } from '../text'
import { type Clock, plusSeconds } from '../time'
import { type Scope, scopesOfRole, type SessionCaller } from './caller'
import { refreshSeconds } from './credentials'
import { hashPassword, verifyPassword } from './passwords'
import { NewOrganization, OrganizationChoice, Setup, SignIn } from './schema'
import { isSame, newRefreshToken, randomHex, sha256 } from './secrets'
import type { Throttle } from './throttle'
import { accessSeconds, type Tokens } from './tokens'

export interface OrganizationView {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly role: Role
}

export interface SessionView {
  readonly access_token: string
  readonly expires_in: number
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly organizations: readonly OrganizationView[]
  readonly current_organization_id: number
}

/** A session as it stands after a write; its token is signed only then, outside the transaction. */
interface Begun {
  readonly sessionId: string
  readonly user: UserRow
  readonly organizations: readonly Membership[]
  readonly organizationId: number
  readonly refreshToken: string
}

/** What a sign-in gives: the answer, and the refresh token that goes into a cookie. */
export interface SignedIn {
  readonly view: SessionView
  readonly refreshToken: string
}

export interface FirstAdministrator {
  readonly organizationName: string
  readonly name: string
  readonly email: string
  readonly password: string
}

export type SessionService = ReturnType<typeof createSessionService>

/** People: first start, sign-in, organizations (contract part 3). */
export function createSessionService(
  store: Store,
  tokens: Tokens,
  attempt: Throttle,
  environment: string,
  now: Clock,
) {
  let setupToken: string | null = null

  async function issue(tx: Writes, sessionId: string, chainId: string): Promise<string> {
    const refreshToken = newRefreshToken()
    await tx.identity.insertRefreshToken({
      hash: sha256(refreshToken),
      chainId,
      apiKeyId: null,
      sessionId,
      environment,
      expiresAt: plusSeconds(now(), refreshSeconds),
    })
    return refreshToken
  }

  async function begin(tx: Writes, user: UserRow, organizationId: number): Promise<Begun> {
    const sessionId = crypto.randomUUID()
    await tx.identity.insertSession({
      id: sessionId,
      userId: user.id,
      organizationId,
      environment,
      createdAt: now(),
    })
    const refreshToken = await issue(tx, sessionId, sessionId)
    const organizations = await tx.identity.membershipsOf(user.id)
    return { sessionId, user, organizations, organizationId, refreshToken }
  }

  const toSessionView = async (begun: Omit<Begun, 'refreshToken'>): Promise<SessionView> => ({
    access_token: await tokens.sign('session', begun.sessionId),
    expires_in: accessSeconds,
    user: { id: begun.user.id, name: begun.user.name, email: begun.user.email },
    organizations: begun.organizations.map(toView),
    current_organization_id: begun.organizationId,
  })

  const toSignedIn = async (begun: Begun): Promise<SignedIn> => ({
    view: await toSessionView(begun),
    refreshToken: begun.refreshToken,
  })

  function signIn(body: JsonObject, address: string): Promise<SignedIn> {
    const { email, password } = checked(SignIn, body)
    return attempt(`account:${fold(email).slice(0, 254)}`, address, async () => {
      const user = await store.read.identity.findUserByEmail(fold(email))
      const isRight = await verifyPassword(password, user?.passwordHash)
      const [organization] = user && isRight ? await store.read.identity.membershipsOf(user.id) : []
      if (!user || !organization) throw unauthenticated('Wrong e-mail address or password')
      return toSignedIn(await store.write((tx) => begin(tx, user, organization.id)))
    })
  }

  async function refresh(refreshToken: string | undefined): Promise<SignedIn> {
    const hash = sha256(refreshToken ?? '')
    const begun = await store.write(async (tx): Promise<Begun | undefined> => {
      const token = await tx.identity.spendRefreshToken(hash, environment, 'session', now())
      if (!token) {
        const spent = await tx.identity.findRefreshToken(hash)
        if (spent?.spentAt && spent.sessionId !== null) await end(tx, spent.sessionId)
        return undefined
      }
      const session = token.sessionId === null ? undefined : await tx.identity.findSession(token.sessionId)
      const user = session && (await tx.identity.findUser(session.userId))
      if (!session || !user) return undefined
      return {
        sessionId: session.id,
        user,
        organizations: await tx.identity.membershipsOf(user.id),
        organizationId: session.organizationId,
        refreshToken: await issue(tx, session.id, token.chainId),
      }
    })
    if (!begun) throw unauthenticated('The session has ended')
    return toSignedIn(begun)
  }

  async function end(tx: Writes, sessionId: string): Promise<void> {
    await tx.identity.revokeSession(sessionId, now())
    await tx.identity.deleteChain(sessionId)
  }

  /** Ends the session that the cookie belongs to; nothing happens where there is none. */
  const signOut = (refreshToken: string | undefined): Promise<void> =>
    store.write(async (tx) => {
      const token = await tx.identity.findRefreshToken(sha256(refreshToken ?? ''))
      if (token?.sessionId) await end(tx, token.sessionId)
    })

  async function createOrganization(caller: SessionCaller, body: JsonObject): Promise<OrganizationView> {
    const { name } = checked(NewOrganization, body)
    return store.write(async (tx) =>
      toView({ ...(await openOrganization(tx, name, caller.userId)), role: 'admin' }),
    )
  }

  async function openOrganization(tx: Writes, name: string, userId: string) {
    const organization = await tx.identity.insertOrganization({
      name,
      slug: await freeSlug(tx, name),
      createdAt: now(),
    })
    await tx.identity.insertMembership(userId, organization.id, 'admin')
    await tx.slots.open(organization.id, 'asset')
    await tx.slots.open(organization.id, 'location')
    return organization
  }

  async function listOrganizations(caller: SessionCaller): Promise<OrganizationView[]> {
    return (await store.read.identity.membershipsOf(caller.userId)).map(toView)
  }

  /** The session goes on in another of the user's organizations; its tokens are of that one from now on. */
  async function switchOrganization(caller: SessionCaller, body: JsonObject): Promise<SessionView> {
    const { organization_id: organizationId } = checked(OrganizationChoice, body)
    const moved = await store.write(async (tx) => {
      const organizations = await tx.identity.membershipsOf(caller.userId)
      const user = await tx.identity.findUser(caller.userId)
      if (!user || !organizations.some(({ id }) => id === organizationId)) throw notFound('Organization')
      await tx.identity.moveSession(caller.sessionId, organizationId)
      return { sessionId: caller.sessionId, user, organizations, organizationId }
    })
    return toSessionView(moved)
  }

  /** Creates the first organization and its administrator; only while there is no user. */
  async function createFirst(first: FirstAdministrator): Promise<SignedIn> {
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
      const organization = await openOrganization(tx, first.organizationName, user.id)
      return begin(tx, user, organization.id)
    })
    return toSignedIn(begun)
  }

  /** A token for the one-time set-up link; null once there is a user. */
  async function openSetup(): Promise<string | null> {
    setupToken = (await store.read.identity.hasUsers()) ? null : randomHex(24)
    return setupToken
  }

  async function setUp(body: JsonObject): Promise<SignedIn> {
    const input = checked(Setup, body)
    if (setupToken === null) throw conflict('The installation is set up already')
    if (!isSame(input.token, setupToken)) throw forbidden('The set-up link is not valid')
    const { organization_name: organizationName, name, email, password } = input
    const signedIn = await createFirst({ organizationName, name, email, password })
    setupToken = null
    return signedIn
  }

  /** The session behind a token, as it is at this very moment. */
  async function authenticate(sessionId: string): Promise<{
    organizationId: number
    userId: string
    role: Role
    scopes: readonly Scope[]
  }> {
    const session = await store.read.identity.findSession(sessionId)
    if (!session || session.environment !== environment) throw unauthenticated('Invalid or expired token')
    const { organizationId, userId, role } = session
    return { organizationId, userId, role, scopes: scopesOfRole(role) }
  }

  return {
    signIn,
    refresh,
    signOut,
    createOrganization,
    listOrganizations,
    switchOrganization,
    createFirst,
    openSetup,
    setUp,
    authenticate,
  }
}

const toView = ({ id, name, slug, role }: Membership): OrganizationView => ({ id, name, slug, role })

/** Lower-case ASCII made from the name, unique in the installation; the first level of MQTT topics. */
async function freeSlug(tx: Writes, name: string): Promise<string> {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const ascii = letters.replace(/[^a-z0-9]+/g, '-')
  const base = ascii.replace(/^-+|-+$/g, '').slice(0, 60) || 'organization'
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!(await tx.identity.isSlugTaken(slug))) return slug
  }
}
