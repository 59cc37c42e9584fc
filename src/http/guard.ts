import { callerMessages } from '../contract/messages'
import { requestMessages } from './messages'
import { type Budget, type Budgets, budgetHeaders, type RequestBudgets } from '../base/turns/budget'
import { AppError, forbidden, unauthenticated } from '../base/errors'
import { type ApiKeyCaller, type Caller, type Device, hasRole, type SessionCaller } from '../base/caller'
import { type Clock, toMicros } from '../base/time'
import { chain, type MaybePromise, recovering } from '../base/turns/maybe-promise'
import { basicCredentials } from './body'
import type { Access } from './endpoint'
import { createKnownCallers, type Expect } from './read-ahead'

/** Authenticates the caller of a request, checks its rights, and applies the rate limits. */

const bearerRealm = 'Bearer'
const invalidToken = 'Bearer error="invalid_token"'
const basicRealm = 'Basic realm="Whereabouts", charset="UTF-8"'

interface Claims {
  readonly kind: 'access' | 'session'
  /** The id of the API key or of the session. */
  readonly subject: string
}

export interface GuardParts {
  /** Returns the claims of a token; undefined for an invalid or expired one. */
  readonly verifyToken: (token: string) => MaybePromise<Claims | undefined>
  /** Returns the rights that the API key has at this moment. Throws `unauthenticated`. */
  readonly authenticateApiKey: (id: string) => MaybePromise<Omit<ApiKeyCaller, 'kind' | 'apiKeyId'>>
  /**
   * Returns the API key with these credentials. Throws `unauthenticated` when they are wrong and `rate_limited` after too many
   * failures.
   */
  readonly signInApiKey: (
    clientId: string,
    clientSecret: string,
    address: string,
  ) => MaybePromise<Omit<ApiKeyCaller, 'kind'>>
  /** Returns the rights that the session has at this moment. Throws `unauthenticated`. */
  readonly authenticateSession: (id: string) => MaybePromise<Omit<SessionCaller, 'kind' | 'sessionId'>>
  readonly findDevice: (token: string) => MaybePromise<Device | undefined>
  /** Budgets of requests, by API key, session, device or address. */
  readonly budgets: RequestBudgets
  /** Budgets of work in milliseconds, by organization and by user. */
  readonly workBudgets: Budgets
  readonly now: Clock
}

export class Guard {
  readonly #parts: GuardParts
  readonly #whenKnown = createKnownCallers()

  constructor(parts: GuardParts) {
    this.#parts = parts
  }

  /**
   * Returns the caller; null if the endpoint needs none. Throws `unauthenticated` with the challenge of RFC 6750 §3,
   * which contains an error code only if a token was sent. The object is the one that `expect` was called with if the rights
   * are the same.
   */
  authenticate(
    access: Access,
    request: Request,
    address: () => string,
    expect?: Expect,
  ): MaybePromise<Caller | null> {
    return this.#challenging(access, request, () => this.#identify(access, request, address, expect))
  }

  /** Returns a caller that was authenticated earlier, with the rights that it has now. Throws `unauthenticated`. */
  authenticateAgain(
    access: Access,
    request: Request,
    caller: Caller | null,
    address: () => string,
  ): MaybePromise<Caller | null> {
    // The credentials were right, and to check them again would count as another attempt.
    if (caller?.kind === 'apiKey' && basicOf(access, request))
      return this.#challenging(access, request, () => this.#apiKeyOf(caller.apiKeyId))
    return this.authenticate(access, request, address)
  }

  #challenging(
    access: Access,
    request: Request,
    identify: () => MaybePromise<Caller | null>,
  ): MaybePromise<Caller | null> {
    return recovering(identify, (error) => {
      if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
      const challenge = acceptsBasic(access)
        ? basicRealm
        : request.headers.has('authorization')
          ? invalidToken
          : bearerRealm
      throw new AppError('unauthenticated', error.said, {
        headers: { 'www-authenticate': challenge, 'cache-control': 'no-store' },
      })
    })
  }

  /**
   * Charges one request to the client's budget. Returns the headers that describe this budget. Throws `rate_limited`
   * if it is exhausted, or if the organization or the user has no work left.
   */
  spend(caller: Caller | null, address: () => string): MaybePromise<Record<string, string>> {
    const taken = this.#parts.budgets.take(budgetKeyOf(caller, address))
    return chain(taken, (budget) => this.#requireBudget(caller, budget))
  }

  /** Whether one more request of the caller is allowed, as far as this instance knows. */
  mayCall(caller: Caller): boolean {
    const { budgets, workBudgets } = this.#parts
    const isExhausted =
      budgets.peek(callerKeyOf(caller)).isExhausted ||
      workBudgetKeysOf(caller).some((key) => workBudgets.peek(key).isExhausted)
    return !isExhausted
  }

  /** Charges the work on a request, in milliseconds, to the caller's organization and user. */
  charge(caller: Caller | null, milliseconds: number): void {
    if (milliseconds > 0)
      for (const key of workBudgetKeysOf(caller)) this.#parts.workBudgets.charge(key, milliseconds)
  }

  /**
   * Charges a request that is rejected before authentication to the address, if its budget allows one more. Returns
   * the headers that describe the budget.
   */
  async chargeRefused(address: () => string): Promise<Record<string, string>> {
    const client = budgetKeyOf(null, address)
    try {
      return this.#headersOf(await this.#parts.budgets.take(client))
    } catch {
      // The database of a shared budget is unavailable. The response has the reason of the refusal.
      return this.#headersOf(this.#parts.budgets.peek(client))
    }
  }

  /** Returns the headers that describe the client's budget, without charging it. */
  peek(client: string): Record<string, string> {
    return this.#headersOf(this.#parts.budgets.peek(client))
  }

  #bearerOf(request: Request, expect?: Expect): MaybePromise<Caller> {
    return chain(this.#parts.verifyToken(bearerToken(request)), (claims): MaybePromise<Caller> => {
      if (!claims) throw unauthenticated(callerMessages('caller.token'))
      const caller = this.#callerOf(claims)
      if (!(caller instanceof Promise)) return caller
      return this.#whenKnown(claims.subject, caller, (last) => {
        this.#parts.budgets.prepare(callerKeyOf(last))
        expect?.(last)
      })
    })
  }

  #callerOf({ kind, subject }: Claims): MaybePromise<Caller> {
    return kind === 'access'
      ? this.#apiKeyOf(subject)
      : chain(this.#parts.authenticateSession(subject), (rights) => ({
          kind: 'session',
          sessionId: subject,
          ...rights,
        }))
  }

  #apiKeyOf(apiKeyId: string): MaybePromise<Caller> {
    return chain(this.#parts.authenticateApiKey(apiKeyId), (rights) => ({
      kind: 'apiKey',
      apiKeyId,
      ...rights,
    }))
  }

  #sessionOf(request: Request): MaybePromise<Caller> {
    return chain(this.#bearerOf(request), (caller) => requireKind(caller, 'session'))
  }

  /** Returns the device of the request's token; undefined if the request has no device token. */
  #deviceOf(request: Request): MaybePromise<Caller | undefined> {
    const header = request.headers.get('authorization')
    const token = basicCredentials(header)?.password ?? /^bearer +(wad_\S+)$/i.exec(header ?? '')?.[1]
    if (token === undefined) return undefined
    return chain(this.#parts.findDevice(token), (reader) => {
      if (!reader) throw unauthenticated(callerMessages('caller.device_token'))
      return { kind: 'device', organizationId: reader.organizationId, reader }
    })
  }

  #identify(
    access: Access,
    request: Request,
    address: () => string,
    expect?: Expect,
  ): MaybePromise<Caller | null> {
    switch (access.kind) {
      case 'anyone':
        return null
      case 'scope': {
        const basic = basicOf(access, request)
        if (!basic) return this.#bearerOf(request, expect)
        const key = this.#parts.signInApiKey(basic.user, basic.password, address())
        return chain(key, (found) => ({ kind: 'apiKey', ...found }))
      }
      case 'apiKey':
        return chain(this.#bearerOf(request), (caller) => requireKind(caller, 'apiKey'))
      case 'session':
      case 'owner':
        return this.#sessionOf(request)
      case 'device':
        return chain(this.#deviceOf(request), (device) => {
          if (!device) throw unauthenticated(requestMessages('request.needs_device'))
          return device
        })
      case 'sessionOrDevice':
        return chain(this.#deviceOf(request), (device) => device ?? this.#sessionOf(request))
    }
  }

  #headersOf(budget: Budget): Record<string, string> {
    return budgetHeaders(budget, toMicros(this.#parts.now()))
  }

  /** Returns the headers that describe the budget. Throws `rate_limited` if it or the work of the caller is exhausted. */
  #requireBudget(caller: Caller | null, budget: Budget): Record<string, string> {
    const headers = this.#headersOf(budget)
    const refuse = (key: 'many' | 'much_work', seconds: number): never => {
      throw new AppError('rate_limited', requestMessages(`request.${key}`, { seconds }), {
        headers: { ...headers, 'retry-after': String(seconds) },
      })
    }
    if (budget.isExhausted) refuse('many', budget.secondsToNext)
    for (const key of workBudgetKeysOf(caller)) {
      const { isExhausted, secondsToNext } = this.#parts.workBudgets.peek(key)
      if (isExhausted) refuse('much_work', secondsToNext)
    }
    return headers
  }
}

/** Throws `forbidden` if the caller lacks the scope or the role that the endpoint needs. */
export function authorize(access: Access, caller: Caller | null): void {
  if (caller?.kind === 'session' && caller.mustAddFactor && !mayAddFactor(access))
    throw forbidden(requestMessages('request.needs_factor'))
  if (access.kind === 'scope') {
    const mayCall = caller !== null && 'scopes' in caller && caller.scopes.includes(access.scope)
    if (mayCall) return
    throw new AppError('forbidden', requestMessages('request.scope', { scope: access.scope }), {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${access.scope}"` },
    })
  }
  if (access.kind === 'owner' && !(caller?.kind === 'session' && caller.isOwner))
    throw forbidden(callerMessages('caller.needs_owner'))
  const isRoleBound = access.kind === 'session' || access.kind === 'sessionOrDevice'
  if (isRoleBound && caller?.kind === 'session' && !hasRole(caller.role, access.role))
    throw forbidden(callerMessages('caller.role', { role: access.role }))
}

const acceptsBasic = (access: Access): boolean => access.kind === 'scope' && access.acceptsBasic === true

/** Returns the credentials of a request by HTTP Basic, if the endpoint accepts them. */
const basicOf = (access: Access, request: Request) =>
  acceptsBasic(access) ? basicCredentials(request.headers.get('authorization')) : undefined

// docs/api.md, Bearer tokens: a token of the wrong kind is rejected like an expired one.
const wrongKind = () => unauthenticated(callerMessages('caller.token'))

function requireKind(caller: Caller, kind: Caller['kind']): Caller {
  if (caller.kind !== kind) throw wrongKind()
  return caller
}

const mayAddFactor = (access: Access): boolean =>
  access.kind === 'session' && access.beforeSecondFactor === true

/**
 * Returns the keys of the work budgets that a caller is charged to. Devices have none: their reads must not be rejected
 * because of the requests of users.
 */
function workBudgetKeysOf(caller: Caller | null): readonly string[] {
  if (!caller || caller.kind === 'device') return []
  const organization = `organization:${caller.organizationId}`
  return caller.kind === 'session' ? [organization, `user:${caller.userId}`] : [organization]
}

/**
 * Returns the requester of a request, which takes turns with other requesters: the users and API keys of an organization, its
 * devices, or an address.
 */
export function requesterOf(caller: Caller | null, address: () => string): string {
  if (!caller) return `address:${address()}`
  return `${caller.kind === 'device' ? 'devices' : 'organization'}:${caller.organizationId}`
}

/** Returns the key of the request budget: the API key, session or device, or else the address. */
export const budgetKeyOf = (caller: Caller | null, address: () => string): string =>
  caller ? callerKeyOf(caller) : `address:${address()}`

function callerKeyOf(caller: Caller): string {
  if (caller.kind === 'apiKey') return `key:${caller.apiKeyId}`
  return caller.kind === 'session' ? `session:${caller.sessionId}` : `device:${caller.reader.id}`
}

/** Headers in which clients of other services send their keys. They have no effect here. */
const otherHeaders = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token']

/** Returns the bearer token. The error messages are part of the API (docs/api.md, Bearer tokens). */
function bearerToken(request: Request): string {
  const header = request.headers.get('authorization')
  if (header === null) {
    const hasOther = otherHeaders.some((name) => request.headers.has(name))
    throw unauthenticated(requestMessages(hasOther ? 'request.other_header' : 'request.no_header'))
  }
  const token = /^bearer +(\S+)$/i.exec(header)?.[1]
  if (token === undefined) throw unauthenticated(requestMessages('request.bearer_format'))
  return token
}
