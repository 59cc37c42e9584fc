import { providerMessages } from './messages'
import { buildEndSessionUrl } from 'openid-client'
import { createFlows } from '../authentication/flows'
import type { Origin } from '../authentication/origins'
import { type SessionCaller, userActor } from '../../base/caller'
import { checked } from '../../contract/check'
import { conflict, forbidden, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Log } from '../../base/log'
import type { SecretBox } from '../../base/secret-box'
import { isSame } from '../../base/secrets'
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
import { noFlow, noMembership, toConflict } from './refusals'
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

/** A user whom a provider has signed in: who it is, and the roles that the groups give, if the provider decides them. */
interface Arriving {
  readonly provider: ProviderSetting
  readonly proven: ProvenUser
  readonly given: GivenRoles | undefined
}

type ProviderSettings = Pick<Settings, 'environment' | 'localSignIn' | 'publicUrl' | 'signInProviders'>

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
export class ProviderService {
  readonly #store: Store
  readonly #sessions: SessionService
  readonly #password: OwnPassword
  readonly #log: Log
  readonly #now: Clock
  readonly #environment: 'production' | 'preview'
  readonly #localSignIn: boolean
  readonly #publicUrl: string
  readonly #providers: readonly {
    client_secret?: string
    client_secret_file?: string
    id: string
    name: string
    issuer: string
    client_id: string
    scope: string
    groups_claim: string
    membership: 'automatic' | 'invitation'
    trusts_email: boolean
    roles: { group: string; organization: string; role: 'viewer' | 'operator' | 'manager' | 'admin' }[]
  }[]
  readonly #logProblem: ReturnType<typeof createProviderLog>
  readonly #problems: ReturnType<typeof createProviderProblems>
  readonly #clients: ReturnType<typeof createProviderClients>
  readonly #flows: {
    begin(flow: Flow): Promise<string>
    read(cookie: string | undefined): Flow | undefined
    take(cookie: string | undefined): Promise<Flow | undefined>
  }
  readonly #redirectUri: string

  constructor({ store, settings, sessions, password, box, log, now }: ProviderParts) {
    this.#store = store
    this.#sessions = sessions
    this.#password = password
    this.#log = log
    this.#now = now
    const { environment, localSignIn, publicUrl = '', signInProviders: providers } = settings
    this.#environment = environment
    this.#localSignIn = localSignIn
    this.#publicUrl = publicUrl
    this.#providers = providers
    this.#logProblem = createProviderLog(log)
    this.#problems = createProviderProblems(store.instances, this.#providers, now)
    this.#clients = createProviderClients(this.#logProblem, (...problem) => this.#problems.note(...problem))
    this.#flows = createFlows<Flow>(store.instances, box, 'provider', now)
    this.#redirectUri = `${this.#publicUrl}/console/sign-in/callback`
  }

  options(): SignInOptionsView {
    return {
      has_local_sign_in: this.#localSignIn,
      has_passkeys: canHavePasskeys(this.#publicUrl === '' ? undefined : this.#publicUrl),
      public_url: this.#publicUrl,
      providers: this.#providers.map(({ id, name }) => ({ id, name })),
    }
  }

  #requireProvider(id: string): ProviderSetting {
    const provider = this.#providers.find((each) => each.id === id)
    if (!provider) throw notFound(providerMessages('provider.not_found'))
    return provider
  }

  async begin(id: string, userId: string | null = null): Promise<Begun> {
    const provider = this.#requireProvider(id)
    const { url, flow } = await beginAt(
      await this.#clients.clientOf(provider),
      provider,
      this.#redirectUri,
      userId,
    )
    return { url, cookie: await this.#flows.begin(flow) }
  }

  /** Exchanges the response of the provider. Only the browser that began can finish, and only once. */
  async #prove(body: JsonObject, cookie: string | undefined, userId: string | null) {
    const { parameters } = checked(ProviderResponse, body)
    this.#requireState(parameters, cookie)
    const flow: Flow | undefined = await this.#flows.take(cookie)
    if (!flow || flow.userId !== userId) throw noFlow()
    const provider = this.#requireProvider(flow.providerId)
    const client = await this.#clients.clientOf(provider)
    const proven = await finishAt(client, this.#redirectUri, parameters, flow).catch((error: unknown) => {
      this.#logProblem('a sign-in with a provider failed', provider, error)
      throw toSentence(error, provider)
    })
    return { provider, proven }
  }

  /** Refuses the response to another sign-in, as of another tab, before it ends the one of the cookie. */
  #requireState(parameters: string, cookie: string | undefined): void {
    const begun = this.#flows.read(cookie)
    const state = new URLSearchParams(parameters).get('state') ?? ''
    if (begun && !isSame(state, begun.state)) throw noFlow()
  }

  async signIn(body: JsonObject, cookie: string | undefined, origin: Origin): Promise<SignedIn> {
    const { provider, proven } = await this.#prove(body, cookie, null)
    const groups =
      provider.membership === 'automatic' ? await this.#requireGroups(provider, proven) : undefined
    let missing: readonly string[] = []
    const started = await this.#store.write(async (tx) => {
      const at = this.#now()
      const given = groups && (await findOrganizations(tx, rolesOf(provider, groups)))
      missing = given?.missing ?? []
      const user = await this.#userOf(tx, { provider, proven, given })
      if (given) await applyRoles(tx, user, given.roles, at)
      else if (verifiedEmailOf(proven.claims) === user.email)
        await acceptInvitations(tx, user, this.#environment, at)
      const [organization] = await tx.accounts.membershipsOf(user.id)
      // Not thrown here: that would undo the end of the memberships.
      if (!organization) return undefined
      const change = { at, action: 'signed_in', after: { issuer: provider.name } } as const
      await auditEverywhere(tx, user, userActor(user), change)
      const { issuer } = proven
      return this.#sessions.begin(tx, user, { organizationId: organization.id, origin, issuer })
    })
    if (!started) throw noMembership(provider, missing)
    await this.#problems.clear(provider)
    return this.#sessions.toSignedIn(started)
  }

  /** Returns the groups of the user. If they are not known, nothing changes, and Status shows the reason. */
  async #requireGroups(provider: ProviderSetting, { claims }: ProvenUser): Promise<readonly string[]> {
    const sent = groupsOf(provider, claims)
    if ('groups' in sent) return sent.groups
    this.#logProblem(
      'a provider did not send the groups of a user',
      provider,
      new Error(sent.problem.english),
    )
    await this.#problems.note(provider, sent.problem)
    throw forbidden(providerMessages('provider.no_groups', { provider: provider.name, fault: sent.problem }))
  }

  /** Returns the user of the identity, who is created or connected if the verified address permits it. */
  async #userOf(tx: Writes, arriving: Arriving): Promise<UserRow> {
    const { provider, proven } = arriving
    const knownId = await tx.providerIdentities.findUserId(proven.issuer, proven.subject)
    const known = knownId === undefined ? undefined : await tx.accounts.findUser(knownId)
    if (known) return known
    const email = verifiedEmailOf(proven.claims)
    if (email === undefined)
      throw forbidden(providerMessages('provider.unconfirmed_email', { provider: provider.name }))
    const owner = await tx.accounts.findUserByEmail(email)
    if (owner && !provider.trusts_email)
      throw forbidden(providerMessages('provider.existing_email', { provider: provider.name }))
    if (owner) await removeUnprovenAccess(tx, owner, (issuer) => this.#trustsEmailOf(issuer), this.#now())
    const user = owner ?? (await this.#createUser(tx, arriving, email))
    await this.#connectIdentity(tx, provider, user, proven)
    return user
  }

  #trustsEmailOf(issuer: string): boolean {
    return this.#providers.some((each) => each.trusts_email && isOf(issuer, each.issuer))
  }

  /** Creates an account without a password. Throws `forbidden` if it would belong to no organization. */
  async #createUser(tx: Writes, { provider, proven, given }: Arriving, email: string): Promise<UserRow> {
    const isAdmitted = given
      ? [...given.roles.values()].some((role) => role !== null)
      : await tx.invitations.isInvited(email, this.#environment, this.#now())
    if (!isAdmitted) throw noMembership(provider, given?.missing)
    const user = {
      id: crypto.randomUUID() as string,
      email,
      name: nameOf(proven.claims, email),
      passwordHash: noPassword,
      createdAt: this.#now(),
    }
    await tx.accounts.insertUser(user)
    return user
  }

  async #connectIdentity(
    tx: Writes,
    provider: ProviderSetting,
    user: UserRow,
    { issuer, subject }: ProvenUser,
  ): Promise<void> {
    const at = this.#now()
    await tx.providerIdentities.insert({ issuer, subject, userId: user.id, createdAt: at })
    const change = { at, action: 'provider_linked', after: { issuer: provider.name } } as const
    await auditEverywhere(tx, user, userActor(user), change)
  }

  async listOwn({ userId }: SessionCaller): Promise<OwnProviderView[]> {
    const identities = await this.#store.read.providerIdentities.list(userId)
    return this.#providers.map(({ id, name, issuer }) => ({
      id,
      name,
      is_connected: identities.some((identity) => isOf(identity.issuer, issuer)),
    }))
  }

  async beginConnecting(caller: SessionCaller, id: string, body: JsonObject, origin: Origin): Promise<Begun> {
    const { current_password: current } = checked(NewConnection, body)
    await this.#password.check(caller, current, origin)
    return this.begin(id, caller.userId)
  }

  async connect(caller: SessionCaller, body: JsonObject, cookie: string | undefined): Promise<void> {
    const { provider, proven } = await this.#prove(body, cookie, caller.userId).catch(toConflict)
    await this.#store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      const knownId = await tx.providerIdentities.findUserId(proven.issuer, proven.subject)
      if (knownId !== undefined && knownId !== user.id)
        throw conflict(providerMessages('provider.other_account', { provider: provider.name }))
      if (knownId === undefined) await this.#connectIdentity(tx, provider, user, proven)
    })
  }

  disconnect(caller: SessionCaller, id: string): Promise<void> {
    const provider = this.#requireProvider(id)
    return this.#store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      if (user.passwordHash === noPassword) throw conflict(providerMessages('provider.no_password'))
      const identities = await tx.providerIdentities.list(user.id)
      const own = identities.find(({ issuer }) => isOf(issuer, provider.issuer))
      if (!own) throw notFound(providerMessages('provider.no_connection'))
      await tx.providerIdentities.remove(user.id, own.issuer)
      const change = {
        at: this.#now(),
        action: 'provider_unlinked',
        before: { issuer: provider.name },
      } as const
      await auditEverywhere(tx, user, caller.actor, change)
    })
  }

  /** Returns the address at which the user of the session signs out of the provider; null if there is none. */
  async signOutUrl({ sessionId }: SessionCaller): Promise<ProviderSignOutView> {
    const session = await this.#store.read.accounts.findSession(sessionId)
    const issuer = session?.issuer
    const provider = this.#providers.find((each) => issuer && isOf(issuer, each.issuer))
    if (!provider) return { url: null }
    const client = await this.#clients.clientOf(provider)
    if (client.serverMetadata().end_session_endpoint === undefined) return { url: null }
    return {
      url: buildEndSessionUrl(client, { post_logout_redirect_uri: `${this.#publicUrl}/console/` }).href,
    }
  }

  /** Returns the problems of providers that the Status page shows, as sentences. */
  problems() {
    return this.#problems.list()
  }

  /** Warns of roles in organizations that do not exist. Before the set-up, there is none. */
  async warnOfMissingOrganizations(): Promise<void> {
    if (!(await this.#store.read.accounts.hasUsers())) return
    for (const sentence of await missingOrganizations(this.#store.read, this.#providers))
      this.#log.warn(sentence.english)
  }
}

/** Providers may write their issuer with or without a slash at the end. */
const isOf = (issuer: string, setting: string): boolean =>
  issuer.replace(/\/$/, '') === setting.replace(/\/$/, '')
