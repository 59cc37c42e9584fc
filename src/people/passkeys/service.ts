import { userMessages } from '../authentication/messages'
import { passkeyMessages } from './messages'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isIP } from 'node:net'
import { createFlows } from '../authentication/flows'
import type { Origin } from '../authentication/origins'
import type { SessionCaller } from '../../base/caller'
import { checked } from '../../contract/check'
import {
  type AppError,
  conflict,
  forbidden,
  invalidField,
  notFound,
  unauthenticated,
} from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { SecondFactors } from '../second-factors/second-factors'
import type { PasskeyRow, Store } from '../../storage/core/store'
import { type Clock, toWire, wireOrNull } from '../../base/time'
import { auditEverywhere } from '../users/account-audit'
import { type OwnPassword, ownUser } from '../users/own-password'
import type { SessionService, SignedIn } from '../users/sessions'
import { NewPasskey, PasskeyPassword, PasskeyResponse, type PasskeyView } from './schema'

/** Maximum number of passkeys of a user. */
const passkeysMax = 20

/** The options for the browser, and the cookie that binds the response to it. */
export interface Asked {
  readonly options: string
  readonly cookie: string
}

interface Challenge {
  readonly challenge: string
  /** The user who adds a passkey; null for a sign-in. */
  readonly userId: string | null
}

/** Browsers create passkeys only for a host name, over HTTPS or on this machine. */
export function canHavePasskeys(publicUrl: string | undefined): boolean {
  const url = publicUrl === undefined ? null : new URL(publicUrl)
  if (!url || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0) return false
  return url.protocol === 'https:' || url.hostname === 'localhost'
}

/** The library is loaded only when it is needed. Its certificates need reflect-metadata first. */
async function webAuthn() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

interface PasskeyParts {
  readonly store: Store
  readonly publicUrl: string | undefined
  readonly sessions: SessionService
  readonly password: OwnPassword
  readonly factors: SecondFactors
  readonly now: Clock
}

/** Passkeys: sign-in without a password (docs/internal-api.md, Passkeys; decision 0026). */
export class PasskeyService {
  readonly #store: Store
  readonly #publicUrl: string | undefined
  readonly #sessions: SessionService
  readonly #password: OwnPassword
  readonly #factors: SecondFactors
  readonly #now: Clock
  readonly #flows: {
    begin(flow: Challenge): Promise<string>
    take(cookie: string | undefined): Promise<Challenge | undefined>
  }

  constructor({ store, publicUrl, sessions, password, factors, now }: PasskeyParts) {
    this.#store = store
    this.#publicUrl = publicUrl
    this.#sessions = sessions
    this.#password = password
    this.#factors = factors
    this.#now = now
    this.#flows = createFlows<Challenge>(store.instances, factors.box, 'passkey', now)
  }

  #place() {
    if (this.#publicUrl === undefined || !canHavePasskeys(this.#publicUrl))
      throw conflict(passkeyMessages('passkey.needs_https'))
    return { expectedOrigin: this.#publicUrl, expectedRPID: new URL(this.#publicUrl).hostname }
  }

  async list({ userId }: SessionCaller): Promise<PasskeyView[]> {
    return (await this.#store.read.passkeys.list(userId)).map(toView)
  }

  /** Begins to add a passkey, after a check of the password. */
  async askToAdd(caller: SessionCaller, body: JsonObject, origin: Origin): Promise<Asked> {
    const { current_password: current } = checked(PasskeyPassword, body)
    const { expectedRPID: rpID } = this.#place()
    const user = await this.#password.check(caller, current, origin)
    const own = await this.#store.read.passkeys.list(user.id)
    requireFree(own)
    const library = await webAuthn()
    const options = await library.generateRegistrationOptions({
      rpName: 'Whereabouts',
      rpID,
      userName: user.email,
      userDisplayName: user.name,
      userID: new TextEncoder().encode(user.id),
      attestationType: 'none',
      excludeCredentials: own.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const cookie = await this.#flows.begin({ challenge: options.challenge, userId: user.id })
    return { options: JSON.stringify(options), cookie }
  }

  async add(caller: SessionCaller, body: JsonObject, cookie: string | undefined): Promise<PasskeyView> {
    const { name, response } = checked(NewPasskey, body)
    const expected = this.#place()
    const begun = await this.#flows.take(cookie)
    if (begun?.userId !== caller.userId) throw conflict(notBegun)
    const library = await webAuthn()
    const { verified, registrationInfo } = await library
      .verifyRegistrationResponse({
        ...expected,
        response: parsed<RegistrationResponseJSON>(response),
        expectedChallenge: begun.challenge,
      })
      .catch(() => ({ verified: false, registrationInfo: undefined }))
    if (!verified || !registrationInfo)
      throw invalidField('response', 'invalid_value', passkeyMessages('passkey.not_valid'))
    const { id, publicKey, counter } = registrationInfo.credential
    const row = {
      id,
      userId: caller.userId,
      name,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      createdAt: this.#now(),
    }
    await this.#store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      if (await tx.passkeys.find(id)) throw conflict(passkeyMessages('passkey.already_added'))
      requireFree(await tx.passkeys.list(user.id))
      await tx.passkeys.insert(row)
      const change = { at: this.#now(), action: 'passkey_added', after: { name } } as const
      await auditEverywhere(tx, user, caller.actor, change)
    })
    return toView({ ...row, lastUsedAt: null })
  }

  remove(caller: SessionCaller, id: string): Promise<void> {
    return this.#store.write(async (tx) => {
      const user = await ownUser(tx, caller)
      const removed = await tx.passkeys.remove(user.id, id)
      if (!removed) throw notFound(passkeyMessages('passkey.not_found'))
      const change = { at: this.#now(), action: 'passkey_removed', before: { name: removed.name } } as const
      await auditEverywhere(tx, user, caller.actor, change)
    })
  }

  /** Begins a sign-in. The browser offers the passkeys that it has, so the request names no account. */
  async ask(): Promise<Asked> {
    const library = await webAuthn()
    const options = await library.generateAuthenticationOptions({
      rpID: this.#place().expectedRPID,
      userVerification: 'required',
    })
    return {
      options: JSON.stringify(options),
      cookie: await this.#flows.begin({ challenge: options.challenge, userId: null }),
    }
  }

  async signIn(body: JsonObject, cookie: string | undefined, origin: Origin): Promise<SignedIn> {
    const response = parsed<AuthenticationResponseJSON>(checked(PasskeyResponse, body).response)
    const expected = this.#place()
    const begun = await this.#flows.take(cookie)
    if (!begun || begun.userId !== null) throw unauthenticated(notBegun)
    const passkey = await this.#store.read.passkeys.find(String(response.id))
    if (!passkey || !isOwn(response, passkey.userId)) throw notAccepted()
    await this.#factors.requireLocalSignIn(passkey.userId)
    const { id, publicKey } = passkey
    // The counter is compared in the transaction: 0 here disables the comparison of the library.
    const credential = { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 }
    const library = await webAuthn()
    const { verified, authenticationInfo } = await library
      .verifyAuthenticationResponse({
        ...expected,
        response,
        credential,
        expectedChallenge: begun.challenge,
      })
      .catch(() => ({ verified: false, authenticationInfo: undefined }))
    if (!verified || !authenticationInfo) throw notAccepted()
    const { newCounter } = authenticationInfo
    const started = await this.#store.write(async (tx) => {
      // Also false if the passkey was removed meanwhile.
      if (!(await tx.passkeys.use(id, newCounter, this.#now()))) throw copied()
      const user = await tx.accounts.findUser(passkey.userId)
      const [organization] = user ? await tx.accounts.membershipsOf(user.id) : []
      if (!user || !organization) throw forbidden(userMessages('sign_in.no_membership'))
      return this.#sessions.begin(tx, user, { organizationId: organization.id, origin })
    })
    return this.#sessions.toSignedIn(started)
  }
}

/** Reports whether the authenticator names no user, or the one of the passkey (WebAuthn Level 3, 7.2, step 6). */
function isOwn({ response }: Partial<AuthenticationResponseJSON>, userId: string): boolean {
  const handle = response?.userHandle
  return handle === undefined || handle === null || handle === Buffer.from(userId).toString('base64url')
}

function requireFree({ length }: readonly PasskeyRow[]): void {
  if (length >= passkeysMax) throw conflict(passkeyMessages('passkey.many', { max: passkeysMax }))
}

const notBegun = passkeyMessages('passkey.expired')

/** The same error for an unknown passkey and a wrong signature. */
const notAccepted = (): AppError => unauthenticated(passkeyMessages('passkey.refused'))

const copied = (): AppError => forbidden(passkeyMessages('passkey.copied'))

function parsed<T>(text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // The error below says what is wrong.
  }
  throw invalidField('response', 'invalid_value', passkeyMessages('passkey.response', { field: 'response' }))
}

const toView = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  id,
  name,
  created_at: toWire(createdAt),
  last_used_at: wireOrNull(lastUsedAt),
})
