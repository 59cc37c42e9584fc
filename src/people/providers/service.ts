import { buildEndSessionUrl } from 'openid-client'
import { createFlows } from '../authentication/flows'
import type { Origin } from '../authentication/origins'
import { type SessionCaller, userActor } from '../../base/caller'
import { checked } from '../../contract/check'
import { type AppError, conflict, forbidden, notFound, unauthenticated } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Log } from '../../base/log'
import type { SecretBox } from '../../base/secret-box'
import type { ProviderSetting } from '../../settings/providers'
import type { Settings } from '../../settings/table'
import type { Store, UserRow, Writes } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import { canHavePasskeys } from '../passkeys/service'
import { auditEverywhere } from '../users/account-audit'
import { type OwnPassword, ownUser } from '../users/own-password'
import { noPassword } from '../users/passwords'
import type { SessionService, SignedIn } from '../users/sessions'
import { nameOf, verifiedEmailOf } from './claims'
import { createProviderClients, createProviderLog } from './clients'
import { beginAt, finishAt, type ProvenUser, toSentence } from './exchange'
import type { Flow } from './flow'
import { groupsOf, rolesOf } from './groups'
import { acceptInvitations, applyRoles, findOrganizations, type GivenRoles } from './memberships'
import { missingOrganizations } from './missing-organizations'
import { createProviderProblems } from './problems'
import {
  NewConnection,
  type OwnProviderView,
  ProviderResponse,
  type ProviderSignOutView,
  type SignInOptionsView,
} from './schema'
import { removeUnprovenAccess } from './unproven-access'

/** A sign-in that has begun: the address of the provider, and the cookie that binds the browser. */
export interface Begun {
  readonly url: string
  readonly cookie: string
}

type ProviderSettings = Pick<Settings, 'environment' | 'localSignIn' | 'publicUrl' | 'signInProviders'>

export type ProviderService = ReturnType<typeof createProviderService>

interface ProviderParts {
  readonly store: Store
  readonly settings: ProviderSettings
  readonly sessions: SessionService
  readonly password: OwnPassword
  readonly box: SecretBox
  readonly log: Log
  readonly now: Clock
}

/** Signs users in with OpenID Connect providers (docs/internal-api.md, Providers; decision 0026). */
export function createProviderService({
  store,
  settings: { environment, localSignIn, publicUrl = '', signInProviders: providers },
  sessions,
  password,
  box,
  log,
  now,
}: ProviderParts) {
  const logProblem = createProviderLog(log)
  const problems = createProviderProblems(store.instances, providers, now)
  const clients = createProviderClients(logProblem, problems.note)
  const flows = createFlows<Flow>(store.instances, box, 'provider', now)
  const redirectUri = `${publicUrl}/console/sign-in/callback`

  const options = (): SignInOptionsView => ({
    has_local_sign_in: localSignIn,
    has_passkeys: canHavePasskeys(publicUrl === '' ? undefined : publicUrl),
    public_url: publicUrl,
    providers: providers.map(({ id, name }) => ({ id, name })),
  })

  function requireProvider(id: string): ProviderSetting {
    const provider = providers.find((each) => each.id === id)
    if (!provider) throw notFound('Provider')
    return provider
  }

  async function begin(id: string, userId: string | null = null): Promise<Begun> {
    const provider = requireProvider(id)
    const { url, flow } = await beginAt(await clients.clientOf(provider), provider, redirectUri, userId)
    return { url, cookie: await flows.begin(flow) }
  }

  /** Exchanges the response of the provider. Only the browser that began can finish, and only once. */
  async function prove(body: JsonObject, cookie: string | undefined, userId: string | null) {
    const { parameters } = checked(ProviderResponse, body)
    const flow: Flow | undefined = await flows.take(cookie)
    if (!flow || flow.userId !== userId) throw noFlow()
    const provider = requireProvider(flow.providerId)
    const client = await clients.clientOf(provider)
    const proven = await finishAt(client, redirectUri, parameters, flow).catch((error: unknown) => {
      logProblem('a sign-in with a provider failed', provider, error)
      throw toSentence(error, provider)
    })
    return { provider, proven }
  }

  async function signIn(body: JsonObject, cookie: string | undefined, origin: Origin): Promise<SignedIn> {
    const { provider, proven } = await prove(body, cookie, null)
    const groups = provider.membership === 'automatic' ? await requireGroups(provider, proven) : undefined
    let missing: readonly string[] = []
    const started = await store.write(async (tx) => {
      const at = now()
      const given = groups && (await findOrganizations(tx, rolesOf(provider, groups)))
      missing = given?.missing ?? []
      const user = await userOf(tx, provider, proven, given)
      if (given) await applyRoles(tx, user, given.roles, at)
      else if (verifiedEmailOf(proven.claims) === user.email)
        await acceptInvitations(tx, user, environment, at)
      const [organization] = await tx.accounts.membershipsOf(user.id)
      // Not thrown here: that would undo the end of the memberships.
      if (!organization) return undefined
      const change = { at, action: 'signed_in', after: { issuer: provider.name } } as const
      await auditEverywhere(tx, user, userActor(user), change)
      return sessions.begin(tx, user, organization.id, origin, proven.issuer)
    })
    if (!started) throw noMembership(provider, missing)
    await problems.clear(provider)
    return sessions.toSignedIn(started)
  }

  /** Returns the groups of the user. If they are not known, nothing changes, and Status shows the reason. */
  async function requireGroups(
    provider: ProviderSetting,
    { claims }: ProvenUser,
  ): Promise<readonly string[]> {
    const sent = groupsOf(provider, claims)
    if ('groups' in sent) return sent.groups
    logProblem('a provider did not send the groups of a user', provider, new Error(sent.problem))
    await problems.note(provider, sent.problem)
    throw forbidden(
      `${provider.name} ${sent.problem}, so your groups are not known and nothing was changed: ask the administrator of the server to correct the provider or the settings of the sign-in`,
    )
  }

  /** Returns the user of the identity, who is created or connected if the verified address permits it. */
  async function userOf(
    tx: Writes,
    provider: ProviderSetting,
    proven: ProvenUser,
    given: GivenRoles | undefined,
  ): Promise<UserRow> {
    const knownId = await tx.providerIdentities.findUserId(proven.issuer, proven.subject)
    const known = knownId === undefined ? undefined : await tx.accounts.findUser(knownId)
    if (known) return known
    const email = verifiedEmailOf(proven.claims)
    if (email === undefined)
      throw forbidden(
        `${provider.name} does not confirm your e-mail address. If you have an account, sign in with your password and connect ${provider.name} on the Account page`,
      )
    const owner = await tx.accounts.findUserByEmail(email)
    if (owner && !provider.trusts_email)
      throw forbidden(
        `An account with your e-mail address exists. Sign in to it and connect ${provider.name} on the Account page`,
      )
    if (owner) await removeUnprovenAccess(tx, owner, trustsEmailOf, now())
    const user = owner ?? (await createUser(tx, provider, proven, email, given))
    await connectIdentity(tx, provider, user, proven)
    return user
  }

  const trustsEmailOf = (issuer: string): boolean =>
    providers.some((each) => each.trusts_email && isOf(issuer, each.issuer))

  /** Creates an account without a password. Throws `forbidden` if it would belong to no organization. */
  async function createUser(
    tx: Writes,
    provider: ProviderSetting,
    { claims }: ProvenUser,
    email: string,
    given: GivenRoles | undefined,
  ): Promise<UserRow> {
    const isAdmitted = given
      ? [...given.roles.values()].some((role) => role !== null)
      : await tx.invitations.isInvited(email, environment, now())
    if (!isAdmitted) throw noMembership(provider, given?.missing)
    const user = {
      id: crypto.randomUUID() as string,
      email,
      name: nameOf(claims, email),
      passwordHash: noPassword,
      createdAt: now(),
    }
    await tx.accounts.insertUser(user)
    return user
  }

  async function connectIdentity(
    tx: Writes,
    provider: ProviderSetting,
    user: UserRow,
    { issuer, subject }: ProvenUser,
  ): Promise<void> {
    const at = now()
    await tx.providerIdentities.insert({ issuer, subject, userId: user.id, createdAt: at })
    const change = { at, action: 'provider_linked', after: { issuer: provider.name } } as const
    await auditEverywhere(tx, user, userActor(user), change)
  }

  async function listOwn({ userId }: SessionCaller): Promise<OwnProviderView[]> {
    const identities = await store.read.providerIdentities.list(userId)
    return providers.map(({ id, name, issuer }) => ({
      id,
      name,
      is_connected: identities.some((identity) => isOf(identity.issuer, issuer)),
    }))
  }

  async function beginConnecting(
    caller: SessionCaller,
    id: string,
    body: JsonObject,
    origin: Origin,
  ): Promise<Begun> {
    const { current_password: current } = checked(NewConnection, body)
    await password.check(caller, current, origin)
    return begin(id, caller.userId)
  }

  async function connect(caller: SessionCaller, body: JsonObject, cookie: string | undefined): Promise<void> {
    const { provider, proven } = await prove(body, cookie, caller.userId).catch(toConflict)
    await store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      const knownId = await tx.providerIdentities.findUserId(proven.issuer, proven.subject)
      if (knownId !== undefined && knownId !== user.id)
        throw conflict(`Another account is connected to this account of ${provider.name}`)
      if (knownId === undefined) await connectIdentity(tx, provider, user, proven)
    })
  }

  function disconnect(caller: SessionCaller, id: string): Promise<void> {
    const provider = requireProvider(id)
    return store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      if (user.passwordHash === noPassword)
        throw conflict('This account has no password: without the provider, you could not sign in')
      const identities = await tx.providerIdentities.list(user.id)
      const own = identities.find(({ issuer }) => isOf(issuer, provider.issuer))
      if (!own) throw notFound('Connection')
      await tx.providerIdentities.remove(user.id, own.issuer)
      const change = { at: now(), action: 'provider_unlinked', before: { issuer: provider.name } } as const
      await auditEverywhere(tx, user, caller.actor, change)
    })
  }

  /** Returns the address at which the user of the session signs out of the provider; null if there is none. */
  async function signOutUrl({ sessionId }: SessionCaller): Promise<ProviderSignOutView> {
    const session = await store.read.accounts.findSession(sessionId)
    const issuer = session?.issuer
    const provider = providers.find((each) => issuer && isOf(issuer, each.issuer))
    if (!provider) return { url: null }
    const client = await clients.clientOf(provider)
    if (client.serverMetadata().end_session_endpoint === undefined) return { url: null }
    return { url: buildEndSessionUrl(client, { post_logout_redirect_uri: `${publicUrl}/console/` }).href }
  }

  return {
    options,
    begin,
    signIn,
    listOwn,
    beginConnecting,
    connect,
    disconnect,
    signOutUrl,
    /** Returns the problems of providers that the Status page shows, as sentences. */
    problems: () => problems.list(),
    /** Warns of roles in organizations that do not exist. Before the set-up, there is none. */
    async warnOfMissingOrganizations(): Promise<void> {
      if (!(await store.read.accounts.hasUsers())) return
      for (const sentence of await missingOrganizations(store.read, providers)) log.warn(sentence)
    },
  }
}

/** Providers may write their issuer with or without a slash at the end. */
const isOf = (issuer: string, setting: string): boolean =>
  issuer.replace(/\/$/, '') === setting.replace(/\/$/, '')

const noFlow = (): AppError =>
  unauthenticated('This sign-in has expired, was finished or began in another browser: begin again')

/** Not 401: the session is valid, and after a 401 the console would end it. */
function toConflict(error: unknown): never {
  throw (error as AppError).code === 'unauthenticated' ? conflict((error as AppError).message) : error
}

/** @param missing the short names of organizations that do not exist, although the user has a role there */
function noMembership({ name }: ProviderSetting, missing: readonly string[] = []): AppError {
  const [organization] = missing
  if (organization !== undefined)
    return forbidden(
      `You are signed in at ${name}, but the organization "${organization}" of your role does not exist: ask the administrator of the server to correct the roles of the provider`,
    )
  return forbidden(
    `You are signed in at ${name}, but you are not a member of an organization here: ask an admin for access`,
  )
}
